#!/usr/bin/env bash
# Builds the wheel unless a path to one is given, installs it with PySpark in an environment of its own, and compares the data
# source with Spark's own readers on a cluster of two executor processes: scripts/test-spark.sh [WHEEL [TEST...]]
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/require.sh
require python3 python3
require java openjdk-17-jre-headless
python3 -m ensurepip --version >/dev/null 2>&1 || require_package python3-venv

wheel=${1-}
if [ -z "$wheel" ]; then
  scripts/build-wheel.sh .build/wheel
  wheel=$(echo .build/wheel/millrace-*.whl)
fi
environment=.build/spark
# pandas is only for the faults of the tests, which mapInArrow puts into tasks.
wanted="pyspark==4.3.0 pyarrow==26.0.1 pandas==2.3.3"
if [ "$(cat $environment/peers 2>/dev/null)" != "$wanted" ]; then
  python3 -m venv --clear $environment
  # shellcheck disable=SC2086 # the versions are words of their own
  $environment/bin/pip install --quiet --disable-pip-version-check $wanted
  echo "$wanted" >$environment/peers
fi
$environment/bin/pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$wheel"
python=$PWD/$environment/bin/python3
# The executors take the Python that PYSPARK_PYTHON names, and import the functions of the tests.
cd python/tests/spark
PYTHONPATH=$PWD SPARK_LOCAL_IP=127.0.0.1 PYSPARK_PYTHON=$python "$python" -B -m unittest "${@:2}"
