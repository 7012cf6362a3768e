"""Writes are complete or absent, also when tasks fail and executors end."""

import os
import signal
import subprocess
import tempfile
import time

from pyspark.sql.types import LongType, StructField, StructType
from session import SparkTestCase

ROWS = 1000


def faulty(marker, fault):
    """A function for mapInArrow that calls `fault` in the first attempt that reaches row 700."""
    def batches(iterator):
        for batch in iterator:
            yield batch
            if 700 in batch.column(0).to_pylist():
                try:
                    os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
                except FileExistsError:
                    continue
                fault()
    return batches


def end_worker():
    os._exit(1)


def end_executor():
    """Kills the executor: the parent of the daemon that this worker is a fork of."""
    process = os.getppid()
    for _ in range(3):
        with open(f"/proc/{process}/cmdline", "rb") as file:
            if b"CoarseGrainedExecutorBackend" in file.read():
                os.kill(process, signal.SIGKILL)
                time.sleep(60)
        with open(f"/proc/{process}/stat") as file:
            process = int(file.read().rsplit(")", 1)[1].split()[1])
    raise ValueError("the executor was not found")


def always_fail(iterator):
    for batch in iterator:
        yield batch
        if 700 in batch.column(0).to_pylist():
            raise ValueError("this row cannot be computed")


class WritingTests(SparkTestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.target = os.path.join(self.folder, "target")

    def numbers(self):
        return self.spark.range(0, ROWS, 1, 4)

    def save(self, frame, mode="append", **options):
        frame.write.format("millrace").mode(mode).options(**options).save(self.target)

    def test_spark_reads_what_is_written(self):
        frame = self.numbers().selectExpr(
            "id", "concat('é\"\\n', id) AS name", "id / 3 AS part", "timestamp_seconds(id) AS at", "date_from_unix_date(id) AS day",
            "cast(id AS decimal(20, 3)) AS amount", "id % 2 = 0 AS flag")
        schema = frame.schema
        self.save(frame)
        self.assertSameRows(self.spark.read.schema(schema).json(self.target), frame, "lines")
        nested = frame.selectExpr("id", "array(id, null) AS list", "named_struct('a', name, 'b', id) AS pair", "map('k', id) AS map")
        self.save(nested, "overwrite")
        self.assertSameRows(self.spark.read.schema(nested.schema).json(self.target), nested, "nested")
        self.save(frame, "overwrite", format="csv")
        self.assertTrue(all(name.endswith(".csv") for name in os.listdir(self.target)))
        self.assertSameRows(
            self.spark.read.schema(schema).csv(self.target, header=True, multiLine=True, escape='"'), frame, "csv")

    def test_append_keeps_the_files_that_exist(self):
        self.save(self.numbers())
        before = set(os.listdir(self.target))
        self.save(self.numbers())
        self.assertLess(before, set(os.listdir(self.target)))
        self.assertEqual(self.spark.read.schema("id long").json(self.target).count(), 2 * ROWS)

    def test_an_aborted_write_leaves_nothing(self):
        frame = self.numbers().mapInArrow(always_fail, StructType([StructField("id", LongType())]))
        with self.assertRaisesRegex(Exception, "this row cannot be computed"):
            self.save(frame)
        self.assertFalse(os.path.exists(self.target))
        self.save(self.numbers())
        before = sorted(os.listdir(self.target))
        for mode in ("append", "overwrite"):
            with self.assertRaises(Exception):  # noqa: B017 (the class differs between versions of Spark)
                self.save(frame, mode)
            self.assertEqual(sorted(os.listdir(self.target)), before)

    def test_a_full_disk_fails_the_write_and_leaves_nothing(self):
        disk = os.path.join(self.folder, "disk")
        os.mkdir(disk)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "small", disk], capture_output=True, text=True)
        if mounted.returncode != 0:
            self.skipTest(f"no small file system can be mounted: {mounted.stderr}")
        self.addCleanup(subprocess.run, ["umount", disk], check=True)
        self.target = os.path.join(disk, "target")
        with self.assertRaisesRegex(Exception, "No space left on device"):
            self.save(self.spark.range(0, 100_000, 1, 4))
        self.assertEqual(os.listdir(disk), [])
        self.save(self.spark.range(0, 100, 1, 4))
        self.assertEqual(self.spark.read.schema("id long").json(self.target).count(), 100)

    def test_a_write_is_complete_when_a_worker_or_an_executor_ends_once(self):
        for fault in (end_worker, end_executor):
            marker = os.path.join(self.folder, fault.__name__)
            self.save(self.numbers().mapInArrow(faulty(marker, fault), "id long"), "overwrite")
            self.assertTrue(os.path.exists(marker))
            self.assertEqual(len(os.listdir(self.target)), 4)
            found = self.spark.read.schema("id long").json(self.target)
            self.assertEqual(sorted(row.id for row in found.collect()), list(range(ROWS)))

    def test_a_read_is_complete_when_a_worker_or_an_executor_ends_once(self):
        self.save(self.numbers())
        for fault in (end_worker, end_executor):
            marker = os.path.join(self.folder, fault.__name__)
            frame = self.read("id long", self.target, partitions=3).mapInArrow(faulty(marker, fault), "id long")
            self.assertEqual(sorted(row.id for row in frame.collect()), list(range(ROWS)))
            self.assertTrue(os.path.exists(marker))
