#!/usr/bin/env bash
# Builds the contenders, runs the benchmarks and writes Benchmarks/.build/report.html. All arguments go to
# Benchmarks/html_report.py; --help lists them. With --from FOLDER nothing is built. matplotlib is installed from PyPI in
# a virtual environment of its own, in the version of Benchmarks/Python/requirements.txt.
set -euo pipefail
. "$(dirname "${BASH_SOURCE[0]}")/benchmark.sh"

print_help html_report.py "$@"
require_environment "$benchmarks/.build/report" "$(grep '^matplotlib==' "$benchmarks/Python/requirements.txt")" >&2
case " $* " in
*" --from"*) ;;
*)
  # What is not installed is left out of the report.
  for name in peers tables tool; do "$benchmarks/../scripts/bench-$name.sh" --build-only; done
  ;;
esac
exec "$benchmarks/.build/report/bin/python" "$benchmarks/html_report.py" "$@"
