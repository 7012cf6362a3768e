"""A naive twin of inference: the columns and values of a table or of rows of JSON, from what Python's csv and json read."""

import csv
import io
import json
import os
import re
from datetime import datetime, timedelta, timezone

import pyarrow
import pyarrow.compute


class Number(str):
    """The digits of a number, which no type of Python has to hold."""


def text_of(value):
    """A value as compact JSON with the digits of its numbers."""
    if isinstance(value, Number):
        return str(value)
    if isinstance(value, list):
        return "[" + ",".join(map(text_of, value)) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(name)}:{text_of(member)}" for name, member in value.items()) + "}"
    return json.dumps(value, ensure_ascii=False)


def kind_of_numbers(numbers):
    integers = [int(n) for n in numbers if re.fullmatch(r"-?\d+", n) and n != "-0"]
    if any(not -2**63 <= n < 2**63 for n in integers):
        return "string"
    if len(integers) == len(numbers):
        return "int64"
    if any(abs(n) > 2**53 for n in integers) or any(abs(float(n)) == float("inf") and "e" in n.lower() for n in numbers):
        return "string"
    return "double"


def column(values):
    """The type of a column, and its values."""
    known = [value for value in values if value is not None]
    if not known:
        return "null", values
    if all(isinstance(value, Number) for value in known):
        kind = kind_of_numbers(known)
        convert = {"int64": int, "double": float, "string": str}[kind]
    elif all(isinstance(value, bool) for value in known):
        kind, convert = "bool", bool
    elif all(isinstance(value, Instant) for value in known):
        unit = "ns" if all(-2**63 <= value.nanoseconds < 2**63 for value in known) else "us"
        kind, convert = f"timestamp[{unit}, tz=UTC]", lambda value: value.nanoseconds // (1 if unit == "ns" else 1000)
    elif all(isinstance(value, dict) for value in known):
        types, rows = table(values)
        return "struct<" + ", ".join(f"{name}: {kind}" for name, kind in types.items()) + ">", rows
    elif all(isinstance(value, list) for value in known):
        kind, elements = column([element for value in known for element in value])
        elements = iter(elements)
        return f"list<item: {kind}>", [value if value is None else [next(elements) for _ in value] for value in values]
    else:
        kind, convert = "string", lambda value: value if type(value) is str else text_of(value)
    return kind, [value if value is None else convert(value) for value in values]


def table(rows):
    """The types of columns by their names, and the rows."""
    names = list(dict.fromkeys(name for row in rows if row is not None for name in row))
    columns = {name: column([None if row is None else row.get(name) for row in rows]) for name in names}
    found = [None if row is None else {name: columns[name][1][index] for name in names} for index, row in enumerate(rows)]
    return {name: kind for name, (kind, _) in columns.items()}, found


class Instant:
    """A date and time of RFC 3339."""

    FORM = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)")

    def __init__(self, text):
        seconds, fraction, zone = self.FORM.fullmatch(text).groups()
        when = datetime.fromisoformat(seconds + zone.replace("Z", "+00:00"))
        since = when - datetime(1970, 1, 1, tzinfo=timezone.utc)
        self.nanoseconds = since // timedelta(seconds=1) * 10**9 + int((fraction or "").ljust(9, "0"))


def parsed(text):
    return json.loads(text, parse_int=Number, parse_float=Number)


NUMBER = re.compile(r"-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?")
NOT_FINITE = re.compile(r"(?i)nan|[+-]?inf(inity)?")


def have_unit(instants):
    """Whether there is a unit of which 64 bits count all instants exactly."""
    nanoseconds = [instant.nanoseconds for instant in instants]
    return all(-2**63 <= count < 2**63 for count in nanoseconds) or all(count % 1000 == 0 for count in nanoseconds)


def cells(texts):
    """What the cells of a column are; None is an empty cell without quotes."""
    known = [text for text in texts if text is not None]
    finite = [text for text in known if not NOT_FINITE.fullmatch(text)]

    def each(convert):
        return [convert(text) if text is not None else None for text in texts]

    if finite and all(text in ("true", "false") for text in known):
        return each(lambda text: text == "true")
    if known and all(NUMBER.fullmatch(text) and abs(float(text)) != float("inf") for text in finite):
        return each(Number)
    if finite and all(Instant.FORM.fullmatch(text) for text in known):
        return each(Instant if have_unit([Instant(text) for text in known]) else str)
    if finite and (all(text.startswith("[") for text in known) or all(text.startswith("{") for text in known)):
        return each(parsed)
    return each(str)


def rows_of_cells(names, rows):
    """The rows of a table of cells, as objects."""
    columns = [cells([row[index] for row in rows]) for index in range(len(names))]
    return [dict(zip(names, row)) for row in zip(*columns)]


def numbered(names):
    """Repeated names with a number, empty ones as a column of this number."""
    found = []
    for index, name in enumerate(names):
        choices = [name] if name else []
        choices += [f"{name}_{n}" if name else f"column{index + 1}" for n in range(2, 9)]
        found.append(next(c for c in choices if c not in found and (c == name or c not in names)))
    return found


def expected(name, text):
    text = text.removeprefix("\ufeff")
    if name.endswith(".jsonl"):
        return table([parsed(line) for line in text.splitlines()])
    if name.endswith(".json"):
        value = parsed(text)
        return table(value if isinstance(value, list) else [value])
    delimiter = next((d for d in ";\t|" if d in text.splitlines()[0]), ",")
    if text.startswith("sep="):
        text = text.split("\n", 1)[1]
    names, *rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    names = numbered(names)
    types, found = table(rows_of_cells(names, [[cell or None for cell in row] for row in rows]))
    return types or {name: "null" for name in names}, found


def content(found):
    """The types and the rows of a table of pyarrow, with instants as numbers."""
    types = {field.name: str(field.type).replace(" not null", "").replace("child 0, ", "") for field in found.schema}
    for index, field in enumerate(found.schema):
        if pyarrow.types.is_timestamp(field.type):
            found = found.set_column(index, field.name, pyarrow.compute.cast(found.column(index), pyarrow.int64()))
    return types, found.to_pylist()


def check_same(test, found, wanted, message=""):
    """Fails a test where two texts differ, without the comparison of unittest, which takes hours for long ones."""
    if found == wanted:
        return
    start = len(os.path.commonprefix([found, wanted]))
    shown = (repr(text[max(start - 80, 0) : start + 300]) for text in (found, wanted))
    test.fail("differs at character {}: {}, expected {}\n{}".format(start, *shown, message))
