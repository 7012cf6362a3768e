#!/usr/bin/env python3
"""The scan of the Python package beside Polars, DuckDB and pyarrow, on one thread, with a schema that is given.

Each contender reads the same file into Arrow's memory. All results are compared with those of pyarrow or of Python's json
before a time is taken. Contenders run in turn, and the figures are the medians of processor time.
"""

import argparse
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
    connection = duckdb.connect()
    connection.execute("SET threads TO 1")
    query = f"SELECT {', '.join(names)} FROM read_json('{path}', format='newline_delimited', columns={described})"

    def millrace_table():
        return millrace.read_table(path, schema=schema, columns=columns, threads=1)

    def polars_frame():
        return polars.scan_ndjson(path, schema=types).select(names).collect()

    def duckdb_table():
        return connection.sql(query).to_arrow_table()

    return {"Millrace": millrace_table, "Polars": polars_frame, "DuckDB": duckdb_table}


def rows(result):
    if not isinstance(result, pyarrow.Table):
        result = pyarrow.table(result)
    return result.to_pylist()


def measure(name, path, schema, columns, rounds):
    readers = contenders(path, schema, columns)
    with open(path, encoding="utf-8") as file:
        expected = [json.loads(line) for _, line in zip(range(2000), file)]
    if columns:
        expected = [{column: row[column] for column in columns} for row in expected]
    for reader, read in readers.items():
        if rows(read())[:2000] != expected:
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
        print(f"{name:24} {reader:9} {size / median / 1e6:7.0f} MB/s   processor time ÷ Millrace's: {ratio:5.2f}")
    return times["Millrace"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=20, help="the size of each file (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=9, help="the number of runs of each reader (default: %(default)s)")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        paths = {}
        for name, make in (("flat", lambda source, index: records.flat(source, 30)), ("nested", records.nested)):
            source = random.Random(1)
            paths[name] = os.path.join(folder, f"{name}.jsonl")
            with open(paths[name], "w", encoding="utf-8") as file:
                index = 0
                while file.tell() < arguments.megabytes * 1_000_000:
                    file.writelines(json.dumps(make(source, index + i), ensure_ascii=False) + "\n" for i in range(1000))
                    index += 1000
        every = measure("flat, all 30 columns", paths["flat"], FLAT, None, arguments.rounds)
        three = measure("flat, 3 columns of 30", paths["flat"], FLAT, ["c4", "c13", "c22"], arguments.rounds)
        print(f"3 columns of 30 beside all 30: {statistics.median(a / b for a, b in zip(every, three)):.2f} × as fast")
        measure("nested", paths["nested"], NESTED, None, arguments.rounds)


if __name__ == "__main__":
    entry.start(main)
