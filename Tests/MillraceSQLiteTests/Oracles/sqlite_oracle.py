#!/usr/bin/env python3
"""What Python's module sqlite3 finds in a database, and puts into one.

usage: sqlite_oracle.py dump DATABASE QUERY        prints the rows
       sqlite_oracle.py load DATABASE SQL INSERT   runs SQL, and INSERT for each row that comes on standard input
       sqlite_oracle.py run DATABASE SQL           runs SQL, with text that is no UTF-8 left as it is

A row is a line, and its cells have a space in between: `n` for null, `i` and the integer, `r` and the sixteen
hexadecimal digits of a double's bits, `t` and `b` and the bytes of a text and a blob in hexadecimal.
"""

import sqlite3
import struct
import sys


class Text(bytes):
    """A text, as the bytes that it is stored as."""


def line(row):
    return " ".join(map(cell, row))


def cell(value):
    if value is None:
        return "n"
    if isinstance(value, int):
        return f"i{value}"
    if isinstance(value, float):
        return "r" + struct.pack(">d", value).hex()
    return ("t" if isinstance(value, Text) else "b") + value.hex()


def value(cell):
    kind, rest = cell[0], cell[1:]
    if kind == "n":
        return None
    if kind == "i":
        return int(rest)
    if kind == "r":
        return struct.unpack(">d", bytes.fromhex(rest))[0]
    return bytes.fromhex(rest).decode() if kind == "t" else bytes.fromhex(rest)


def main(task, path, sql, *more):
    database = sqlite3.connect(path)
    if task == "dump":
        database.text_factory = Text
        for row in database.execute(sql):
            print(line(row))
    elif task == "load":
        database.executescript(sql)
        database.executemany(more[0], ([value(cell) for cell in line.split()] for line in sys.stdin))
    elif task == "run":
        database.executescript(sql)
    else:
        raise ValueError(task)
    database.commit()
    database.close()


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
