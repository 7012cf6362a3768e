"""The loops in C as a contender: a new process for each run, which measures itself."""

import subprocess
from contextlib import contextmanager
from pathlib import Path

from bench import jobs
from bench.checking import WrongOutput
from bench.contenders import ContenderError

NAME = "c"


class SQLiteLoops:
    """Inserts rows into a database in memory, and selects them again."""

    name = NAME

    def __init__(self, program: Path):
        self.program = program

    @contextmanager
    def process(self):
        """There is none between two runs."""
        yield self

    def run(self):
        """For each operation, its seconds and the checksum of all cells."""
        command = [str(self.program), "both", str(jobs.ROWS_OF_TASKS), ":memory:"]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode != 0:
            raise ContenderError(f"{self.name}: {result.stderr.strip()}")
        lines = (line.split() for line in result.stdout.splitlines())
        return {operation: (float(seconds), int(checksum)) for operation, seconds, checksum in lines}

    def nanoseconds(self, _document, operation, count):
        return round(sum(self.run()[operation][0] for _ in range(count)) * 1e9)

    def check(self):
        """The checksum in C: the sum of identifiers, of title lengths and of completed tasks."""
        tasks = jobs.tasks()
        right = sum(tasks["id"]) + sum(map(len, tasks["title"])) + sum(tasks["done"])
        for operation, (_, checksum) in self.run().items():
            if checksum != right:
                raise WrongOutput(f"{self.name}/tasks/{operation}: {checksum} instead of {right}")
