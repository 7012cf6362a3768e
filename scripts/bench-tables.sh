#!/usr/bin/env bash
# Builds all contenders for tables and compares them. All arguments go to Benchmarks/tables.py; --help tells which there
# are. What is missing is installed where this is run as root on Debian, and named otherwise. The peers from PyPI are
# installed in a virtual environment of the benchmark's own, in the versions of Benchmarks/Python/requirements.txt.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
benchmarks=$here/../Benchmarks
. "$here/require.sh"
. "$here/require-benchmark-peers.sh"

case " $* " in
*" --help "* | *" -h "*) exec python3 "$benchmarks/tables.py" --help ;;
esac

build_loops() {
  local compiler
  compiler=$(command -v cc || command -v clang) || return 0
  mkdir -p "$benchmarks/.build/c"
  "$compiler" -O2 -o "$benchmarks/.build/c/sqlite_loops" "$benchmarks/C/sqlite_loops.c" -lsqlite3 ||
    echo "the loops in C cannot be built: what is compared with them is left out"
}

{
  require_swift
  require python3 python3
  require_libraries
  require_benchmark_peers
  swift build --configuration release --package-path "$benchmarks" --product Contender
  swift build --configuration release --package-path "$benchmarks" --product millrace
  build_loops
} >&2
exec python3 "$benchmarks/tables.py" "$@"
