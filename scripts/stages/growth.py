#!/usr/bin/env python3
"""Counts the instructions of work on inputs of growing size, and fails where they grow faster than the input.

    scripts/stages/growth.py PROGRAM [NAME...] [--full]

PROGRAM is Tests/Complexity, built in release. The sizes are n, 2n, 4n and 8n, with n = 500, or 8,000 with --full."""

import argparse
import subprocess
import sys

from callgrind import count_calls

# The instructions may grow by so much where the size grows by 2 and by 8: tables grow in steps, and sorting takes
# n log n.
MOST_FOR_2 = 2.5
MOST_FOR_8 = 9.0


def instructions(program, names, sizes):
    """For each name, the instructions for each size. Start-up and the making of inputs do not count."""
    counts = count_calls(program, ",".join(map(str, sizes)), *names)
    return {name: counts[index * len(sizes) :][: len(sizes)] for index, name in enumerate(names)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--full", action="store_true")
    chosen = parser.parse_args()
    known = subprocess.run([chosen.program, "--list"], capture_output=True, text=True, check=True).stdout.splitlines()
    if unknown := set(chosen.names) - set(known):
        parser.error(f"unknown names: {', '.join(sorted(unknown))}; known: {', '.join(known)}")
    sizes = [(8_000 if chosen.full else 500) << power for power in range(4)]
    print(f"instructions for each of {', '.join(f'{size:,}' for size in sizes)}, and how much more 8 times the size takes")
    failures = 0
    # In one process, because it takes seconds to start one under callgrind.
    for name, counts in instructions(chosen.program, chosen.names or known, sizes).items():
        doubled = max(later / earlier for earlier, later in zip(counts, counts[1:]))
        growth = counts[-1] / counts[0]
        shown = ", ".join(f"{count / size:,.0f}" for count, size in zip(counts, sizes))
        is_bad = growth > MOST_FOR_8 or doubled > MOST_FOR_2
        failures += is_bad
        verdict = f"  more than linear: {doubled:.2f} x for a doubled size" if is_bad else ""
        print(f"{name}: {shown}; {growth:.2f} x{verdict}", flush=True)
    print(f"{len(chosen.names or known)} workloads, {failures} of which grow more than linearly")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
