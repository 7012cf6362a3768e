#!/usr/bin/env bash
# Runs the benchmarks and writes one page with their tables and plots: scripts/report.sh [--quick] [--no-run]
#
# The page is .build/report/index.html. With --no-run the page is written again from what the last run measured.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/require.sh
require python3 python3

folder=.build/report
python=.build/report-python
mkdir -p "$folder"
if [ ! -x $python/bin/python3 ] || ! $python/bin/python3 -c 'import matplotlib' 2>/dev/null; then
  echo "installing matplotlib in $python"
  python3 -m venv --clear $python
  $python/bin/pip install --quiet --disable-pip-version-check matplotlib
fi

quick=()
runs=1
for argument in "$@"; do
  case $argument in
    --quick) quick=(--quick) ;;
    --no-run) runs=0 ;;
    --help | -h)
      sed -n '2,4s/^# \{0,1\}//p' "$0"
      exit
      ;;
    *)
      echo "unknown option $argument; see $0 --help" >&2
      exit 2
      ;;
  esac
done

# A benchmark that finds a wrong output ends with an error. The report then shows what it printed.
measure() {
  local name=$1
  shift
  echo "== $name"
  if ! "$@" "${quick[@]}" --json "$PWD/$folder/$name.json" >"$folder/$name.txt" 2>"$folder/$name.log"; then
    echo "$name failed; the output is in $folder/$name.txt and $folder/$name.log" >&2
  fi
}

if [ $runs = 1 ]; then
  rm -f "$folder"/*.json "$folder"/*.txt
  measure documents scripts/bench.sh
  measure coders scripts/bench-coders.sh
  measure milestones scripts/bench-milestones.sh
  measure tables scripts/bench-tables.sh
fi
$python/bin/python3 Benchmarks/html_report.py "$folder"
