"""The same files through the tool and through the package, which have to find the same columns and values.

What they have to find is computed by a naive twin (twin.py). The tool is the program in MILLRACE_TOOL.
"""

import csv
import io
import os
import pathlib
import sqlite3
import subprocess
import tempfile
import unittest
from datetime import date
from decimal import Decimal

import millrace
import pyarrow
import pyarrow.ipc
from door_files import FILES
from twin import check_same, content, expected

TOOL = os.environ.get("MILLRACE_TOOL")
THREADS = (1, 2, 7)

# What both doors reject.
REJECTED = {
    "number.jsonl": "1\n", "array.jsonl": "[1]\n", "twice.jsonl": '{"a":1,"a":2}\n', "quote.csv": 'a\n"x\n', "cut.jsonl": '{"a":1}\n{"a":\n',
    "short.csv": "a,b\n1,2\n3\n", "long.csv": "a,b\n1,2\n3,4,5\n", "long by a blank.csv": "a,b\n1,2,\n",
    "late short.csv": "a,b\n" + "1,2\n" * 12_000 + "3\n",
}


@unittest.skipUnless(TOOL, "MILLRACE_TOOL does not name the tool")
class DoorTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def file(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        return path

    def by_tool(self, path, threads, *options):
        output = os.path.join(self.folder, "out.arrow")
        subprocess.run([TOOL, "convert", path, output, "--threads", str(threads), *options], check=True, capture_output=True)
        with pyarrow.ipc.open_file(output) as file:
            found = file.read_all()
        os.unlink(output)
        return found

    def test_the_tool_and_the_package_find_the_same_columns_and_values(self):
        self.assertGreaterEqual(len(FILES), 60)
        for name, text in FILES.items():
            path = self.file(name, text)
            wanted = expected(name, text)
            for threads in THREADS:
                # As text, because NaN is not equal to itself, and True equals 1.
                with self.subTest(name, door="tool", threads=threads):
                    check_same(self, repr(content(self.by_tool(path, threads))), repr(wanted))
                with self.subTest(name, door="package", threads=threads):
                    check_same(self, repr(content(millrace.read_table(path, threads=threads))), repr(wanted))

    def test_text_in_utf_16(self):
        for name, text in (("words.csv", "a,b\n1,ü\n2,😀\n"), ("words.jsonl", '{"a":1,"b":"ü"}\n{"a":2,"b":"😀"}\n')):
            wanted = expected(name, text)
            path = os.path.join(self.folder, name)
            for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
                pathlib.Path(path).write_bytes(text.encode(encoding))
                with self.subTest(name, encoding=encoding):
                    self.assertEqual(content(self.by_tool(path, 1)), wanted)
                    self.assertEqual(content(millrace.read_table(path)), wanted)
                with self.assertRaisesRegex(Exception, "UTF-16 cannot be read from the middle"):
                    millrace.read_table(path, schema="a: int64", begin=0, end=4)

    def test_both_doors_reject_the_same_files(self):
        for name, text in REJECTED.items():
            path = self.file(name, text)
            for threads in THREADS:
                with self.subTest(name, threads=threads):
                    with self.assertRaises(subprocess.CalledProcessError):
                        self.by_tool(path, threads)
                    with self.assertRaises(millrace.MillraceError):
                        millrace.read_table(path, threads=threads)

    def test_ragged_rows(self):
        text = "a,b,c\n1,2,3\n4\n5,,\n6,x\n7,8,9,\n"
        path = self.file("ragged.csv", text)
        names, *rows = csv.reader(io.StringIO(text))
        padded = "\n".join(",".join((row + [""] * 3)[:3]) for row in [names, *rows]) + "\n"
        wanted = expected("padded.csv", padded)
        self.assertEqual(content(self.by_tool(path, 1, "--ragged")), wanted)
        for threads in THREADS:
            self.assertEqual(content(millrace.read_table(path, ragged=True, threads=threads)), wanted)
        with self.assertRaisesRegex(millrace.MillraceError, r"line 3\b.*row has 1 cell, but the table has 3 columns; .*'ragged'"):
            millrace.read_table(path)
        with self.assertRaisesRegex(millrace.MillraceError, "'ragged'.* require the format csv"):
            millrace.read_table(b"{}", ragged=True)
        skipped = expected("skipped.csv", "a,b,c\n1,2,3\n5,,\n")
        self.assertEqual(content(self.by_tool(path, 1, "--on-bad-row", "skip")), skipped)
        self.assertEqual(content(millrace.read_table(path, on_bad_row="skip")), skipped)

    def test_a_later_row_that_does_not_fit_is_not_bad(self):
        for late in ("x", "0.5", "NaN", '"{""a"":""y""}"', '"[1]"', "true"):
            for first in ('"{""a"":1}"', '"[1,2]"', "true", "7", "2024-01-02T03:04:05Z"):
                path = self.file("late.csv", f"n,v\n1,{first}\n2,{late}\n3,4,5\n")
                # Not compared as numbers, because NaN differs from itself.
                wanted = repr(content(self.by_tool(path, 1, "--on-bad-row", "skip", "--infer", "1")))
                for threads in THREADS:
                    with self.subTest(first=first, late=late, threads=threads):
                        found = millrace.read_table(path, infer_rows=1, on_bad_row="skip", threads=threads)
                        self.assertEqual(repr(content(found)), wanted)

    def written_by_tool(self, inputs, name, *options):
        """The text that the tool writes to a new file of this name."""
        path = os.path.join(self.folder, name)
        subprocess.run([TOOL, "convert", *inputs, "-o", path, *options], check=True, capture_output=True)
        return pathlib.Path(path).read_text(encoding="utf-8")

    def test_rows_that_are_kept_until_the_end(self):
        path = self.file("rows.csv", "a,b\n" + "".join(f"{row},x\n" for row in range(1_000)))
        whole = self.written_by_tool([path], "whole.jsonl")
        for option in ("--tail", "--sample"):
            check_same(self, self.written_by_tool([path], "kept.jsonl", option, "9999"), whole)
        self.assertEqual(self.written_by_tool([path], "last.jsonl", "--tail", "64").splitlines(), whole.splitlines()[-64:])

    def test_two_members_that_get_one_name(self):
        for name, text in (("rows.jsonl", '{"a":1,"b":2}\n'), ("rows.json", '[{"a":1,"b":2}]')):
            path = self.file(name, text)
            for output in ("out.jsonl", "out.csv", "out.arrow"):
                command = [TOOL, "convert", path, os.path.join(self.folder, output), "--rename", "a=b"]
                process = subprocess.run(command, capture_output=True, text=True)
                with self.subTest(name, output=output):
                    self.assertEqual(process.returncode, 1, process.stderr)
                    self.assertRegex(process.stderr, "'b'")

    def test_a_later_scalar_in_a_column_of_json_is_text(self):
        for late in ("null", "7", "true", '"""x"""', "x"):
            path = self.file("late.csv", "a,b\n" + '"[1, {}]",1\n' * 1_100 + f"{late},2\n")
            for name in ("late.jsonl", "late.csv"):
                with self.subTest(late=late, output=name):
                    found, wanted = (self.written_by_tool([path], "to-" + name, *options) for options in ((), ("--infer", "all")))
                    check_same(self, found, wanted)
            wanted = expected("late.csv", pathlib.Path(path).read_text(encoding="utf-8"))
            check_same(self, repr(content(self.by_tool(path, 2))), repr(wanted))
            check_same(self, repr(content(millrace.read_table(path, infer_rows=1))), repr(wanted))

    def test_tables_in_one_database_have_one_kind_for_a_column(self):
        for cells in (("1e3", "x"), ("7", "007"), ("x", "1"), ("true", "1"), ("0.1234567890123456789", "9999-12-31T23:59:59.5Z")):
            paths = [self.file(f"{index}.csv", f"a\n{cell}\n") for index, cell in enumerate(cells)]
            paths.append(self.file("both.csv", "a\n" + "\n".join(cells) + "\n"))
            databases = [os.path.join(self.folder, f"{name}.db") for name in ("several", "one")]
            for database, inputs in zip(databases, (paths[:2], paths[2:])):
                pathlib.Path(database).unlink(missing_ok=True)
                subprocess.run([TOOL, "convert", *inputs, "-o", database + "#t"], check=True, capture_output=True)
            with self.subTest(cells=cells):
                self.assertEqual(*(list(sqlite3.connect(database).iterdump()) for database in databases))

    def test_tables_of_arrow_are_written_as_the_same_text(self):
        tables = {
            "scalars": pyarrow.table({"i": [1, None], "f": [0.1, 1e300], "s": ["x", 'q"'], "b": [True, False]}),
            "nested": pyarrow.table({"l": [[1, 2], []], "o": [{"x": 1, "y": "z"}, {"x": 2, "y": "w"}]}),
            "narrow": pyarrow.table({"a": pyarrow.array([1, -2], pyarrow.int8()), "b": pyarrow.array([1, 2], pyarrow.uint64())}),
            "empty": pyarrow.table({"a": pyarrow.array([], pyarrow.int64())}),
            "dates": pyarrow.table({"d": pyarrow.array([date(2024, 2, 29), None], pyarrow.date32()),
                                    "m": pyarrow.array([date(1969, 12, 31), date(9999, 12, 31)], pyarrow.date64())}),
            "times": pyarrow.table({f"{unit} {zone}": pyarrow.array([1_700_000_000, None, -1], pyarrow.timestamp(unit, zone))
                                    for unit in ("s", "ms", "us", "ns") for zone in (None, "UTC", "+02:00")}),
            "clocks": pyarrow.table({"t": pyarrow.array([3_723_000_500], pyarrow.time64("us")),
                                     "d": pyarrow.array([-90_500], pyarrow.duration("ms"))}),
            "decimals": pyarrow.table({"p": pyarrow.array([Decimal("12.50"), Decimal("-0.01"), None], pyarrow.decimal128(38, 2)),
                                       "q": pyarrow.array([Decimal("1" * 38)] * 3, pyarrow.decimal128(38, 0))}),
            "precisions": pyarrow.table({"f": pyarrow.array([0.1, 1e30, None, float("nan")], pyarrow.float32()),
                                         "h": pyarrow.array([0.1, 65504, None, float("inf")], pyarrow.float32()).cast(pyarrow.float16()),
                                         "d": [0.1, 1e300, None, -0.0]}),
            "unsigned": pyarrow.table({"u": pyarrow.chunked_array([[1, 2], [2**64 - 1, None]], pyarrow.uint64())}),
            "maps": pyarrow.table({"m": pyarrow.array([[("a", 0.1), ('q"', None)], None, []], pyarrow.map_("string", "float")),
                                   "n": pyarrow.array([[(1, "a")], None, []], pyarrow.map_("int8", "string"))}),
            "categories": pyarrow.table({"c": pyarrow.array(["a", None, "b"]).dictionary_encode()}),
            "binary": pyarrow.table({"b": [b"\x00\xff", None], "l": [[b"a"], []]}),
            "slices": pyarrow.table({"l": [[index] * (index % 3) for index in range(70_000)]}).slice(5, 69_000),
        }
        for name, rows in tables.items():
            path = os.path.join(self.folder, f"{name}.arrow")
            with pyarrow.ipc.new_file(path, rows.schema) as file:
                file.write_table(rows)
            for extension in ("jsonl", "csv", "json"):
                with self.subTest(name, extension=extension):
                    outputs = [os.path.join(self.folder, f"{door}.{extension}") for door in ("tool", "package")]
                    subprocess.run([TOOL, "convert", path, outputs[0]], check=True, capture_output=True)
                    millrace.write(rows, outputs[1])
                    tool, package = (pathlib.Path(output).read_bytes() for output in outputs)
                    self.assertEqual(tool, package)
            if name == "empty":
                continue
            with self.subTest(name, extension="db"):
                databases = [os.path.join(self.folder, f"{door}-{name}.db") for door in ("tool", "package")]
                subprocess.run([TOOL, "convert", path, databases[0] + "#t", "--long-numbers", "text"], check=True, capture_output=True)
                millrace.write(rows, databases[1], table="t")
                tool, package = (list(sqlite3.connect(database).iterdump()) for database in databases)
                self.assertEqual(tool, package)


if __name__ == "__main__":
    unittest.main()
