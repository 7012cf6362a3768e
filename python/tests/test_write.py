"""Files that other libraries read."""

import csv
import json
import os
import sqlite3
import tempfile
import unittest
from datetime import date, datetime, time, timezone
from decimal import Decimal

import duckdb
import millrace
import polars
import pyarrow
import pyarrow.parquet

TABLE = pyarrow.table({
    "i": pyarrow.array([1, None, -(1 << 63)], pyarrow.int64()), "u": pyarrow.array([0, 255, None], pyarrow.uint8()),
    "f": pyarrow.array([0.5, None, 1e300]), "g": pyarrow.array([0.5, None, 1.5], pyarrow.float32()),
    "s": ["a\"b", None, "é\n"], "b": [True, False, None], "l": [[1, None], None, []],
    "t": [{"x": 1, "y": [{"z": "q"}]}, None, {"x": None, "y": None}],
    "m": pyarrow.array([[("k", 1)], None, []], pyarrow.map_(pyarrow.string(), pyarrow.int64())),
    "d": pyarrow.array([Decimal("1.25"), None, Decimal("-0.01")], pyarrow.decimal128(9, 2)),
    "day": pyarrow.array([date(2026, 11, 22), None, date(1969, 12, 31)]),
    "at": pyarrow.array([datetime(2026, 11, 22, 1, 2, 3, 500000, timezone.utc), None, datetime(1960, 1, 1, tzinfo=timezone.utc)],
                        pyarrow.timestamp("us", "UTC")),
})
EXPECTED = [
    {"i": 1, "u": 0, "f": 0.5, "g": 0.5, "s": "a\"b", "b": True, "l": [1, None], "t": {"x": 1, "y": [{"z": "q"}]}, "m": {"k": 1},
     "d": 1.25, "day": "2026-11-22", "at": "2026-11-22T01:02:03.500Z"},
    {"u": 255, "b": False},
    {"i": -(1 << 63), "f": 1e300, "g": 1.5, "s": "é\n", "l": [], "t": {}, "m": {}, "d": -0.01, "day": "1969-12-31",
     "at": "1960-01-01T00:00:00Z"},
]


class WritingTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def test_lines_and_documents(self):
        self.assertEqual(millrace.write(TABLE, self.path("a.jsonl")), 3)
        with open(self.path("a.jsonl"), encoding="utf-8") as file:
            self.assertEqual([json.loads(line) for line in file], EXPECTED)
        self.assertEqual(millrace.write(TABLE, self.path("a.json")), 3)
        with open(self.path("a.json"), encoding="utf-8") as file:
            self.assertEqual(json.load(file), EXPECTED)

    def test_links_devices_and_permissions(self):
        table = pyarrow.table({"a": [1]})
        for name, target in (("link.csv", "there.csv"), ("new.csv", "missing.csv")):
            os.symlink(target, self.path(name))
        with open(self.path("there.csv"), "w", encoding="utf-8") as file:
            file.write("old\n")
        os.chmod(self.path("there.csv"), 0o600)
        for name, target in (("link.csv", "there.csv"), ("new.csv", "missing.csv")):
            millrace.write(table, self.path(name))
            self.assertTrue(os.path.islink(self.path(name)))
            with open(self.path(target), encoding="utf-8") as file:
                self.assertEqual(file.read(), "a\n1\n")
        self.assertEqual(os.stat(self.path("there.csv")).st_mode & 0o777, 0o600)
        os.mkfifo(self.path("pipe"))
        reader = os.open(self.path("pipe"), os.O_RDONLY | os.O_NONBLOCK)
        millrace.write(table, self.path("pipe"), format="csv")
        self.assertEqual(os.read(reader, 100), b"a\n1\n")
        os.close(reader)
        # By a link, so that the device is not replaced if this fails.
        os.symlink("/dev/full", self.path("full.csv"))
        with self.assertRaises(OSError):
            millrace.write(table, self.path("full.csv"))

    def test_rejected_writes_name_what_is_wrong(self):
        twice = pyarrow.table([pyarrow.array([1]), pyarrow.array([2])], names=["b", "b"])
        for name, options in (("a.jsonl", {}), ("a.csv", {}), ("a.parquet", {}), ("a.db", {"table": "t"})):
            with self.assertRaisesRegex(millrace.MillraceError, "duplicate column 'b'"):
                millrace.write(twice, self.path(name), **options)
        with self.assertRaisesRegex(millrace.MillraceError, "the format sqlite requires 'table'"):
            millrace.write(TABLE, self.path("a.db"))
        with self.assertRaisesRegex(ValueError, "a.xlsx: unknown file extension"):
            millrace.write(TABLE, self.path("a.xlsx"))
        # SQLite compares names without case.
        cases = pyarrow.table([pyarrow.array([1]), pyarrow.array([2])], names=["b", "B"])
        with self.assertRaisesRegex(millrace.MillraceError, "duplicate column name"):
            millrace.write(cases, self.path("a.db"), table="t")
        self.assertEqual(os.listdir(self.folder), [])

    def test_slices(self):
        table = pyarrow.concat_tables([TABLE] * 5)
        for start, count in ((0, 4), (1, 3), (2, 11), (14, 1)):
            millrace.write(table.combine_chunks().slice(start, count), self.path("a.jsonl"))
            with open(self.path("a.jsonl"), encoding="utf-8") as file:
                self.assertEqual([json.loads(line) for line in file], (EXPECTED * 5)[start:start + count])

    def test_what_was_written_is_read_again(self):
        millrace.write(TABLE, self.path("a.jsonl"))
        found = millrace.read_table(self.path("a.jsonl"), schema=TABLE.schema)
        # A missing member of a structure is null; one of the rows has an empty structure.
        self.assertEqual(found.to_pylist(), TABLE.to_pylist())

    def test_frames(self):
        frame = polars.DataFrame({"a": [1, 2], "b": ["short", "longer than a view holds"]})
        relation = duckdb.sql("SELECT 1 AS a, 'short' AS b UNION ALL SELECT 2, 'longer than a view holds'").order("a")
        for data in (frame, frame.to_pandas(), relation):
            self.assertEqual(millrace.write(data, self.path("a.csv")), 2)
            with open(self.path("a.csv"), newline="", encoding="utf-8") as file:
                self.assertEqual(list(csv.reader(file)), [["a", "b"], ["1", "short"], ["2", "longer than a view holds"]])

    def test_databases(self):
        millrace.write(TABLE.select(["i", "s", "f"]), self.path("a.db"), table="rows")
        with sqlite3.connect(self.path("a.db")) as database:
            self.assertEqual(database.execute("SELECT i, s, f FROM rows").fetchall(),
                             [(1, "a\"b", 0.5), (None, None, None), (-(1 << 63), "é\n", 1e300)])
        database.close()
        with self.assertRaisesRegex(millrace.MillraceError, "rows"):
            millrace.write(TABLE.select(["i"]), self.path("a.db"), table="rows")

    def test_dictionaries_are_written_as_their_values(self):
        texts = ["x", None, "y", "x"]
        for indices in (pyarrow.int8(), pyarrow.uint8(), pyarrow.int16(), pyarrow.uint16(), pyarrow.int32(), pyarrow.uint32(),
                        pyarrow.int64(), pyarrow.uint64()):
            column = pyarrow.array(texts).cast(pyarrow.dictionary(indices, pyarrow.string()))
            millrace.write(pyarrow.table({"a": column, "n": [1, 2, 3, 4]}).slice(1), self.path("a.csv"))
            with open(self.path("a.csv"), newline="", encoding="utf-8") as file:
                self.assertEqual(list(csv.reader(file)), [["a", "n"], ["", "2"], ["y", "3"], ["x", "4"]])
        frame = polars.DataFrame({"a": texts}, schema={"a": polars.Categorical})
        numbers = pyarrow.array([1.5, None, 1.5]).dictionary_encode()
        for data, expected in ((frame, texts), (frame.to_pandas(), texts), (pyarrow.table({"a": numbers}), [1.5, None, 1.5])):
            millrace.write(data, self.path("a.jsonl"))
            with open(self.path("a.jsonl"), encoding="utf-8") as file:
                self.assertEqual([json.loads(line).get("a") for line in file], expected)

    def test_times_of_day(self):
        times = [time(1, 2, 3), None, time(0), time(23, 59, 59)]
        for kind in (pyarrow.time32("s"), pyarrow.time32("ms"), pyarrow.time64("us"), pyarrow.time64("ns")):
            millrace.write(pyarrow.table({"a": pyarrow.array(times, kind)}), self.path("a.jsonl"))
            with open(self.path("a.jsonl"), encoding="utf-8") as file:
                found = [json.loads(line).get("a") for line in file]
            self.assertEqual([None if text is None else time.fromisoformat(text) for text in found], times)
        millrace.write(pyarrow.table({"a": [time(1, 2, 3, 250000)]}), self.path("a.csv"))
        with open(self.path("a.csv")) as file:
            self.assertEqual(file.read().split(), ["a", "01:02:03.25"])

    def test_numbers_that_are_not_finite(self):
        for kind in (pyarrow.float64(), pyarrow.float32()):
            table = pyarrow.table({"n": [1, 2, 3], "a": pyarrow.array([1.5, float("nan"), None], kind)})
            millrace.write(table, self.path("a.jsonl"))
            with open(self.path("a.jsonl"), encoding="utf-8") as file:
                self.assertEqual([json.loads(line) for line in file], [{"n": 1, "a": 1.5}, {"n": 2, "a": None}, {"n": 3}])
            table = pyarrow.table({"a": pyarrow.array([float("nan"), float("inf"), float("-inf")], kind)})
            millrace.write(table, self.path("a.csv"))
            with open(self.path("a.csv"), newline="") as file:
                self.assertEqual([repr(float(row["a"])) for row in csv.DictReader(file)], ["nan", "inf", "-inf"])
            millrace.write(table, self.path("b.jsonl"))
            with open(self.path("b.jsonl"), encoding="utf-8") as file:
                self.assertEqual([json.loads(line) for line in file], [{"a": None}] * 3)

    def test_files_that_only_pyarrow_reads_are_named(self):
        with self.assertRaisesRegex(ValueError, "x.arrow: only JSON, CSV and Parquet can be read.*pyarrow"):
            millrace.convert(self.path("x.arrow"), self.path("a.csv"))

    def test_conversion(self):
        with open(self.path("a.csv"), "w") as file:
            file.write("a,b\n1,x\n2,y\n")
        self.assertEqual(millrace.convert(self.path("a.csv"), self.path("a.jsonl")), 2)
        self.assertEqual(millrace.convert(self.path("a.jsonl"), self.path("a.parquet")), 2)
        self.assertEqual(pyarrow.parquet.read_table(self.path("a.parquet")).to_pylist(), [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}])

    def test_a_failed_write_leaves_the_old_file_and_nothing_else(self):
        with open(self.path("a.jsonl"), "w") as file:
            file.write("old")
        rows = millrace.scan(b'{"a":1}\n' * 10 + b'{"a":"x"}\n', schema="a: int64", batch_rows=2)
        with self.assertRaisesRegex(millrace.MillraceError, "line 11"):
            millrace.write(rows, self.path("a.jsonl"))
        with self.assertRaisesRegex(millrace.MillraceError, "/a: invalid RFC 3339 date and time"):
            late = pyarrow.array([253402300800], pyarrow.timestamp("s"))
            millrace.write(pyarrow.table({"a": late}), self.path("a.jsonl"))
        with open(self.path("a.jsonl")) as file:
            self.assertEqual(file.read(), "old")
        self.assertEqual(os.listdir(self.folder), ["a.jsonl"])
        with self.assertRaises(FileNotFoundError):
            millrace.write(TABLE, self.path("no-folder/a.jsonl"))


if __name__ == "__main__":
    unittest.main()
