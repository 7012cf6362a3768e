#!/usr/bin/env bash
# Builds other JSON libraries (simdjson and RapidJSON from Debian, orjson and msgspec from PyPI) and compares them with
# millrace. All arguments go to Benchmarks/peers.py; --help tells which there are. --build-only stops after the build. What is
# missing is installed where this is run as root on Debian, and is left out otherwise.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/benchmark.sh"

build_native() {
  has_header simdjson.h || require_package libsimdjson-dev || true
  [ -e /usr/include/rapidjson/document.h ] || require_package rapidjson-dev || true
  offer g++ g++
  local compiler
  compiler=$(command -v g++ || command -v clang++) || return 0
  mkdir -p "$benchmarks/.build/c"
  "$compiler" -std=c++17 -O3 -DNDEBUG -o "$benchmarks/.build/c/json_peers" "$benchmarks/Cpp/json_peers.cpp" -lsimdjson ||
    echo "simdjson and RapidJSON cannot be built: what is compared with them is left out"
}

begin_benchmark peers.py "$@"
offer node nodejs
require_benchmark_peers >&2
build_native >&2
"$benchmarks/../scripts/bench.sh" --build-only
[ "${1-}" != --build-only ] || exit 0
exec python3 "$benchmarks/peers.py" "$@"
