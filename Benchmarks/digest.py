"""Prints a digest of the values in some columns of a table, which does not depend on the table's format.

usage: digest.py FILE COLUMN...

FILE is CSV with a header, JSON Lines, Arrow's file format, or an SQLite database with a table named t. Formats spell some
values in different ways, so the digest compares numbers by value, true and false in any case, and null like an empty text.
"""

import csv
import hashlib
import json
import sqlite3
import sys
from pathlib import Path


def rows(path):
    """The rows of a table, as dictionaries."""
    if path.suffix == ".csv":
        with open(path, newline="") as table:
            yield from csv.DictReader(table)
    elif path.suffix == ".jsonl":
        with open(path) as lines:
            yield from map(json.loads, lines)
    elif path.suffix == ".arrow":
        import pyarrow.ipc
        with pyarrow.ipc.open_file(path) as file:
            for number in range(file.num_record_batches):
                yield from file.get_batch(number).to_pylist()
    else:
        connection = sqlite3.connect(path)
        kinds = {column[1]: column[2] for column in connection.execute("pragma table_info(t)")}
        for row in connection.execute("select * from t order by rowid"):
            # SQLite has no booleans: a column is declared to contain them.
            yield {name: bool(value) if kind == "BOOLEAN" and value is not None else value
                   for (name, kind), value in zip(kinds.items(), row)}


def spelling(value):
    """One spelling for equal values."""
    if value is None or value == "null":
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    try:
        return repr(float(value))
    except ValueError:
        return value.lower() if value.lower() in ("true", "false") else value


def digest(path, columns):
    """The number of rows, and a hash of the values."""
    count, values = 0, hashlib.sha256()
    for row in rows(path):
        count += 1
        values.update("\x1f".join(spelling(row.get(column)) for column in columns).encode())
        values.update(b"\x1e")
    return f"{count} rows, {values.hexdigest()[:16]}"


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    print(digest(Path(sys.argv[1]), sys.argv[2:]))
