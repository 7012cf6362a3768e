"""Rows as Spark's own readers read them, at 1, 2, 3 and 17 partitions."""

import csv
import gzip
import io
import json
import os

from session import FilesTestCase, seeded

SCHEMA = ("id long, name string, price double, amount decimal(20, 3), flag boolean, at timestamp, day date, "
          "tags array<string>, grid array<array<long>>, place struct<x: double, deep: struct<label: string, n: int>>, "
          "counts map<string, long>")
FLAT = "id long, name string, price double, amount decimal(20, 3), flag boolean, at timestamp, day date"
PARTITIONS = (1, 2, 3, 17)


def random_text(source):
    return "".join(source.choice('ab "\\\t,{}[]:é€😀\u2028') for _ in range(source.randrange(12)))


def random_instant(source):
    date = f"{source.randrange(1950, 2100)}-{source.randrange(1, 13):02}-{source.randrange(1, 29):02}"
    time = f"{source.randrange(24):02}:{source.randrange(60):02}:{source.randrange(60):02}"
    return f"{date}T{time}{source.choice(['', '.5', '.123456'])}{source.choice(['', 'Z', '+05:30', '-08:00'])}"


def random_flat(source):
    return {
        "id": source.choice([source.randrange(-9, 10), source.randrange(-(1 << 63), 1 << 63)]),
        "name": random_text(source),
        "price": source.choice([0.5, 1e300, -2.25e-300, source.uniform(-1e6, 1e6), 17976931348623157 * 10.0 ** 292]),
        "amount": source.randrange(-10 ** 15, 10 ** 15),
        "flag": source.random() < 0.5,
        "at": random_instant(source),
        "day": f"{source.randrange(1950, 2100)}-{source.randrange(1, 13):02}-{source.randrange(1, 29):02}",
    }


def random_row(source):
    def some(make):
        return None if source.random() < 0.2 else make()

    def several(make):
        return [some(make) for _ in range(source.randrange(4))]

    row = random_flat(source)
    row["tags"] = several(lambda: random_text(source))
    row["grid"] = several(lambda: several(lambda: source.randrange(100)))
    row["place"] = {"x": 1.5, "deep": some(lambda: {"label": random_text(source), "n": source.randrange(-5, 5), "other": [{}]})}
    row["counts"] = {f"k{i}é": some(lambda: source.randrange(1 << 40)) for i in range(source.randrange(4))}
    row["unknown"] = [1, {"id": 5}]
    row = {name: None if source.random() < 0.1 else value for name, value in row.items() if source.random() > 0.1}
    return row or {"id": 1}  # Spark skips nothing, but an empty object is a row only for some of its versions.


class ReadingTests(FilesTestCase):
    def compare(self, schema, expected, paths, **options):
        expected = sorted(map(repr, expected.collect()))
        for count in PARTITIONS:
            frame = self.read(schema, paths, partitions=count, **options)
            self.assertEqual(sorted(map(repr, frame.collect())), expected, f"{count} partitions")
            self.assertLessEqual(frame.rdd.getNumPartitions(), count)
            self.assertGreater(frame.rdd.getNumPartitions(), count // 3)
        return expected

    def test_lines_have_the_rows_of_spark(self):
        source = seeded("lines")
        for number in range(20):
            rows = [json.dumps(random_row(source), ensure_ascii=source.random() < 0.5) for _ in range(source.randrange(40))]
            end = source.choice(["\n", "\r\n"])
            self.write(f"{number:02}.jsonl", end.join(rows) + source.choice(["", end] if rows else [""]))
        self.write("empty.jsonl", "")
        with gzip.open(os.path.join(self.folder, "packed.jsonl.gz"), "wt", encoding="utf-8") as file:
            file.writelines(json.dumps(random_row(source)) + "\n" for _ in range(100))
        expected = self.spark.read.schema(SCHEMA).json(self.folder)
        found = self.compare(SCHEMA, expected, self.folder)
        self.assertGreater(len(found), 50)
        self.compare("name string, place struct<deep: struct<n: int>>",
                     self.spark.read.schema("name string, place struct<deep: struct<n: int>>").json(self.folder),
                     os.path.join(self.folder, "*.jsonl*"))

    def test_tables_have_the_rows_of_spark(self):
        source = seeded("tables")
        names = list(random_flat(source))
        for number in range(20):
            buffer = io.StringIO()
            writer = csv.writer(buffer, lineterminator="\n")
            writer.writerow(names)
            for _ in range(source.randrange(40)):
                row = random_flat(source)
                # Spark reads a backslash as an escape, and an empty cell as null whether it is quoted or not.
                row["name"] = "x" + row["name"].replace("\\", "").strip() + source.choice(["", '"', "\n", "\n\n\"", ',"\n'])
                row["name"] += "y"
                row["price"] = repr(row["price"])
                row["flag"] = str(row["flag"]).lower()
                writer.writerow(["" if source.random() < 0.1 else row[name] for name in names])
            text = buffer.getvalue()
            self.write(f"{number:02}.csv", text[:-1] if source.random() < 0.5 else text)
        expected = self.spark.read.schema(FLAT).csv(self.folder, header=True, multiLine=True, escape='"')
        found = self.compare(FLAT, expected, self.folder)
        self.assertGreater(len(found), 50)

    def test_quoted_line_feeds_at_every_cut(self):
        text = 'id,name\n1,"a\n2,b"\n2,"""\n"""\n3,plain\n4,"\n\n"\n5,""\n'
        path = self.write("cuts.csv", text)
        expected = self.spark.read.schema("id long, name string").csv(
            path, header=True, multiLine=True, escape='"').na.fill("").collect()
        for size in (1, 2, 5, 7, 30):
            rows = self.read("id long, name string", path, partition_bytes=size).na.fill("").collect()
            self.assertEqual(sorted(rows), sorted(expected), size)

    def test_bad_rows_are_those_of_spark(self):
        good = [json.dumps({"id": i, "name": f"n{i}"}) for i in range(20)]
        bad = ['{"id": "x", "name": "q"}', '{"id": 5,', "no json", '{"id": 1, "name": "a"} trailing', "[1, 2"]
        lines = [line for pair in zip(good, bad * 4) for line in pair]
        path = self.write("bad.jsonl", "\n".join(lines))
        schema = "id long, name string"
        with self.assertRaisesRegex(Exception, r"bad\.jsonl: line 2, .*at /id"):
            self.read(schema, path, coercion="strict").collect()
        dropping = self.spark.read.schema(schema).json(path, mode="DROPMALFORMED")
        # Spark accepts what follows a value, so those rows are left to the next comparison.
        dropped = [row for row in dropping.collect() if row.name != "a"]
        for count in PARTITIONS:
            found = self.read(schema, path, on_bad_row="skip", partitions=count).collect()
            self.assertEqual(sorted(found), sorted(dropped), count)
            kept = self.read(schema + ", _corrupt string", path, on_bad_row="keep", partitions=count).collect()
            self.assertEqual(len(kept), 40)
            self.assertEqual(sorted(row._corrupt for row in kept if row._corrupt is not None), sorted(bad * 4))
            self.assertEqual(sorted((row.id, row.name) for row in kept if row._corrupt is None),
                             sorted((i, f"n{i}") for i in range(20)))

    def test_tables_without_a_header_and_with_tabs(self):
        path = self.write("rows.tsv", "".join(f"{i}\t\"a\n{i}\"\n" for i in range(50)))
        schema = "id long, name string"
        expected = self.spark.read.schema(schema).csv(path, sep="\t", multiLine=True)
        self.compare(schema, expected, path, header="false")

    def test_rows_with_too_few_cells(self):
        path = self.write("short.csv", "id,name\n" + "1,a\n2\n3,\n" * 20)
        schema = "id long, name string"
        with self.assertRaisesRegex(Exception, r"short\.csv: line 3\b.*row has 1 cell, but the table has 2 columns"):
            self.read(schema, path).collect()
        self.compare(schema, self.spark.read.schema(schema).csv(path, header=True), path, ragged="true")
        inferred = self.spark.read.format("millrace").option("ragged", "true").load(path)
        self.assertEqual((inferred.columns, inferred.count()), (["id", "name"], 60))

    def test_documents_and_inferred_schemas(self):
        rows = [{"a": i, "b": {"c": [str(i)]}} for i in range(10)]
        path = self.write("rows.json", json.dumps({"rows": rows}))
        reader = self.spark.read.format("millrace").option("at", "/rows")
        self.assertEqual([row.asDict(recursive=True) for row in reader.load(path).collect()], rows)
        self.assertEqual(reader.option("columns", "a").load(path).columns, ["a"])

    def test_options_that_cannot_be_honored_are_errors(self):
        path = self.write("rows.jsonl", '{"id": 1}\n')
        for options, message in (
            ({"zap": "1"}, "unknown option 'zap'"), ({"header": "maybe"}, "expected true or false"),
            ({"corrupt_column": "c"}, "requires on_bad_row=keep"), ({"columns": "other"}, "either columns or a schema"),
            ({"partitions": "0"}, "expected a positive integer"), ({"format": "xml"}, "expected one of: lines, json, csv"),
        ):
            with self.assertRaisesRegex(Exception, message):
                self.read("id long", path, **options).collect()
        with self.assertRaisesRegex(Exception, "no file matches the pattern"):
            self.read("id long", os.path.join(self.folder, "*.none")).collect()
