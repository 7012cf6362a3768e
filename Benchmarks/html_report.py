#!/usr/bin/env python3
"""Runs the benchmarks and writes their results as one HTML page with plots. See README.md."""

import argparse
import datetime
import json
import subprocess
import sys
from pathlib import Path

from bench import entry, options
from bench.figures import charts
from bench.figures.page import Part, page

BENCHMARKS = Path(__file__).resolve().parent
BUILD = BENCHMARKS / ".build"
# Names of the benchmarks: title, program, charts of its measurements.
BENCHES = {
    "run": ("JSON", "run.py", charts.of_run),
    "peers": ("JSON beside other libraries", "peers.py", charts.of_peers),
    "coders": ("Drop-in coders", "coders.py", charts.of_coders),
    "compile": ("Compile time and code size", "compile.py", charts.of_compile),
    "tables": ("Tables", "tables.py", charts.of_tables),
    "tool": ("millrace convert", "tool.py", charts.of_tool),
    "milestones": ("Ways to read a million objects", "milestones.py", charts.of_milestones),
    "cold": ("Cold start", "cold_start.py", charts.of_cold_start),
}
# The programs for cold starts take an hour to compile.
DEFAULT = "run,peers,coders,tables,tool,milestones,compile"


def measure(name, folder, quick):
    """Runs a benchmark. Its measurements and its output are stored in the folder."""
    measurements, log = folder / f"{name}.json", folder / f"{name}.log"
    # After a failure, old measurements must not be shown as new.
    measurements.unlink(missing_ok=True)
    command = [sys.executable, str(BENCHMARKS / BENCHES[name][1]), "--json", str(measurements)]
    if quick:
        command += ["--rounds", "2", "--megabytes", "20"] if name == "tool" else ["--quick"]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    text = result.stdout
    if result.returncode != 0:
        if not any(line.startswith(("WRONG OUTPUT", "FAILED")) for line in text.splitlines()):
            text += f"FAILED {name}: exit status {result.returncode}\n"
    log.write_text(text, encoding="utf-8")
    print(text, end="")


def part(name, folder):
    """The part of the page with the measurements in the folder, if there are any."""
    title, _, charts_of = BENCHES[name]
    measurements, log = folder / f"{name}.json", folder / f"{name}.log"
    text = log.read_text(encoding="utf-8") if log.exists() else ""
    measured = json.loads(measurements.read_bytes()) if measurements.exists() else None
    return Part(title, measured, charts_of(measured) if measured else (), text)


def file_name(name, chart):
    """The name of a plot's file: that of the benchmark and the words of the title."""
    words = "".join(character if character.isalnum() else " " for character in chart.title.lower()).split()
    return "-".join([name, *words]) + ".svg"


def benches(text):
    names = text.split(",")
    if unknown := [name for name in names if name not in BENCHES]:
        raise argparse.ArgumentTypeError(f"unknown benchmark {', '.join(unknown)}; expected one of: {', '.join(BENCHES)}")
    return names


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="run the benchmarks with fewer rounds")
    existing = "use the NAME.json and NAME.log files in FOLDER, and run nothing"
    parser.add_argument("--from", dest="folder", metavar="FOLDER", type=Path, help=existing)
    parser.add_argument("--run", metavar="NAME,…", type=benches, help=f"of {', '.join(BENCHES)} (default: {DEFAULT})")
    output = BUILD / "report.html"
    parser.add_argument(
        "--output", metavar="FILE", type=options.output_file, default=output, help="default: Benchmarks/.build/report.html"
    )
    parser.add_argument("--plots", metavar="FOLDER", type=Path, help="also write each plot to a file in FOLDER")
    chosen = parser.parse_args()
    if chosen.folder and (chosen.run or chosen.quick):
        parser.error("--from cannot be combined with --run or --quick")
    folder = chosen.folder or BUILD / "report-data"
    if chosen.folder and not folder.is_dir():
        parser.error(f"no folder {folder}")
    if not chosen.folder:
        folder.mkdir(parents=True, exist_ok=True)
        for name in chosen.run or DEFAULT.split(","):
            measure(name, folder, chosen.quick)
    by_name = {name: part(name, folder) for name in BENCHES}
    parts = list(by_name.values())
    if not any(one.measured or one.failures for one in parts):
        sys.exit(f"no measurements in {folder}: expected {', '.join(f'{name}.json' for name in BENCHES)}")
    # Only now, so that a missing matplotlib does not lose measurements.
    from bench.figures import drawing

    date = f"Written on {datetime.date.today().isoformat()}."
    chosen.output.write_text(page(parts, date, drawing.svg), encoding="utf-8")
    print(f"The report is in {chosen.output}.")
    if chosen.plots:
        chosen.plots.mkdir(parents=True, exist_ok=True)
        for name, one in by_name.items():
            for chart in one.charts:
                if not isinstance(chart, charts.Table):
                    (chosen.plots / file_name(name, chart)).write_text(drawing.svg(chart), encoding="utf-8")
    return 1 if any(one.failures for one in parts) else 0


if __name__ == "__main__":
    entry.start(main)
