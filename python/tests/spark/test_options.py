"""The options of Spark's own sources, each as Spark's sources honor it, or rejected by name."""

import json
import os
import shutil

from millrace.spark._options import reading_options, writing_options
from pyspark.sql.types import ArrayType, LongType, StructField, StructType
from session import FilesTestCase, seeded


class SparkOptionTests(FilesTestCase):
    def both(self, kind, schema, path, **options):
        """The rows and types by Spark's own reader and by the data source, which must agree."""
        frames = [self.spark.read.format(name).options(**options) for name in (kind, "millrace")]
        frames = [(frame.schema(schema) if schema else frame).load(path) for frame in frames]
        self.assertEqual(frames[1].schema.simpleString(), frames[0].schema.simpleString(), options)
        self.assertSameRows(frames[1], frames[0], options)
        return frames[1]

    def test_texts_that_mean_null_comments_and_encodings(self):
        path = self.write("a.csv", 'id,name\n# "a comment\n1,N/A\n2,"x"\n#\n3,é\n')
        self.both("csv", "id long, name string", path, header="true", comment="#", nullValue="N/A")
        for encoding in ("ISO-8859-1", "UTF-16"):
            with open(os.path.join(self.folder, "b.csv"), "wb") as file:
                file.write("id,name\n1,é\n".encode(encoding))
            # Spark finds line feeds of UTF-16 only if it reads whole files.
            self.both("csv", "id long, name string", file.name, header="true", encoding=encoding, multiLine="true")
        with open(os.path.join(self.folder, "c.jsonl"), "wb") as file:
            file.write('{"name":"é"}\n'.encode("latin1"))
        self.both("json", "name string", file.name, encoding="ISO-8859-1", lineSep="\n")

    def test_what_spark_writes_is_read_back(self):
        source = seeded("written")
        rows = [("".join(source.choice('ab \\",\n#') for _ in range(source.randrange(1, 9))), i) for i in range(200)]
        rows += [(text, 1000 + i) for i, text in enumerate(("C:\\temp", "x\\", 'q"\\', "\\N", '"', "\\\\", '\\"', "\\\\,"))]
        schema = "s string, n int"
        folder = os.path.join(self.folder, "written")
        self.spark.createDataFrame(rows, schema).repartition(3).write.csv(
            folder, header=True, ignoreLeadingWhiteSpace=False, ignoreTrailingWhiteSpace=False)
        found = self.read(schema, folder, format="csv", escape="\\", charToEscapeQuoteEscaping="\\")
        self.assertEqual(sorted((row.s, row.n) for row in found.collect()), sorted(rows))
        self.assertSameRows(found, self.spark.read.schema(schema).csv(folder, header=True, multiLine=True), "escape")

    def test_patterns_of_dates_in_both_formats(self):
        schema = "day date, at timestamp, local timestamp_ntz"
        options = {"dateFormat": "dd/MM/yyyy", "timestampFormat": "d MMM yyyy 'at' HH:mm:ss.SSS", "timestampNTZFormat": "yyyyMMdd HHmm"}
        rows = [("31/12/2024", "1 Feb 2024 at 03:04:05.678", "20240203 0405"), ("29/02/2024", "29 Feb 2024 at 00:00:00.000", "19691231 2359")]
        path = self.write("a.csv", "day,at,local\n" + "".join(",".join(row) + "\n" for row in rows))
        found = self.both("csv", schema, path, header="true", **options).collect()
        self.assertTrue(all(value is not None for row in found for value in row))
        path = self.write("a.jsonl", "".join(json.dumps(dict(zip(("day", "at", "local"), row))) + "\n" for row in rows))
        self.both("json", schema, path, **options)
        path = self.write("b.jsonl", '{"a":{"d":"31/12/2024"},"l":["01/02/2024",null],"m":{"x":"03/04/2024"}}\n')
        found = self.both("json", "a struct<d: date>, l array<date>, m map<string, date>", path, **options).collect()[0]
        self.assertEqual(str(found.m["x"]), "2024-04-03")
        path = self.write("bad.csv", "day\n2024-12-31\n")
        with self.assertRaisesRegex(Exception, r"bad\.csv: line 2.*invalid date and time like '%d/%m/%Y'"):
            self.read("day date", path, dateFormat="dd/MM/yyyy").collect()

    def test_time_zones(self):
        path = self.write("a.csv", "at\n2024-07-01 12:00:00\n2024-01-01 12:00:00\n")
        self.both("csv", "at timestamp", path, header="true", timeZone="Europe/Berlin", timestampFormat="yyyy-MM-dd HH:mm:ss")
        path = self.write("a.jsonl", '{"at":"2024-07-01T12:00:00","x":{"at":"2024-07-01T12:00:00Z"}}\n')
        self.both("json", "at timestamp, x struct<at: timestamp>", path, timeZone="Europe/Berlin")

    def test_modes_and_the_column_of_corrupt_records(self):
        path = self.write("a.csv", "a,b\n1,2\n3,4,5\n6\n7,x\n")
        schema = "a long, b long, c string"
        self.both("csv", schema, path, header="true", mode="PERMISSIVE", columnNameOfCorruptRecord="c")
        self.both("csv", "a long, b long", path, header="true", mode="DROPMALFORMED")
        with self.assertRaisesRegex(Exception, r"a\.csv: line 3"):
            self.read("a long, b long", path, mode="FAILFAST").collect()
        path = self.write("a.jsonl", '{"a":1}\n{"a":\n{"a":"x"}\n')
        self.both("json", "a long, _corrupt_record string", path, mode="PERMISSIVE")

    def test_names_in_another_case(self):
        path = self.write("a.csv", "id,Name\n1,x\n")
        self.both("csv", "ID long, name string", path, header="true")
        row = self.read("name string, ID long", path).collect()[0]
        self.assertEqual((row.name, row.ID), ("x", 1))
        self.assertIsNone(self.read("ID long, Name string", path, match_case="true").collect()[0].ID)
        path = self.write("b.csv", "id,ID\n1,2\n")
        self.assertEqual(self.read("ID long, id long", path).collect()[0].asDict(), {"ID": 2, "id": 1})
        path = self.write("c.csv", "aB,Ab\n1,2\n")
        with self.assertRaisesRegex(Exception, "the columns 'aB' and 'Ab' of the header both match 'ab'"):
            self.read("ab long", path).collect()
        # Members of JSON are found by their exact names.
        path = self.write("a.jsonl", '{"id":1,"ID":2}\n{"Id":3}\n')
        self.both("json", "ID long", path)

    def test_a_byte_order_mark(self):
        path = self.write("a.jsonl", '\ufeff{"id":1}\n{"id":2}\n')
        self.both("json", "id long", path)
        self.both("json", None, path)
        self.assertEqual(self.read("id long", path, partition_bytes=5).count(), 2)
        path = self.write("a.csv", "\ufeffid\n1\n2\n3\n")
        self.both("csv", "id long", path, header="true")
        self.assertEqual(sorted(row.id for row in self.read("id long", path, partition_bytes=3).collect()), [1, 2, 3])

    def test_columns_that_are_not_nullable(self):
        path = self.write("a.jsonl", '{"id":1,"a":{"x":1},"l":[1]}\n{"id":2,"a":null,"l":[]}\n')
        schema = StructType([
            StructField("id", LongType(), False), StructField("a", StructType([StructField("x", LongType(), False)])),
            StructField("l", ArrayType(LongType(), False), False)])
        self.assertEqual([row.asDict(recursive=True) for row in self.read(schema, path).collect()],
                         [{"id": 1, "a": {"x": 1}, "l": [1]}, {"id": 2, "a": None, "l": []}])
        for line, place in (('{"a":null,"l":[]}', "id"), ('{"id":1,"a":{},"l":[]}', "a.x"), ('{"id":1,"l":[null]}', "l.element")):
            path = self.write("missing.jsonl", '{"id":1,"l":[]}\n' + line + "\n")
            with self.assertRaisesRegex(Exception, f"missing.jsonl: a row has no value for '{place}', which is not nullable"):
                self.read(schema, path).collect()
        path = self.write("missing.jsonl", '{"id":1,"l":[]}\n{"l":[]}\n')
        self.assertEqual([row.id for row in self.read(schema, path, on_bad_row="skip").collect()], [1])
        with self.assertRaisesRegex(Exception, "column 'id' is not nullable, so bad rows cannot be kept"):
            self.read(schema, path, on_bad_row="keep").collect()

    def test_types_that_cannot_be_read_are_rejected_when_a_read_is_planned(self):
        path = self.write("a.jsonl", '{"v":1}\n')
        for schema, place in (("v variant", "column 'v': the type variant"), ("v struct<w: array<variant>>", "member 'w', elements: the type variant"),
                              ("v interval day to second", "column 'v'"), ("v map<int, int>", "the keys of a map must be strings")):
            with self.assertRaisesRegex(Exception, place):
                self.read(schema, path).collect()

    def test_files_by_pattern_and_time(self):
        self.write("a.jsonl", '{"id":1}\n')
        self.write("b.json", '{"id":2}\n')
        self.write("c1.jsonl", '{"id":3}\n')
        for pattern in ("*.jsonl", "{a,b}.json*", "c[0-9].jsonl", "?.json", "[^a]*", "[!a]*"):
            self.both("json", "id long", self.folder, pathGlobFilter=pattern, **({"multiLine": "false"}))
        os.utime(os.path.join(self.folder, "a.jsonl"), (0, 0))
        self.both("json", "id long", self.folder, modifiedBefore="1970-01-02T00:00:00", multiLine="false")
        self.both("json", "id long", self.folder, modifiedAfter="1970-01-02T00:00:00", multiLine="false")

    def folders(self, name, *values):
        folder = os.path.join(self.folder, name)
        shutil.rmtree(folder, ignore_errors=True)
        for number, value in enumerate(values):
            os.makedirs(os.path.join(folder, value))
            self.write(f"{name}/{value}/a.jsonl", json.dumps({"id": number}) + "\n")
        return folder

    def test_columns_in_the_names_of_folders(self):
        months = [f"year={year}/month={month}" for year, month in ((2024, "01"), (2025, "12"), ("__HIVE_DEFAULT_PARTITION__", "03"))]
        folder = self.folders("h", *months)
        self.both("json", None, folder)
        self.both("json", "id long, year int, month string", folder)
        self.both("json", None, folder + "/year=2024")
        self.both("json", None, folder + "/year=2024", basePath=folder)
        self.both("json", None, folder + "/year=*", basePath=folder)
        self.both("json", "id long", folder, recursiveFileLookup="true")
        # Spark adds columns to a schema that lacks them, which a data source cannot.
        self.assertEqual(self.read("id long", folder).columns, ["id"])
        found = self.read("id long, year int", folder).where("year = 2025").collect()
        self.assertEqual([(row.id, row.year) for row in found], [(1, 2025)])
        with self.assertRaisesRegex(Exception, "set the option basePath"):
            self.spark.read.format("millrace").load(folder + "/year=*").collect()

    def test_columns_of_folders_have_the_types_of_spark(self):
        for values in (("1",), ("007", "1"), ("1.5",), ("1d",), ("12345678901",), ("123456789012345678901234567890",), ("2024-01-02",),
                       ("2024-01-02 03%3A04%3A05",), ("a%20b",), ("0x",), ("+5",), ("1e3",), ("2024-1-2",), ("true",), ("2024-02-30",),
                       ("1", "1.5"), ("1", "a"), ("12345678901", "1.5"), ("1", "12345678901"), ("2024-01-02", "1"), ("007", "x"),
                       ("123456789012345678901", "1.5"), ("123456789012345678901", "1"), ("2024-01-02", "2024-01-02 03%3A04%3A05"),
                       ("__HIVE_DEFAULT_PARTITION__", "1")):
            with self.subTest(values):
                self.both("json", None, self.folders("t", *(f"p={value}" for value in values)))

    def test_folders_that_contradict_each_other(self):
        for values in (("p=1", "q=1"), ("p=1", "other"), ("p=1/q=1", "p=1/r=2")):
            with self.assertRaisesRegex(Exception, "have different columns in their names"):
                self.spark.read.format("millrace").load(self.folders("c", *values)).collect()
        with self.assertRaisesRegex(Exception, "column 'p': the name of a folder has the value 'x', which is not of the type bigint"):
            self.read("id long, p long", self.folders("c", "p=x")).collect()

    def test_types_are_inferred_from_all_rows_when_asked(self):
        self.write("a.jsonl", '{"id":1}\n' * 12_000)
        self.write("b.jsonl", '{"id":1.5}\n')
        source = self.spark.read.format("millrace")
        with self.assertRaisesRegex(Exception, r"b\.jsonl: line 1.*set infer_rows=all, or give a schema"):
            source.option("coercion", "exact").load(self.folder).collect()
        for option in ({"infer_rows": "all"}, {"samplingRatio": "1.0"}):
            frame = source.options(**option).load(self.folder)
            self.assertEqual(frame.dtypes, [("id", "double")])
            self.assertEqual(frame.where("id = 1.5").count(), 1)

    def test_other_options_of_csv(self):
        path = self.write("a.csv", "id;name\n 1 ; x \n2;y\n")
        self.both("csv", "id long, name string", path, header="true", sep=";", ignoreLeadingWhiteSpace="true", ignoreTrailingWhiteSpace="true")
        self.both("csv", None, path, header="true", sep=";", inferSchema="false")
        path = self.write("b.csv", 'id,name\n1,"x\n')
        self.both("csv", "id long, name string", path, header="true", quote="")

    def test_each_option_of_spark_is_honored_or_rejected(self):
        options = {
            "json": "timeZone primitivesAsString prefersDecimal allowComments allowUnquotedFieldNames allowSingleQuotes "
                    "allowNumericLeadingZeros allowBackslashEscapingAnyCharacter mode columnNameOfCorruptRecord dateFormat timestampFormat "
                    "timestampNTZFormat enableDateTimeParsingFallback multiLine allowUnquotedControlChars encoding lineSep samplingRatio "
                    "dropFieldIfAllNull locale allowNonNumericNumbers compression",
            "csv": "sep delimiter encoding charset quote escape comment header inferSchema preferDate enforceSchema ignoreLeadingWhiteSpace "
                   "ignoreTrailingWhiteSpace nullValue nanValue positiveInf negativeInf dateFormat timestampFormat maxColumns "
                   "maxCharsPerColumn unescapedQuoteHandling mode multiLine charToEscapeQuoteEscaping samplingRatio emptyValue locale lineSep "
                   "pathGlobFilter recursiveFileLookup modifiedBefore modifiedAfter basePath ignoreCorruptFiles ignoreMissingFiles",
        }
        written = ("sep delimiter header encoding charset compression lineSep dateFormat timestampFormat timestampNTZFormat timeZone locale "
                   "ignoreNullFields quote escape charToEscapeQuoteEscaping escapeQuotes quoteAll nullValue emptyValue "
                   "ignoreLeadingWhiteSpace ignoreTrailingWhiteSpace")
        for convert, names in ((reading_options, " ".join(options.values())), (writing_options, written)):
            for name in names.split():
                with self.subTest(name):
                    try:
                        convert({name: "no such value", "format": "csv"})
                    except ValueError as error:
                        self.assertIn(f"option '{name}'", str(error))
