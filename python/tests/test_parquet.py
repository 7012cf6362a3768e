"""Parquet files, compared with what pyarrow writes and reads."""

import os
import random
import subprocess
import sys
import tempfile
import unittest
from datetime import date, datetime, time, timezone
from decimal import Decimal

import duckdb
import millrace
import polars
import pyarrow
import pyarrow.parquet

INTEGERS = {f"{name}{bits}": pyarrow.array([0, None, (1 << (bits - sign)) - 1], getattr(pyarrow, f"{name}{bits}")())
            for bits in (8, 16, 32, 64) for name, sign in (("int", 1), ("uint", 0))}
TABLE = pyarrow.table({
    **INTEGERS, "least": pyarrow.array([-(1 << 63), None, -1], pyarrow.int64()),
    "f": [0.5, None, float("inf")], "g": pyarrow.array([0.1, None, -1.5], pyarrow.float32()), "b": [True, None, False],
    "s": ["", None, "é\n"], "x": [b"\0\xff", None, b""], "fixed": pyarrow.array([b"abc", None, b"\0\0\0"], pyarrow.binary(3)),
    "n": pyarrow.nulls(3),
    "price": pyarrow.array([Decimal("1.25"), None, Decimal("-0.01")], pyarrow.decimal128(9, 2)),
    "long": pyarrow.array([Decimal("1" * 30 + ".25"), None, Decimal("-0.01")], pyarrow.decimal128(38, 2)),
    "day": [date(2026, 11, 22), None, date(1582, 10, 15)],
    "ms": pyarrow.array([time(1, 2, 3, 4000), None, time(23, 59, 59)], pyarrow.time32("ms")),
    "us": pyarrow.array([time(1, 2, 3, 4), None, time(0)], pyarrow.time64("us")),
    "at": pyarrow.array([datetime(2026, 1, 2, 3, 4, 5, 6, timezone.utc), None, datetime(1, 1, 1, tzinfo=timezone.utc)],
                        pyarrow.timestamp("us", "UTC")),
    "local": pyarrow.array([datetime(2026, 1, 2, 3, 4, 5), None, datetime(1960, 1, 1)], pyarrow.timestamp("ns")),
    "l": [[1, None], None, []], "ll": [[["a"], None, []], [], None],
    "t": [{"x": 1, "y": [{"z": "q"}]}, None, {"x": None, "y": None}],
    "m": pyarrow.array([[("k", 1), ("l", None)], None, []], pyarrow.map_(pyarrow.string(), pyarrow.int64())),
})


# What is only written, and read by pyarrow.
WRITTEN = TABLE.append_column("span", pyarrow.array([1, None, -1], pyarrow.duration("us"))).append_column(
    "half", pyarrow.array([0.5, None, float("-inf")], pyarrow.float32()).cast(pyarrow.float16())).append_column(
    "big", TABLE["s"].cast(pyarrow.large_string())).append_column(
    "tags", pyarrow.array([["a"], None, []], pyarrow.large_list(pyarrow.large_binary())))


class ParquetTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def check(self, found, expected):
        self.assertEqual(found.column_names, expected.column_names)
        for name in expected.column_names:
            with self.subTest(column=name):
                self.assertEqual(found.schema.field(name).type, expected.schema.field(name).type)
                self.assertEqual(found[name].to_pylist(), expected[name].to_pylist())

    def test_files_of_pyarrow_are_read_with_their_types(self):
        table = pyarrow.concat_tables([TABLE] * 1000).combine_chunks()
        for version in ("1.0", "2.0"):
            for compression in ("snappy", "zstd", "none"):
                pyarrow.parquet.write_table(
                    table, self.path("a.parquet"), row_group_size=700, data_page_version=version, compression=compression)
                self.check(millrace.read_table(self.path("a.parquet"), batch_rows=999), table)

    def test_selected_columns(self):
        pyarrow.parquet.write_table(TABLE.append_column("wide", pyarrow.array([Decimal(1)] * 3, pyarrow.decimal256(60, 0))),
                                    self.path("a.parquet"))
        found = millrace.read_table(self.path("a.parquet"), columns=["s", "t.x", "int8"])
        self.assertEqual(found.to_pydict(), {
            "s": ["", None, "é\n"], "t": [{"x": 1}, None, {"x": None}], "int8": [0, None, 127]})
        self.assertEqual(millrace.scan(self.path("a.parquet"), columns=["s", "day"]).lazy().select("day").collect().height, 3)
        with self.assertRaisesRegex(millrace.MillraceError, "a.parquet: unknown column 'nope'"):
            millrace.read_table(self.path("a.parquet"), columns=["nope"])
        with self.assertRaisesRegex(millrace.MillraceError, "a.parquet: .*wide.*decimal256"):
            millrace.read_table(self.path("a.parquet"))

    def test_several_files_and_bytes(self):
        for name, values in (("a", [1, 2]), ("b", [3])):
            pyarrow.parquet.write_table(pyarrow.table({"n": values}), self.path(f"{name}.parquet"))
        self.assertEqual(millrace.read_table(self.path("*.parquet"))["n"].to_pylist(), [1, 2, 3])
        self.assertEqual(millrace.infer_schema(self.path("a.parquet")), pyarrow.schema({"n": pyarrow.int64()}))
        with open(self.path("a.parquet"), "rb") as file:
            self.assertEqual(millrace.read_table(file.read(), format="parquet")["n"].to_pylist(), [1, 2])
        pyarrow.parquet.write_table(pyarrow.table({"n": ["x"]}), self.path("c.parquet"))
        with self.assertRaisesRegex(millrace.MillraceError, "c.parquet: the column 'n' is string, but int64 in the first file"):
            millrace.read_table(self.path("*.parquet"))

    def test_conversion_without_pyarrow(self):
        pyarrow.parquet.write_table(pyarrow.table({"a": [1] * 12_000, "b": ["x"] * 12_000}), self.path("a.parquet"))
        program = """if True:
            import sys
            sys.modules["pyarrow"] = None
            import millrace
            print(millrace.convert("a.parquet", "b.csv"), millrace.convert("a.parquet", "c.jsonl", columns=["b"]))
            """
        path = os.path.dirname(os.path.dirname(millrace.__file__))
        found = subprocess.run([sys.executable, "-c", program], cwd=self.folder, env={**os.environ, "PYTHONPATH": path},
                               check=True, capture_output=True, text=True)
        self.assertEqual(found.stdout.split(), ["12000"] * 2)
        with open(self.path("b.csv"), newline=None) as rows:
            self.assertEqual(rows.read(), "a,b\n" + "1,x\n" * 12_000)
        with open(self.path("c.jsonl")) as rows:
            self.assertEqual(rows.read(), '{"b":"x"}\n' * 12_000)

    def test_written_files_are_read_by_pyarrow_with_their_types(self):
        table = pyarrow.concat_tables([WRITTEN] * 1000).combine_chunks()
        for start, count in ((0, 3000), (0, 0), (1, 1), (8, 2001), (13, 998), (2999, 1)):
            part = table.slice(start, count)
            self.assertEqual(millrace.write(part, self.path("a.parquet")), count)
            self.check(pyarrow.parquet.read_table(self.path("a.parquet")), part)
            self.assertEqual(millrace.write(part, self.path("a.arrow")), count)
            with pyarrow.ipc.open_file(self.path("a.arrow")) as file:
                self.check(file.read_all(), part)
            self.assertEqual(millrace.write(part, self.path("a.arrows")), count)
            with pyarrow.ipc.open_stream(self.path("a.arrows")) as stream:
                self.check(stream.read_all(), part)
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.arrow", "a.arrows", "a.parquet"])

    def test_batches_of_any_size_become_row_groups(self):
        rng = random.Random(7)
        table = pyarrow.concat_tables([WRITTEN] * 300).combine_chunks()
        whole = table.to_batches()[0]
        for most in (1, 3, 70, 2000):
            batches, start = [], 0
            while start < table.num_rows:
                count = rng.randint(0, most)
                batches.append(whole.slice(start, count))
                start += count
            for piece in (batches, [batch.slice(min(1, batch.num_rows)) for batch in batches]):
                expected = pyarrow.Table.from_batches(piece, table.schema)
                self.assertEqual(millrace.write(expected, self.path("a.parquet")), expected.num_rows)
                self.check(pyarrow.parquet.read_table(self.path("a.parquet")), expected)
                self.assertLessEqual(pyarrow.parquet.ParquetFile(self.path("a.parquet")).num_row_groups, 1)

    def test_unsigned_integers_in_several_batches(self):
        numbers = pyarrow.chunked_array([[1, None], [(1 << 64) - 1], [2]], pyarrow.uint64())
        lists = pyarrow.chunked_array([[[1], None], [[(1 << 64) - 1]], [[]]], pyarrow.list_(pyarrow.uint64()))
        table = pyarrow.table({"n": numbers, "l": lists})
        millrace.write(table, self.path("a.parquet"))
        self.check(pyarrow.parquet.read_table(self.path("a.parquet")), table)

    def test_frames_and_categories(self):
        texts = ["short", None, "longer than a view holds", "short"]
        frame = polars.DataFrame({"s": texts, "c": texts, "n": [1, 2, None, 4]}, schema_overrides={"c": polars.Categorical})
        for data in (frame, frame.slice(1), frame.to_pandas(), frame.to_arrow(), frame.to_arrow().slice(2)):
            count = len(data)
            self.assertEqual(millrace.write(data, self.path("a.parquet")), count)
            for column in ("s", "c"):
                self.assertEqual(polars.read_parquet(self.path("a.parquet"))[column].to_list(), texts[4 - count:])
            found = duckdb.sql(f"SELECT s, c FROM '{self.path('a.parquet')}'").fetchall()
            self.assertEqual(found, [(text, text) for text in texts[4 - count:]])

    def test_what_is_written_is_read_again(self):
        table = pyarrow.concat_tables([TABLE] * 5000).combine_chunks()
        millrace.write(table, self.path("a.parquet"))
        self.check(millrace.read_table(self.path("a.parquet")), table)
        self.assertEqual(millrace.convert(self.path("a.parquet"), self.path("b.parquet"), columns=["s", "day"]), 15_000)
        self.check(millrace.read_table(self.path("b.parquet")), table.select(["s", "day"]))

    def test_writing_without_pyarrow(self):
        program = """if True:
            import sys
            sys.modules["pyarrow"] = None
            import millrace
            print(millrace.convert(b'{"a":1,"b":"x"}\\n' * 12000, "a.parquet", format="lines"))
            print(millrace.convert(b'{"a":1}\\n' * 12000 + b'{"a":1.5}\\n', "a.arrow", format="lines", infer_rows=5))
            """
        path = os.path.dirname(os.path.dirname(millrace.__file__))
        found = subprocess.run([sys.executable, "-c", program], cwd=self.folder, env={**os.environ, "PYTHONPATH": path},
                               check=True, capture_output=True, text=True)
        self.assertEqual(found.stdout.split(), ["12000", "12001"])
        self.check(pyarrow.parquet.read_table(self.path("a.parquet")), pyarrow.table({"a": [1] * 12_000, "b": ["x"] * 12_000}))
        with pyarrow.ipc.open_file(self.path("a.arrow")) as file:
            self.check(file.read_all(), pyarrow.table({"a": [1.0] * 12_000 + [1.5]}))

    def test_errors_of_writing_leave_no_file(self):
        wide = pyarrow.table({"wide": pyarrow.array([Decimal(1)], pyarrow.decimal256(60, 0))})
        for ending in ("parquet", "arrow"):
            with self.assertRaisesRegex(millrace.MillraceError, "wide.*decimal256"):
                millrace.write(wide, self.path(f"a.{ending}"))
        with self.assertRaisesRegex(millrace.MillraceError, "'delimiter' and 'header' require"):
            millrace.write(TABLE, self.path("a.parquet"), delimiter=";")
        with self.assertRaisesRegex(millrace.MillraceError, "column 'nothing': the Arrow format 'w:0' is not supported"):
            millrace.write(pyarrow.table({"nothing": pyarrow.array([b""], pyarrow.binary(0))}), self.path("a.parquet"))
        with self.assertRaisesRegex(millrace.MillraceError, "no members|without members"):
            millrace.write(pyarrow.table({"t": pyarrow.array([{}], pyarrow.struct([]))}), self.path("a.parquet"))
        rows = millrace.scan(b'{"a":1}\n' * 10 + b'{"a":"x"}\n', schema="a: int64", batch_rows=2)
        with self.assertRaisesRegex(millrace.MillraceError, "line 11"):
            millrace.write(rows, self.path("a.parquet"))
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_null_key_of_a_map_is_an_error(self):
        table = pyarrow.table({"m": pyarrow.array([[("a", 1), ("b", 2)]], pyarrow.map_(pyarrow.string(), pyarrow.int32()))})
        pyarrow.parquet.write_table(table, self.path("a.parquet"), compression="none", use_dictionary=False, write_statistics=False,
                                    store_schema=False)
        with open(self.path("a.parquet"), "rb") as file:
            written = file.read()
        # The key becomes optional, so that the levels of its two values mean null.
        required, optional = b"\x25\x00\x18\x03key", b"\x25\x02\x18\x03key"
        self.assertEqual(written.count(required), 1)
        with self.assertRaisesRegex(millrace.MillraceError, "column m.*key.*found null"):
            millrace.read_table(written.replace(required, optional), format="parquet")

    def test_a_type_that_is_not_supported_hides_no_other_type(self):
        table = pyarrow.table({
            "d": pyarrow.array([1500], pyarrow.duration("ms")), "t": pyarrow.array([0], pyarrow.timestamp("us", "Europe/Berlin")),
            "wide": pyarrow.array([Decimal("1.50")], pyarrow.decimal256(30, 2))})
        pyarrow.parquet.write_table(table, self.path("a.parquet"))
        self.check(millrace.read_table(self.path("a.parquet"), columns=["d", "t"]), table.select(["d", "t"]))

    def test_errors(self):
        with open(self.path("a.parquet"), "wb") as file:
            file.write(b"PAR1 and more PAR1")
        with self.assertRaisesRegex(millrace.MillraceError, "a.parquet: "):
            millrace.read_table(self.path("a.parquet"))
        with self.assertRaises(FileNotFoundError):
            millrace.read_table(self.path("b.parquet"))
        with self.assertRaisesRegex(ValueError, "a schema of its own"):
            millrace.scan(self.path("a.parquet"), schema="a: int64")
        with self.assertRaisesRegex(millrace.MillraceError, "the format parquet can only be combined with"):
            millrace.read_table(self.path("a.parquet"), on_bad_row="skip")
        self.assertEqual(os.listdir(self.folder), ["a.parquet"])


if __name__ == "__main__":
    unittest.main()
