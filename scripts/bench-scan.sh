#!/usr/bin/env bash
# Compares the Python package's reader with Polars, DuckDB and pyarrow. All arguments go to Benchmarks/scan.py; --help lists them.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/require.sh
environment=.build/python-benchmark
{
  require_environment $environment pyarrow==26.0.1 polars==2.1.0 duckdb==2.0.0
  install_wheel $environment
} >&2
exec $environment/bin/python3 Benchmarks/scan.py "$@"
