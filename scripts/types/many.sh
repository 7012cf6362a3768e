#!/usr/bin/env bash
# Generates a program of 40 annotated types, five of each kind, and shows that it builds in release, that there is no CodingKeys
# in it, and that the first use of a type looks up no conformance, by itself or by the drop-in coders. An argument is another
# number of types.
set -euo pipefail
cd "$(dirname "$0")/../.."
count=${1:-40}
work=.build/many-types
mkdir -p "$work/Sources/ManyTypes"
python3 scripts/types/generate-many.py "$count" "$work"

# The folder of this package's builds, so that its modules are built once. Planned anew, because SwiftPM may take the plan that it
# finds there, which can be that of this package.
build=(-c release --package-path "$work" --scratch-path .build)
started=$(date +%s)
swift build --disable-build-manifest-caching "${build[@]}" >.build/many-types.log 2>&1 || { cat .build/many-types.log >&2; exit 1; }
echo "built $count annotated types in $(($(date +%s) - started)) s"

program=$(swift build "${build[@]}" --show-bin-path)/ManyTypes
"$program" typed
"$program" drop-in
if nm "$program" | grep -q CodingKeys; then
  echo "there are CodingKeys in the program" >&2
  exit 1
fi
echo "no CodingKeys among its $(nm "$program" | wc -l) symbols"
