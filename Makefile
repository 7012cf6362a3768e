# Every target is a script, so that a machine without make can run it as well.

.PHONY: run test fuzz fuzz-gem bench report coverage check-api wheel release docs lint format

run:
	@scripts/run.sh

test:
	@scripts/test

# make fuzz TIME=60: so many seconds for each target
fuzz:
	@scripts/fuzz --time $(or $(TIME),60)

# make fuzz-gem TIME=60: the Ruby gem, for so many seconds
fuzz-gem:
	@scripts/fuzz-gem --time $(or $(TIME),60)

bench: bench-json

# make bench-tables QUICK=1: fewer rounds. scripts/bench --help lists the names.
bench-%:
	@scripts/bench $* $(if $(QUICK),--quick)

# make report QUICK=1: fewer rounds
report:
	@scripts/bench report $(if $(QUICK),--quick)

# make coverage CHECK=1: fails if too few lines are covered
coverage:
	@scripts/coverage $(if $(CHECK),--check)

check-api:
	@scripts/check-api

# make release VERSION=1.2.3; make release VERSION=1.2.3 DRY_RUN=1
release:
	@scripts/release $(if $(DRY_RUN),--dry-run) $(VERSION)

wheel:
	@scripts/build-wheel.sh

docs:
	@scripts/build-docs.py

lint:
	@scripts/lint.sh

format:
	@swift format format --in-place --recursive Sources Tests Benchmarks/Sources Benchmarks/ColdStart Examples Package.swift
