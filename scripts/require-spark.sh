# shellcheck shell=bash
# Makes an environment with the wheel and PySpark. Sourced after scripts/require.sh, in the folder of the repository.

# Sets `python` to the interpreter of .build/spark, after installing the wheel at this path there, or a new one.
require_spark() {
  local environment=.build/spark
  require java openjdk-17-jre-headless
  # pandas is only for the faults of the tests, which mapInArrow puts into tasks; psutil for the benchmark.
  # shellcheck disable=SC2046 # each line is a word
  require_environment $environment $(pinned pyspark pyarrow pandas:spark psutil)
  install_wheel $environment "${1-}"
  # shellcheck disable=SC2034 # for the script that sources this
  python=$PWD/$environment/bin/python3
}
