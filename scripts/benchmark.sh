# shellcheck shell=bash
# Sourced by the scripts of benchmarks.

benchmarks=$(cd "$(dirname "${BASH_SOURCE[0]}")/../Benchmarks" && pwd)
. "$benchmarks/../scripts/require.sh"

# `print_help PROGRAM ARGUMENT...` prints the help of a program in Benchmarks and ends the script, if an argument is --help.
print_help() {
  local program=$1
  shift
  case " $* " in
  *" --help "* | *" -h "*) exec python3 "$benchmarks/$program" --help ;;
  esac
}

# `begin_benchmark PROGRAM ARGUMENT...` makes sure that there is what every benchmark is built with, unless help is wanted.
begin_benchmark() {
  print_help "$@"
  {
    require_swift
    require python3 python3
    require_libraries
  } >&2
}

# `offer COMMAND PACKAGE` installs what a benchmark can do without, if it can; the benchmark's program says what is left out.
offer() {
  command -v "$1" >/dev/null 2>&1 || require_package "$2" >&2 || true
}

# Builds products of the package Benchmarks in release.
build_products() {
  local product
  for product in "$@"; do
    swift build --configuration release --package-path "$benchmarks" --product "$product" >&2
  done
}

# Installs the peers from PyPI in a virtual environment of the benchmarks' own, in the versions of
# Benchmarks/Python/requirements.txt.
require_benchmark_peers() {
  # shellcheck disable=SC2046 # each line is a word
  require_environment "$benchmarks/.build/peers" $(cat "$benchmarks/Python/requirements.txt") ||
    echo "the peers from PyPI cannot be installed: what is compared with them is left out"
}
