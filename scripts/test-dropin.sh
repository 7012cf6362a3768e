#!/usr/bin/env bash
# The tests of a package of ordinary Codable types: once with Foundation's coders, once with the drop-in ones.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/require.sh
require_swift
require_libraries
mkdir -p .build

run() {
  local name=$1 log=.build/dropin-$1.log
  echo "-- $name"
  # Each has a folder of its own: what is in the manifest depends on the variable.
  if CATALOG_CODERS=$name swift test --disable-xctest --package-path Examples/DropIn \
    --scratch-path ".build/examples/dropin-$name" >"$log" 2>&1; then
    tail -n 1 "$log"
  else
    cat "$log" >&2
    return 1
  fi
}

run foundation
run fast
