#!/usr/bin/env bash
# Builds the wheel unless a path to one is given, installs it with PySpark in an environment of its own, and compares the data
# source with Spark's own readers on a cluster of two executor processes: scripts/stages/spark.sh [WHEEL [TEST...]]
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/require.sh
. scripts/require-spark.sh
require_spark "${1-}"
# The executors take the Python that PYSPARK_PYTHON names, and import the functions of the tests.
cd python/tests/spark
PYTHONPATH=$PWD:${PWD%/*} SPARK_LOCAL_IP=127.0.0.1 PYSPARK_PYTHON=$python "$python" -B -m unittest "${@:2}"
