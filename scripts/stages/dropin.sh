#!/usr/bin/env bash
# The tests of a package of ordinary Codable types: with Foundation's coders and with the drop-in ones, as it is and
# migrated, when no type of keys is left.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/require.sh
require_swift
require_libraries
mkdir -p .build

# Runs the tests of a package with a pair of coders in a language mode. It is built in the folder of this package's builds, so that
# the modules of this package are built once.
run() {
  local coders=$1 package=$2 mode=${3:-6} log=.build/dropin.log
  echo "-- $(basename "$package") with coders: $coders, Swift $mode"
  if CATALOG_CODERS=$coders CATALOG_SWIFT=$mode swift test --disable-xctest --package-path "$package" \
    --scratch-path .build >"$log" 2>&1; then
    tail -n 1 "$log"
  else
    cat "$log" >&2
    return 1
  fi
}

run foundation Examples/DropIn
run fast Examples/DropIn
run foundation Examples/DropIn 5
run fast Examples/DropIn 5

migrated=.build/dropin-migrated

# Runs the plugin on the migrated package.
upgrade() {
  swift package --package-path "$migrated" --scratch-path .build --allow-writing-to-package-directory upgrade-codable "$@" \
    >.build/migrate.log 2>&1 || { cat .build/migrate.log >&2; return 1; }
}

rm -rf "$migrated"
mkdir -p "$migrated"
cp -r Examples/DropIn/Sources Examples/DropIn/Tests "$migrated/"
# What a team adds to its manifest.
# shellcheck disable=SC2016 # $0 is Swift's
sed -e "s|path: \"../..\"|path: \"$PWD\"|" \
  -e 's|^let coders.*|let coders = ["Millrace", "MillraceFoundation"].map { Target.Dependency.product(name: $0, package: "millrace") }|' \
  Examples/DropIn/Package.swift >"$migrated/Package.swift"
echo "-- migration"
upgrade
grep -A 100 '^@Serializable' .build/migrate.log
upgrade --check || {
  echo "migrating again would change something" >&2
  exit 1
}

run foundation "$migrated"
run fast "$migrated"
swift build --product millrace >.build/audit-build.log 2>&1 || { cat .build/audit-build.log >&2; exit 1; }
"$(swift build --show-bin-path)/millrace" audit --max-coding-keys 0 .build/debug/Catalog.build/*.o >/dev/null
echo "no CodingKeys are left"
