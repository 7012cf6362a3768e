#!/usr/bin/env python3
"""Tests the library in programs that are built as users build theirs.

usage: scripts/stages/release.py [--seed N] [--types N] [--values N] [--only TYPE] [BUILD...]

A package of its own (Tests/Release, with random types) depends on this one. Its program reads and writes values of all kinds
in all formats, with strings of every length up to 40 bytes in every position. What it writes is compared with what Python's
libraries read in it, and the builds must write the same bytes. The builds:

  release  swift build -c release
  debug    swift build
  whole    in release without cross-module optimization, each module as one object file

Before that, a program of ten lines shows whether the compiler has the defect that Sources/Millrace/Kernel/Memory/Span+Owners.swift
describes. Needs the packages of require_for_suites (scripts/require.sh).
"""

import argparse
import filecmp
import os
import random
import resource
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "shared"))

from release_tests import inputs, outputs, package, single_strings, texts
from release_tests.shapes import all_shapes
from release_tests.short_string import describe_compiler
from swift_package import ROOT, build

FOLDER = ROOT / ".build" / "release-tests"
BUILDS = ["release", "debug", "whole"]


def program(kind):
    """Builds the program, and returns its path."""
    if kind == "whole":
        # The compiler of SwiftPM, which writes one object file.
        environment = os.environ | {"SWIFT_EXEC": str(ROOT / "scripts" / "shared" / "swiftc-whole")}
        return build(FOLDER, package.PROGRAM, "release", "-Xswiftc", "-disable-cmo", scratch=ROOT / ".build" / "whole",
                     environment=environment)
    return build(FOLDER, package.PROGRAM, kind)


def run(path, output):
    shutil.rmtree(output, ignore_errors=True)
    # The order of members in dictionaries and sets must not differ between two programs.
    environment = os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"}
    result = subprocess.run([path, FOLDER / "input", output], capture_output=True, text=True, errors="replace", check=False,
                            env=environment)
    if result.returncode != 0:
        sys.exit(f"the program ended with status {result.returncode}\n{result.stderr[-8000:]}")


def different_files(one, other):
    """The files of two folders that differ, or are in one of them only."""
    names = {path.name for folder in (one, other) for path in folder.iterdir()}
    same, _, _ = filecmp.cmpfiles(one, other, names, shallow=False)
    return sorted(names - set(same))


def processor_time():
    """The seconds that the processes that this one has started have used."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def report(failures):
    if failures:
        shown = failures[:20] + ([f"and {len(failures) - 20} more"] if len(failures) > 20 else [])
        sys.exit("\n".join(shown))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--types", type=int, default=8, help="the number of random types (default: 8)")
    parser.add_argument("--values", type=int, default=800, help="the number of their values (default: 800)")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--only", action="append", metavar="TYPE", help="a type of Tests/Release/Shapes instead of all")
    parser.add_argument("builds", nargs="*", metavar="BUILD", help=f"default: {' '.join(BUILDS)}")
    chosen = parser.parse_args()
    if unknown := set(chosen.builds) - set(BUILDS):
        parser.error(f"unknown build {unknown.pop()}; expected one of: {', '.join(BUILDS)}")
    print(f"seed {chosen.seed}", flush=True)
    print(describe_compiler(ROOT / ".build" / "short-string"), flush=True)

    shapes = [shape for shape in all_shapes() if not chosen.only or shape.name in chosen.only]
    if unknown := set(chosen.only or []) - {shape.name for shape in shapes}:
        parser.error(f"unknown type {unknown.pop()}")
    random_types = package.random_shapes(chosen.seed, chosen.types, chosen.values)
    jobs = list(package.jobs(shapes, random_types))
    package.write(FOLDER, jobs)
    shutil.rmtree(FOLDER / "input", ignore_errors=True)
    (FOLDER / "input").mkdir(parents=True)
    for shape in shapes + random_types:
        inputs.write(shape, FOLDER / "input")
    inputs.write_texts(FOLDER / "input")

    first = None
    for kind in chosen.builds or BUILDS:
        started = processor_time()
        path = program(kind)
        built = processor_time()
        output = FOLDER / f"output-{kind}"
        run(path, output)
        print(f"{kind}: {built - started:.0f} s of processors to build, {processor_time() - built:.0f} s to run", flush=True)
        if first:
            report([f"{first.name} and {output.name} differ: {name}" for name in different_files(first, output)])
            continue
        first = output
        comparison = outputs.Comparison(output)
        single_strings.compare(output / "strings.txt", texts.single_texts(), comparison)
        for job in jobs:
            comparison.job(job)
        comparison.database(jobs)
        report(comparison.failures)
        print(f"{comparison.count} outputs of {len(jobs)} types are as Python reads them")


if __name__ == "__main__":
    main()
