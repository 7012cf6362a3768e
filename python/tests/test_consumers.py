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
        rows = self.rows
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
                         ["int64", "double", "bool", "timestamp[us, tz=UTC]"])

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
