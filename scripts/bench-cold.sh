#!/usr/bin/env bash
# Generates and builds the programs whose cold start is compared, and compares them. All arguments go to
# Benchmarks/cold_start.py; --help tells which there are. MODELS=1000 is the quick run. What is missing is installed where
# this is run as root on Debian, and named otherwise.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
benchmarks=$here/../Benchmarks
. "$here/require.sh"

case " $* " in
*" --help "* | *" -h "*) exec python3 "$benchmarks/cold_start.py" --help ;;
esac

{
  require_swift
  require python3 python3
  require strip binutils
  require_libraries
  command -v valgrind >/dev/null 2>&1 || require_package valgrind
  swift build --configuration release --package-path "$benchmarks" --product millrace
} >&2
exec python3 "$benchmarks/cold_start.py" "$@"
