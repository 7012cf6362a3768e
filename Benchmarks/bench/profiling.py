"""Instructions and allocations, counted by valgrind.

A program is run twice, with different numbers of repetitions. The difference of the two counts is what the repetitions
in between took: start-up and preparation cancel out. So does the first repetition, which finds caches and buffers cold.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

from bench.contenders import REPEATABLE, ContenderError

# About how many bytes are read or written in the repetitions.
VOLUME = 2_000_000


def is_available():
    return shutil.which("valgrind") is not None


def count(contender, document, operation, size, folder: Path):
    """Instructions and allocations of one operation, which reads or writes `size` bytes."""
    return (
        count_instructions(contender, document, operation, size, folder),
        count_allocations(contender, document, operation, size),
    )


def count_instructions(contender, document, operation, size, folder: Path, volume=VOLUME):
    return difference(lambda command: instructions(command, folder), contender, document, operation, size, volume)


def count_allocations(contender, document, operation, size, volume=VOLUME):
    return difference(allocations, contender, document, operation, size, volume)


def difference(counted, contender, document, operation, size, volume):
    """What each repetition but the first adds to a count, from as many as `volume` bytes take."""
    repetitions = max(1, volume // size)
    command = contender.command("once", contender.case(document, operation))
    return (counted([*command, str(1 + repetitions)]) - counted([*command, "1"])) / repetitions


def instructions(command, folder: Path):
    """All instructions of a process."""
    profile = folder / "callgrind.out"
    run("callgrind", f"--callgrind-out-file={profile}", command)
    total = re.search(r"^totals: (\d+)", profile.read_text(encoding="utf-8", errors="replace"), re.MULTILINE)
    profile.unlink()
    return int(total[1])


def allocations(command):
    """All blocks that a process has had from the heap. A block that was made larger counts again."""
    report = run("memcheck", "--leak-check=no", command)
    return int(re.search(r"total heap usage: ([\d,]+) allocs", report)[1].replace(",", ""))


def run(tool, option, command):
    result = subprocess.run(
        ["valgrind", f"--tool={tool}", option, *command],
        capture_output=True,
        text=True,
        env=os.environ | REPEATABLE,
        check=False,
    )
    if result.returncode != 0:
        raise ContenderError(f"valgrind of {' '.join(command)}: {result.stderr.strip()[-500:]}")
    return result.stderr
