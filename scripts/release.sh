#!/usr/bin/env bash
# Makes a release of what is committed: scripts/release.sh VERSION
#
# Checks the tree, the tests and the public API, writes notes and files to .build/release-VERSION, and creates the tag. It
# pushes nothing. The files: the tool as a static binary, the gem, and the wheel if there is a folder `python`.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/require.sh
require_swift
require_libraries

version=${1-}
if ! [[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]]; then
  echo "usage: scripts/release.sh VERSION, such as 0.1.0" >&2
  exit 2
fi
fail() {
  echo "release: $1" >&2
  exit 1
}
[ -z "$(git status --porcelain)" ] || fail "there are changes that are not committed"
! git rev-parse -q --verify "refs/tags/$version" >/dev/null || fail "the tag $version already exists"
grep -q "millraceVersion = \"$version\"" Sources/MillraceCommand/Command.swift \
  || fail "millraceVersion in Sources/MillraceCommand/Command.swift is not $version"

folder=.build/release-$version
rm -rf "$folder"
mkdir -p "$folder"
# The section of the changelog, without its heading.
awk -v version="$version" '/^## / { found = $2 == version; next } found' CHANGELOG.md >"$folder/notes.md"
[ -s "$folder/notes.md" ] || fail "CHANGELOG.md has no section for $version"

.ci/run
scripts/check-api.sh || [ "${version%%.*}" = 0 ] || fail "the public API has breaking changes"

machine=$(uname -m)
swift build -c release --static-swift-stdlib --product millrace --scratch-path .build/static -Xlinker -s
cp "$(swift build -c release --static-swift-stdlib --scratch-path .build/static --show-bin-path)/millrace" \
  "$folder/millrace-$(uname -s | tr '[:upper:]' '[:lower:]')-$machine"
[ "$("$folder"/millrace-*-"$machine" --version | grep -o '[0-9][0-9.]*' | head -n 1)" = "$version" ] \
  || fail "the binary has another version"

(cd ruby && gem build --silent --output "../$folder/millrace-$version.gem" millrace.gemspec)
if [ -f python/pyproject.toml ]; then
  .build/python/bin/pip wheel --quiet --no-deps --wheel-dir "$folder" ./python
fi
(cd "$folder" && sha256sum -- * >SHA256SUMS)
git tag --annotate "$version" --file "$folder/notes.md"
echo "the tag $version is created, and the files are in $folder:"
ls -l "$folder"
