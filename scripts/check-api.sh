#!/usr/bin/env bash
# Compares the public API of the library with that of the last tag, or of the commit that is named: scripts/check-api.sh [COMMIT]
#
# Ends with status 1 if a program that compiles with the old one might not compile with the new one.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/require.sh
require_swift
require_libraries

if [ $# -gt 0 ]; then
  baseline=$1
elif ! baseline=$(git describe --tags --abbrev=0 --match '[0-9]*' 2>/dev/null); then
  echo "there is no tag to compare with"
  exit
fi
echo "comparing with $baseline"
products=(Millrace MillraceTables MillraceCompression MillraceCodable MillraceFoundation MillraceSQLite)
options=()
for product in "${products[@]}"; do options+=(--products "$product"); done
swift package --scratch-path .build/api diagnose-api-breaking-changes "$baseline" "${options[@]}"
