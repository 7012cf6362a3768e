#!/usr/bin/env bash
# Compares the Python package's reader with Polars and DuckDB. All arguments go to Benchmarks/scan.py; --help lists them.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/build-wheel.sh .build/wheel >&2
environment=.build/python-benchmark
python3 -m venv --clear $environment
$environment/bin/pip install --quiet --disable-pip-version-check --only-binary :all: \
  .build/wheel/millrace-*.whl pyarrow==26.0.1 polars==2.1.0 duckdb==2.0.0
exec $environment/bin/python3 Benchmarks/scan.py "$@"
