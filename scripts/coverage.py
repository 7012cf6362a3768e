#!/usr/bin/env python3
"""Runs the test suites with coverage, and prints the share of lines that they run, by module.

    coverage.py [--files MODULE] [--no-run]

With --files, also the lines of each file of a module that no test runs. Ends with status 1 if a module has less than its
target: 95 % for the library, 85 % for the rest. Processes that tests start and those that trap are not counted."""

import argparse
import json
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIBRARY = {"Millrace", "MillraceTables", "MillraceCompression", "MillraceCodable", "MillraceFoundation", "MillraceSQLite"}
SCRATCH = ROOT / ".build" / "coverage"


def swift_test(*arguments, **options):
    command = ["swift", "test", "--disable-xctest", "--enable-code-coverage", "--scratch-path", SCRATCH, *arguments]
    environment = os.environ | {"MILLRACE_DEBUG": "1", "MILLRACE_TEST_SCALE": os.environ.get("MILLRACE_TEST_SCALE", "0.3")}
    return subprocess.run(command, cwd=ROOT, env=environment, check=True, text=True, **options)


def ranges(lines):
    """`3-5, 9` for a list of line numbers."""
    groups = []
    for line in sorted(lines):
        if groups and line == groups[-1][1] + 1:
            groups[-1][1] = line
        else:
            groups.append([line, line])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in groups)


def uncovered(segments):
    """The lines that no segment with a count covers."""
    lines, covered = set(), set()
    for (line, _, count, has_count, _, is_gap), following in zip(segments, segments[1:]):
        if has_count and not is_gap:
            (covered if count else lines).update(range(line, following[0] + 1))
    return lines - covered


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", metavar="MODULE")
    parser.add_argument("--no-run", action="store_true", help="print the figures of the last run")
    chosen = parser.parse_args()
    if not chosen.no_run:
        swift_test()
    path = Path(swift_test("--show-codecov-path", capture_output=True).stdout.strip())
    sums = defaultdict(lambda: [0, 0])
    sources = ROOT / "Sources"
    for file in json.loads(path.read_text())["data"][0]["files"]:
        name = Path(file["filename"])
        if not name.is_relative_to(sources):
            continue
        module = name.relative_to(sources).parts[0]
        lines = file["summary"]["lines"]
        sums[module][0] += lines["covered"]
        sums[module][1] += lines["count"]
        if module == chosen.files and lines["covered"] < lines["count"]:
            print(f"{name.relative_to(ROOT)}: {ranges(uncovered(file['segments']))}")
    low = 0
    print(f"{'module':24} {'lines':>7} {'covered':>8}")
    for module, (covered, count) in sorted(sums.items()):
        share, target = covered / max(1, count), 0.95 if module in LIBRARY else 0.85
        low += share < target
        print(f"{module:24} {count:7,} {share:8.1%}" + (f"  less than {target:.0%}" if share < target else ""))
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
