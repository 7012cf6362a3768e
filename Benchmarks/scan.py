#!/usr/bin/env python3
"""The scan of the Python package beside Polars, DuckDB and pyarrow, on one thread, with a schema that is given.

Each contender reads the same file of JSON lines or of CSV into Arrow's memory. All results are compared with the rows that
were written before a time is taken. Contenders run in turn, and the figures are the medians of processor time.
"""

import argparse
import csv
import json
import os
import random
import statistics
import tempfile
import time

os.environ["POLARS_MAX_THREADS"] = "1"

import duckdb
import millrace
import polars
import pyarrow
import pyarrow.csv
from bench import entry, records

FLAT = records.schema(30, {"integer": "int64", "fraction": "double", "word": "string", "flag": "bool"})
NESTED = ("id: int64, user: struct<name: string, followers: int64, verified: bool>, text: string, tags: list<string>, "
          "points: list<struct<x: double, y: double>>")


def polars_type(kind):
    if pyarrow.types.is_struct(kind):
        return polars.Struct({field.name: polars_type(field.type) for field in kind})
    if pyarrow.types.is_list(kind):
        return polars.List(polars_type(kind.value_type))
    return {pyarrow.int64(): polars.Int64, pyarrow.float64(): polars.Float64, pyarrow.string(): polars.String,
            pyarrow.bool_(): polars.Boolean}[kind]


def duckdb_type(kind):
    if pyarrow.types.is_struct(kind):
        return "STRUCT(" + ", ".join(f"{field.name} {duckdb_type(field.type)}" for field in kind) + ")"
    if pyarrow.types.is_list(kind):
        return duckdb_type(kind.value_type) + "[]"
    return {pyarrow.int64(): "BIGINT", pyarrow.float64(): "DOUBLE", pyarrow.string(): "VARCHAR", pyarrow.bool_(): "BOOLEAN"}[kind]


def contenders(path, schema, columns):
    """The readers of a file; each returns something that pyarrow takes."""
    fields = millrace.scan(b"", schema=schema).schema
    names = columns or fields.names
    types = {field.name: polars_type(field.type) for field in fields}
    described = "{" + ", ".join(f"{field.name}: '{duckdb_type(field.type)}'" for field in fields) + "}"
    is_csv = path.endswith(".csv")
    function, form = ("read_csv", "header=true, auto_detect=false") if is_csv else ("read_json", "format='newline_delimited'")
    connection = duckdb.connect()
    connection.execute("SET threads TO 1")
    query = f"SELECT {', '.join(names)} FROM {function}('{path}', {form}, columns={described})"

    def millrace_table():
        return millrace.read_table(path, schema=schema, columns=columns, threads=1)

    def polars_frame():
        scan = polars.scan_csv if is_csv else polars.scan_ndjson
        return scan(path, schema=types).select(names).collect()

    def duckdb_table():
        return connection.sql(query).to_arrow_table()

    def pyarrow_table():
        return pyarrow.csv.read_csv(
            path, read_options=pyarrow.csv.ReadOptions(use_threads=False),
            convert_options=pyarrow.csv.ConvertOptions(column_types=fields, include_columns=names))

    readers = {"Millrace": millrace_table, "Polars": polars_frame, "DuckDB": duckdb_table}
    # pyarrow's reader of JSON takes no columns, and its reader of CSV no nested types.
    return readers | ({"pyarrow": pyarrow_table} if is_csv else {})


def rows(result):
    if not isinstance(result, pyarrow.Table):
        result = pyarrow.table(result)
    return result.to_pylist()


def measure(name, path, expected, schema, columns, rounds):
    readers = contenders(path, schema, columns)
    if columns:
        expected = [{column: row[column] for column in columns} for row in expected]
    for reader, read in readers.items():
        if rows(read())[:len(expected)] != expected:
            raise SystemExit(f"{name}: {reader} reads something else")
    times = {reader: [] for reader in readers}
    for _ in range(rounds):
        for reader, read in readers.items():
            begin = time.process_time()
            read()
            times[reader].append(time.process_time() - begin)
    size = os.path.getsize(path)
    medians = {reader: statistics.median(values) for reader, values in times.items()}
    for reader, median in medians.items():
        ratio = statistics.median(b / a for a, b in zip(times["Millrace"], times[reader]))
        print(f"{name:35} {reader:9} {size / median / 1e6:7.0f} MB/s   processor time ÷ Millrace's: {ratio:5.2f}")
    return times["Millrace"]


class Lines:
    """Writes JSON lines."""

    extension = "jsonl"

    def __init__(self, file, row):
        self.file = file

    def write(self, row):
        self.file.write(json.dumps(row, ensure_ascii=False) + "\n")


class Table:
    """Writes CSV, with quotes where they are necessary, or around each cell."""

    extension = "csv"
    quoting = csv.QUOTE_MINIMAL

    def __init__(self, file, row):
        self.writer = csv.writer(file, lineterminator="\n", quoting=self.quoting)
        self.writer.writerow(row)

    def write(self, row):
        self.writer.writerow(str(value).lower() if isinstance(value, bool) else value for value in row.values())


class QuotedTable(Table):
    quoting = csv.QUOTE_ALL


def write(path, make, form, size):
    """Writes a file of this size, in bytes, and returns its first rows."""
    source = random.Random(1)
    first = [make(source, index) for index in range(2000)]
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = form(file, first[0])
        for row in first:
            writer.write(row)
        index = len(first)
        while file.tell() < size:
            for _ in range(1000):
                writer.write(make(source, index))
                index += 1
    return first


def flat(source, index):
    return records.flat(source, 30)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=20, help="the size of each file (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=9, help="the number of runs of each reader (default: %(default)s)")
    arguments = parser.parse_args()
    three = ["c4", "c13", "c22"]
    jobs = [
        ("JSON lines, flat", flat, Lines, FLAT, [None, three]),
        ("JSON lines, nested", records.nested, Lines, NESTED, [None]),
        ("CSV", flat, Table, FLAT, [None, three, ["c0"]]),
        ("CSV in quotes", flat, QuotedTable, FLAT, [None, three]),
    ]
    with tempfile.TemporaryDirectory() as folder:
        for name, make, form, schema, selections in jobs:
            path = os.path.join(folder, f"rows.{form.extension}")
            expected = write(path, make, form, arguments.megabytes * 1_000_000)
            every = None
            for columns in selections:
                described = f"{name}, {len(columns)} of 30 columns" if columns else f"{name}, all columns"
                times = measure(described, path, expected, schema, columns, arguments.rounds)
                every = every or times
                if columns:
                    gain = statistics.median(a / b for a, b in zip(every, times))
                    print(f"{described}: {gain:.2f} × as fast as all columns")


if __name__ == "__main__":
    entry.start(main)
