"""What the benchmark of the cold start takes for granted. Run with: python3 -m unittest discover Benchmarks"""

import contextlib
import io
import json
import random
import re
import stat
import sys
import tempfile
import unittest
from pathlib import Path

from ColdStart import generate

from bench import cold_report, cold_runs, targets
from bench.checking import WrongOutput
from bench.documents import small_objects

PROGRAM = """#!{python}
import sys
direction, modules, document = sys.argv[1:]
lines = {lines!r}
print("\\n".join(lines) if direction == "dump" else '{{"first":1,"second":1,"checksum":{checksum},"bytes":{bytes}}}')
"""


class GeneratorTests(unittest.TestCase):
    def files(self, models, count):
        return [
            text
            for index in range(generate.module_count(count))
            for text in generate.module_files(models, index, count).values()
        ]

    def test_every_class_is_declared_once_and_every_group_decoded_and_encoded(self):
        for count in (4, 252, 256, 1000):
            for models in (generate.KEYS, generate.UNIVERSAL, generate.TYPED):
                text = "\n".join(self.files(models, count))
                declared = [int(number) for number in re.findall(r"^final class A(\d+)", text, re.MULTILINE)]
                self.assertEqual(sorted(declared), list(range(1, count + 1)))
                for pattern in (r"pass\.decode\(A(\d+)\.self\)", r"pass\.encode\(value(\d+)\)"):
                    first = [int(number) for number in re.findall(pattern, text)]
                    self.assertEqual(first, list(range(1, count + 1, 4)))

    def test_a_value_has_every_number_and_key_of_the_document(self):
        document = json.loads(small_objects())
        text = generate.value_text(document, 1, 0)
        numbers = re.findall(r"\ba: (-?\d+)", text)
        self.assertEqual(sorted(numbers), sorted(re.findall(r'"a":(-?\d+)', small_objects())))
        self.assertEqual(re.findall(r'"([^"]+)": A4', text), list(document["d"]))

    def test_filler_has_as_many_conformances_as_it_should(self):
        for records in (1, 9, 10, 11, 10_000):
            text = generate.filler_text("Filler", records)
            conformances = re.findall(r"struct \w+: (.*) \{\}", text)
            self.assertEqual(sum(len(line.split(", ")) for line in conformances), records)

    def test_filler_is_split_into_modules_that_programs_share(self):
        one, other = generate.VARIANTS[0], generate.VARIANTS[-1]
        first, second = generate.filler_modules(one, 23_456), generate.filler_modules(other, 20_000)
        self.assertEqual((sum(first.values()), sum(second.values())), (23_456, 20_000))
        self.assertEqual(set(first) & set(second), {"Filler0", "Filler1"})

    def test_files_that_are_right_stay_untouched(self):
        with tempfile.TemporaryDirectory() as folder:
            generate.generate(8, Path(folder))
            before = {path: path.stat().st_mtime_ns for path in Path(folder).rglob("*.swift")}
            generate.generate(8, Path(folder))
            self.assertEqual(before, {path: path.stat().st_mtime_ns for path in Path(folder).rglob("*.swift")})


class CheckTests(unittest.TestCase):
    def program(self, lines, checksum=4, size=2 * 2 * 319):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        program = Path(folder.name) / "typed"
        text = PROGRAM.format(python=sys.executable, lines=lines, checksum=checksum, bytes=size)
        program.write_text(text, encoding="utf-8")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        return program

    def test_a_program_that_is_right_passes(self):
        reordered = json.dumps(dict(reversed(json.loads(small_objects()).items())))
        cold_runs.check(self.program([small_objects(), reordered] * 2), groups=2, modules=1)

    def test_a_wrong_value_one_too_few_and_one_too_many_are_rejected(self):
        right = small_objects()
        for lines in ([right.replace("4096", "4097"), right], [right], [right] * 3, [right, right[:-1]]):
            with self.assertRaises(WrongOutput):
                cold_runs.check(self.program(lines), groups=1, modules=1)

    def test_a_measured_pass_with_another_sum_is_rejected(self):
        for program in (self.program([], checksum=3), self.program([], size=1275)):
            with self.assertRaisesRegex(WrongOutput, "typed, "):
                cold_runs.measure({"typed": program}, 2, 1, 1, random.Random(1))


class ProfileTests(unittest.TestCase):
    PROFILE = """fn=(1) main
1 5
cfn=(7) look_up
calls=3 0
1 90
cfn=(8) look_up_other
calls=100 0
1 5
fn=(9) f
1 2
cob=(2)
cfn=(7)
calls=4 0
1 9
fn=(7)
2 50
cfn=(11) look_up_in_cpp(type const*, bool)
calls=5 0
1 1
cfn=(12) look_up_in_cpp(type const*, bool)::$_2::operator()() const
calls=200 0
1 1
"""

    def test_calls_of_a_function_are_added_up_over_its_callers(self):
        self.assertEqual(cold_runs.calls(self.PROFILE, "look_up"), 7)
        self.assertEqual(cold_runs.calls(self.PROFILE, "look_up_other"), 100)
        self.assertEqual(cold_runs.calls(self.PROFILE, "look_up_in_cpp"), 5)
        self.assertEqual(cold_runs.calls(self.PROFILE, "look"), 0)


class ReportTests(unittest.TestCase):
    def test_targets_are_ratios_of_medians_and_met_by_their_figure(self):
        runs = {"foundation-keys": [110e6, 220e6, 330e6], "typed": [1e6, 2e6, 90e6], "dropin-macro": [4e6, 3.7e6, 3e6]}
        results = {
            name: {"decode": [{"first": first, "second": 1e6} for first in times]} for name, times in runs.items()
        }
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            wanted = targets.COLD_TIMES_FOUNDATION["decode"]
            cold_report.print_times("test", results, "decode", {"typed": 0}, wanted)
        rows = {line.split()[0]: line.split() for line in output.getvalue().splitlines() if line.strip()}
        self.assertIn("met", rows["typed"])
        self.assertEqual(rows["typed"][-1], "0.00")
        self.assertIn("MISSED", rows["dropin-macro"])
        self.assertNotIn("met", rows["foundation-keys"])


if __name__ == "__main__":
    unittest.main()
