#!/usr/bin/env bash
# All tests: the suites, the suites that read foreign bytes once more under Address Sanitizer, and what a user's
# packages see: dependency by path and by version, and many annotated types.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/require.sh
require_swift
require python3 python3
require nm binutils
require_zlib

echo "== suites"
swift test --disable-xctest

echo "== suites under Address Sanitizer"
# A trapped process under the sanitizer would leave the backtracer behind, holding the output open.
SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 \
  swift test --disable-xctest --sanitize=address --scratch-path .build/asan --filter MillraceTests

echo "== a user's package, by path and by version"
scripts/test-consumer.sh

echo "== three hundred annotated types"
scripts/test-many-types.sh

echo "== a gigabyte in constant memory"
scripts/test-constant-memory.sh
