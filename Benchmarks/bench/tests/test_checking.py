"""A benchmark must reject wrong output. Run with: python3 -m unittest discover Benchmarks"""

import json
import math
import unittest
from pathlib import Path

from bench import wide
from bench.checking import Comparison
from bench.documents import without_nulls


class ComparisonTests(unittest.TestCase):
    def assert_same(self, expected, found, tolerance=0):
        self.assertIsNone(Comparison(tolerance).difference(json.loads(expected), json.loads(found)))

    def assert_different(self, expected, found, at, tolerance=0):
        difference = Comparison(tolerance).difference(json.loads(expected), json.loads(found))
        self.assertIsNotNone(difference)
        self.assertTrue(difference.startswith(at + ":"), difference)

    def test_the_order_of_members_does_not_matter_and_that_of_elements_does(self):
        self.assert_same('{"a": 1, "b": [2, 3]}', '{"b": [2, 3], "a": 1}')
        self.assert_different("[2, 3]", "[3, 2]", "/0")

    def test_what_is_missing_or_too_much_is_found(self):
        self.assert_different('{"a": {"b": 1}}', '{"a": {}}', "/a")
        self.assert_different('{"a": {}}', '{"a": {"b": 1}}', "/a")
        self.assert_different("[[1, 2]]", "[[1]]", "/0")
        self.assert_different("{}", '{"a": null}', "/")

    def test_kinds_are_distinguished(self):
        self.assert_different("[1]", "[true]", "/0")
        self.assert_different("[1]", '["1"]', "/0")
        self.assert_different("[[]]", "[{}]", "/0")
        self.assert_different('["a"]', "[null]", "/0")

    def test_numbers_are_compared_by_value_exactly(self):
        self.assert_same("[83, 1.50, 9007199254740993]", "[83.0, 1.5, 9007199254740993]")
        self.assert_different("[9007199254740993]", "[9007199254740992]", "/0")
        self.assert_different("[9007199254740993]", "[9007199254740992.0]", "/0")
        self.assert_different("[0.1]", "[0.10000000000000002]", "/0")

    def test_a_tolerance_is_for_doubles_only_and_counted(self):
        near, far = math.nextafter(0.1, 1), math.nextafter(math.nextafter(0.1, 1), 1)
        comparison = Comparison(tolerance=1)
        self.assertIsNone(comparison.difference([0.1, 0.1, 0.5], [near, 0.1, 0.5]))
        self.assertEqual(comparison.inexact, 1)
        self.assertIsNotNone(comparison.difference([0.1], [far]))
        self.assert_different("[9007199254740993]", "[9007199254740994]", "/0", tolerance=1)

    def test_null_members_are_dropped_at_every_depth_and_null_elements_stay(self):
        self.assertEqual(without_nulls({"a": None, "b": [{"c": None}, None]}), {"b": [{}, None]})

    def test_the_wide_types_are_those_of_the_generator(self):
        for path, text in wide.files(Path(__file__).resolve().parents[2]).items():
            self.assertEqual(path.read_text(encoding="ascii"), text, f"run {wide.__file__}")


if __name__ == "__main__":
    unittest.main()
