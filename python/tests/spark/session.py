"""One Spark session for all tests: a cluster of two executor processes on this machine."""

import os
import random
import tempfile
import unittest

from millrace.spark import MillraceDataSource
from pyspark.sql import SparkSession


def seeded(name):
    """A generator of random numbers whose seed is printed."""
    seed = int(os.environ.get("MILLRACE_TEST_SEED", "20261123"))
    print(f"{name}: MILLRACE_TEST_SEED={seed}")
    return random.Random(seed)


class SparkTestCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.spark = (
            SparkSession.builder.master("local-cluster[2,1,1024]")
            .config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.ui.enabled", "false").config("spark.sql.session.timeZone", "UTC").getOrCreate())
        cls.spark.sparkContext.setLogLevel("OFF")
        cls.spark.dataSource.register(MillraceDataSource)

    def read(self, schema, path, **options):
        return self.spark.read.format("millrace").schema(schema).options(**options).load(path)

    def assertSameRows(self, found, expected, message):
        """Compares the rows of two frames without their order, which Spark does not promise."""
        rows = [sorted(map(repr, frame.collect())) for frame in (found, expected)]
        self.assertEqual(rows[0], rows[1], message)


class FilesTestCase(SparkTestCase):
    """Tests with a folder of their own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        return path
