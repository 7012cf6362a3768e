#!/usr/bin/env bash
# Builds what reads a million small objects by one road after another, and compares the roads. All arguments go to
# Benchmarks/milestones.py; --help tells which there are. What is missing is installed where this is run as root on
# Debian, and named otherwise.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
benchmarks=$here/../Benchmarks
. "$here/require.sh"

case " $* " in
*" --help "* | *" -h "*) exec python3 "$benchmarks/milestones.py" --help ;;
esac

{
  require_swift
  require python3 python3
  require_libraries
  swift build --configuration release --package-path "$benchmarks" --product Contender
} >&2
exec python3 "$benchmarks/milestones.py" "$@"
