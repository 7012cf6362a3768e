# Makes an environment with the wheel and PySpark. Sourced after scripts/require.sh, in the folder of the repository.

# Sets `python` to the interpreter of .build/spark, after installing the wheel at this path there, or a new one.
require_spark() {
  local wheel=${1-} environment=.build/spark
  require java openjdk-17-jre-headless
  python3 -m ensurepip --version >/dev/null 2>&1 || require_package python3-venv
  if [ -z "$wheel" ]; then
    scripts/build-wheel.sh .build/wheel
    wheel=$(echo .build/wheel/millrace-*.whl)
  fi
  # pandas is only for the faults of the tests, which mapInArrow puts into tasks; psutil for the benchmark.
  local wanted="pyspark==4.3.0 pyarrow==26.0.1 pandas==2.3.3 psutil==7.2.2"
  if [ "$(cat $environment/peers 2>/dev/null)" != "$wanted" ]; then
    python3 -m venv --clear $environment
    # shellcheck disable=SC2086 # the versions are words of their own
    $environment/bin/pip install --quiet --disable-pip-version-check $wanted
    echo "$wanted" >$environment/peers
  fi
  $environment/bin/pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$wheel"
  python=$PWD/$environment/bin/python3
}
