#!/usr/bin/env bash
# Builds what reads a million small objects by one road after another, and compares the roads. All arguments go to
# Benchmarks/milestones.py; --help tells which there are. What is missing is installed where this is run as root on
# Debian, and named otherwise.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/benchmark.sh"

begin_benchmark milestones.py "$@"
build_products Contender
exec python3 "$benchmarks/milestones.py" "$@"
