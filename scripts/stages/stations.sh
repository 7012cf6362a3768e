#!/usr/bin/env bash
# A format of one's own: the example builds, and prints what it should.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/require.sh
require_swift
require_libraries
mkdir -p .build
swift build --package-path Examples/Stations --scratch-path .build >.build/stations.log 2>&1 || {
  cat .build/stations.log >&2
  exit 1
}
diff -u Examples/Stations/expected.txt <(.build/debug/Stations)
lines=$(wc -l <Examples/Stations/Sources/FixedColumns/FixedColumns.swift)
echo "a format in $lines lines"
test "$lines" -lt 150
