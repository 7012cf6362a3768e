"""The files of `test_doors.py` of the package through the data source, which has to find the same columns and values."""

import os
import pathlib
import re
import tempfile

from door_files import FILES
from session import SparkTestCase
from twin import expected

NAMES = {"int64": "bigint", "bool": "boolean", "double": "double", "string": "string", "null": "string"}


def parts(text):
    """The parts between commas that are not inside of brackets."""
    found, depth = [""], 0
    for character in text:
        depth += {"<": 1, ">": -1}.get(character, 0)
        if character == "," and depth == 0:
            found.append("")
        else:
            found[-1] += character
    return [part.strip() for part in found if part.strip()]


def type_of(kind):
    """Spark's name of a type of Arrow. What is only null is text, because Spark cannot store it otherwise."""
    if kind.startswith("timestamp"):
        return "timestamp"
    if nested := re.fullmatch(r"list<item: (.*)>", kind):
        return f"array<{type_of(nested[1])}>"
    if nested := re.fullmatch(r"struct<(.*)>", kind):
        members = [part.split(": ", 1) for part in parts(nested[1])]
        return "struct<" + ",".join(f"{name}:{type_of(member)}" for name, member in members) + ">"
    return NAMES[kind]


def values(rows, types):
    """The rows with instants in microseconds, which is all that Spark has."""
    units = {name: 1000 for name, kind in types.items() if kind.startswith("timestamp[ns")}
    return [{name: value // units[name] if name in units and value is not None else value for name, value in row.items()} for row in rows]


class DoorTests(SparkTestCase):
    def test_the_data_source_finds_the_columns_and_values_of_the_other_doors(self):
        with tempfile.TemporaryDirectory() as folder:
            # Each file is a job of Spark, which takes seconds.
            for name, text in list(FILES.items())[::4]:
                types, rows = expected(name, text)
                path = os.path.join(folder, name)
                pathlib.Path(path).write_text(text, encoding="utf-8", newline="")
                with self.subTest(name):
                    frame = self.spark.read.format("millrace").option("partitions", 2).option("infer_rows", 20_000).load(path)
                    self.assertEqual({field.name: field.dataType.simpleString() for field in frame.schema},
                                     {column: type_of(kind) for column, kind in types.items()})
                    instants = [field.name for field in frame.schema if field.dataType.simpleString() == "timestamp"]
                    for instant in instants:
                        frame = frame.withColumn(instant, frame[f"`{instant}`"].cast("decimal(20, 6)") * 1_000_000)
                    found = [row.asDict(recursive=True) for row in frame.collect()]
                    for row in found:
                        row.update({instant: None if row[instant] is None else int(row[instant]) for instant in instants})
                    self.assertEqual(sorted(map(repr, found)), sorted(map(repr, values(rows, types))))
