"""The jobs of the table benchmark, with their expected results."""

import csv
import json
from dataclasses import dataclass
from pathlib import Path

from bench import checksums

ROWS_OF_TASKS = 1_000_000


@dataclass(frozen=True)
class Job:
    """One operation on one document. `peer` is who the target is about, `others` are measured beside it."""

    title: str
    document: str
    operation: str
    peer: str
    others: tuple[str, ...] = ()
    file_name: str | None = None
    rows: int = 0
    rounds: int = 9

    @property
    def names(self):
        """The key of the targets."""
        return f"{self.document}/{self.operation}"

    def speed(self, nanoseconds, folder: Path):
        """Of a file MB/s, otherwise million rows a minute."""
        if self.file_name:
            return f"{(folder / self.file_name).stat().st_size / nanoseconds * 1000:.0f} MB/s"
        return f"{self.rows / nanoseconds * 60_000:.0f} M rows/min"


JOBS = [
    Job(
        "JSON lines into columns",
        "hi1m-lines",
        "columns",
        "duckdb",
        ("polars", "pyarrow", "millrace-imported-type", "millrace-no-type"),
        "hi1m.jsonl",
    ),
    Job("JSON lines into structures", "hi1m-lines", "rows", "msgspec", (), "hi1m.jsonl"),
    Job(
        "CSV into columns",
        "stop-times",
        "columns",
        "pyarrow",
        ("polars", "duckdb", "millrace-no-type"),
        "stop_times.csv",
    ),
    Job("CSV rows into structures", "stop-times", "rows", "python-csv", (), "stop_times.csv"),
    Job("SQLite, insert", "tasks", "insert", "c", rows=ROWS_OF_TASKS),
    Job("SQLite, select into structures", "tasks", "select", "c", rows=ROWS_OF_TASKS),
]


def expected(document, folder: Path):
    """The checksums of the columns, by Python's own modules."""
    return checksums.of_columns({"hi1m-lines": greetings, "stop-times": stop_times, "tasks": tasks}[document](folder))


def greetings(folder):
    with open(folder / "hi1m.jsonl", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return {name: [row[name] for row in rows] for name in rows[0]}


def stop_times(folder):
    with open(folder / "stop_times.csv", encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    return dict(zip(header, zip(*rows, strict=True), strict=True))


def tasks(_folder=None):
    """As `C/sqlite_loops.c` makes them."""
    ids = range(ROWS_OF_TASKS)
    return {
        "id": ids,
        "title": [f"Task number {id % 1000}, to be done" for id in ids],
        "done": [int(id % 3 == 0) for id in ids],
    }
