"""Random tables through all doors: the ways by which rows get into the tool and the package, and out of them.

All doors have to find the same columns and values, those of the naive twin (twin.py). The tool is the program in MILLRACE_TOOL.

A case is a table of few different cells, or rows of JSON with few different values. Case N of seed S is case 0 of seed S + N, and a
failure prints this seed. MILLRACE_TEST_SCALE multiplies the number of cases. What a door cannot do has a comment with the reason:
`REJECTED_TOGETHER`, `Case.is_rejected` and `is_inferring`.
"""

import csv
import io
import os
import pathlib
import random
import shlex
import sqlite3
import subprocess
import tempfile
import unittest
from typing import NamedTuple

import millrace
import pyarrow.ipc
import pyarrow.parquet
from random_rows import first_seed
from twin import NOT_FINITE, Instant, check_same, content, parsed, rows_of_cells, table, text_of

TOOL = os.environ.get("MILLRACE_TOOL")
CASES = max(1, round(float(os.environ.get("MILLRACE_TEST_SCALE", "1")) * 20))

# Cells as they are written in a table. A table uses few of them, because a column with all of them is always text. Instants have
# at most six digits of a fraction: an instant of nanoseconds together with a far one does not fit any unit of Arrow.
CELLS = [
    "", '""', "1", "0", "-0", "-7", "007", "+7", "9007199254740992", "9007199254740993", "9223372036854775807", "-9223372036854775808",
    "9223372036854775808", "123456789012345678901234567890", "0.5", "1.50", "-1e-7", "1e3", "1E400", "0.1234567890123456789",
    "true", "false", "TRUE", "NaN", "inf", "-Infinity", "x", "é", "null", '"7"', '"a,b"', '"say ""hi"""', '"two\nlines"',
    "2024-01-02", "2024-01-02T03:04:05Z", "2024-01-02T03:04:05.123456+01:00", "1066-10-14T09:00:00Z", "9999-12-31T23:59:59.5Z",
    '"[1, 2]"', '"[]"', '"[null,""x""]"', '"[9007199254740993,0.5]"', '"{""p"":1}"', '"{""p"":1.5,""q"":[]}"', "{}",
]

# Values as they are written in JSON.
VALUES = [
    "null", "1", "0", "-0", "-7", "9007199254740992", "9007199254740993", "9223372036854775807", "-9223372036854775808",
    "9223372036854775808", "123456789012345678901234567890", "0.5", "1.50", "-1e-7", "1e3", "1e400", "0.1234567890123456789",
    "true", "false", '""', '"x"', '"7"', '"007"', '"true"', '"é"', '"a,b\\n\\"q\\""', '"2024-01-02T03:04:05Z"', "[]", "{}",
]

# More rows than those that columns are inferred from at first, and more than any case has.
LATE, ALL = 2_000, 9_999


class Door(NamedTuple):
    """A way by which rows get into the tool: the files of a case, separated by spaces, and options."""

    name: str
    inputs: str
    options: str = ""
    infer: str = ""
    is_piped: bool = False


# Options that change the way of the rows, and leave the rows as they are.
SAME_ROWS = [
    ("limit", f"--limit {ALL}"), ("offset", "--offset 0"), ("tail", f"--tail {ALL}"), ("sample", f"--sample {ALL} --seed 1"),
    ("condition", "--where 'a is null or a is not null'"), ("all columns", "--columns '*'"), ("bad rows", "--on-bad-row skip"),
    ("inference from one row", "", "1"), ("inference from all rows", "", "all"),
]

TOOL_DOORS = {"csv": [
    Door("table", "rows.csv"),
    Door("pipe", "rows.csv", "--from csv", "all", is_piped=True),
    Door("two tables", "first.csv second.csv"),
    Door("comment", "rows.csv", "--comment '#'"),
    Door("lenient quotes", "rows.csv", "--quotes lenient"),
    *[Door(name, "rows.csv", *options) for name, *options in SAME_ROWS],
], "json": [
    Door("lines", "rows.jsonl"),
    Door("array", "rows.json"),
    Door("nested array", "nested.json", "--at /rows"),
    Door("concatenated", "concatenated.json", "--from concatenated"),
    Door("pipe of lines", "rows.jsonl", "--from jsonl", "all", is_piped=True),
    Door("pipe of an array", "rows.json", "--from json", "all", is_piped=True),
    Door("pipe of concatenated documents", "concatenated.json", "--from concatenated", "all", is_piped=True),
    Door("two files of lines", "first.jsonl second.jsonl"),
    Door("lines and an array", "first.jsonl second.json"),
    *[Door(name, "rows.jsonl", *options) for name, *options in SAME_ROWS],
    *[Door(f"{name} of an array", "rows.json", *options) for name, *options in SAME_ROWS if name != "bad rows"],
]}


class Output(NamedTuple):
    """What the tool writes: a file and options."""

    name: str
    options: str = ""


TABLES = (".arrows", ".arrow", ".parquet")
TABLE_OUTPUTS = [Output("rows.arrows"), Output("rows.arrow"), Output("rows.parquet")]
TEXT_OUTPUTS = [
    Output("rows.jsonl"), Output("rows.json"), Output("rows.csv"), Output("rows.csv", "--flatten ."),
    Output("rows.db"), Output("rows.db", "--long-numbers text"), Output("rows.db", "--long-numbers text --flatten ."),
]

# A database takes either columns or flattened objects.
REJECTED_TOGETHER = {("--columns '*'", Output("rows.db", "--long-numbers text --flatten ."))}

# What a failed conversion gives, in place of rows.
ERROR = "an error"

# The options of `millrace.read_table` and `millrace.convert`, and the files that they read.
PACKAGE_DOORS = {
    "csv": [("rows.csv", {}), ("rows.csv", {"infer_rows": 1}), ("rows.csv", {"infer_rows": 1, "threads": 7, "block_size": 10}),
            ("rows.csv", {"comment": "#"}), ("rows.csv", {"on_bad_row": "skip", "batch_rows": 1}), ("first.csv second.csv", {})],
    "json": [("rows.jsonl", {}), ("rows.jsonl", {"infer_rows": 1}), ("rows.jsonl", {"infer_rows": 1, "threads": 7, "block_size": 10}),
             ("rows.jsonl", {"on_bad_row": "skip", "batch_rows": 1}), ("first.jsonl second.jsonl", {}), ("rows.json", {}),
             ("rows.json", {"infer_rows": 1, "threads": 2}), ("nested.json", {"at": "/rows"})],
}
PACKAGE_OUTPUTS = ["rows.arrow", "rows.parquet", "rows.jsonl", "rows.csv", "rows.db"]


class Case:
    """A random table or random rows of JSON: the files that have them, and what the twin finds in them."""

    def __init__(self, seed):
        self.seed = seed
        self.source = random.Random(seed)
        self.kind = self.source.choice(["csv", "json"])
        make_row = self.row_of_cells() if self.kind == "csv" else self.row_of_json()
        rows = [make_row() for _ in range(self.source.randrange(1, 6))]
        self.is_late = self.source.random() < 0.05
        if self.is_late:
            rows[:1] *= LATE
        cut = self.source.randrange(len(rows) + 1)
        if self.kind == "csv":
            names = list("abc"[:len(rows[0])])
            texts = [[text_of_cell(cell) for cell in row] for row in rows]
            self.files = table_files(names, rows, cut)
            self.rows = rows_of_cells(names, texts)
            self.cells = [dict(zip(names, row)) for row in texts]
        else:
            self.files = json_files(rows, cut)
            self.rows = [parsed(row) for row in rows]
        self.types, self.values = table(self.rows)

    def row_of_cells(self):
        """A function that makes a row of cells."""
        width = self.source.randrange(1, 4)
        # A line without anything is not a row.
        cells = CELLS if width > 1 else [cell for cell in CELLS if cell]
        pools = [self.source.sample(cells, self.source.randrange(1, 4)) for _ in range(width)]
        return lambda: [self.source.choice(pool) for pool in pools]

    def row_of_json(self):
        """A function that makes an object: any of a few keys in any order, of which `a` is always there, because conditions name it."""
        pool = self.source.sample(VALUES, self.source.randrange(1, 4))

        def value(depth=0):
            kind = self.source.random()
            if depth < 2 and kind < 0.1:
                return "[" + ",".join(value(depth + 1) for _ in range(self.source.randrange(3))) + "]"
            if depth < 2 and kind < 0.2:
                return object_of(self.source.sample("pqr", self.source.randrange(3)), depth + 1)
            return self.source.choice(pool)

        def object_of(names, depth=0):
            return "{" + ",".join(f'"{name}":{value(depth)}' for name in names) + "}"

        def row():
            names = ["a", *self.source.sample("bc", self.source.randrange(3))]
            self.source.shuffle(names)
            return object_of(names)

        return row

    def wanted(self, name):
        """What a file of this name has to contain; None if the twin does not know it."""
        if self.is_rejected(name):
            return ERROR
        if name.endswith(TABLES):
            return repr((self.types, self.values))
        if name in ("rows.jsonl", "rows.json"):
            return lines_of(self.rows_in_json())
        if name == "rows.csv" and self.kind == "csv":
            return repr(list(csv.reader(io.StringIO(self.files["rows.csv"], newline=""))))
        return None

    def is_rejected(self, name):
        """Whether rows cannot be written: Parquet has no structures without members."""
        return name.endswith("parquet") and any("struct<>" in kind for kind in self.types.values())

    def rows_in_json(self):
        """The rows as the tool writes them as JSON."""
        if self.kind == "json":
            return self.rows
        columns = {name: cells_in_json([row[name] for row in self.rows], [row[name] for row in self.cells]) for name in self.rows[0]}
        rows = [dict(zip(columns, row)) for row in zip(*columns.values())]
        return [{name: value for name, value in row.items() if value is not None} for row in rows]

    def __str__(self):
        text = self.files["rows.csv" if self.kind == "csv" else "rows.jsonl"]
        return f"MILLRACE_TEST_SEED={self.seed}\n{text if len(text) < 5_000 else text[:200] + ' … ' + text[-400:]}"


def text_of_cell(written):
    """The text of a cell; None is an empty one without quotes."""
    return written[1:-1].replace('""', '"') if written.startswith('"') else written or None


def table_files(names, rows, cut):
    """The files that have rows of cells, in one piece and in two."""
    def text(rows):
        return "".join(",".join(row) + "\n" for row in [names, *rows])

    return {"rows.csv": text(rows), "first.csv": text(rows[:cut]), "second.csv": text(rows[cut:])}


def json_files(rows, cut):
    """The files that have rows of JSON, in one piece and in two."""
    def lines(rows):
        return "".join(row + "\n" for row in rows)

    def array(rows):
        return "[" + ",".join(rows) + "]"

    return {
        "rows.jsonl": lines(rows), "first.jsonl": lines(rows[:cut]), "second.jsonl": lines(rows[cut:]),
        "rows.json": array(rows), "second.json": array(rows[cut:]),
        "nested.json": f'{{"before":[{{"a":"z"}}],"rows":{array(rows)},"after":null}}',
        "concatenated.json": " ".join(rows),
    }


def cells_in_json(values, texts):
    """The cells of a column as the tool writes them as JSON. They are values of a table with two exceptions: instants and numbers that are
    not finite keep their column text, and a column of arrays and objects, which is text in a table, keeps them."""
    known = [text for text in texts if text is not None]
    if known and all(text.startswith(("[", "{")) for text in known):
        return [text if text is None else parsed(text) for text in texts]
    if any(isinstance(value, Instant) for value in values) or any(NOT_FINITE.fullmatch(text) for text in known):
        return texts
    return values


def lines_of(rows):
    return "\n".join(map(text_of, rows))


def arrow_content(found):
    """The types and values of a table of pyarrow, as text, because NaN is not equal to itself, and True equals 1."""
    types, rows = content(found)
    return repr(({name: kind.replace("<element: ", "<item: ") for name, kind in types.items()}, rows))


def written(path):
    """What is in a file that was written: types and values, rows of JSON, cells, or the statements that make a database."""
    kind = path.suffix
    if kind == ".arrows":
        return arrow_content(pyarrow.ipc.open_stream(path.read_bytes()).read_all())
    if kind == ".arrow":
        return arrow_content(pyarrow.ipc.open_file(path.read_bytes()).read_all())
    if kind == ".parquet":
        return arrow_content(pyarrow.parquet.read_table(path))
    if kind == ".db":
        database = sqlite3.connect(path)
        try:
            return "\n".join(database.iterdump())
        finally:
            database.close()
    text = path.read_text(encoding="utf-8")
    if kind == ".csv":
        return repr(list(csv.reader(io.StringIO(text, newline=""))))
    return lines_of(parsed(text) if kind == ".json" else [parsed(line) for line in text.splitlines()])


def is_inferring(case, door, output):
    """Whether a door takes `--infer` before an output."""
    if output.name.endswith(TABLES):
        return door.infer != ""
    if case.kind == "json":
        # Rows of JSON become JSON or rows of a database without columns, so the option is rejected.
        return door.infer != "" and output.name.endswith(".csv")
    # The kind of a cell that becomes text is that of the first rows as long as later cells fit: `1` fits a column of arrays.
    return door.infer == "all"


def depends_on_first_rows(case, door, output):
    """Whether an output may have only the columns of the first rows. A pipe cannot be read again for a database. A later key of JSON that is
    always null is a column only if the rows are converted in chunks."""
    has_nulls = case.kind == "json" and any("null" in kind for kind in case.types.values())
    if has_nulls and (case.is_late or door.infer == "1"):
        return True
    return case.is_late and door.is_piped and output.name.endswith(".db")


def arguments(case, door, output):
    """The options of the tool for a door and an output."""
    words = shlex.split(f"{door.options} {output.options}") + ["--threads", case.source.choice("127")]
    if is_inferring(case, door, output):
        words += ["--infer", door.infer]
    return words


@unittest.skipUnless(TOOL, "MILLRACE_TOOL does not name the tool")
class RandomDoorTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_the_tool_finds_the_same_columns_and_values_by_all_doors(self):
        for case in self.cases():
            for output in case.source.choice(TABLE_OUTPUTS), case.source.choice(TEXT_OUTPUTS):
                wanted = case.wanted(output.name)
                for door in TOOL_DOORS[case.kind]:
                    if (door.options, output) in REJECTED_TOGETHER or depends_on_first_rows(case, door, output):
                        continue
                    found, messages = self.by_tool(case, door, output)
                    # The first door decides what the twin does not know.
                    wanted = wanted or found
                    self.check(case, f"tool: {door.name}, to {output.name} {output.options}", found, wanted, messages)

    def test_the_package_finds_the_same_columns_and_values_by_all_doors(self):
        for case in self.cases():
            for names, options in PACKAGE_DOORS[case.kind]:
                found, messages = self.by_package(lambda: arrow_content(millrace.read_table(self.paths(names), **options)))
                self.check(case, f"package: {names}, {options}", found, case.wanted("rows.arrow"), messages)

    def test_the_package_writes_the_same_by_all_doors(self):
        for case in self.cases():
            output = case.source.choice(PACKAGE_OUTPUTS)
            names, _ = PACKAGE_DOORS[case.kind][0]
            rows = millrace.read_table(self.paths(names))
            wanted = case.wanted(output) if output.endswith(TABLES) else self.written_by_package(millrace.write, rows, output)[0]
            for names, options in PACKAGE_DOORS[case.kind]:
                found, messages = self.written_by_package(millrace.convert, self.paths(names), output, **options)
                self.check(case, f"package: {names}, {options}, to {output}", found, wanted, messages)

    def cases(self):
        """The cases, each with its files in the folder."""
        first = first_seed("random doors")
        for seed in range(first, first + CASES):
            case = Case(seed)
            for name, text in case.files.items():
                (self.folder / name).write_bytes(text.encode())
            yield case

    def paths(self, names):
        return [str(self.folder / name) for name in names.split()]

    def new_file(self, name):
        """The path of a file that does not exist yet."""
        path = self.folder / "written" / name
        path.parent.mkdir(exist_ok=True)
        path.unlink(missing_ok=True)
        return path

    def by_tool(self, case, door, output):
        """What the tool writes, and its messages."""
        path = self.new_file(output.name)
        target = f"{path}#t" if path.suffix == ".db" else path
        inputs = ["-"] if door.is_piped else self.paths(door.inputs)
        piped = case.files[door.inputs].encode() if door.is_piped else None
        process = subprocess.run([TOOL, "convert", *inputs, "-o", target, *arguments(case, door, output)], input=piped, capture_output=True)
        return (written(path) if process.returncode == 0 else ERROR), process.stderr.decode()

    def by_package(self, call):
        """The value of a call, and the message of its error."""
        try:
            return call(), ""
        except millrace.MillraceError as error:
            return ERROR, str(error)

    def written_by_package(self, write, source, name, **options):
        """What a function of the package writes, and the message of its error."""
        path = self.new_file(name)
        if path.suffix == ".db":
            options["table"] = "t"

        def call():
            write(source, str(path), **options)
            return written(path)

        return self.by_package(call)

    def check(self, case, door, found, wanted, messages):
        with self.subTest(seed=case.seed, door=door):
            check_same(self, found, wanted, f"{case}\n{messages}")


if __name__ == "__main__":
    unittest.main()
