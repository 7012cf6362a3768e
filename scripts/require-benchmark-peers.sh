# Sourced by the scripts of benchmarks, after require.sh and with the folder `benchmarks`: `require_benchmark_peers` installs the
# peers from PyPI in a virtual environment of the benchmark's own, in the versions of Benchmarks/Python/requirements.txt.

require_benchmark_peers() {
  local peers=$benchmarks/.build/peers wanted=$benchmarks/Python/requirements.txt
  cmp -s "$wanted" "$peers/requirements.txt" && return
  python3 -c "import ensurepip" 2>/dev/null || require_package python3-venv
  python3 -m venv "$peers" &&
    "$peers/bin/pip" install --quiet --disable-pip-version-check --requirement "$wanted" &&
    cp "$wanted" "$peers/requirements.txt" && return
  echo "the peers from PyPI cannot be installed: what is compared with them is left out"
}
