#!/usr/bin/env bash
# Builds and runs the example as a user has it: by path, and by the version of a repository, without any flags; the latter also by the
# build system of Xcode, which gives the compiler other flags.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD

echo "-- by path"
swift run --quiet --package-path Examples/Films --scratch-path .build Films Data/films.json >.build/films-by-path.txt
head -n 1 .build/films-by-path.txt

echo "-- by version"
work=$root/.build/consumer
rm -rf "$work"
mkdir -p "$work/millrace" "$work/Films"
# The working tree as it is, so that what is about to be committed is tested as well.
git ls-files -z --cached --others --exclude-standard | tar -c --null --files-from=- --ignore-failed-read | tar -x -C "$work/millrace"
git -C "$work/millrace" init -q
git -C "$work/millrace" add -A
git -C "$work/millrace" -c user.name=test -c user.email=test@example.com commit -qm "test"
git -C "$work/millrace" tag 0.1.0
cp -r Examples/Films/Sources "$work/Films/"
sed "s|.package(name: \"millrace\", path: \"../..\")|.package(url: \"file://$work/millrace\", from: \"0.1.0\")|" \
  Examples/Films/Package.swift >"$work/Films/Package.swift"
grep -q 'from: "0.1.0"' "$work/Films/Package.swift"
env -u MILLRACE_DEBUG swift run --quiet --package-path "$work/Films" Films Data/films.json >.build/films-by-version.txt
cmp .build/films-by-path.txt .build/films-by-version.txt
head -n 1 .build/films-by-version.txt

echo "-- by version, by the build system of Xcode"
build=(env -u MILLRACE_DEBUG swift build --build-system swiftbuild --package-path "$work/Films" --scratch-path "$work/swiftbuild")
# In Swift 6.3.1, this build system can crash in libdispatch while it plans.
for _ in 1 2 3; do
  status=0
  "${build[@]}" >.build/swiftbuild.log 2>&1 || status=$?
  [ "$status" -ge 128 ] || break
done
[ "$status" = 0 ] || { tail -n 30 .build/swiftbuild.log >&2; exit 1; }
"$work/swiftbuild/out/Products/Debug-linux/Films" Data/films.json | cmp - .build/films-by-path.txt
