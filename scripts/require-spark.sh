# shellcheck shell=bash
# Makes an environment with the wheel and PySpark. Sourced after scripts/require.sh, in the folder of the repository.

# Sets `python` to the interpreter of .build/spark, after installing the wheel at this path there, or a new one.
require_spark() {
  local environment=.build/spark
  require java openjdk-17-jre-headless
  # pandas is only for the faults of the tests, which mapInArrow puts into tasks; psutil for the benchmark.
  require_environment $environment pyspark==4.3.0 pyarrow==26.0.1 pandas==2.3.3 psutil==7.2.2
  install_wheel $environment "${1-}"
  # shellcheck disable=SC2034 # for the script that sources this
  python=$PWD/$environment/bin/python3
}
