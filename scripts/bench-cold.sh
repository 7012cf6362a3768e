#!/usr/bin/env bash
# Generates and builds the programs whose cold start is compared, and compares them. All arguments go to
# Benchmarks/cold_start.py; --help tells which there are. MODELS=1000 is the quick run. What is missing is installed where
# this is run as root on Debian, and named otherwise.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/benchmark.sh"

begin_benchmark cold_start.py "$@"
require strip binutils >&2
offer valgrind valgrind
build_products millrace
exec python3 "$benchmarks/cold_start.py" "$@"
