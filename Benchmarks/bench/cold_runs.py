"""Runs the cold-start programs, each in a separate process."""

import json
import os
import re
import subprocess
from pathlib import Path

from bench import documents
from bench.checking import Comparison, WrongOutput
from bench.contenders import REPEATABLE, ContenderError

DIRECTIONS = ("decode", "encode")
LOOK_UP = "swift_conformsToProtocolMaybeInstantiateSuperclasses"


def command(program: Path, direction, modules):
    return [str(program), direction, str(modules), documents.small_objects()]


def run(program: Path, direction, modules):
    """The measurements of a new process: its first and second pass."""
    return json.loads(output(command(program, direction, modules)))


def output(words, environment=None):
    result = subprocess.run(
        words, capture_output=True, text=True, env=os.environ | (environment or {}), check=False
    )
    if result.returncode != 0:
        raise ContenderError(f"{' '.join(words[:4])}: {result.stderr.strip()[-500:]}")
    return result.stdout


def check(program: Path, groups, modules):
    """Checks that the program decodes and creates exactly the values of the document."""
    expected = json.loads(documents.small_objects())
    lines = output(command(program, "dump", modules)).splitlines()
    if len(lines) != 2 * groups:
        raise WrongOutput(f"{program.name}: {len(lines)} values instead of {2 * groups}")
    for number, line in enumerate(lines):
        try:
            difference = Comparison().difference(expected, json.loads(line))
        except json.JSONDecodeError as error:
            difference = f"not JSON: {error}"
        if difference:
            raise WrongOutput(f"{program.name}, value {number}: {difference}")


def check_sums(name, direction, result, groups):
    """Of a measured pass only a sum is known."""
    key, each = {
        "decode": ("checksum", json.loads(documents.small_objects())["a"]),
        "encode": ("bytes", len(documents.small_objects())),
    }[direction]
    if result[key] != 2 * groups * each:
        raise WrongOutput(f"{name}, {direction}: {key} {result[key]} instead of {2 * groups * each}")


def measure(programs, groups, modules, rounds, generator):
    """For each program's name and each direction, what each round's process said. The rounds are interleaved."""
    results = {name: {direction: [] for direction in DIRECTIONS} for name in programs}
    order = [(name, direction) for name in programs for direction in DIRECTIONS]
    for _ in range(rounds):
        generator.shuffle(order)
        for name, direction in order:
            result = run(programs[name], direction, modules)
            check_sums(name, direction, result, groups)
            results[name][direction].append(result)
    return results


def look_ups(program: Path, direction, modules, folder: Path):
    """The number of conformance look-ups in the runtime, counted by callgrind."""
    profile = folder / f"callgrind.{program.name}"
    # From the first pass on, so that making the values which are encoded does not count. (Calls are counted, too, while
    # callgrind does not collect, so that --toggle-collect would not do.)
    words = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", "--zero-before=*printTwoPasses*"]
    output([*words, *command(program, direction, modules)], REPEATABLE)
    count = calls(profile.read_text(encoding="utf-8", errors="replace"), LOOK_UP)
    profile.unlink()
    return count


def calls(profile, function):
    """The number of calls of a function in a callgrind profile.

    Names are written once and are numbers from then on: `cfn=(7) name`, later `cfn=(7)`. The line after that of the
    called function has the number of calls. After a name of C++ are the parameters; a function that is in it (`$_0`)
    is another.
    """
    name = re.escape(function) + r"(?:\([^$]*\))?(?:'\d+)?"
    numbers = re.findall(r"^c?fn=\((\d+)\) " + name + "$", profile, re.MULTILINE)
    pattern = r"^cfn=\((\d+)\).*\ncalls=(\d+)"
    return sum(int(count) for number, count in re.findall(pattern, profile, re.MULTILINE) if number in numbers)
