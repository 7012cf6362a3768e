# Every target is a script, so that a machine without make can run it as well.

.PHONY: run test fuzz coverage check-api bench bench-coders bench-milestones bench-tables bench-cold bench-tasks bench-gem \
	report lint format

run:
	@scripts/run.sh

test:
	@scripts/test

# make fuzz TIME=60: so many seconds for each target
fuzz:
	@scripts/fuzz --time $(or $(TIME),60)

coverage:
	@scripts/coverage.py

check-api:
	@scripts/check-api.sh

bench:
	@scripts/bench.sh

bench-coders:
	@scripts/bench-coders.sh

bench-milestones:
	@scripts/bench-milestones.sh

bench-tables:
	@scripts/bench-tables.sh

bench-tasks:
	@scripts/bench-tasks.sh

bench-cold:
	@scripts/bench-cold.sh

bench-gem:
	@scripts/bench-gem.sh

# make report, or make report QUICK=1
report:
	@scripts/report.sh $(if $(QUICK),--quick)

lint:
	@scripts/lint.sh

format:
	@swift format format --in-place --recursive Sources Tests Benchmarks/Sources Benchmarks/ColdStart Examples Package.swift
