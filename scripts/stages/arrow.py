#!/usr/bin/env python3
"""A whole database goes to Arrow and back through the tool, a table at a time.

usage: test-database-to-arrow.py MILLRACE FOLDER

The Arrow files are read by pyarrow and compared with what Python's sqlite3 finds in the database. What comes back is
compared by the sqlite3 program. Instants and JSON are compared by what they say, everything else as text.
"""

import json
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pyarrow as pa

GENERATOR = Path(__file__).parents[2] / "Tests/MillraceSQLiteTests/Fixtures/chinook.py"


def instant(text):
    """Text of SQLite or of RFC 3339 as a moment."""
    moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def meaning(cell, declared):
    """The value of a database cell, by its declared type."""
    if cell is None:
        return None
    declared = declared.upper()
    if "BOOL" in declared:
        return bool(cell)
    if "JSON" in declared:
        return json.loads(cell)
    if declared in ("DATETIME", "TIMESTAMP"):
        return instant(cell)
    return cell


def without_nulls(value):
    """Structures of Arrow have all members; those that are null were not there."""
    if isinstance(value, dict):
        return {key: without_nulls(member) for key, member in value.items() if member is not None}
    return value


def columns(database, table):
    return [(row[1], row[2]) for row in database.execute(f'PRAGMA table_info("{table}")')]


def meanings(database, table):
    types = [declared for _, declared in columns(database, table)]
    return [[meaning(cell, type_) for cell, type_ in zip(row, types)] for row in database.execute(f'SELECT * FROM "{table}"')]


def quoted(path, table, names):
    """The cells whose text must be equal, by the sqlite3 program."""
    query = f'SELECT {", ".join(names)} FROM "{table}"'
    return subprocess.run(["sqlite3", "-cmd", ".mode quote", path, query], check=True, capture_output=True).stdout


def main(tool, folder):
    folder = Path(folder)
    original, back = folder / "chinook.db", folder / "back.db"
    subprocess.run([sys.executable, GENERATOR, original], check=True)
    database = sqlite3.connect(original)
    tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    rows = 0
    for table in tables:
        file = folder / f"{table}.arrow"
        subprocess.run([tool, "convert", f"{original}#{table}", file], check=True)
        subprocess.run([tool, "convert", file, f"{back}#{table}"], check=True)
        described = columns(database, table)
        expected = meanings(database, table)
        rows += len(expected)

        with pa.ipc.open_file(str(file)) as reader:
            arrow = reader.read_all()
        arrow.validate(full=True)
        assert arrow.column_names == [name for name, _ in described], (table, arrow.column_names)
        found = [[without_nulls(row[name]) for name, _ in described] for row in arrow.to_pylist()]
        assert found == expected, f"{table}: pyarrow finds something else"

        returned = sqlite3.connect(back)
        assert [name for name, _ in columns(returned, table)] == [name for name, _ in described], table
        assert [list(row) for row in meanings(returned, table)] == expected, f"{table}: something else came back"
        literal = [
            f'"{name}"' for name, declared in described if "JSON" not in declared and declared not in ("DATETIME", "TIMESTAMP")
        ]
        assert quoted(original, table, literal) == quoted(back, table, literal), f"{table}: other cells came back"
    integrity = subprocess.run(["sqlite3", back, "PRAGMA integrity_check"], check=True, capture_output=True, text=True)
    assert integrity.stdout == "ok\n", integrity.stdout
    print(f"{len(tables)} tables of {rows} rows to Arrow and back")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
