#!/usr/bin/env bash
# Builds the wheel of the Python package, installs it in a fresh virtual environment, and runs its tests there, without
# Swift on the path.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/require.sh
require python3 python3
python3 -m ensurepip --version >/dev/null 2>&1 || require_package python3-venv

scripts/build-wheel.sh .build/wheel
environment=.build/python-package
python3 -m venv --clear $environment
$environment/bin/pip install --quiet --disable-pip-version-check --only-binary :all: \
  .build/wheel/millrace-*.whl pyarrow==26.0.1 polars==2.1.0 duckdb==2.0.0 pandas==3.1.1
# All that the library needs from the system.
needed=$(ldd $environment/lib/python3*/site-packages/millrace/libmillrace.so | awk '/=>/ { print $1 }' | sort | tr '\n' ' ')
[ "$needed" = "libc.so.6 libgcc_s.so.1 libm.so.6 libstdc++.so.6 " ] || { echo "the library needs $needed" >&2; exit 1; }
python=$PWD/$environment/bin/python3
(cd python/tests && env -i PATH=/usr/bin:/bin HOME=/nonexistent "$python" -B -m unittest)
