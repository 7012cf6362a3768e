#!/usr/bin/env bash
# Migrates an app of Codable types: scripts/migration/app.sh MILLRACE [--types N] [--files N] [--seed N] [--speed]
#
# The app prints the results of Foundation's coders for ten documents of each type. Migrated by MILLRACE, an executable
# of this repository, it must print the same bytes, without a key type except those that must stay. --speed only migrates. The defaults
# are 500 types in 50 files, each form of declarations at least twice, and for --speed 10,000 in 1,000.
set -euo pipefail
usage="usage: $0 MILLRACE [--types N] [--files N] [--seed N] [--speed]"
[ $# -ge 1 ] || { echo "$usage" >&2; exit 2; }
tool=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
cd "$(dirname "$0")/../.."
. scripts/require.sh
require_swift
require_libraries
require python3 python3

types="" files="" seed=1 only_speed=false
while [ $# -gt 0 ]; do
  case $1 in
    --speed) only_speed=true ;;
    --types | --files | --seed)
      [ $# -ge 2 ] || { echo "$usage" >&2; exit 2; }
      declare "${1#--}=$2"
      shift
      ;;
    *) echo "$usage" >&2; exit 2 ;;
  esac
  shift
done
if $only_speed; then : "${types:=10000}" "${files:=1000}"; else : "${types:=500}" "${files:=50}"; fi

fail() {
  echo "$1 (seed $seed)" >&2
  exit 1
}

work=.build/migration
$only_speed && work=.build/migration-speed
app=$work/app migrated=$work/migrated
mkdir -p "$app" "$migrated"
python3 scripts/migration/generate-app.py "$app" --types "$types" --files "$files" --seed "$seed"
rm -rf "$migrated/Sources" "$migrated/Widget"
cp -r "$app/Sources" "$app/Widget" "$app/Package.swift" "$migrated/"
folders=("$migrated/Sources" "$migrated/Widget")

TIMEFORMAT="migrated $types types in $files files in %R s"
time "$tool" migrate "${folders[@]}" >"$work/migrate.txt"
head -n 7 "$work/migrate.txt"
if grep -rn '<#' "${folders[@]}" >&2; then fail "there are placeholders where none is needed"; fi

mkdir "$work/once"
cp -r "${folders[@]}" "$work/once/"
trap 'rm -rf "$work/once"' EXIT
"$tool" migrate --check "${folders[@]}" >/dev/null || fail "migrating again would change something"
"$tool" migrate "${folders[@]}" >/dev/null
for folder in "${folders[@]}"; do diff -r "$work/once/$(basename "$folder")" "$folder" >&2; done || fail "migrating again changed something"
if $only_speed; then exit; fi

# What a team adds to its manifest.
# shellcheck disable=SC2016 # $0 is Swift's
sed -e "s|^  dependencies: .*|  dependencies: [.package(name: \"millrace\", path: \"$PWD\")],|" \
  -e 's|^let library.*|let library = ["Millrace", "MillraceFoundation"].map { Target.Dependency.product(name: $0, package: "millrace") }|' \
  "$app/Package.swift" >"$migrated/Package.swift"

# Builds a package and writes what its program says to results.txt. It is built in the folder of this package's builds, so that the
# modules of this package are built once, and planned anew, because the last plan in that folder may be that of the other package.
run() {
  local package=$1 log=$1/build.log build=(--disable-build-manifest-caching --package-path "$1" --scratch-path .build)
  TIMEFORMAT="built $package in %R s"
  time swift build "${build[@]}" >"$log" 2>&1 || {
    grep '^/.*error:' "$log" | sort -u | head -n 20 >&2 || cat "$log" >&2
    fail "$package does not build"
  }
  cp "$(swift build "${build[@]}" --show-bin-path)/App" "$package/App"
  "$package/App" "$app/documents.txt" >"$package/results.txt"
}
run "$app"
run "$migrated"

lines=$(wc -l <"$app/results.txt" | tr -d ' ')
errors=$(grep -c ': ! ' "$app/results.txt" || true)
echo "$lines documents, $errors of them with an error"
expected=$(((types + files + 30) * 10))
[ "$lines" = "$expected" ] || fail "there should be ten documents for each type, $expected lines"
{ [ "$errors" -gt 0 ] && [ "$errors" -lt $((lines / 2)) ]; } || fail "too few or too many errors to show anything"
if ! cmp -s "$app/results.txt" "$migrated/results.txt"; then
  diff "$app/results.txt" "$migrated/results.txt" | head -n 40 | cut -c 1-300 >&2 || true
  fail "the migrated program says something else"
fi
echo "the migrated program says the same"

# The app is linked to the library statically, and the library has no types of keys either.
"$tool" audit "$app/App" | grep 'CodingKeys types'
"$tool" audit --max-coding-keys "$(cat "$app/kept-keys.txt")" "$migrated/App" | grep 'CodingKeys types'
