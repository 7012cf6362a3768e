#!/usr/bin/env python3
"""Kills a program that inserts five million rows into a database in batches, twenty times at random moments, and fills
the disk under it. Every time the database must be valid and contain complete batches, of all rows up to some number.

usage: sqlite_crash.py SQLITE_INSERTER [KILLS]
"""

import contextlib
import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

ROWS, BATCH = 5_000_000, 1000
SEED = int(os.environ.get("MILLRACE_TEST_SEED", "20260614"))


def check(database, batch=BATCH):
    """The problems of a database, and its number of rows."""
    # Opening it rolls back an interrupted transaction.
    with contextlib.closing(sqlite3.connect(database)) as connection:
        found = connection.execute("PRAGMA integrity_check").fetchall()
        if found != [("ok",)]:
            return f"the database is damaged: {found[:3]}", 0
        if not connection.execute("SELECT 1 FROM sqlite_master").fetchall():
            return None, 0
        count, least, most, wrong = connection.execute(
            "SELECT count(*), min(id), max(id), sum(title <> 'This is job number ' || id OR done <> (id % 3 = 0)) FROM jobs"
        ).fetchone()
    if count % batch != 0:
        return f"{count} rows are not complete batches", count
    if count and (least, most, wrong) != (1, count, 0):
        return f"{count} rows from {least} to {most}, {wrong} of them wrong", count
    return None, count


def kill(inserter, database, delay):
    """Lets the program run until it has committed something and for a while longer. Returns how it ended."""
    process = subprocess.Popen([inserter, database, str(ROWS), str(BATCH)], stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while process.poll() is None and time.monotonic() < deadline:
        if os.path.exists(database) and os.path.getsize(database) > 200_000:
            break
        time.sleep(0.002)
    time.sleep(delay)
    process.send_signal(signal.SIGKILL)
    return process.wait()


def fill(inserter, database):
    """Runs the program where a file may not have more than two megabytes. Returns its exit code and what it said."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # so that it gets an error instead
        resource.setrlimit(resource.RLIMIT_FSIZE, (2 << 20, 2 << 20))

    result = subprocess.run([inserter, database, str(ROWS), str(BATCH)], preexec_fn=limit, restore_signals=False,
                            capture_output=True, text=True)
    return result.returncode, result.stdout.strip()


def fill_file_system(inserter, folder):
    """The same on a file system in memory that has three megabytes; None where none can be mounted."""
    os.mkdir(folder)
    mount = ["mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", folder]
    if sys.platform != "linux" or subprocess.run(mount, capture_output=True).returncode != 0:
        return None
    try:
        database = os.path.join(folder, "full.db")
        result = subprocess.run([inserter, database, str(ROWS), str(BATCH)], capture_output=True, text=True)
        return result.returncode, result.stdout.strip(), *check(database)
    finally:
        subprocess.run(["umount", folder], check=True)


def main(inserter, kills=20):
    dice = random.Random(SEED)
    problems, counts = [], []
    with tempfile.TemporaryDirectory(prefix="millrace-crash-") as folder:
        for attempt in range(kills):
            database = os.path.join(folder, f"{attempt}.db")
            delay = dice.uniform(0, 0.6)
            status = kill(inserter, database, delay)
            problem, count = check(database)
            if status != -signal.SIGKILL:
                problem = f"it ended with {status} before it could be killed"
            if problem:
                problems.append(f"attempt {attempt}, killed after {delay:.3f} s: {problem}")
            counts.append(count)
            os.remove(database)
        print(f"killed {kills} times, with {min(counts)} to {max(counts)} rows inserted")
        if max(counts) == 0:
            problems.append("it never got so far as to insert anything")

        database = os.path.join(folder, "limited.db")
        full = [("a file at its limit", "SQLITE_", *fill(inserter, database), *check(database))]
        if ending := fill_file_system(inserter, os.path.join(folder, "full")):
            full.append(("a full file system", "SQLITE_FULL", *ending))
        for name, code, status, message, problem, count in full:
            print(f"{name}, with {count} rows inserted: {message}")
            if problem:
                problems.append(f"{name}: {problem}")
            if status != 1 or code not in message or "row" not in message or count == 0:
                problems.append(f"{name}: exit {status}, {count} rows, {message!r}")
    for problem in problems:
        print(f"{problem} (MILLRACE_TEST_SEED={SEED})", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
