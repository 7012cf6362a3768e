#!/usr/bin/env bash
# Builds the wheel of the Python package, installs it in a fresh virtual environment, and runs its tests there, without
# Swift on the path: scripts/stages/python.sh [TOOL]. The tool, by default built in release where the library is built, reads the same
# files in test_doors.py and test_random_doors.py.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/require.sh
environment=.build/python-package
rm -rf $environment
# shellcheck disable=SC2046 # each line is a word
require_environment $environment $(pinned pyarrow polars duckdb pandas)
install_wheel $environment
tool=${1-}
if [ -z "$tool" ]; then
  release=(-c release --scratch-path .build/python-library)
  env -u MILLRACE_DEBUG swift build "${release[@]}" --product millrace
  tool=$(swift build "${release[@]}" --show-bin-path)/millrace
fi
package=$(echo $environment/lib/python3*/site-packages/millrace)
python=$PWD/$environment/bin/python3

# Tests the library that this processor uses.
test_package() {
  local seed=${MILLRACE_TEST_SEED:+MILLRACE_TEST_SEED=$MILLRACE_TEST_SEED}
  (cd python/tests && env -i PATH=/usr/bin:/bin HOME=/nonexistent ${seed:+"$seed"} MILLRACE_TOOL="$tool" "$python" -B -m unittest)
}

for library in "$package"/libmillrace*.so; do
  # All that it needs from the system.
  needed=$(ldd "$library" | awk '/=>/ { print $1 }' | sort | tr '\n' ' ')
  [ "$needed" = "libc.so.6 libgcc_s.so.1 libm.so.6 libstdc++.so.6 " ] || { echo "$library needs $needed" >&2; exit 1; }
done
test_package
# Without the second library, the package uses the library for all processors. The tool is the same.
rm -f "$package"/libmillrace-*.so
tool='' test_package
