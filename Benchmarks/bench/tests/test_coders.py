"""What the benchmark of the coders takes for granted. Run with: python3 -m unittest discover Benchmarks"""

import contextlib
import io
import stat
import sys
import tempfile
import unittest
from pathlib import Path

from bench import checking, coders_report, targets
from bench.contenders import DROP_IN, DROP_IN_MACRO, FOUNDATION, STATIC, Contender
from bench.documents import Document

SOURCES = Path(__file__).resolve().parents[2] / "Sources"


class ModelTests(unittest.TestCase):
    """The types without the macro are the types with it."""

    FILES = ("Citm.swift", "Small.swift", "Twitter.swift")

    def test_the_types_without_a_macro_are_identical_line_by_line(self):
        for name in self.FILES:
            annotated = (SOURCES / "Models" / name).read_text(encoding="utf-8")
            plain = (SOURCES / "PlainModels" / name).read_text(encoding="utf-8")
            self.assertIn("@Serializable\n", annotated)
            self.assertEqual(annotated.replace("import Millrace\n\n", "").replace("@Serializable\n", ""), plain, name)

    def test_all_types_of_both_are_codable_and_none_says_how(self):
        for folder in ("Models", "PlainModels"):
            for name in self.FILES:
                text = (SOURCES / folder / name).read_text(encoding="utf-8")
                structures = [line for line in text.splitlines() if "struct " in line]
                self.assertTrue(structures)
                for line in structures:
                    self.assertIn(": Codable, Equatable, Sendable {", line)
                for word in ("CodingKeys", "init(from", "encode(to", "extension"):
                    self.assertNotIn(word, text)

    def test_the_types_without_a_macro_do_not_use_millrace(self):
        for file in (SOURCES / "PlainModels").iterdir():
            text = file.read_text(encoding="utf-8")
            for word in ("import", "Millrace", "Serializable", "Readable", "Writable"):
                self.assertNotIn(word, text, file.name)


# Answers as a contender does; what it dumps depends on the operation.
CONTENDER = """#!{python}
import sys
outputs = {outputs!r}
for line in sys.stdin:
    request, case, file = line.split()
    output = outputs[case.split("/")[2]]
    if output is None:
        print("error it failed", flush=True)
        continue
    open(file, "w", encoding="utf-8").write(output)
    print("done", flush=True)
"""


class CheckTests(unittest.TestCase):
    """Each operation of each contender is checked, before anything is timed."""

    DOCUMENT = '{"id": 7, "score": 98.6, "tags": ["a", "b"], "none": null}'
    RIGHT = '{"tags":["a","b"],"score":98.6,"id":7}'

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "small.json").write_text(self.DOCUMENT, encoding="utf-8")

    def contender(self, name, **outputs):
        program = self.folder / f"{name}.py"
        program.write_text(CONTENDER.format(python=sys.executable, outputs=outputs), encoding="utf-8")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        return Contender(name, program, self.folder, tuple(outputs))

    def check(self, *contenders):
        return checking.check(contenders, Document("small", "small.json"), self.folder)

    def test_right_outputs_pass_and_their_sizes_are_returned(self):
        foundation = self.contender("foundation", decode=self.RIGHT, encode=self.RIGHT)
        drop_in = self.contender("drop-in", decode=self.RIGHT, encode=self.RIGHT + "\n")
        sizes, notes = self.check(foundation, drop_in)
        self.assertEqual(sizes, {"foundation": len(self.RIGHT), "drop-in": len(self.RIGHT) + 1})
        self.assertEqual(notes, {})
        self.assertEqual(list(self.folder.glob("*.out")), [])

    def test_a_wrong_output_of_any_contender_and_operation_is_rejected_by_name(self):
        wrong = {
            "a number": self.RIGHT.replace("98.6", "98.60000000000001"),
            "a member too few": '{"tags":["a","b"],"score":98.6}',
            "an order": self.RIGHT.replace('"a","b"', '"b","a"'),
            "no document": self.RIGHT[:-1],
            "nothing": "",
            "two documents": self.RIGHT * 2,
        }
        for what, output in wrong.items():
            for operation in ("decode", "encode"):
                with self.subTest(what=what, operation=operation):
                    outputs = {"decode": self.RIGHT, "encode": self.RIGHT} | {operation: output}
                    right = self.contender("foundation", decode=self.RIGHT, encode=self.RIGHT)
                    with self.assertRaisesRegex(checking.WrongOutput, f"^drop-in/small/{operation}: "):
                        self.check(right, self.contender("drop-in", **outputs))

    def test_a_contender_that_fails_is_rejected(self):
        with self.assertRaisesRegex(checking.WrongOutput, "static answered dump static/small/encode .*it failed"):
            self.check(self.contender("static", encode=None))

    def test_a_tolerance_of_one_contender_does_not_apply_to_another(self):
        """Equal outputs are judged once, but for each tolerance."""
        near = self.RIGHT.replace("98.6", "98.60000000000001")
        tolerant, strict = self.contender("serde_json", decode=near), self.contender("drop-in", decode=near)
        tolerant.tolerance = 1
        self.assertEqual(self.check(tolerant)[1].keys(), {"serde_json"})
        with self.assertRaises(checking.WrongOutput):
            self.check(tolerant, strict)


class ReportTests(unittest.TestCase):
    def printed(self, function, *arguments):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            function(*arguments)
        return output.getvalue()

    def rows(self, text, title):
        return [line.strip() for line in text.splitlines() if line.strip().startswith(title)]

    def times(self, ours, with_macro):
        """Five rounds in which the machine slows down: the ratios stay."""
        pace = (100, 110, 150, 200, 300)
        names = {FOUNDATION: 1, DROP_IN: ours, DROP_IN_MACRO: with_macro}
        return {name: [slowness / times for slowness in pace] for name, times in names.items()}

    def test_a_target_is_met_by_its_figure_and_missed_below(self):
        for operation, wanted in targets.DROP_IN_TIMES_FOUNDATION.items():
            least, goal = wanted[DROP_IN]["twitter"]
            (macro,) = wanted[DROP_IN_MACRO]["twitter"]
            results = {"twitter": {"bytes": 1000, "times": self.times(least + 0.001, macro - 0.001)}}
            text = self.printed(
                coders_report.print_times, operation, results, targets.DROP_IN_TIMES_FOUNDATION[operation]
            )
            plain_row, macro_row = self.rows(text, "at least")
            self.assertEqual(plain_row.split(), ["at", "least", f"{least:.2f}", "met"])
            self.assertEqual(macro_row.split(), ["at", "least", f"{macro:.2f}", "MISSED"])
            (goal_row,) = self.rows(text, "goal")
            self.assertEqual(goal_row.split(), ["goal", f"{goal:.2f}", "MISSED"])

    def test_a_document_without_a_target_has_none(self):
        results = {"simple": {"bytes": 1000, "times": self.times(100, 100)}}
        text = self.printed(
            coders_report.print_times, "decode", results, targets.DROP_IN_TIMES_FOUNDATION["decode"]
        )
        self.assertEqual([row.split()[-1] for row in self.rows(text, "at least")], ["–", "–"])

    def test_allocations_are_met_from_sixty_percent_fewer_on(self):
        counts = {FOUNDATION: 1000, DROP_IN: 400, DROP_IN_MACRO: 401}
        text = self.printed(coders_report.print_allocations, {"twitter": counts})
        self.assertEqual([row.split()[-1] for row in self.rows(text, "at least")], ["met", "MISSED"])
        self.assertEqual([row.split()[-1] for row in self.rows(text, "% fewer")], ["60.0", "59.9"])

    def test_instructions_are_met_up_to_their_ceiling(self):
        text = self.printed(coders_report.print_instructions, {"a1": 190.0, "twitter": 32.01, "hi100k": 500.0})
        self.assertEqual(self.rows(text, "at most")[0].split()[2:], ["190.00", "met", "32.00", "MISSED", "–"])

    def test_the_static_encoder_has_two_targets_and_no_table_when_it_is_not_built(self):
        times = {FOUNDATION: [600, 660], STATIC: [100, 110]}
        text = self.printed(coders_report.print_static, {"times": times}, {FOUNDATION: 100, STATIC: 31})
        self.assertIn("at least 6.00 met", text)
        self.assertIn("at most 30.00 MISSED", text)
        self.assertEqual(self.printed(coders_report.print_static, {"times": {FOUNDATION: [1]}}, None), "")


if __name__ == "__main__":
    unittest.main()
