"""The libraries that take Arrow streams."""

import json
import os
import tempfile
import unittest

import duckdb
import millrace
import pandas
import polars
import pyarrow

ROWS = [{"a": i, "b": f"n{i}" if i % 3 else None, "c": {"d": [i / 2] * (i % 4)}} for i in range(1000)]
DATA = "\n".join(map(json.dumps, ROWS)).encode()
SCHEMA = "a: int64, b: string, c: struct<d: list<double>>"


def streamed(source, **options):
    """The batches of a scan as it yields them, before it is known whether all rows fit."""
    return list(millrace.scan(source, **options).batches())


class ConsumerTests(unittest.TestCase):
    def setUp(self):
        self.rows = millrace.scan(DATA, schema=SCHEMA, batch_rows=300)

    def test_pyarrow(self):
        reader = pyarrow.RecordBatchReader.from_stream(self.rows)
        table = reader.read_all()
        table.validate(full=True)
        self.assertEqual(table.to_pylist(), ROWS)
        self.assertEqual(pyarrow.table(self.rows).to_pylist(), ROWS)
        self.assertEqual(sum(batch.num_rows for batch in self.rows.batches()), len(ROWS))

    def test_polars(self):
        self.assertEqual(polars.DataFrame(self.rows).to_dicts(), ROWS)
        self.assertEqual(self.rows.to_polars().to_dicts(), ROWS)

    def test_duckdb(self):
        rows = self.rows  # noqa: F841 (DuckDB reads the variable)
        self.assertEqual(
            duckdb.sql("SELECT count(*), sum(a), count(b) FROM rows").fetchall(),
            [(len(ROWS), sum(row["a"] for row in ROWS), sum(row["b"] is not None for row in ROWS))])
        self.assertEqual(duckdb.sql("SELECT a FROM rows WHERE b = 'n7'").fetchall(), [(7,)])

    def test_pandas(self):
        frame = self.rows.to_pandas()
        self.assertEqual(frame["a"].tolist(), [row["a"] for row in ROWS])
        if hasattr(pandas.DataFrame, "from_arrow"):
            self.assertEqual(pandas.DataFrame.from_arrow(self.rows)["a"].sum(), sum(row["a"] for row in ROWS))

    def test_lazy_frames_of_polars(self):
        lazy = millrace.scan(DATA).lazy()
        self.assertEqual(lazy.select("a").filter(polars.col("a") > 995).collect()["a"].to_list(), [996, 997, 998, 999])
        self.assertEqual(lazy.head(5).collect().to_dicts(), ROWS[:5])
        self.assertEqual(lazy.select(polars.col("a").sum()).collect().item(), sum(row["a"] for row in ROWS))
        nested = millrace.scan(DATA, columns=["c.d", "a"]).lazy().select("c").collect().to_dicts()
        self.assertEqual(nested, [{"c": row["c"]} for row in ROWS])

    def test_schemas_of_other_libraries(self):
        frame = polars.DataFrame({"a": [1], "b": ["x"]})
        for schema in (pyarrow.schema([("a", pyarrow.int32()), ("b", pyarrow.string())]), frame.to_arrow().schema,
                       {"a": "int32", "b": "string"}, millrace.scan(b"", schema="a: int8, b: string")):
            table = millrace.read_table(b'{"a":1,"b":"x"}', schema=schema)
            self.assertEqual(table.to_pylist(), [{"a": 1, "b": "x"}])

    def test_inferred_schemas(self):
        data = b'{"i":1,"f":1,"s":"x","m":1,"l":[1],"t":{"u":true}}\n{"i":2,"f":1.5,"m":"x","l":[],"t":null}\n'
        self.assertEqual(millrace.infer_schema(data), pyarrow.schema([
            ("i", pyarrow.int64()), ("f", pyarrow.float64()), ("s", pyarrow.string()), ("m", pyarrow.string()),
            ("l", pyarrow.list_(pyarrow.int64())), ("t", pyarrow.struct([("u", pyarrow.bool_())]))]))
        self.assertEqual(millrace.read_table(data).to_pylist()[0]["m"], "1")
        table = b"i,f,b,t\n1,2,true,2026-11-22T01:02:03Z\n-3,4.5,false,2026-11-22T01:02:03Z\n"
        self.assertEqual([str(t) for t in millrace.infer_schema(table, format="csv").types],
                         ["int64", "double", "bool", "timestamp[ns, tz=UTC]"])

    def test_values_that_inferred_types_would_change_are_text(self):
        for values, expected in (
                (["18446744073709551615", "18446744073709551614"], "string"), (["9007199254740993", "1.5"], "string"),
                (["9007199254740993", "7"], "int64"), (["9007199254740992", "1.5"], "double"), (["-0", "7"], "double"),
                (["007", "7"], "string"), (["0.1", "1e3"], "double"), (["-0", "9007199254740993"], "string")):
            table = ("a\n" + "\n".join(values) + "\n").encode()
            with self.subTest(values):
                found = millrace.read_table(table, format="csv")
                self.assertEqual(str(found.schema.field("a").type), expected)
                self.assertEqual([repr(value) for value in found["a"].to_pylist()],
                                 [repr({"string": str, "int64": int, "double": float}[expected](value)) for value in values])
                if "007" in values:
                    continue
                lines = "".join(f'{{"a":{value}}}\n' for value in values).encode()
                self.assertEqual(millrace.read_table(lines).column("a"), found.column("a"))
        instants = b"t\n2026-11-22T01:02:03.123456789Z\n2026-11-22T01:02:03Z\n"
        self.assertEqual(str(millrace.infer_schema(instants, format="csv").field("t").type), "timestamp[ns, tz=UTC]")

    def test_later_rows_lose_nothing_with_an_inferred_schema(self):
        lines = b'{"a":1,"b":{"c":2.5},"s":"x"}\n' * 100
        table = b"a,b,t,k\n1,2.5,2026-11-22T01:02:03Z,true\n" + b"1,2.5,2026-11-22T01:02:03Z,true\n" * 99
        for late, place in (('{"a":1,"late":2}', "line 101"), ('{"b":{"late":2}}', "/b"), ('{"a":1.5}', "/a"), ('{"a":"1"}', "/a"),
                            ('{"a":true}', "/a"), ('{"b":{"c":9007199254740993}}', "/b/c"), ('{"a":1,"a":2}', "/a")):
            data = lines + late.encode() + b"\n"
            with self.subTest(late):
                with self.assertRaisesRegex(Exception, place):
                    streamed(data, infer_rows=100)
                # A table is read again with wider columns, unless the row has a key twice.
                if late == '{"a":1,"a":2}':
                    with self.assertRaisesRegex(millrace.MillraceError, place):
                        millrace.read_table(data, infer_rows=100)
                    continue
                found = millrace.read_table(data, infer_rows=100)
                self.assertEqual(found, millrace.read_table(data, infer_rows=101))
                kept = {key for key, value in found.to_pylist()[-1].items() if value is not None}
                self.assertIn(next(iter(json.loads(late))), kept)
        for late in ("007,2.5,2026-11-22T01:02:03Z,true", "+1,2.5,2026-11-22T01:02:03Z,true", "1,9007199254740993,2026-11-22T01:02:03Z,true",
                     "1,2.5,2999-11-22T01:02:03Z,true", "1,2.5,2026-11-22,true", "1,2.5,2026-11-22T01:02:03Z,1",
                     "1,2.5,2026-11-22T01:02:03Z,TRUE", "1.0,2.5,2026-11-22T01:02:03Z,true", "-0,2.5,2026-11-22T01:02:03Z,true"):
            data = table + late.encode() + b"\n"
            with self.subTest(late):
                with self.assertRaisesRegex(Exception, "line 102.*infer"):
                    streamed(data, format="csv", infer_rows=100)
                found = millrace.read_table(data, format="csv", infer_rows=100)
                self.assertEqual(found.num_rows, 101)
                self.assertEqual(found, millrace.read_table(data, format="csv", infer_rows=101))
                # The row is not bad: only the first rows say what the columns are.
                for on_bad_row in ("skip", "keep"):
                    with self.assertRaisesRegex(Exception, "line 102.*infer"):
                        streamed(data, format="csv", infer_rows=100, on_bad_row=on_bad_row)
                    self.assertEqual(found, millrace.read_table(data, format="csv", infer_rows=100, on_bad_row=on_bad_row))
        # What was asked for: some columns, or a conversion.
        late = lines + b'{"a":3,"late":2}\n'
        self.assertEqual(millrace.read_table(late, infer_rows=100, columns=["a"])["a"].to_pylist()[-1], 3)
        self.assertEqual(millrace.read_table(late, infer_rows=100, coercion="lenient")["a"].to_pylist()[-1], 3)

    def test_a_column_that_only_a_later_file_has(self):
        with tempfile.TemporaryDirectory() as folder:
            for index, text in enumerate(["a,b\n1,2\n", "a,b,c\n3,4,5\n"]):
                with open(os.path.join(folder, f"{index}.csv"), "w") as file:
                    file.write(text)
            paths = os.path.join(folder, "*.csv")
            with self.assertRaisesRegex(Exception, "'c'"):
                streamed(paths, infer_rows=1)
            for rows in (1, None):
                self.assertEqual(millrace.read_table(paths, infer_rows=rows).to_pylist()[1], {"a": 3, "b": 4, "c": 5})
            self.assertEqual(millrace.read_table(paths, infer_rows=1, columns=["b"]).to_pylist(), [{"b": 2}, {"b": 4}])

    def test_errors_in_the_middle_of_a_stream(self):
        rows = millrace.scan(DATA + b'\n{"a":"x"}\n', schema=SCHEMA, batch_rows=100)
        queried = lambda rows: duckdb.sql("SELECT sum(a) FROM rows").fetchall()
        for use in (rows.to_arrow, lambda: polars.DataFrame(rows), lambda: queried(rows)):
            with self.assertRaisesRegex(Exception, "line 1001.*/a"):
                use()

    def test_missing_files(self):
        for options in ({}, {"schema": "a: int64"}):
            with self.assertRaisesRegex(Exception, "no-such-file"):
                millrace.read_table("/no-such-file.jsonl", **options)
        with self.assertRaises(FileNotFoundError):
            millrace.read_table("/no-such-folder/*.jsonl")

    def test_several_files(self):
        with tempfile.TemporaryDirectory() as folder:
            for index in range(3):
                with open(os.path.join(folder, f"{index}.jsonl"), "w") as file:
                    file.write(json.dumps({"a": index}))
            table = millrace.read_table(os.path.join(folder, "*.jsonl"))
            self.assertEqual(table.to_pylist(), [{"a": 0}, {"a": 1}, {"a": 2}])


if __name__ == "__main__":
    unittest.main()
