#!/usr/bin/env bash
# Builds the coders and compares the drop-in ones with Foundation's. All arguments go to Benchmarks/coders.py; --help
# tells which there are. What is missing is installed where this is run as root on Debian, and named otherwise.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
benchmarks=$here/../Benchmarks
. "$here/require.sh"

case " $* " in
*" --help "* | *" -h "*) exec python3 "$benchmarks/coders.py" --help ;;
esac

{
  require_swift
  require python3 python3
  require_libraries
  command -v valgrind >/dev/null 2>&1 || require_package valgrind
  swift build --configuration release --package-path "$benchmarks" --product Contender
} >&2
exec python3 "$benchmarks/coders.py" "$@"
