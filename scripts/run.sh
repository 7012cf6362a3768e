#!/usr/bin/env bash
# Builds the tool in release and runs its main job on a real document.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/require.sh
require_swift
require_libraries

swift build -c release --product millrace
tool=$(swift build -c release --show-bin-path)/millrace
result=.build/statuses.jsonl

run() {
  echo
  echo "\$ millrace $*"
  "$tool" "$@"
}
run check Data/twitter.json Data/citm_catalog.json Data/canada.json Data/films.json
run convert Data/twitter.json --at /statuses "$result"
echo "$(wc -l <"$result") statuses of $(wc -c <Data/twitter.json) bytes are now $(wc -c <"$result") bytes in $result"
run convert Data/films.json --limit 1 --pretty
