#!/usr/bin/env python3
"""The peers from PyPI, as a process that answers requests like the other contenders. Each works in one thread.

    contender.py serve FOLDER
        list             the name of each case on a line, and an empty line
        about            the versions, as JSON
        run CASE COUNT   the nanoseconds that COUNT times the operation took
        dump CASE FILE   "done", when the checksums of what the operation gives are in the file
"""

import csv
import json
import os
import platform
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from bench import checksums

# Read when Polars is imported.
os.environ["POLARS_MAX_THREADS"] = "1"
import duckdb
import msgspec
import polars
import pyarrow
import pyarrow.csv
import pyarrow.json

GREETING = {"hi": int, "there": int, "comment": str}
STOP_TIME = {
    "trip_id": str,
    "arrival_time": str,
    "departure_time": str,
    "stop_id": str,
    "stop_sequence": int,
    "stop_headsign": str,
    "pickup_type": int,
    "drop_off_type": int,
    "shape_dist_traveled": float,
    "timepoint": int,
}


class Greeting(msgspec.Struct):
    hi: int
    there: int
    comment: str


class DuckDB:
    """To a table of Arrow, which is what DuckDB makes fastest."""

    NAMES = {int: "BIGINT", float: "DOUBLE", str: "VARCHAR"}

    def __init__(self):
        self.connection = duckdb.connect()
        self.connection.execute("SET threads = 1")

    def table(self, call, path, types):
        columns = ", ".join(f"'{name}': '{self.NAMES[kind]}'" for name, kind in types.items())
        return self.connection.sql(f"SELECT * FROM {call}, columns = {{{columns}}})".replace("FILE", str(path)))

    def lines(self, path):
        return self.table("read_json('FILE', format = 'newline_delimited'", path, GREETING).to_arrow_table()

    def csv(self, path):
        return self.table("read_csv('FILE', header = true", path, STOP_TIME).to_arrow_table()


class PyArrow:
    TYPES = {int: pyarrow.int64(), float: pyarrow.float64(), str: pyarrow.string()}

    def lines(self, path):
        schema = pyarrow.schema([(name, self.TYPES[kind]) for name, kind in GREETING.items()])
        return pyarrow.json.read_json(
            path,
            pyarrow.json.ReadOptions(use_threads=False),
            pyarrow.json.ParseOptions(explicit_schema=schema),
        )

    def csv(self, path):
        """An empty cell is null, as it is with Millrace. This costs nothing that could be measured."""
        types = {name: self.TYPES[kind] for name, kind in STOP_TIME.items()}
        return pyarrow.csv.read_csv(
            path,
            pyarrow.csv.ReadOptions(use_threads=False),
            pyarrow.csv.ParseOptions(),
            pyarrow.csv.ConvertOptions(column_types=types, strings_can_be_null=True, null_values=[""]),
        )


class Polars:
    TYPES = {int: polars.Int64, float: polars.Float64, str: polars.String}

    def schema(self, types):
        return {name: self.TYPES[kind] for name, kind in types.items()}

    def lines(self, path):
        return polars.read_ndjson(path, schema=self.schema(GREETING))

    def csv(self, path):
        return polars.read_csv(path, schema=self.schema(STOP_TIME))


def msgspec_rows():
    decoder = msgspec.json.Decoder(Greeting)

    def rows(path):
        with open(path, "rb") as file:
            return decoder.decode_lines(file.read())

    return rows


def csv_rows(path):
    """Reading alone: each row is a list of strings, which is gone when the next one comes."""
    with open(path, encoding="utf-8", newline="") as file:
        for _ in csv.reader(file):
            pass


def columns_of_table(table):
    if isinstance(table, polars.DataFrame):
        table = table.to_arrow()
    return {name: table.column(name).to_pylist() for name in table.column_names}


def columns_of_greetings(rows):
    return {name: [getattr(row, name) for row in rows] for name in GREETING}


def columns_of_csv(path):
    with open(path, encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    return dict(zip(header, zip(*rows), strict=True))


class Case:
    """An operation on a file, and the columns that come out of it, as lists."""

    def __init__(self, path, operation, columns=None):
        self.path = path
        self.operation = operation
        self.columns = columns or (lambda: columns_of_table(operation(path)))

    def nanoseconds(self, count):
        start = time.perf_counter_ns()
        for _ in range(count):
            self.operation(self.path)
        return time.perf_counter_ns() - start


def all_cases(folder):
    lines, table = folder / "hi1m.jsonl", folder / "stop_times.csv"
    cases = {}
    for name, peer in (("duckdb", DuckDB()), ("pyarrow", PyArrow()), ("polars", Polars())):
        cases[f"{name}/hi1m-lines/columns"] = Case(lines, peer.lines)
        cases[f"{name}/stop-times/columns"] = Case(table, peer.csv)
    rows = msgspec_rows()
    cases["msgspec/hi1m-lines/rows"] = Case(lines, rows, lambda: columns_of_greetings(rows(lines)))
    cases["python-csv/stop-times/rows"] = Case(table, csv_rows, lambda: columns_of_csv(table))
    return cases


def versions():
    modules = {module.__name__: module.__version__ for module in (duckdb, msgspec, polars, pyarrow)}
    return modules | {"python": platform.python_version()}


def reply(cases, request):
    match request:
        case ["list"]:
            return "".join(name + "\n" for name in cases)
        case ["about"]:
            return json.dumps(versions())
        case ["run", name, count]:
            return str(cases[name].nanoseconds(int(count)))
        case ["dump", name, file]:
            Path(file).write_text(json.dumps(checksums.of_columns(cases[name].columns())), encoding="utf-8")
            return "done"
    raise ValueError("not a request: " + " ".join(request))


def main():
    if len(sys.argv) != 3 or sys.argv[1] != "serve":
        sys.exit(__doc__)
    cases = all_cases(Path(sys.argv[2]))
    for line in sys.stdin:
        try:
            answer = reply(cases, line.split())
        except Exception as error:  # whatever a peer throws is its answer
            answer = "error " + " ".join(f"{type(error).__name__}: {error}".split())
        print(answer, flush=True)


main()
