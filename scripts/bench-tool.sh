#!/usr/bin/env bash
# Compares the command-line tool with DuckDB, Polars, jq, Miller and sqlite3. All arguments go to Benchmarks/tool.py; --help
# lists them. What is missing is installed where this runs as root on Debian, and is left out otherwise.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
benchmarks=$here/../Benchmarks
. "$here/require.sh"

case " $* " in
*" --help "* | *" -h "*) exec python3 "$benchmarks/tool.py" --help ;;
esac

install_peers() {
  local peers=$benchmarks/.build/peers wanted=$benchmarks/Python/requirements.txt
  cmp -s "$wanted" "$peers/requirements.txt" && return
  python3 -c "import ensurepip" 2>/dev/null || require_package python3-venv
  python3 -m venv "$peers" &&
    "$peers/bin/pip" install --quiet --disable-pip-version-check --requirement "$wanted" &&
    cp "$wanted" "$peers/requirements.txt" && return
  echo "the peers from PyPI cannot be installed: what is compared with them is left out"
}

{
  require_swift
  require python3 python3
  require_libraries
  for peer in jq miller sqlite3; do require_package "$peer" || echo "$peer is left out"; done
  install_peers
  swift build --configuration release --package-path "$benchmarks" --product millrace
} >&2
exec python3 "$benchmarks/tool.py" "$@"
