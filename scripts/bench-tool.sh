#!/usr/bin/env bash
# Compares the command-line tool with DuckDB, Polars, jq, Miller and sqlite3. All arguments go to Benchmarks/tool.py; --help
# lists them. What is missing is installed where this runs as root on Debian, and is left out otherwise.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
benchmarks=$here/../Benchmarks
. "$here/require.sh"
. "$here/require-benchmark-peers.sh"

case " $* " in
*" --help "* | *" -h "*) exec python3 "$benchmarks/tool.py" --help ;;
esac

{
  require_swift
  require python3 python3
  require_libraries
  for peer in jq miller sqlite3; do require_package "$peer" || echo "$peer is left out"; done
  require_benchmark_peers
  swift build --configuration release --package-path "$benchmarks" --product millrace
} >&2
exec python3 "$benchmarks/tool.py" "$@"
