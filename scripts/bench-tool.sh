#!/usr/bin/env bash
# Compares the command-line tool with DuckDB, Polars, jq, Miller and sqlite3. All arguments go to Benchmarks/tool.py; --help
# lists them. What is missing is installed where this runs as root on Debian, and is left out otherwise.
# --build-only stops after the build.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/benchmark.sh"

begin_benchmark tool.py "$@"
offer jq jq
offer mlr miller
offer sqlite3 sqlite3
require_benchmark_peers >&2
build_products millrace
[ "${1-}" != --build-only ] || exit 0
exec python3 "$benchmarks/tool.py" "$@"
