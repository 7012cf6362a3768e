#!/usr/bin/env python3
"""Counts the instructions of work on inputs of growing size, and fails where they grow faster than the input.

    test-complexity.py PROGRAM [NAME…] [--full]

PROGRAM is Tests/Complexity, built in release. With --full, sizes up to 64,000 instead of 8,000."""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# With 8 times the input there may be 9 times the instructions: tables grow, and what is constant is in both counts.
FACTOR = 8
MOST = 9.0


def instructions(program, name, size):
    """All instructions of a process, start-up included."""
    with tempfile.TemporaryDirectory() as folder:
        profile = Path(folder) / "profile"
        # Makes the order of Swift's dictionaries the same in each process.
        environment = os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"}
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", program, name, str(size)]
        result = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        if result.returncode != 0:
            sys.exit(f"{name} with {size}: {result.stderr[-2000:]}")
        total = re.search(r"^(?:totals|summary): (\d+)", profile.read_text(errors="replace"), re.MULTILINE)
        return int(total[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--full", action="store_true")
    chosen = parser.parse_args()
    known = subprocess.run([chosen.program, "--list"], capture_output=True, text=True, check=True).stdout.splitlines()
    if unknown := set(chosen.names) - set(known):
        parser.error(f"unknown names: {', '.join(sorted(unknown))}; known: {', '.join(known)}")
    sizes = [1_000, 8_000, 64_000] if chosen.full else [1_000, 8_000]
    worst = 0
    for name in chosen.names or known:
        start = instructions(chosen.program, name, 0)
        counts = [instructions(chosen.program, name, size) - start for size in sizes]
        growth = [later / earlier for earlier, later in zip(counts, counts[1:])]
        worst = max(worst, *growth)
        shown = ", ".join(f"{count / size:,.0f}" for count, size in zip(counts, sizes))
        verdict = "" if max(growth) <= MOST else f"  more than {MOST} x"
        print(f"{name}: {shown} instructions for each of {', '.join(f'{size:,}' for size in sizes)};"
              f" {', '.join(f'{g:.2f}' for g in growth)} x for {FACTOR} x{verdict}", flush=True)
    return 0 if worst <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
