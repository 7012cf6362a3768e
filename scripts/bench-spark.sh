#!/usr/bin/env bash
# Compares the data source for Spark with Spark's own readers. All arguments go to Benchmarks/spark.py; --help lists them.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/require.sh
. scripts/require-spark.sh
require_spark "" >&2
SPARK_LOCAL_IP=127.0.0.1 PYSPARK_PYTHON=$python exec "$python" Benchmarks/spark.py "$@"
