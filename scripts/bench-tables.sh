#!/usr/bin/env bash
# Builds all contenders for tables and compares them. All arguments go to Benchmarks/tables.py; --help tells which there
# are. What is missing is installed where this is run as root on Debian, and named otherwise. The peers from PyPI are
# installed in a virtual environment of the benchmark's own, in the versions of Benchmarks/Python/requirements.txt.
# --build-only stops after the build.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/benchmark.sh"

build_loops() {
  local compiler
  compiler=$(command -v cc || command -v clang) || return 0
  mkdir -p "$benchmarks/.build/c"
  "$compiler" -O2 -o "$benchmarks/.build/c/sqlite_loops" "$benchmarks/C/sqlite_loops.c" -lsqlite3 ||
    echo "the loops in C cannot be built: what is compared with them is left out"
}

begin_benchmark tables.py "$@"
require_benchmark_peers >&2
build_products Contender millrace
build_loops >&2
[ "${1-}" != --build-only ] || exit 0
exec python3 "$benchmarks/tables.py" "$@"
