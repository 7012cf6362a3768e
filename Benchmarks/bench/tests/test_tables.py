"""What the benchmark of the tables takes for granted. Run with: python3 -m unittest discover Benchmarks"""

import csv
import io
import json
import stat
import sys
import tempfile
import unittest
import zlib
from pathlib import Path

from bench import checking, checksums, conversion, jobs, sqlite_loops, stop_times, targets


class ChecksumTests(unittest.TestCase):
    def test_each_value_is_followed_by_a_line_feed(self):
        found = checksums.of_columns({"a": [7, None, True, 0.1, "é"], "b": [""] * 5})
        self.assertEqual(found["rows"], 5)
        self.assertEqual(found["columns"]["a"], zlib.crc32("7\n\ntrue\n0.1\né\n".encode()))
        self.assertEqual(found["columns"]["b"], zlib.crc32(b"\n" * 5))

    def test_order_and_number_of_the_rows_matter(self):
        sums = [checksums.of_columns({"a": values}) for values in ([1, 2], [2, 1], [12], [1, 2, None])]
        for index, one in enumerate(sums):
            for other in sums[index + 1 :]:
                self.assertNotEqual(one, other)


class DocumentTests(unittest.TestCase):
    def rows(self, count):
        file = io.StringIO()
        stop_times.write(file, count)
        return file.getvalue()

    def test_the_table_is_the_same_each_time_and_has_as_many_rows_as_wanted(self):
        text = self.rows(1000)
        self.assertEqual(text, self.rows(1000))
        header, *rows = csv.reader(io.StringIO(text))
        self.assertEqual(tuple(header), stop_times.COLUMNS)
        self.assertEqual(len(rows), 1000)
        self.assertEqual({len(row) for row in rows}, {10})

    def test_there_are_quoted_cells_and_empty_ones_and_doubles_in_their_fewest_digits(self):
        header, *rows = csv.reader(io.StringIO(self.rows(1000)))
        columns = dict(zip(header, zip(*rows, strict=True), strict=True))
        self.assertEqual(set(columns["stop_headsign"]), {"", *stop_times.HEADSIGNS})
        for text in columns["shape_dist_traveled"]:
            self.assertEqual(repr(float(text)), text)

    def test_each_job_has_a_target_and_each_target_a_job(self):
        self.assertEqual({job.names for job in jobs.JOBS}, targets.TABLES.keys())


class ConversionTests(unittest.TestCase):
    SIZE = 2_000_000

    def setUp(self):
        self.pieces = list(conversion.pieces(self.SIZE))
        self.sent = b"".join(self.pieces)

    def difference(self, received):
        return conversion.first_difference(io.BytesIO(received), self.SIZE)

    def test_the_lines_are_json_and_no_piece_is_like_another(self):
        for line in self.pieces[0].splitlines()[:100]:
            self.assertEqual(list(json.loads(line)), ["index", "line", "text", "ratio", "is"])
        self.assertGreaterEqual(len(self.sent), self.SIZE)
        self.assertEqual(len(set(self.pieces)), len(self.pieces))

    def test_what_comes_back_unchanged_is_right(self):
        self.assertIsNone(self.difference(self.sent))

    def test_a_byte_that_differs_or_is_missing_or_too_much_is_found(self):
        middle = len(self.sent) // 2
        changed = self.sent[:middle] + bytes([self.sent[middle] ^ 1]) + self.sent[middle + 1 :]
        self.assertRegex(self.difference(changed), "^near byte .* became ")
        self.assertRegex(self.difference(self.sent[:-1]), "^near byte ")
        self.assertRegex(self.difference(b""), "^near byte 0: ")
        self.assertEqual(self.difference(self.sent + b"\n"), "unexpected data after the end")


class LoopTests(unittest.TestCase):
    def loops(self, checksum):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        program = Path(folder.name) / "loops"
        program.write_text(f"#!{sys.executable}\nprint('insert 0.25 {checksum}\\nselect 0.125 {checksum}')\n")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        return sqlite_loops.SQLiteLoops(program)

    # Identifiers from 0 to 999999; titles of 25, 26 and 27 characters, of which a thousandth is each; every third.
    RIGHT = 999_999 * 500_000 + (10 * 25 + 90 * 26 + 900 * 27) * 1000 + 333_334

    def test_the_loops_tell_their_own_seconds(self):
        self.assertEqual(self.loops(self.RIGHT).nanoseconds("tasks", "select", 3), 375_000_000)

    def test_a_wrong_checksum_of_the_rows_is_rejected(self):
        self.loops(self.RIGHT).check()
        with self.assertRaisesRegex(checking.WrongOutput, "^c/tasks/insert: "):
            self.loops(self.RIGHT - 1).check()


if __name__ == "__main__":
    unittest.main()
