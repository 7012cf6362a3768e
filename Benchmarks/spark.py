#!/usr/bin/env python3
"""The data source for Apache Spark beside Spark's own readers of JSON lines and CSV.

Each job runs with a schema that is given and with one that is inferred: it counts the rows, aggregates 3 of 20 columns, or
writes all columns as Parquet. The results of both readers are compared before a time is taken. The readers run in turn in one
session, after a run that warms them up, and the figures are medians: the time, and the processor time of the Java process and
its Python workers. Every row is written several times to reach the size.

The last job shows what Spark itself needs to write Parquet: its source in Python parses 10,000 rows in each task, and returns
them again and again until there are as many rows as in the file of lines.

Spark's readers always get the whole schema, and read the columns that a job needs: none to count. Spark does not tell a data
source in Python which columns these are, so the data source gets a schema of them, as its users would write it: one column to
count. Spark's reader of CSV does not expect line feeds in cells, so the option of the data source says that there are none.
"""

import argparse
import csv
import io
import json
import random
import statistics
import tempfile
import threading
import time
from pathlib import Path

import psutil
from bench import entry, machine, records, report
from bench.checking import WrongOutput
from millrace.spark import MillraceDataSource
from pyspark.sql import SparkSession, functions
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

COLUMNS = 20
SCHEMA = records.schema(COLUMNS, {"integer": "long", "fraction": "double", "word": "string", "flag": "boolean"})
AGGREGATED = ["c2", "c4", "c13"]
# Times as fast as Spark's reader, at least, and the goal.
TARGETS = {"given": (1.5, 3), "inferred": (3, 8)}
MEMORY_TARGET = 256
# The rows that are generated; a file repeats them.
BLOCK_BYTES = 20_000_000


def schema_of(names):
    return ", ".join(f"{name} {SCHEMA[name]}" for name in names)


def blocks(size):
    """The rows of a file of this size or of `BLOCK_BYTES`, as lines and as CSV."""
    source = random.Random(1)
    lines, table = io.StringIO(), io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    while lines.tell() < min(size, BLOCK_BYTES):
        for _ in range(1000):
            row = records.flat(source, COLUMNS)
            lines.write(json.dumps(row, ensure_ascii=False) + "\n")
            writer.writerow(str(value).lower() if isinstance(value, bool) else value for value in row.values())
    return {"lines": lines.getvalue().encode(), "csv": table.getvalue().encode()}


def write(path, header, block, size):
    """Writes a header, and a block until the file has this size."""
    with open(path, "wb") as file:
        file.write(header)
        while file.tell() < size:
            file.write(block)


def read_with_spark(spark, name, path, columns, schema):
    """Spark's own reader. It needs the whole schema of a table, whose columns it takes by their position."""
    reader = spark.read
    if schema == "given":
        reader = reader.schema(schema_of(SCHEMA))
    if name == "lines":
        return reader.json(str(path))
    return reader.csv(str(path), header=True, inferSchema=schema == "inferred")


def read_with_millrace(spark, name, path, columns, schema):
    reader = spark.read.format("millrace")
    if schema == "given":
        reader = reader.schema(schema_of(columns))
    elif len(columns) < COLUMNS:
        reader = reader.option("columns", ",".join(columns))
    if name == "csv":
        reader = reader.option("quoted_line_feeds", "false")
    return reader.load(str(path))


READERS = {"Millrace": read_with_millrace, "Spark": read_with_spark}


def count(frame, target):
    return frame.count()


def aggregate(frame, target):
    rows = frame.groupBy("c2").agg(functions.sum("c4"), functions.max("c13"), functions.min("c13")).orderBy("c2").collect()
    return [tuple(row) for row in rows]


def to_parquet(frame, target):
    frame.write.mode("overwrite").parquet(str(target))


def parquet_digest(spark, target):
    """The number of rows and a sum of their hashes."""
    frame = spark.read.parquet(str(target))
    hashes = functions.xxhash64(*(functions.col(name).cast(SCHEMA[name]) for name in SCHEMA)).cast("decimal(38, 0)")
    return tuple(frame.agg(functions.count("*"), functions.sum(hashes)).first())


# What a job does with a frame, and the columns that it needs.
JOBS = {
    "count": (count, ["c0"]),
    "aggregate of 3 columns of 20": (aggregate, AGGREGATED),
    "to Parquet": (to_parquet, list(SCHEMA)),
}


def processor_time():
    """The processor time of all processes that this one has started and their children, in seconds."""
    total = 0.0
    for process in psutil.Process().children(recursive=True):
        try:
            times = process.cpu_times()
        except psutil.NoSuchProcess:
            continue
        total += times.user + times.system + times.children_user + times.children_system
    return total


def measure(spark, name, path, job, schema, rounds, target):
    run, columns = JOBS[job]
    times = {reader: [] for reader in READERS}
    results = {}
    for round_number in range(rounds + 1):
        for reader in random.sample(list(READERS), len(READERS)):
            begin = time.perf_counter(), processor_time()
            # Reading the schema is a part of the job: Spark's reader infers it here.
            result = run(READERS[reader](spark, name, path, columns, schema), target)
            if round_number > 0:
                times[reader].append((time.perf_counter() - begin[0], processor_time() - begin[1]))
            else:
                results[reader] = parquet_digest(spark, target) if run is to_parquet else result
        if round_number == 0 and results["Millrace"] != results["Spark"]:
            raise WrongOutput(f"{name}, {job}, schema {schema}: {results}")
    medians = {reader: [statistics.median(column) for column in zip(*runs)] for reader, runs in times.items()}
    wall, cpu = (statistics.median(spark_run[i] / our_run[i] for spark_run, our_run in zip(times["Spark"], times["Millrace"]))
                 for i in range(2))
    marks = " | ".join(report.mark(target, wall >= target).strip() for target in TARGETS[schema])
    cells = [f"{value:.1f}" for reader in READERS for value in medians[reader]]
    print(f"| {name} | {job} | {schema} | {' | '.join(cells)} | {wall:.2f} | {cpu:.2f} | {marks} |")
    return {"format": name, "job": job, "schema": schema, "times": times}


class RepeatedRows(DataSource):
    """The first rows of a file of lines, again and again until there are `rows` of them."""

    @classmethod
    def name(cls):
        return "repeated"

    def reader(self, schema):
        return RepeatedReader(self.options["path"], int(self.options["rows"]), schema)


class RepeatedReader(DataSourceReader):
    PARTITIONS = 16

    def __init__(self, path, rows, schema):
        self.path, self.rows, self.schema = path, rows, schema

    def partitions(self):
        edges = [self.rows * index // self.PARTITIONS for index in range(self.PARTITIONS + 1)]
        return [InputPartition(end - begin) for begin, end in zip(edges, edges[1:])]

    def read(self, partition):
        import millrace
        import pyarrow
        from pyspark.sql.pandas.types import to_arrow_schema

        schema = to_arrow_schema(self.schema, timezone="UTC")
        first = next(millrace.scan([self.path], schema=schema, threads=1, batch_rows=10_000).batches())
        first = pyarrow.RecordBatch.from_arrays([first.column(name) for name in schema.names], schema=schema)
        rest = partition.value
        while rest > 0:
            batch = first.slice(0, rest)
            yield batch
            rest -= batch.num_rows


def measure_writing(spark, path, rounds, target):
    """The time and the processor time of writing Parquet from rows that are ready, in seconds."""
    spark.dataSource.register(RepeatedRows)
    count = read_with_millrace(spark, "lines", path, ["c0"], "given").count()
    times = []
    for _ in range(rounds + 1):
        begin = time.perf_counter(), processor_time()
        frame = spark.read.format("repeated").schema(schema_of(SCHEMA)).option("rows", str(count)).load(str(path))
        to_parquet(frame, target)
        times.append((time.perf_counter() - begin[0], processor_time() - begin[1]))
    written = spark.read.parquet(str(target)).count()
    if written != count:
        raise WrongOutput(f"rows that are ready: {written} rows instead of {count}")
    wall, cpu = (statistics.median(column) for column in zip(*times[1:]))
    print(f"to Parquet, from rows that are ready: {wall:.1f} s, processor time {cpu:.1f} s")
    return times[1:]


def peak_of_workers(work):
    """Runs a function, and returns the largest resident memory of a Python worker meanwhile, in MiB."""
    peak, done = 0, threading.Event()

    def watch():
        nonlocal peak
        while not done.wait(0.05):
            for process in psutil.Process().children(recursive=True):
                try:
                    if "python" in process.name():
                        peak = max(peak, process.memory_info().rss >> 20)
                except psutil.NoSuchProcess:
                    continue

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        work()
    finally:
        done.set()
        watcher.join()
    return peak


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=int, default=1000, help="the size of each file (default: %(default)s)")
    parser.add_argument("--task-megabytes", type=int, default=4000,
                        help="the size of the file that one task reads, for its memory (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=3, help="the number of runs of each job (default: %(default)s)")
    parser.add_argument("--only", default="",
                        help="jobs whose name, such as 'lines, count, given' or 'memory of a task', contains this")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write all measurements to a file, too")
    options = parser.parse_args()
    spark = (SparkSession.builder.master("local[2]").config("spark.driver.memory", "4g")
             .config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
             .config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false")
             .config("spark.sql.session.timeZone", "UTC").getOrCreate())
    spark.sparkContext.setLogLevel("OFF")
    spark.dataSource.register(MillraceDataSource)
    runs, writing, peak = [], None, None
    with tempfile.TemporaryDirectory(prefix="millrace-spark-") as name:
        folder = Path(name)
        paths = {"lines": folder / "rows.jsonl", "csv": folder / "rows.csv"}
        size = options.megabytes * 1_000_000
        block = blocks(size)
        write(paths["lines"], b"", block["lines"], size)
        write(paths["csv"], ",".join(SCHEMA).encode() + b"\n", block["csv"], size)
        print("| format | job | schema | Millrace, s | processor s | Spark, s | processor s | × | processor × | at least | goal |")
        print("|---|---|---|---|---|---|---|---|---|---|---|")
        for schema in TARGETS:
            for job in JOBS:
                for format_name, path in paths.items():
                    if options.only in f"{format_name}, {job}, {schema}":
                        runs.append(measure(spark, format_name, path, job, schema, options.rounds, folder / "target"))
        if options.only in "ready, to Parquet":
            writing = measure_writing(spark, paths["lines"], options.rounds, folder / "target")
        for path in paths.values():
            path.unlink()
        if options.task_megabytes and options.only in "memory of a task":
            path = paths["lines"]
            write(path, b"", block["lines"], options.task_megabytes * 1_000_000)
            reader = spark.read.format("millrace").schema(schema_of(SCHEMA)).option("partitions", 1)
            peak = peak_of_workers(lambda: reader.load(str(path)).agg(functions.sum("c4")).collect())
            mark = report.mark(MEMORY_TARGET, peak < MEMORY_TARGET)
            print(f"peak memory of a worker whose task reads {options.task_megabytes} MB: {peak} MiB, below {mark}")
    if options.json:
        results = {"head": machine.describe(), "jobs": runs, "writing": writing, "peak": peak}
        options.json.write_text(json.dumps(results, indent=1), encoding="utf-8")


if __name__ == "__main__":
    entry.start(main)
