#!/usr/bin/env bash
# Generates a program of 300 annotated types and shows that it builds in release, that there is no CodingKeys in it, and
# that the first use of a type looks up no conformance, by itself or by the drop-in coders.
set -euo pipefail
cd "$(dirname "$0")/.."
work=.build/many-types
mkdir -p "$work/Sources/ManyTypes"
python3 scripts/generate-many-types.py 300 "$work"

started=$(date +%s)
swift build -c release --package-path "$work"
echo "built 300 annotated types in $(($(date +%s) - started)) s"

program=$work/.build/release/ManyTypes
"$program" typed
"$program" drop-in
if nm "$program" | grep -q CodingKeys; then
  echo "there are CodingKeys in the program" >&2
  exit 1
fi
echo "no CodingKeys among its $(nm "$program" | wc -l) symbols"
