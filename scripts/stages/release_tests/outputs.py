"""Reads what the program has written, with Python's libraries, and compares it with what it should have written."""

import csv
import io
import sqlite3
from datetime import UTC, datetime
from decimal import Decimal

import pyarrow as pa

from . import forms

csv.field_size_limit(1 << 30)

# The files that the program writes for each format of a type.
WRITTEN = {
    "trees": ["tree.json", "from-tree.json"],
    "documents": ["data.json", "pretty.json", "rails.json", "other.json", "static.json", "sink.json", "each.jsonl", "stream.jsonl",
                  "array.json", "from-string.json", "from-data.json", "from-raw.json", "from-rails.json", "from-json5.json",
                  "from-each.json", "from-stream.json", "from-chunks.json", "from-async.json"],
    "csv": ["rows.csv", "stream.tsv"],
    "sqlite": [],
    "columns": ["columns.jsonl", "stream.arrow", "file.arrow"],
    "coders": ["fast.json", "fast-pretty.json", "foundation.json", "foundation-decoder.json", "coded.json", "coded.jsonl",
               "coded-tree.json"],
    "unannotated": ["coded-static.json", "coded-pretty.json", "coded.csv", "coded.arrow"],
    "forwarding": ["forwarded-pretty.json", "forwarded-tree.json", "forwarded-from-tree.json", "forwarded.csv", "forwarded.arrow"],
}
# Those that it writes after reading what Python's libraries have written.
MADE = {
    ("csv", "csv"): ["from-csv.json", "from-csv-chunks.json"], ("csv", "tsv"): ["from-tsv.json"],
    ("sqlite", "db"): ["from-sqlite.json"], ("columns", "arrow"): ["from-arrow.json"],
    ("forwarding", "csv"): ["forwarded-csv.jsonl"], ("forwarding", "db"): ["forwarded-sqlite.jsonl"],
    ("forwarding", "arrow"): ["forwarded-arrow.jsonl"],
}
# Where null members are the same as missing ones.
LOOSE = ("columns", "from-csv", "from-tsv", "from-sqlite", "from-arrow", "arrow", "rails", "other")


class Style:
    """How a style represents instants and binary data. Its numbers are compared as doubles."""

    def __init__(self, **options):
        self.options = options


STYLES = {
    "rails.json": Style(instants=lambda instant: forms.rfc3339(instant, has_milliseconds=True)),
    "other.json": Style(instants=forms.milliseconds, binary=lambda data: forms.base64(data, is_for_urls=True)),
    "canonical.json": Style(),
    "columns.jsonl": Style(),
}


def labels(job):
    """The labels of the files that the program writes for a type."""
    shape = job.shape
    found = [label for name in job.formats for label in WRITTEN[name]] + (["bytes.json"] if shape.is_annotated else [])
    found += [label for (name, suffix), made in MADE.items() if name in job.formats and suffix in shape.made_by for label in made]
    if "columns" in job.formats and shape.is_read_from_tables:
        found += ["columns.json", "arrow.json"]
    if "documents" in job.formats:
        found.append("canonical.json" if is_canonical(shape.rows) else "canonical.error")
    return set(found)


def is_canonical(value):
    """Whether RFC 8785 can represent a value: its integers are doubles."""
    if isinstance(value, dict):
        return all(map(is_canonical, value.values()))
    if isinstance(value, list):
        return all(map(is_canonical, value))
    return not isinstance(value, int) or isinstance(value, bool) or int(float(value)) == value


def read_csv(data, delimiter):
    """A table as rows of texts by name."""
    lines = list(csv.reader(io.StringIO(data.decode(), newline=""), delimiter=delimiter))
    # A line without text is a row of one empty cell.
    return [dict(zip(lines[0], line or [""], strict=True)) for line in lines[1:]]


def read_arrow(data):
    try:
        table = pa.ipc.open_file(data).read_all()
    except pa.lib.ArrowInvalid:
        table = pa.ipc.open_stream(data).read_all()
    return table.to_pylist()


def agrees(expected, found):
    """Whether a value of a table is what it should be. A column of several kinds has strings: numbers, `true` and JSON."""
    if isinstance(expected, dict) and isinstance(found, dict):
        expected, found = forms.without_null(expected), forms.without_null(found)
        return expected.keys() == found.keys() and all(agrees(expected[key], found[key]) for key in expected)
    if isinstance(expected, list) and isinstance(found, list):
        return len(expected) == len(found) and all(map(agrees, expected, found))
    if isinstance(found, datetime) or isinstance(expected, datetime) and isinstance(found, str):
        moment = datetime.fromisoformat(found) if isinstance(found, str) else found
        return isinstance(expected, datetime) and moment.astimezone(UTC) == expected
    if isinstance(expected, bytes) and isinstance(found, str):
        return forms.base64(expected) == found
    if isinstance(found, str) and not isinstance(expected, str):
        if isinstance(expected, (dict, list)):
            expected = forms.without_null(forms.json_form(expected))
            return forms.exact(expected) == forms.exact(forms.without_null(forms.parsed(found)))
        return expected is not None and forms.exact(expected) == forms.exact(forms.parsed(found))
    if isinstance(expected, Decimal) and isinstance(found, (int, float, Decimal)):
        return float(expected) == float(found)
    return forms.exact(expected) == forms.exact(found)


def cell_agrees(expected, text):
    if expected is None:
        return text == ""
    if isinstance(expected, (str, bytes)):
        return text == forms.json_form(expected)
    return text != "" and agrees(expected, text)


class Comparison:
    """Compares the files of a program. Prints the first differences."""

    def __init__(self, folder):
        self.folder, self.count, self.failures = folder, 0, []
        # Documents that are right, each with the type and the rules. Most of the outputs of a type are the same.
        self.right = set()

    def expect(self, is_right, place, expected, found):
        self.count += 1
        if not is_right:
            self.failures.append(f"{place}\n  expected: {short(expected)}\n  found:    {short(found)}")

    def rows(self, place, expected, found, agree):
        self.count += 1
        if len(expected) != len(found):
            self.failures.append(f"{place}: {len(found)} rows instead of {len(expected)}")
            return
        wrong = [number for number, pair in enumerate(zip(expected, found)) if not agree(*pair)]
        if wrong:
            first = wrong[0]
            self.failures.append(
                f"{place}: {len(wrong)} of {len(expected)} rows are wrong; row {first}\n"
                f"  expected: {short(expected[first])}\n  found:    {short(found[first])}"
            )

    def job(self, job):
        """Compares all files of a type, which must be exactly those that the program should write."""
        name, shape, prefix = job.name, job.shape, f"{job.name}."
        found = {path.name[len(prefix):] for path in self.folder.glob(f"{prefix}*")}
        expected = labels(job)
        self.expect(found == expected, f"{name}: the files", sorted(expected - found), sorted(found - expected))
        for label in sorted(found & expected):
            try:
                self.file(name, label, shape)
            except (ValueError, KeyError, UnicodeDecodeError, csv.Error, pa.lib.ArrowException) as error:
                self.failures.append(f"{name}.{label}: {type(error).__name__}: {error}")

    def file(self, name, label, shape):
        place, data = f"{name}.{label}", (self.folder / f"{name}.{label}").read_bytes()
        # What is forwarded is what the program was given, with what is in it twice or unknown.
        rows = shape.given if label.startswith("forwarded") else shape.rows
        if label in ("forwarded-csv.jsonl", "forwarded-sqlite.jsonl", "forwarded-arrow.jsonl"):
            self.forwarded(place, label, shape, [forms.parsed(line) for line in data.decode().splitlines()])
        elif label.endswith((".json", ".jsonl")):
            is_loose = label.startswith(LOOSE)
            document = (shape.name, rows is shape.rows, STYLES.get(label), is_loose, label.endswith(".jsonl"), data)
            if document in self.right:
                self.count += 1
                return
            count = len(self.failures)
            lines = data.decode().split("\n")[:-1] if label.endswith(".jsonl") else None
            found = [forms.parsed(line) for line in lines] if lines is not None else forms.parsed(data.decode())
            self.json(place, STYLES.get(label), rows, found, is_loose)
            if len(self.failures) == count:
                self.right.add(document)
        elif label.endswith((".csv", ".tsv")):
            columns = [dict(forms.flattened(row, shape.has_columns_for_objects)) for row in rows]
            names = forms.columns(rows, shape.has_columns_for_objects)
            found = read_csv(data, "," if label.endswith(".csv") else "\t")
            self.expect(set(found[0]) == set(names), f"{place}: the columns", names, list(found[0]))
            expected = [{column: row.get(column) for column in names} for row in columns]
            self.rows(place, expected, found, lambda row, cells: all(cell_agrees(row[key], cells.get(key, "")) for key in row))
        elif label.endswith(".arrow"):
            if label == "forwarded.arrow":
                rows = forms.json_form(rows)
            self.rows(place, rows, read_arrow(data), agrees)
        elif label == "canonical.error":
            self.expect(b"invalid Double" in data, place, "a number that is not a double", data.decode())

    def json(self, place, style, rows, found, is_loose):
        """Documents. Null members are left out of tables, and of styles that write them."""
        expected = forms.json_form(rows, **(style.options if style else {}))
        if is_loose:
            expected, found = forms.without_null(expected), forms.without_null(found)
        self.rows(place, expected, found, agrees if style else equal)

    def forwarded(self, place, label, shape, found):
        """What other libraries have written, row by row: cells of CSV are strings, and so is JSON in a cell."""
        expected = []
        for row in shape.rows:
            if label == "forwarded-csv.jsonl":
                cells = dict(forms.flattened(row, shape.has_columns_for_objects))
                expected.append({key: text_of_cell(value) for key, value in cells.items() if value is not None})
            elif label == "forwarded-sqlite.jsonl":
                expected.append({key: value_of_cell(value) for key, value in row.items() if value is not None})
            else:
                expected.append(forms.without_null(forms.json_form(row)))
        self.rows(place, expected, [forms.without_null(row) for row in found], equal)

    def database(self, jobs):
        """Compares the tables of the database: the rows of each type, inserted together, one by one, and forwarded."""
        database = sqlite3.connect(self.folder / "tables.db")
        # Text that is not UTF-8 must be a difference, not an error of the comparison.
        database.text_factory = lambda data: data.decode(errors="replace")
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        expected = {}
        for job in jobs:
            if "sqlite" in job.formats:
                expected |= {job.name: job.shape.rows, f"{job.name} one by one": job.shape.rows}
            if "forwarding" in job.formats:
                expected |= {f"forwarded {job.name}": forms.json_form(job.shape.given)}
        self.expect(tables == expected.keys(), "the tables", sorted(expected.keys() - tables), sorted(tables - expected.keys()))
        for name in sorted(tables & expected.keys()):
            cursor = database.execute(f'SELECT * FROM "{name}" ORDER BY rowid')
            columns = [column[0] for column in cursor.description]
            found = [dict(zip(columns, values)) for values in cursor]
            self.rows(f"tables.db, {name}", expected[name], found, row_agrees)


def equal(expected, found):
    return forms.exact(expected) == forms.exact(found)


def text_of_cell(value):
    if isinstance(value, str):
        return value
    value = forms.json_form(value)
    return value if isinstance(value, str) else forms.json_text(value)


def value_of_cell(value):
    if isinstance(value, bool):
        return int(value)
    return forms.json_text(value) if isinstance(value, (dict, list)) else forms.json_form(value)


def row_agrees(expected, found):
    return all(sqlite_agrees(expected.get(key), value) for key, value in found.items()) and all(key in found for key in expected)


def sqlite_agrees(expected, found):
    if expected is None or found is None:
        return expected is None and found is None
    if isinstance(expected, bool):
        return found in (int(expected), str(expected).lower())
    return agrees(expected, found)


def short(value):
    text = repr(value)
    return text if len(text) < 400 else text[:400] + "…"
