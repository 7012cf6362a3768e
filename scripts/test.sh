#!/usr/bin/env bash
# All tests: the suites, those of the library once more in release and under sanitizers, and what a user's
# packages see: the examples in the documentation, dependency by path and by version, and many annotated types.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/require.sh
. scripts/require-python-peers.sh
require_swift
require python3 python3
require node nodejs
require nm binutils
require sqlite3 sqlite3
require_libraries
mkdir -p .build
require_python_peers

# Runs `swift test` with these options: of what it prints only the result, and everything that failed.
suites() {
  local log=.build/tests-$1.log
  shift
  if swift test --disable-xctest "$@" >"$log" 2>&1; then
    tail -n 1 "$log"
  else
    grep -vE '^(\[|◇|✔)' "$log" >&2 || true
    echo "the whole output is in $log" >&2
    return 1
  fi
}

echo "== suites"
suites debug

echo "== suites of the library in release"
suites release -c release -Xswiftc -enable-testing --scratch-path .build/release-tests --filter MillraceTests

echo "== suites of the library under Address Sanitizer"
# A trapped process under the sanitizer would leave the backtracer behind, holding the output open. A fifth of the random
# inputs will do: all of them have been through the suites above.
MILLRACE_TEST_SCALE=${MILLRACE_TEST_SCALE:-0.2} SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 \
  suites asan --sanitize=address --scratch-path .build/asan --filter 'MillraceTests|MillraceFoundationTests'

echo "== suites of the coders under Thread Sanitizer"
# Its reports do not fail a test, so they are looked for. It does not know that `Mutex` locks, and takes what stands behind
# one for a race: the provider's suites are left out.
MILLRACE_TEST_SCALE=0.05 SWIFT_BACKTRACE=enable=no \
  suites tsan --sanitize=thread --scratch-path .build/tsan --filter MillraceFoundationTests \
  --skip 'MillraceFoundationTests\.Coder'
if grep -A 12 'WARNING: ThreadSanitizer' .build/tests-tsan.log >&2; then exit 1; fi

echo "== the examples in the documentation"
scripts/test-examples.py

echo "== a user's package, by path and by version"
scripts/test-consumer.sh

echo "== a package of Codable types with either pair of coders"
scripts/test-dropin.sh

echo "== a program of 2,000 types, before and after its migration"
swift build --product millrace-migrate >/dev/null
scripts/test-migration.sh "$(swift build --show-bin-path)/millrace"

echo "== a format of one's own"
scripts/test-stations.sh

echo "== a server of tasks"
scripts/test-tasks.sh

echo "== three hundred annotated types"
scripts/test-many-types.sh

echo "== instructions grow as the input does"
command -v valgrind >/dev/null 2>&1 || require_package valgrind
swift build -c release --product Complexity >/dev/null
scripts/test-complexity.py "$(swift build -c release --show-bin-path)/Complexity"

echo "== a gigabyte in constant memory"
scripts/test-constant-memory.sh

echo "== a database to Arrow and back"
swift build -c release --product millrace >/dev/null
rm -rf .build/chinook && mkdir .build/chinook
.build/python/bin/python3 scripts/test-database-to-arrow.py .build/release/millrace .build/chinook

echo "== a killed insertion into a database"
scripts/test-sqlite-crash.sh

echo "== the benchmark's own checks"
python3 -m unittest discover Benchmarks 2>&1 | tail -n 1

echo "== the Ruby gem"
scripts/test-gem.sh
