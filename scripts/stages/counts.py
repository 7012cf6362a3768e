#!/usr/bin/env python3
"""Counts the instructions of named jobs, and fails if one takes more than its limit.

    scripts/stages/counts.py PROGRAM [--update]

PROGRAM is Tests/Instructions, built in release. The limits are in Tests/Instructions/Limits.txt: what was measured when they were
last set, plus 1 %. --update sets them anew; a change that needs more instructions changes them in the same commit."""

import argparse
import platform
import subprocess
import sys
from pathlib import Path

from callgrind import count_calls

ROOT = Path(__file__).resolve().parents[2]
LIMITS = ROOT / "Tests" / "Instructions" / "Limits.txt"
MARGIN = 1.01


def compiler():
    """The compiler and the machine, which the counts depend on."""
    version = subprocess.run(["swift", "--version"], capture_output=True, text=True, check=True).stdout.splitlines()[0]
    return f"{version}, {platform.machine()}"


def read_limits():
    lines = LIMITS.read_text().splitlines()
    return lines[0].removeprefix("# "), {name: int(limit) for name, _, limit in (line.rpartition(" ") for line in lines[1:])}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--update", action="store_true", help="set the limits")
    chosen = parser.parse_args()
    names = subprocess.run([chosen.program, "--list"], capture_output=True, text=True, check=True).stdout.splitlines()
    counts = dict(zip(names, count_calls(chosen.program, str(ROOT / "Data"), *names)))
    if chosen.update:
        lines = [f"{name} {int(count * MARGIN)}" for name, count in counts.items()]
        LIMITS.write_text("\n".join([f"# {compiler()}", *lines]) + "\n")
        return 0
    measured_with, limits = read_limits()
    if limits.keys() != counts.keys():
        sys.exit(f"{LIMITS.name} has other jobs than the program: {', '.join(sorted(limits.keys() ^ counts.keys()))}")
    if measured_with != compiler():
        print(f"skipped: the limits are those of {measured_with}, and this is {compiler()}")
        return 0
    failures = 0
    for name, count in counts.items():
        ratio = count * MARGIN / limits[name]
        is_bad = count > limits[name]
        failures += is_bad
        print(f"{name}: {count / 1e6:,.2f} million, {ratio:.3f} x{', more than its limit' if is_bad else ''}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
