#!/usr/bin/env bash
# Builds the coders and compares the drop-in ones with Foundation's. All arguments go to Benchmarks/coders.py; --help
# tells which there are. What is missing is installed where this is run as root on Debian, and named otherwise.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/benchmark.sh"

begin_benchmark coders.py "$@"
offer valgrind valgrind
build_products Contender
exec python3 "$benchmarks/coders.py" "$@"
