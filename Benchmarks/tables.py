#!/usr/bin/env python3
"""Compares millrace with the best there is for tables: columns, rows, CSV, SQLite; speed and memory. See README.md."""

import json
import os
import random
import sqlite3
import statistics
from contextlib import contextmanager
from pathlib import Path

from bench import (
    checking,
    checksums,
    contenders,
    conversion,
    documents,
    entry,
    first_object,
    jobs,
    machine,
    options,
    sqlite_loops,
    stop_times,
    targets,
    timing,
)
from bench.report import NOTHING, mark, print_table

BENCHMARKS = Path(__file__).resolve().parent
BUILD = BENCHMARKS / ".build"
DATA = BUILD / "data"
# Rows of a type of the program, rows of a type of another module, and rows without a type.
OURS = ("millrace", "millrace-imported-type", "millrace-no-type")
PEERS = ("duckdb", "msgspec", "pyarrow", "polars", "python-csv")


class Benchmark:
    def __init__(self, chosen):
        self.options = chosen
        self.generator = random.Random(chosen.seed)
        self.jobs = [job for job in jobs.JOBS if job.names in chosen.only]
        self.contenders = {}
        self.cases = set()
        self.results = {"seed": chosen.seed, "head": machine.describe(), "times": {}}

    # What is there

    def find(self):
        """The contenders, and a sentence for each that is missing."""
        python = BUILD / "peers" / "bin" / "python"
        loops = BUILD / "c" / "sqlite_loops"
        for name in OURS:
            self.add(name, BUILD / "release" / "Contender")
        for peer in PEERS:
            self.add(peer, BENCHMARKS / "Python" / "contender.py", python)
        if loops.exists():
            self.contenders[sqlite_loops.NAME] = sqlite_loops.SQLiteLoops(loops)
            self.cases |= {f"{sqlite_loops.NAME}/tasks/insert", f"{sqlite_loops.NAME}/tasks/select"}

    def add(self, name, program, interpreter=None):
        if program.exists() and (interpreter is None or interpreter.exists()):
            launcher = () if interpreter is None else (str(interpreter),)
            self.contenders[name] = contenders.Contender(name, program, DATA, (), interpreter=launcher)
            # One program has the cases of all peers, and another has ours.
            if name in (OURS[0], PEERS[0]):
                with self.contenders[name].process() as process:
                    self.cases |= set(process.cases())
                    if interpreter:
                        self.results["peers"] = json.loads(process.ask("about"))

    def at_work(self, job):
        """The contenders of a job: millrace and its peer; empty if one of the two is missing."""
        names = ["millrace", job.peer, *job.others]
        present = [self.contenders[name] for name in names if f"{name}/{job.names}" in self.cases]
        if [contender.name for contender in present[:2]] == names[:2]:
            return present
        missing = " and no ".join(name for name in names[:2] if f"{name}/{job.names}" not in self.cases)
        entry.skip([f"{job.title}: no {missing}"])
        return []

    # Outputs

    def check(self, job, present):
        """Each contender's columns must have the checksums that Python's own modules find."""
        right = jobs.expected(job.document, DATA)
        for contender in present:
            if contender.name == sqlite_loops.NAME:
                contender.check()
                continue
            file = DATA / f"{contender.name}-{job.document}-{job.operation}.out"
            with contender.process() as process:
                process.dump(job.document, job.operation, file)
            # An insert is judged by the database.
            found = checksums_of_tasks(file) if job.operation == "insert" else json.loads(file.read_bytes())
            file.unlink()
            if found != right:
                wrong = [name for name, checksum in right["columns"].items() if found["columns"].get(name) != checksum]
                raise checking.WrongOutput(
                    f"{contender.name}/{job.names}: {found['rows']} of {right['rows']} rows; "
                    f"columns that differ: {', '.join(wrong) or 'none'}"
                )

    # Measurements

    def measure_times(self):
        rows = []
        for job in self.jobs:
            present = self.at_work(job)
            if not present:
                continue
            self.check(job, present)
            rounds = max(3, job.rounds // 3) if self.options.quick else job.rounds
            times = timing.measure(present, job.document, job.operation, rounds, self.generator)
            self.results["times"][job.names] = times
            rows.append(row(job, times))
            print(f"Outputs are right, times are taken: {job.title}.")
        if rows:
            columns = ["job", "millrace", "peer", "", "×", "quartiles", "at least", "goal"]
            print_table("tables: speed in one thread", columns, rows)
        all_times = self.results["times"]
        if others := [line for job in self.jobs for line in rows_of_others(job, all_times.get(job.names, {}))]:
            print_table("beside others", ["job", "beside", "", "×", "quartiles"], others)

    def measure_memory(self):
        tool = BUILD / "release" / "millrace"
        if not tool.exists():
            entry.skip(["the conversion: the tool is not built"])
            return None
        if problem := conversion.problem(tool):
            entry.skip([f"the conversion: {problem}"])
            return None
        size = conversion.QUICK_BYTES if self.options.quick else conversion.BYTES
        result = self.results["conversion"] = conversion.measure(tool, size)
        grown = max(result["grown"]) / 2**20
        wanted = targets.CONVERSION_MEBIBYTES
        name = f"JSON lines to CSV to JSON lines, {result['bytes'] / 1e9:.1f} GB: MiB more than an empty process"
        speed = result["bytes"] / result["seconds"] / 1e6
        return [name, f"{grown:.1f}", f"{mark(wanted, grown <= wanted)} ({speed:.0f} MB/s)"]

    def measure_first(self):
        if "first-object/hi1m/first" not in self.cases:
            return None
        figures = first_object.milliseconds(self.contenders["millrace"].program, DATA)
        self.results["first milliseconds"] = figures
        median, wanted = statistics.median(figures), targets.FIRST_OBJECT_MILLISECONDS
        return ["first object of 49 MB: ms from opening the file", f"{median:.2f}", mark(wanted, median < wanted)]

    def run(self):
        head = self.results["head"]
        print(f"{head['swift']}, {head['machine']}, seed {self.options.seed}")
        self.find()
        if about := self.results.get("peers"):
            print(", ".join(f"{name} {version}" for name, version in about.items()))
        with one_core():
            self.measure_times()
            rows = [self.measure_first()]
        if "conversion" in self.options.only:
            rows.append(self.measure_memory())
        print_table("tables: memory and latency", ["", "", "target"], [row for row in rows if row])
        (self.options.json or BUILD / "tables.json").write_text(json.dumps(self.results, indent=1), encoding="utf-8")


@contextmanager
def one_core():
    """Has this process and those it starts stay on one core, so that everybody has one thread's worth of it."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    cores = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(cores)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


def checksums_of_tasks(database):
    with sqlite3.connect(database) as connection:
        rows = connection.execute("SELECT id, title, done FROM tasks ORDER BY rowid").fetchall()
    connection.close()
    return checksums.of_columns(dict(zip(("id", "title", "done"), zip(*rows, strict=True), strict=True)))


def row(job, times):
    lower, median, upper = timing.ratios(times, "millrace", job.peer)
    wanted = targets.TABLES[job.names]
    goals = [mark(target, median >= target) for target in wanted]
    return [
        job.title,
        job.speed(statistics.median(times["millrace"]), DATA),
        job.speed(statistics.median(times[job.peer]), DATA),
        job.peer,
        f"{median:.2f}",
        f"{lower:.2f}–{upper:.2f}",
        goals[0],
        goals[1] if len(goals) > 1 else NOTHING,
    ]


def rows_of_others(job, times):
    """Those that no target is about: how many times as fast millrace is."""
    rows = []
    for name in job.others:
        if name in times:
            lower, median, upper = timing.ratios(times, "millrace", name)
            speed = job.speed(statistics.median(times[name]), DATA)
            rows.append([job.title, name, speed, f"{median:.2f}", f"{lower:.2f}–{upper:.2f}"])
    return rows


def lay_out():
    documents.lay_out(DATA, BENCHMARKS.parent)
    path = DATA / "stop_times.csv"
    if not path.exists():
        unfinished = path.with_suffix(".part")
        with unfinished.open("w", encoding="utf-8") as file:
            stop_times.write(file)
        unfinished.rename(path)


def parse():
    names = [*(job.names for job in jobs.JOBS), "conversion"]
    parser = options.parser(__doc__, quick="fewer rounds, 500 MB instead of 10 GB through the tool")
    parser.add_argument(
        "--only", metavar="JOB", nargs="+", choices=names, default=names, help=f"of {', '.join(names)}"
    )
    return parser.parse_args()


def main():
    chosen = parse()
    lay_out()
    Benchmark(chosen).run()


if __name__ == "__main__":
    entry.start(main)
