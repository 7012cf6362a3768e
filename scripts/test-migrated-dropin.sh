#!/usr/bin/env bash
# The package of ordinary Codable types, migrated: it builds, its tests pass with either pair of coders, and no type of
# keys is left.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/require.sh
require_swift
require_libraries

root=$PWD
copy=.build/dropin-migrated
rm -rf "$copy/Sources" "$copy/Tests"
mkdir -p "$copy"
cp -r Examples/DropIn/Sources Examples/DropIn/Tests "$copy/"
# What a team adds to its manifest.
sed -e "s|path: \"../..\"|path: \"$root\"|" \
  -e 's|dependencies: isFast.*|dependencies: ["Millrace", "MillraceFoundation"].map { .product(name: $0, package: "millrace") },|' \
  Examples/DropIn/Package.swift >"$copy/Package.swift"

for product in millrace millrace-migrate; do
  swift build --product "$product" >.build/migrate-build.log 2>&1 || { cat .build/migrate-build.log >&2; exit 1; }
done
millrace=$(swift build --show-bin-path)/millrace
$millrace migrate "$copy/Sources" "$copy/Tests"
$millrace migrate --check "$copy/Sources" "$copy/Tests" >/dev/null || {
  echo "migrating again would change something" >&2
  exit 1
}

run() {
  local name=$1 log=.build/dropin-migrated-$1.log
  echo "-- $name"
  if CATALOG_CODERS=$name swift test --disable-xctest --package-path "$copy" \
    --scratch-path ".build/examples/dropin-migrated-$name" >"$log" 2>&1; then
    tail -n 1 "$log"
  else
    cat "$log" >&2
    return 1
  fi
}

run foundation
run fast
$millrace audit --max-coding-keys 0 .build/examples/dropin-migrated-fast/debug/Catalog.build/*.o >/dev/null
echo "no CodingKeys are left"
