#!/usr/bin/env bash
# Builds the tool in release and runs its main job on real documents.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/require.sh
require_swift
require_libraries

swift build -c release --product millrace
PATH="$(swift build -c release --show-bin-path):$PATH"

run() {
  echo
  echo "\$ $*"
  "$@"
}
run millrace convert Data/twitter.json --at /statuses .build/statuses.jsonl
run wc -l -c Data/twitter.json .build/statuses.jsonl
run millrace convert Data/films.json --limit 1 --pretty
