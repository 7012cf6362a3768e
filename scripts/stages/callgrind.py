"""Counts the instructions of a function with callgrind."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# `measured(_:)` in Tests/CountedWork.
MEASURED = "$s11CountedWork8measuredyySVF"


def count_calls(program, *arguments):
    """The instructions of each call of `measured(_:)` in a program.

    What the program does before and between the calls does not count. Ends the script if the program fails."""
    with tempfile.TemporaryDirectory() as folder:
        profile = Path(folder) / "profile"
        # Makes the order of Swift's dictionaries the same in each process.
        environment = os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"}
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={profile}", "--collect-atstart=no",
                   f"--toggle-collect={MEASURED}", f"--dump-after={MEASURED}", program, *arguments]
        result = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
        if result.returncode != 0:
            sys.exit(result.stderr[-2000:])
        # The last dump is made when the program ends.
        numbers = range(1, len(list(Path(folder).glob("profile.*"))) + 1)
        totals = [re.search(r"^totals: (\d+)", Path(f"{profile}.{number}").read_text(errors="replace"), re.MULTILINE)
                  for number in numbers]
        return [int(total[1]) for total in totals]
