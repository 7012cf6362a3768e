#!/usr/bin/env python3
"""Tests scripts/coverage on small made-up exports."""

import importlib.machinery
import importlib.util
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parents[2]
loader = importlib.machinery.SourceFileLoader("coverage", str(ROOT / "scripts" / "coverage"))
coverage = importlib.util.module_from_spec(importlib.util.spec_from_loader("coverage", loader))
loader.exec_module(coverage)


def file(path, covered, count):
    return {"filename": str(ROOT / path), "summary": {"lines": {"covered": covered, "count": count}}}


class CoverageTests(unittest.TestCase):
    def test_files_are_added_by_module(self):
        files = [file("Sources/A/x.swift", 1, 2), file("Sources/A/B/y.swift", 3, 4), file("Tests/A/z.swift", 5, 6)]
        self.assertEqual(coverage.by_module(files), {"A": (4, 6)})

    def test_the_library_needs_more_than_the_rest(self):
        modules = {"Millrace": (949, 1000), "MillraceC": (95, 100), "MillraceTool": (85, 100), "MillraceSyntax": (84, 100)}
        self.assertEqual(coverage.too_low(modules), ["Millrace", "MillraceSyntax"])

    def test_a_branch_that_is_not_taken_is_uncovered(self):
        # A function in lines 1 to 9 that is called twice; a branch in lines 3 to 5 that is never taken.
        segments = [
            [1, 10, 2, True, True, False],
            [3, 12, 0, True, True, False],
            [5, 4, 2, True, False, False],
            [9, 2, 0, False, False, False],
        ]
        self.assertEqual(coverage.uncovered_lines(segments), [4, 5])

    def test_lines_between_functions_are_no_code(self):
        segments = [[1, 1, 0, True, True, False], [2, 2, 0, False, False, False], [8, 1, 0, True, True, False], [8, 9, 0, False, False, False]]
        self.assertEqual(coverage.uncovered_lines(segments), [1, 2, 8])

    def test_no_code_has_no_uncovered_lines(self):
        self.assertEqual(coverage.uncovered_lines([]), [])

    def test_consecutive_lines_are_a_range(self):
        self.assertEqual(coverage.ranges([1, 2, 3, 7, 9, 10]), "1-3, 7, 9-10")


if __name__ == "__main__":
    unittest.main()
