"""Rows as Python's own json and csv read them."""

import csv
import gzip
import io
import json
import os
import re
import tempfile
import unittest
from datetime import date, datetime, timezone
from decimal import Decimal
from math import inf
from zoneinfo import ZoneInfo

import millrace
import pyarrow
from random_rows import as_text, random_members, seeded


class LinesTests(unittest.TestCase):
    def test_random_rows_are_those_of_json(self):
        source = seeded("lines")
        for _ in range(300):
            schema, make = random_members(source)
            rows = [make() for _ in range(source.randrange(30))]
            texts = [as_text(row, source) for row in rows]
            for row, text in zip(rows, texts):
                self.assertEqual(set(json.loads(text)) & set(row), {n for n in row if n in json.loads(text)})
            data = source.choice(["\n", "\r\n", "\n\n"]).join(texts).encode() + source.choice([b"", b"\n"])
            table = millrace.read_table(
                data, schema=schema, block_size=source.choice([1, 7, 100, 1 << 20]), threads=source.choice([1, 2, 3]),
                batch_rows=source.choice([1, 3, 1000]), coercion=source.choice(["strict", "lenient"]))
            table.validate(full=True)
            self.assertEqual(table.to_pylist(), rows, (schema, data))

    def test_every_part_of_a_file_has_its_rows_once(self):
        rows = [{"a": i, "b": "é" * i} for i in range(6)]
        data = b"".join(json.dumps(row).encode() + b"\n" for row in rows)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "rows.jsonl")
            for content in (data, data[:-1]):
                with open(path, "wb") as file:
                    file.write(content)
                for cut in range(len(content) + 1):
                    found = []
                    for begin, end in ((0, cut), (cut, len(content))):
                        part = millrace.scan(path, schema="a: int64, b: string", begin=begin, end=end, block_size=5)
                        found += part.to_arrow().to_pylist()
                    self.assertEqual(found, rows, cut)

    def test_a_truncated_file_has_the_rows_before_the_cut_or_an_error_in_the_last_line(self):
        rows = [{"a": 1, "s": {"b": "xé"}}, {"a": None, "l": [1, 2]}, {"a": -3}]
        data = "\n".join(json.dumps(row, ensure_ascii=False) for row in rows).encode()
        schema = "a: int64, s: struct<b: string>, l: list<int64>"
        expected = millrace.read_table(data, schema=schema).to_pylist()
        for cut in range(len(data) + 1):
            part = data[:cut]
            complete = part.count(b"\n")
            last = part.rsplit(b"\n", 1)[-1]
            if last:
                try:
                    json.loads(last)
                    complete += 1
                except ValueError:
                    with self.assertRaisesRegex(millrace.MillraceError, f"line {complete + 1}\\b"):
                        millrace.read_table(part, schema=schema)
            found = millrace.read_table(part, schema=schema, on_bad_row="skip").to_pylist()
            self.assertEqual(found, expected[:complete], cut)

    def test_members_that_are_duplicated_missing_or_unknown(self):
        data = b'{"a":1,"a":2}\n{"b":{"c":1,"c":null},"b":{"d":2}}\n{}\n{"a":5,"\\u0061":6,"z":[[{}]]}\n'
        rows = millrace.read_table(data, schema="a: int64, b: struct<c: int64, d: int64>").to_pylist()
        expected = [json.loads(line) for line in data.splitlines()]
        self.assertEqual([row["a"] for row in rows], [row.get("a") for row in expected])
        self.assertEqual(rows[1]["b"], {"c": None, "d": 2})

    def test_keys_of_maps_and_all_widths(self):
        data = b'{"m":{"x":1,"y":null},"n":null,"b":"AAEC","i":[1,2,3]}\n' * 300 + b"{}\n"
        schema = pyarrow.schema([
            ("m", pyarrow.map_(pyarrow.string(), pyarrow.int64())), ("n", pyarrow.null()), ("b", pyarrow.large_binary()),
            ("i", pyarrow.large_list(pyarrow.int8())), ("s", pyarrow.large_string()), ("u", pyarrow.uint16())])
        table = millrace.read_table(data, schema=schema)
        table.validate(full=True)
        self.assertEqual(table.schema, schema)
        row = {"m": [("x", 1), ("y", None)], "n": None, "b": b"\0\1\2", "i": [1, 2, 3], "s": None, "u": None}
        self.assertEqual(table.to_pylist(), [row] * 300 + [dict.fromkeys(row)])

    def test_three_columns_of_thirty(self):
        rows = [{f"c{i}": i * j for i in range(30)} for j in range(100)]
        data = "\n".join(map(json.dumps, rows)).encode()
        table = millrace.read_table(data, columns=["c20", "c3", "c29"])
        self.assertEqual(table.to_pylist(), [{n: row[n] for n in ("c20", "c3", "c29")} for row in rows])

    def test_nested_columns(self):
        data = b'{"user":{"id":1,"name":"x","home":{"city":"y"}},"a.b":2}\n'
        table = millrace.read_table(data, columns=["user.id", "user.home.city", "a.b"])
        self.assertEqual(table.to_pylist(), [{"user": {"id": 1, "home": {"city": "y"}}, "a.b": 2}])
        with self.assertRaisesRegex(millrace.MillraceError, "unknown column 'user.x'"):
            millrace.read_table(data, columns=["user.x"])

    def test_compressed_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "rows.jsonl.gz")
            with gzip.open(path, "wb") as file:
                file.write(b'{"a":1}\n' * 1000)
            self.assertEqual(millrace.read_table(path).num_rows, 1000)
            with self.assertRaisesRegex(Exception, "compressed file cannot be read from the middle"):
                millrace.read_table(path, schema="a: int64", begin=10, end=20)

    def test_no_rows(self):
        for data in (b"", b"\n\n", b"\r\n"):
            table = millrace.read_table(data, schema="a: int64, b: list<string>")
            self.assertEqual((table.num_rows, table.column_names), (0, ["a", "b"]))


# Each line is one of the table in the documentation of Scan.Coercion: type, JSON, value if strict, value if lenient.
BAD = object()
UTC = timezone.utc
COERCIONS = [
    ("bool", "true", True, True), ("bool", '"True"', BAD, True), ("bool", "1", BAD, True), ("bool", "2", BAD, BAD),
    ("bool", '"yes"', BAD, BAD),
    ("int64", "12", 12, 12), ("int64", '"12"', BAD, 12), ("int64", "1.0", BAD, 1), ("int64", "1e3", BAD, 1000),
    ("int64", "1.5", BAD, BAD), ("int64", "9223372036854775808", BAD, BAD), ("int64", '"x"', BAD, BAD),
    ("int64", "-9223372036854775808", -(1 << 63), -(1 << 63)), ("int64", "[]", BAD, BAD), ("int64", "true", BAD, BAD),
    ("int8", "127", 127, 127), ("int8", "128", BAD, BAD), ("uint8", "-1", BAD, BAD), ("uint64", str(2**64 - 1), 2**64 - 1, 2**64 - 1),
    ("double", "1", 1.0, 1.0), ("double", "0.1", 0.1, 0.1), ("double", '"0.1"', BAD, 0.1), ("double", '"-Infinity"', BAD, float("-inf")),
    ("double", '"one"', BAD, BAD),
    ("decimal(5, 2)", "1.25", Decimal("1.25"), Decimal("1.25")), ("decimal(5, 2)", '"-1.2"', Decimal("-1.20"), Decimal("-1.20")),
    ("decimal(5, 2)", "1.255", BAD, Decimal("1.26")), ("decimal(5, 2)", "-1.255", BAD, Decimal("-1.26")),
    ("decimal(5, 2)", "1000", BAD, BAD), ("decimal(5, 2)", "999.995", BAD, BAD), ("decimal(5, 2)", "1e2", Decimal("100"), Decimal("100")),
    ("decimal(38, 0)", "9" * 38, Decimal("9" * 38), Decimal("9" * 38)), ("decimal(38, 0)", "1" + "0" * 38, BAD, BAD),
    ("decimal(38, 0)", "9" * 38 + ".5", BAD, BAD), ("decimal(38, 0)", "1e999999999999999999", BAD, BAD),
    ("string", '"x"', "x", "x"), ("string", "12", BAD, "12"), ("string", "1.50", BAD, "1.50"), ("string", '{"a": [1]}', BAD, '{"a": [1]}'),
    ("string", "true", BAD, "true"),
    ("binary", '"AAEC"', b"\0\1\2", b"\0\1\2"), ("binary", '"*"', BAD, BAD),
    ("date", '"2026-11-22"', date(2026, 11, 22), date(2026, 11, 22)), ("date", '"1969-12-31"', date(1969, 12, 31), date(1969, 12, 31)),
    ("date", '"2026-02-30"', BAD, BAD), ("date", '"2026-11-22T23:00:00Z"', BAD, date(2026, 11, 22)),
    ("timestamp[us, tz=UTC]", '"2026-11-22T01:02:03.5+01:00"', datetime(2026, 11, 22, 0, 2, 3, 500000, UTC), datetime(2026, 11, 22, 0, 2, 3, 500000, UTC)),
    ("timestamp[us, tz=UTC]", '"2026-11-22T01:02:03"', BAD, datetime(2026, 11, 22, 1, 2, 3, tzinfo=UTC)),
    ("timestamp[us]", '"2026-11-22T01:02:03"', datetime(2026, 11, 22, 1, 2, 3), datetime(2026, 11, 22, 1, 2, 3)),
    ("timestamp[us]", '"2026-11-22 01:02:03"', BAD, datetime(2026, 11, 22, 1, 2, 3)),
    ("timestamp[us]", '"2026-11-22"', BAD, datetime(2026, 11, 22)), ("timestamp[ms]", "1.5", BAD, datetime(1970, 1, 1, 0, 0, 1, 500000)),
    ("timestamp[s]", '"yesterday"', BAD, BAD),
    ("list<int64>", "[1, null]", [1, None], [1, None]), ("list<int64>", "1", BAD, BAD),
    ("struct<a: int64>", '{"a": 1}', {"a": 1}, {"a": 1}), ("struct<a: int64>", "[]", BAD, BAD),
    ("map<string, int64>", '{"a": 1}', [("a", 1)], [("a", 1)]),
] + [(kind, "null", None, None) for kind in ("bool", "int64", "double", "string", "date", "list<int64>", "struct<a: int64>")]


class CoercionTests(unittest.TestCase):
    def test_the_table_of_coercions(self):
        for kind, text, strict, lenient in COERCIONS:
            for coercion, expected in (("strict", strict), ("lenient", lenient)):
                with self.subTest(kind=kind, text=text, coercion=coercion):
                    # The column before and after are not disturbed by a value that does not fit.
                    data = b'{"p":1,"v":' + text.encode() + b',"n":2}\n'
                    options = dict(schema=f"p: int64, v: {kind}, n: int64", coercion=coercion)
                    kept = millrace.read_table(data * 3, on_bad_row="keep", **options)
                    kept.validate(full=True)
                    value = None if expected is BAD else expected
                    self.assertEqual(kept.to_pylist(), [{"p": 1, "v": value, "n": 2}] * 3)
                    if expected is BAD:
                        with self.assertRaisesRegex(millrace.MillraceError, "line 1.*/v"):
                            millrace.read_table(data, **options)
                        self.assertEqual(millrace.read_table(data, on_bad_row="skip", **options).num_rows, 0)
                    else:
                        self.assertEqual(millrace.read_table(data, **options).to_pylist(), kept.to_pylist()[:1])

    def test_of_nested_values_the_innermost_one_that_does_not_fit_is_null(self):
        data = b'{"l":[1,"2"],"s":{"a":"3","b":4}}\n'
        schema = "l: list<int64>, s: struct<a: int64, b: int64>"
        lenient = millrace.read_table(data, schema=schema, coercion="lenient").to_pylist()
        self.assertEqual(lenient, [{"l": [1, 2], "s": {"a": 3, "b": 4}}])
        kept = millrace.read_table(data, schema=schema, coercion="strict", on_bad_row="keep").to_pylist()
        self.assertEqual(kept, [{"l": [1, None], "s": {"a": None, "b": 4}}])
        with self.assertRaisesRegex(millrace.MillraceError, "/l/1"):
            millrace.read_table(data, schema=schema, coercion="strict")


# A late row that columns inferred from the first 10,000 rows cannot hold: the first row, the late one, and the late value in its column
# when the rows are read again.
LATE_ROWS = [
    ("csv", "a,b\n", "1,2\n", "007,2\n", "a", "007"),
    ("csv", "a,b\n", "1,2\n", "+7,2\n", "a", "+7"),
    ("csv", "a,b\n", "1,2\n", "-0.5,2\n", "a", -0.5),
    ("lines", "", '{"a":1}\n', '{"a":1,"b":2}\n', "b", 2),
    ("lines", "", '{"a":1.5}\n', '{"a":18446744073709551615}\n', "a", "18446744073709551615"),
    ("lines", "", '{"a":1.5}\n', '{"a":18446744073709551614}\n', "a", "18446744073709551614"),
    ("lines", "", '{"a":1}\n', '{"a":"007"}\n', "a", "007"),
    ("lines", "", '{"a":true}\n', '{"a":1}\n', "a", "1"),
]


class InferenceTests(unittest.TestCase):
    def test_what_late_rows_have_is_never_changed_or_dropped(self):
        for format, header, first, late, name, value in LATE_ROWS:
            data = (header + first * 12_000 + late).encode()
            for threads in (1, 2, 7):
                for coercion in (None, "strict", "exact"):
                    with self.subTest(late=late, threads=threads, coercion=coercion):
                        options = dict(format=format, threads=threads, coercion=coercion)
                        with self.assertRaisesRegex(Exception, "infer from more rows, or give a schema"):
                            list(millrace.scan(data, **options).batches())
                        found = millrace.read_table(data, **options)
                        self.assertEqual(found.num_rows, 12_001)
                        self.assertEqual(found.schema, millrace.infer_schema(data, infer_rows=12_001, **options))
                        # As text, because True equals 1.
                        self.assertEqual(repr(found.column(name)[12_000].as_py()), repr(value))

    def test_a_file_is_converted_again_if_a_late_row_does_not_fit(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "rows.jsonl")
            with open(path, "w") as file:
                file.write('{"a":1}\n' * 12_000 + '{"a":"007"}\n')
            for name in ("out.csv", "out.jsonl", "out.arrow", "out.db"):
                self.assertEqual(millrace.convert(path, os.path.join(folder, name), table="t" if name == "out.db" else None), 12_001)
            with open(os.path.join(folder, "out.csv")) as file:
                self.assertEqual(file.read().splitlines()[-1], "007")

    def test_identifiers_beyond_64_bits_stay_distinct(self):
        values = ["18446744073709551615", "18446744073709551614"]
        for data, format in (("".join(f'{{"id":{value}}}\n' for value in values), "lines"), ("id\n" + "\n".join(values), "csv")):
            for coercion in (None, "strict"):
                found = millrace.read_table(data.encode(), format=format, coercion=coercion)
                self.assertEqual(found.column("id").to_pylist(), values)


class BadRowTests(unittest.TestCase):
    DATA = b'{"a":1,"b":["x"]}\n{"a":"z","b":["y"]}\nnonsense\n{"a":3,"b":[4],"b":["w"]}\n[1]\n{"a":5,"b":["\xff"]}\n{"a":6}'
    SCHEMA = "a: int64, b: list<string>"

    def test_the_error_names_the_file_the_line_and_the_path(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "rows.jsonl")
            with open(path, "wb") as file:
                file.write(self.DATA)
            for threads in (1, 2):
                with self.assertRaisesRegex(millrace.MillraceError, r"rows\.jsonl: line 2\b.*/a"):
                    millrace.read_table(path, schema=self.SCHEMA, coercion="strict", threads=threads, block_size=8)

    def test_bad_rows_are_skipped(self):
        for block_size in (1, 30, 1 << 20):
            table = millrace.read_table(
                self.DATA, schema=self.SCHEMA, coercion="strict", on_bad_row="skip", block_size=block_size)
            table.validate(full=True)
            self.assertEqual(table.to_pylist(), [{"a": 1, "b": ["x"]}, {"a": 6, "b": None}])

    def test_bad_rows_are_kept_with_their_text_and_reason(self):
        table = millrace.read_table(
            self.DATA, schema=self.SCHEMA, coercion="strict", on_bad_row="keep", corrupt_column="text",
            reason_column="reason", block_size=16, threads=2)
        table.validate(full=True)
        rows = table.to_pylist()
        self.assertEqual([row["a"] for row in rows], [1, None, None, 3, None, None, 6])
        self.assertEqual([row["b"] for row in rows], [["x"], ["y"], None, ["w"], None, None, None])
        lines = self.DATA.split(b"\n")
        self.assertEqual(rows[1]["text"].encode(), lines[1])
        self.assertEqual(rows[2]["text"], "nonsense")
        self.assertEqual([row["reason"] is None for row in rows], [True, False, False, False, False, False, True])

    def test_options_that_contradict_each_other_are_rejected(self):
        for options in (dict(corrupt_column="x"), dict(format="csv", at="/a"), dict(on_bad_row="ignore"), dict(threads=5000),
                        dict(delimiter=";"), dict(format="xml"), dict(coercion="none"), dict(batch_rows=0),
                        dict(decimal=","), dict(trim=True), dict(zone="utc"), dict(quotes="none"),
                        dict(format="csv", quotes="x"), dict(format="csv", decimal=".", thousands="."),
                        dict(format="csv", zone="Europe/Berln"), dict(format="csv", date_formats={"x": "%Y%m%d"})):
            with self.subTest(options), self.assertRaises(millrace.MillraceError):
                millrace.read_table(b'{"a":1}\n', schema="a: int64", **options)
        for schema in ("a: int65", "a int64", "a: list<int64", "a: int64, a: string", "a: struct<b: int64, b: int8>", "a: timestamp[h]"):
            with self.subTest(schema), self.assertRaises(millrace.MillraceError):
                millrace.read_table(b'{"a":1}\n', schema=schema)


class DocumentTests(unittest.TestCase):
    def test_elements_at_a_pointer(self):
        rows = [{"a": i, "b": {"c": [str(i)]}} for i in range(50)]
        data = json.dumps({"x": [1], "result": {"rows": rows, "more": 1}}).encode()
        schema = "a: int64, b: struct<c: list<string>>"
        for batch_rows in (1, 7, 100):
            table = millrace.read_table(data, format="json", at="/result/rows", schema=schema, batch_rows=batch_rows)
            table.validate(full=True)
            self.assertEqual(table.to_pylist(), rows)
        self.assertEqual(millrace.read_table(data, format="json", at="/result/rows").to_pylist(), rows)
        self.assertEqual(millrace.read_table(json.dumps(rows).encode(), format="json", schema=schema).to_pylist(), rows)
        self.assertEqual(millrace.read_table(json.dumps(rows[3]).encode(), format="json", schema=schema).to_pylist(), rows[3:4])

    def test_random_documents_are_those_of_json(self):
        source = seeded("documents")
        for _ in range(100):
            schema, make = random_members(source)
            rows = [make() for _ in range(source.randrange(10))]
            separator = source.choice([",", ", ", " ,\r\n\t"])
            array = "[" + separator.join(as_text(row, source) for row in rows) + "]"
            at = source.choice([None, "/a/rows"])
            data = (array if at is None else '{"b": [{}, "]"], "a": {"rows": ' + array + '}, "c": [{"x": 1}]}').encode()
            table = millrace.read_table(
                data, format="json", at=at, schema=schema, block_size=source.choice([1, 10, 1000]),
                threads=source.choice([1, 2, 7]))
            table.validate(full=True)
            self.assertEqual(table.to_pylist(), rows, (schema, data))

    def test_bad_rows(self):
        data = b'[{"a":1},\n{"a":"x"},\n7,\n{"a":4}]'
        with self.assertRaisesRegex(millrace.MillraceError, "line 2.*/1/a"):
            millrace.read_table(data, format="json", schema="a: int64")
        skipped = millrace.read_table(data, format="json", schema="a: int64", on_bad_row="skip")
        self.assertEqual(skipped.to_pylist(), [{"a": 1}, {"a": 4}])
        kept = millrace.read_table(data, format="json", schema="a: int64", on_bad_row="keep", corrupt_column="t").to_pylist()
        self.assertEqual(kept, [{"a": 1, "t": None}, {"a": None, "t": '{"a":"x"}'}, {"a": None, "t": "7"}, {"a": 4, "t": None}])
        with self.assertRaises(millrace.MillraceError):
            millrace.read_table(b'[{"a":1},', format="json", schema="a: int64", on_bad_row="skip")


class TableTests(unittest.TestCase):
    def test_random_tables_are_those_of_csv(self):
        source = seeded("tables")
        for _ in range(200):
            columns = source.randrange(1, 5)
            count = source.randrange(20)
            cell = lambda: "".join(source.choice('ab",\n\r é') for _ in range(source.randrange(1, 8)))
            rows = [[cell() for _ in range(columns)] for _ in range(count)]
            names = [f"c{i}" for i in range(columns)]
            text = io.StringIO()
            # Empty cells are null, so none is empty here.
            csv.writer(text, lineterminator=source.choice(["\n", "\r\n"]), quoting=csv.QUOTE_ALL).writerows([names] + rows)
            data = text.getvalue().encode()
            schema = {name: "string" for name in names}
            table = millrace.read_table(
                data, format="csv", schema=schema, block_size=source.choice([1, 10, 1000]), threads=source.choice([1, 3]))
            table.validate(full=True)
            self.assertEqual([list(row.values()) for row in table.to_pylist()], rows, data)

    def test_every_part_of_a_table_has_its_rows_once(self):
        data = b'a,b\r\n1,"x\r\ny"\r\n2,"p""\n""q"\r\n3,\r\n4,"\n"'
        expected = [{"a": int(row["a"]), "b": row["b"] or None} for row in csv.DictReader(io.StringIO(data.decode(), newline=""))]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "rows.csv")
            with open(path, "wb") as file:
                file.write(data)
            for cut in range(len(data) + 1):
                found = []
                for begin, end in ((0, cut), (cut, len(data))):
                    quoted = data[:begin].count(b'"') % 2 == 1
                    part = millrace.scan(
                        path, schema="a: int64, b: string", begin=begin, end=end, begins_quoted=quoted, block_size=3)
                    found += part.to_arrow().to_pylist()
                self.assertEqual(found, expected, cut)

    def test_cells_of_each_type(self):
        data = b'i,f,d,t,l,s,e\n1,2.5,2026-11-22,2026-11-22T01:02:03Z,"[1, 2]","{""a"": ""x""}",\n'
        schema = "i: int64, f: double, d: date, t: timestamp[us, tz=UTC], l: list<int64>, s: struct<a: string>, e: string"
        row = {"i": 1, "f": 2.5, "d": date(2026, 11, 22), "t": datetime(2026, 11, 22, 1, 2, 3, tzinfo=UTC), "l": [1, 2],
               "s": {"a": "x"}, "e": None}
        self.assertEqual(millrace.read_table(data, format="csv", schema=schema).to_pylist(), [row])

    def test_short_cells_are_the_numbers_that_python_reads(self):
        source = seeded("short cells")
        number = re.compile(r"[-+]?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]+)?")
        integer = re.compile(r"[-+]?[0-9]+")
        cells = ["true", "false", "tru", "truee", "fals", "falsee", "True", "1", "0", "-0", "-0.0", "00.5", "9" * 19, "-"]
        alphabet = "0123456789" * 3 + "...-+eE "
        for _ in range(5_000):
            cells.append("".join(source.choice(alphabet) for _ in range(source.randrange(1, 13))))
            cells.append(f"{source.uniform(-1e5, 1e5):.{source.randrange(1, 9)}f}"[:source.randrange(1, 24)])
            digits = source.choice(["", "-"]) + str(source.getrandbits(source.randrange(1, 64)))
            place = source.randrange(len(digits))
            cells.append(digits)
            cells.append(digits[:place] + source.choice(alphabet) + digits[place + 1:])
        data = "f,i,b\n" + "".join(f"{cell},{cell},{cell}\n" for cell in cells)
        for coercion in ("strict", "lenient"):
            found = millrace.read_table(
                data.encode(), format="csv", schema="f: double, i: int64, b: bool", coercion=coercion,
                on_bad_row="keep").to_pylist()
            self.assertEqual(len(found), len(cells))
            for cell, row in zip(cells, found):
                text = cell.strip() if coercion == "lenient" else cell
                exact = Decimal(text) if number.fullmatch(text) else None
                double = None if exact is None else float(text)
                if double in (inf, -inf) or double == 0 and exact != 0:
                    double = None  # Out of range.
                is_integer = integer.fullmatch(text) or coercion == "lenient" and exact is not None and exact == exact.to_integral_value()
                whole = int(exact) if is_integer and -(1 << 63) <= exact < 1 << 63 else None
                boolean = {"true": True, "1": True, "false": False, "0": False}.get(text.lower())
                expected = {"f": double, "i": whole, "b": boolean}
                # As text, because 0.0 equals -0.0 and True equals 1.
                self.assertEqual(repr(row), repr(expected), (cell, coercion))

    def test_numbers_dates_and_blanks_as_people_write_them(self):
        source = seeded("notations")
        zone = ZoneInfo("Europe/Berlin")
        for _ in range(50):
            rows = []
            for _ in range(source.randrange(1, 200)):
                local = datetime(source.randrange(1980, 2037), source.randrange(1, 13), source.randrange(1, 29), source.randrange(24), source.randrange(60))
                rows.append({
                    "n": source.choice([None, source.randrange(-10**7, 10**7)]),
                    "x": source.choice([None, source.randrange(-10**9, 10**9) / 100 + 0.5]),
                    "t": local, "s": source.choice(['5" disk', 'a"b"', "x,y", '"', "é"])})
            digits = lambda value: f"{value:,}".replace(",", "_").replace(".", ",").replace("_", ".")
            cells = lambda row: [
                "" if row["n"] is None else digits(row["n"]), "" if row["x"] is None else digits(row["x"]),
                row["t"].strftime("%d.%m.%Y %H:%M"), row["s"]]
            text = "\t".join("nxts") + "\n" + "".join(
                "\t".join(source.choice(["", " ", "  "]) + cell + source.choice(["", " "]) for cell in cells(row)) + "\n" for row in rows)
            expected = [{**row, "t": row["t"].replace(tzinfo=zone).astimezone(timezone.utc)} for row in rows]
            options = dict(
                format="csv", delimiter="\t", decimal=",", thousands=".", trim=True, quotes="none", zone="Europe/Berlin",
                date_formats={"t": "%d.%m.%Y %H:%M"}, threads=source.choice([1, 2]), block_size=source.choice([50, 1000, 1 << 20]))
            schema = "n: int64, x: double, t: timestamp[us, tz=UTC], s: string"
            for coercion in ("lenient", "strict", "exact"):
                found = millrace.read_table(text.encode(), schema=schema, coercion=coercion, **options).to_pylist()
                self.assertEqual(found, expected, (coercion, text))
            inferred = millrace.read_table(text.encode(), **options).to_pylist()
            self.assertEqual(
                [{**row, "n": row["n"] and int(row["n"])} for row in inferred], expected, text)

    def test_a_zone_is_for_instants_only(self):
        data = b"a,b,d\n2024-07-01 12:00,2024-07-01 12:00:00,01.07.2024\n2024-10-27T02:30:00,2024-10-27 02:30:00,27.10.2024\n"
        table = millrace.read_table(
            data, format="csv", schema="a: timestamp[us, tz=UTC], b: timestamp[us], d: date", zone="Europe/Berlin",
            date_formats={"d": "%d.%m.%Y"})
        self.assertEqual(table.to_pylist(), [
            {"a": datetime(2024, 7, 1, 10, tzinfo=timezone.utc), "b": datetime(2024, 7, 1, 12), "d": date(2024, 7, 1)},
            {"a": datetime(2024, 10, 27, 0, 30, tzinfo=timezone.utc), "b": datetime(2024, 10, 27, 2, 30), "d": date(2024, 10, 27)}])

    def test_a_cell_in_another_notation_makes_its_row_bad(self):
        data = b"n;x\n1.000,5;a\n1.5;b\n2,5;c\n"
        options = dict(format="csv", delimiter=";", schema="n: double, x: string", decimal=",", thousands=".")
        with self.assertRaisesRegex(millrace.MillraceError, 'line 3, column 1.*expected number, found "1.5"'):
            millrace.read_table(data, **options)
        found = millrace.read_table(data, on_bad_row="skip", **options).to_pylist()
        self.assertEqual(found, [{"n": 1000.5, "x": "a"}, {"n": 2.5, "x": "c"}])
        kept = millrace.read_table(data, on_bad_row="keep", corrupt_column="text", **options).to_pylist()
        self.assertEqual(kept[1], {"n": None, "x": None, "text": "1.5;b"})
        dates = dict(format="csv", schema="t: timestamp[us]", date_formats={"t": "%d.%m.%Y"})
        with self.assertRaisesRegex(millrace.MillraceError, "line 3.*like '%d.%m.%Y'"):
            millrace.read_table(b"t\n1.2.2024\n30.2.2024\n", **dates)

    def test_a_part_of_a_file_has_no_quotes_as_text(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.csv")
            with open(path, "w") as file:
                file.write('a\nx"\n')
            self.assertEqual(millrace.read_table(path, quotes="none").to_pylist(), [{"a": 'x"'}])
            with self.assertRaisesRegex(millrace.MillraceError, "from the middle"):
                millrace.read_table(path, quotes="none", schema="a: string", begin=2, end=5)

    def test_columns_of_a_table(self):
        data = b"a;b;c\n1;x;2.5\n3;y;\n"
        table = millrace.read_table(data, format="csv", delimiter=";", columns=["c", "a"])
        self.assertEqual(table.to_pylist(), [{"c": 2.5, "a": 1}, {"c": None, "a": 3}])
        table = millrace.read_table(
            data.split(b"\n", 1)[1], format="csv", delimiter=";", header=False, schema="x: int64, y: string, z: double",
            columns=["y", "z"])
        self.assertEqual(table.to_pylist(), [{"y": "x", "z": 2.5}, {"y": "y", "z": None}])

    def test_bad_rows(self):
        data = b'a,b\n1,x\nz,y\n3,"q"\n4\n5,u,v\n6,w\n'
        with self.assertRaisesRegex(millrace.MillraceError, "line 3"):
            millrace.read_table(data, format="csv", schema="a: int64, b: string")
        for ragged in (False, True):
            options = dict(format="csv", schema="a: int64, b: string", ragged=ragged)
            skipped = millrace.read_table(data, on_bad_row="skip", **options)
            self.assertEqual([row["a"] for row in skipped.to_pylist()], [1, 3, 4, 6] if ragged else [1, 3, 6])
            kept = millrace.read_table(data, on_bad_row="keep", corrupt_column="t", reason_column="r", **options).to_pylist()
            self.assertEqual([row["a"] for row in kept], [1, None, 3, 4, 5, 6])
            self.assertEqual([row["b"] for row in kept], ["x", "y", "q", None, "u", "w"])
            self.assertEqual([row["t"] for row in kept], [None, "z,y", None, None if ragged else "4", "5,u,v", None])
            self.assertEqual([row["r"] is not None for row in kept], [row["t"] is not None for row in kept])

    def test_comments_and_texts_that_mean_null(self):
        source = seeded("comments")
        lines, rows = [], []
        for number in range(3000):
            if source.random() < 0.2:
                lines.append("#" + source.choice(["", ' "', ',"x', '"",']))
            cell = source.choice(["N/A", '"N/A"', "-", "x", '"#"', '"a\n#b"', "", '""'])
            lines.append(f"{number},{cell}")
            rows.append({"n": number, "s": None if cell in ("N/A", "-", "") else next(csv.reader(io.StringIO(cell, newline="")))[0]})
        text = '# "first\nn,s\n' + "\n".join(lines) + "\n"
        options = dict(format="csv", delimiter=",", comment="#", null_values=["N/A", "-"])
        for threads, size in ((1, None), (2, 100), (7, 1000)):
            found = millrace.read_table(text.encode(), schema="n: int64, s: string", threads=threads, block_size=size, **options)
            self.assertEqual(found.to_pylist(), rows)
        self.assertEqual(millrace.read_table(text.encode(), **options).to_pylist(), rows)

    def test_escapes_of_any_byte_are_those_of_csv(self):
        source = seeded("escapes")
        rows = [["".join(source.choice('ab\\",\n ') for _ in range(source.randrange(1, 9))), str(n)] for n in range(500)]
        for quoting in (csv.QUOTE_ALL, csv.QUOTE_MINIMAL):
            buffer = io.StringIO()
            csv.writer(buffer, escapechar="\\", doublequote=False, quoting=quoting, lineterminator="\n").writerows([["s", "n"], *rows])
            expected = list(csv.reader(io.StringIO(buffer.getvalue(), newline=""), escapechar="\\", doublequote=False))[1:]
            for threads, size in ((1, None), (3, 200)):
                found = millrace.read_table(
                    buffer.getvalue().encode(), format="csv", delimiter=",", schema="s: string, n: string", escape="\\",
                    threads=threads, block_size=size)
                self.assertEqual([[row["s"], row["n"]] for row in found.to_pylist()], expected)

    def test_escapes_of_quotes(self):
        data = b's,n\n"a\\"b",1\nC:\\temp,2\n"\\\\",3\n"\\n",4\n"x""y",5\n\\,6\n'
        found = millrace.read_table(data, format="csv", quote_escape="\\").to_pylist()
        self.assertEqual([row["s"] for row in found], ['a"b', "C:\\temp", "\\", "\\n", 'x"y', "\\"])

    def test_encodings(self):
        for encoding in ("latin1", "windows-1252"):
            text = "a,b\né,ß\n" if encoding == "latin1" else "a,b\n€,Š\n"
            rows = list(csv.DictReader(io.StringIO(text)))
            self.assertEqual(millrace.read_table(text.encode(encoding), format="csv", encoding=encoding).to_pylist(), rows)
            lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode(encoding)
            self.assertEqual(millrace.read_table(lines, encoding=encoding).to_pylist(), rows)

    def test_names_in_another_case(self):
        data = b"id,NAME\n1,x\n"
        options = dict(format="csv", schema="Id: int64, name: string")
        found = millrace.read_table(data, match_case=False, coercion="exact", **options).to_pylist()
        self.assertEqual(found, [{"Id": 1, "name": "x"}])
        self.assertEqual(millrace.read_table(data, **options).to_pylist(), [{"Id": None, "name": None}])

    def test_dates_of_json_in_other_formats(self):
        source = seeded("dates")
        form = "%d.%m.%Y %H:%M"
        rows = [datetime(source.randrange(1980, 2037), source.randrange(1, 13), source.randrange(1, 29), 12, 30) for _ in range(200)]
        text = "".join(json.dumps({"t": row.strftime(form), "o": {"d": [row.strftime("%Y%m%d")]}}) + "\n" for row in rows)
        zone = ZoneInfo("Europe/Berlin")
        expected = [{"t": row.replace(tzinfo=zone).astimezone(timezone.utc), "o": {"d": [row.date()]}} for row in rows]
        options = dict(schema="t: timestamp[us, tz=UTC], o: struct<d: list<date>>", date_formats={"t": form, "o.d.item": "%Y%m%d"}, zone="Europe/Berlin")
        for format in ("lines", "json"):
            for coercion in ("lenient", "strict", "exact"):
                found = millrace.read_table(text.encode(), format=format, coercion=coercion, **options).to_pylist()
                self.assertEqual(found, expected)
        with self.assertRaisesRegex(millrace.MillraceError, "line 1, .*at /t: invalid date and time like '%d.%m.%Y %H:%M'"):
            millrace.read_table(b'{"t":"2024-01-02T00:00:00Z"}', **options)


if __name__ == "__main__":
    unittest.main()
