"""Tests of the report's texts about measurements. Run with: python3 -m unittest discover Benchmarks"""

import contextlib
import io
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import html_report

from bench.figures import charts
from bench.figures.page import Part, page

# Rounds in which the peer takes 2, 3, 4, 5 and 6 times as long.
OURS = [10, 10, 10, 10, 10]
PEER = [20, 30, 40, 50, 60]
TIMES = {"millrace": OURS, "serde_json": PEER}
RUN = {
    "seed": 7,
    "head": {"machine": "Made-up-1.0", "swift": "Swift 9", "serde_json": {"serde_json": "1.2.3", "rustc": "4.5"}},
    "times": {"decode": {"films": {"bytes": 100, "times": TIMES | {"foundation": [100] * 5}}}},
    "conditions": {
        "decode": {
            "wide60": {"bytes": 9, "times": TIMES},
            "records-1000": {"bytes": 9, "times": {"millrace": [5000, 4000, 6000]}},
            "records-100": {"bytes": 9, "times": {"millrace": [300, 300, 300]}},
        },
        "encode": {},
    },
    "debug": {"drop-in encode twitter": {"drop-in": [2, 2, 2], "foundation": [3, 3, 3]}},
    "peaks": {"decode": {"films": {"millrace": [1_000_000, 3_500_000]}}},
}


def drawn(chart):
    return f"<svg>{chart.title}</svg>"


def page_of(*parts):
    return page(parts, "Written on a day.", drawn)


class ChartTests(unittest.TestCase):
    def test_a_ratio_has_the_median_and_the_quartiles_of_the_rounds(self):
        first, second = charts.of_run(RUN)[0].bars
        self.assertEqual(first, charts.Bar("films", "serde_json", 3, 4, 5))
        self.assertEqual(second, charts.Bar("films", "foundation", 10, 10, 10))

    def test_growing_documents_are_a_chart_of_their_own(self):
        made = charts.of_run(RUN)
        [conditions] = [chart for chart in made if "other conditions" in chart.title]
        self.assertEqual([bar.label for bar in conditions.bars], ["wide60"])
        [growth] = [chart for chart in made if isinstance(chart, charts.GrowthChart)]
        self.assertEqual(growth.lines, {"millrace": [(100, 3), (1000, 5)]})

    def test_a_debug_build_is_compared_with_foundation(self):
        [debug] = [chart for chart in charts.of_run(RUN) if "debug" in chart.title]
        self.assertEqual(debug.bars, [charts.Bar("twitter: drop-in encode", "foundation", 1.5, 1.5, 1.5)])

    def test_memory_is_what_the_process_has_gained(self):
        [memory] = [chart for chart in charts.of_run(RUN) if isinstance(chart, charts.Table)]
        self.assertEqual(memory.rows, [["films", "2.5"]])

    def test_peers_are_compared_on_trees_structures_and_growing_arrays(self):
        measured = {
            "trees": {"decode": {"tree-a": {"times": {"millrace": [1, 1, 1], "node": [3, 3, 3]}}}, "encode": {}},
            "structures": {"decode": {"b": {"times": {"millrace": [2, 2, 2], "yyjson": [3, 3, 3]}}}},
            "records": {"100": {"millrace": [300, 200, 400]}, "10": {"millrace": [50, 50, 50], "node": [70, 70, 70]}},
            "memory": {
                "10": {"bytes": 400, "peaks": {"millrace": [1_000_000, 1_500_000], "node": [0, 2_000_000]}},
                "100": {"bytes": 4000, "peaks": {"millrace": [1_000_000, 3_000_000]}},
            },
        }
        trees, structures, time, memory = charts.of_peers(measured)
        self.assertEqual(trees.bars, [charts.Bar("tree-a", "node", 3, 3, 3)])
        self.assertEqual(structures.bars, [charts.Bar("b", "yyjson", 1.5, 1.5, 1.5)])
        self.assertEqual(time.lines, {"millrace": [(10, 5), (100, 3)], "node": [(10, 7)]})
        self.assertEqual(memory.lines, {"millrace": [(400, 0.5), (4000, 2)], "node": [(400, 2)]})

    def test_milestones_are_relative_to_foundation(self):
        times = {"foundation-decoder": [8e6, 8e6, 8e6], "objects": [2e6, 2e6, 2e6]}
        peaks = {"foundation-decoder": [1e6, 9e6], "objects": [1e6, 2e6]}
        names = {"foundation-decoder": "Foundation's decoder", "objects": "objects"}
        ratio, table = charts.of_milestones({"times": times, "peaks": peaks, "names": names})
        self.assertEqual(ratio.bars, [charts.Bar("objects", "Foundation's decoder", 4, 4, 4)])
        self.assertEqual(table.rows, [["Foundation's decoder", "8", "8"], ["objects", "2", "1"]])

    def test_a_cold_start_is_relative_to_synthesized_codable(self):
        times = {
            "foundation-keys": {"decode": [{"first": 8}] * 4, "encode": []},
            "typed": {"decode": [{"first": 2}] * 4, "encode": []},
        }
        [chart] = charts.of_cold_start({"times": {"equalized": times}})
        self.assertEqual(chart.bars, [charts.Bar("typed", "foundation-keys", 4, 4, 4)])

    def test_without_measurements_there_is_no_chart(self):
        every = (charts.of_run, charts.of_peers, charts.of_coders, charts.of_compile, charts.of_tables, charts.of_tool)
        for charts_of in (*every, charts.of_milestones, charts.of_cold_start):
            self.assertEqual(charts_of({}), [], charts_of.__name__)

    def test_drop_in_coders_are_compared_with_foundation(self):
        times = {"foundation": [8, 8, 8], "drop-in": [2, 2, 2]}
        [chart] = charts.of_coders({"times": {"decode": {"a1": {"bytes": 1, "times": times}}, "structure": {"a1": {}}}})
        self.assertEqual(chart.bars, [charts.Bar("a1: drop-in", "foundation", 4, 4, 4)])

    def test_compile_time_is_relative_to_synthesized_codable(self):
        def variant(seconds, size):
            both = {"clean": seconds, "touched": seconds / 2, "text": size}
            return {"release": both, "debug": both}

        measured = {"30": {"@Serializable": variant(6, 3000), "synthesized Codable": variant(4, 6000)}}
        [table] = charts.of_compile({"compile": measured})
        self.assertEqual(table.rows[0][1:3], ["6.0 s (1.50 ×)", "3.0 s (1.50 ×)"])
        self.assertEqual(table.rows[0][-1], "3.0 KB (0.50 ×)")
        growth = {"structure": {"@Serializable": {"10": {"clean": 2}}, "synthesized Codable": {"10": {"clean": 4}}}}
        [table] = charts.of_compile({"growth": growth})
        self.assertEqual(table.rows, [["10", "2.0 s (0.50 ×)", "4.0 s (1.00 ×)"]])

    def test_conversions_are_compared_by_duration(self):
        runs = {"millrace": [[9, 1, 5]] * 3, "jq": [[1, 2, 5]] * 3, "stopped": [[1, 2, 5]]}
        conversion = {"from": "csv", "to": "jsonl", "data": "flat", "threads": 1, "runs": runs}
        [chart] = charts.of_tool({"conversions": [conversion]})
        self.assertEqual(chart.bars, [charts.Bar("csv to jsonl, flat, 1 threads", "jq", 2, 2, 2)])

    def test_tables_are_compared_with_each_peer(self):
        [chart] = charts.of_tables({"times": {"tasks/insert": {"millrace": [1, 1, 1], "c": [2, 2, 2]}}})
        self.assertEqual(chart.bars, [charts.Bar("tasks/insert", "c", 2, 2, 2)])


class PageTests(unittest.TestCase):
    def test_the_page_names_the_machine_and_the_versions(self):
        text = page_of(Part("JSON", RUN, charts.of_run(RUN)))
        for fact in ("Made-up-1.0", "Swift 9", "1.2.3, built by rustc 4.5", "Written on a day.", "3.00–5.00"):
            self.assertIn(fact, text)

    def test_a_wrong_output_is_shown_and_not_timed(self):
        text = page_of(Part("JSON", None, (), "Swift 9\nWRONG OUTPUT peer/a1/decode: /0: 1 became <2>\n"))
        self.assertIn("WRONG OUTPUT peer/a1/decode: /0: 1 became &lt;2&gt;", text)
        self.assertIn("Not measured.", text)
        self.assertNotIn("<svg>", text)

    def test_a_missing_contender_is_named(self):
        self.assertIn("SKIPPED serde_json: no cargo.", page_of(Part("JSON", RUN, (), "SKIPPED serde_json: no cargo.\n")))

    def test_the_page_loads_nothing(self):
        text = page_of(Part("JSON", RUN, charts.of_run(RUN)))
        for word in ("src=", "href=", "@import", "url("):
            self.assertNotIn(word, text)


class MeasureTests(unittest.TestCase):
    def measured(self, source):
        """The part of the page for a benchmark with this source, after an earlier run that has succeeded."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "bench.py").write_text(source, encoding="utf-8")
            (folder / "bench.json").write_text(json.dumps(RUN), encoding="utf-8")
            table = {"bench": ("Bench", str(folder / "bench.py"), charts.of_run)}
            with mock.patch.object(html_report, "BENCHES", table), contextlib.redirect_stdout(io.StringIO()):
                html_report.measure("bench", folder, quick=True)
                return html_report.part("bench", folder)

    def test_a_benchmark_that_fails_leaves_no_old_measurements(self):
        part = self.measured("import sys; print('WRONG OUTPUT x'); sys.exit(1)")
        self.assertIsNone(part.measured)
        self.assertEqual(part.failures, ["WRONG OUTPUT x"])

    def test_a_benchmark_that_crashes_has_failed(self):
        self.assertEqual(self.measured("raise SystemExit(3)").failures, ["FAILED bench: exit status 3"])

    def test_a_benchmark_that_succeeds_has_measurements(self):
        part = self.measured(f"import json, sys; open(sys.argv[2], 'w').write(json.dumps({RUN!r}))")
        self.assertEqual((part.failures, part.measured["seed"]), ([], 7))


class ImportTests(unittest.TestCase):
    def test_matplotlib_is_imported_for_drawing_only(self):
        program = "import html_report, sys; sys.exit('matplotlib' in sys.modules)"
        folder = Path(html_report.__file__).parent
        self.assertEqual(subprocess.run([sys.executable, "-c", program], cwd=folder, check=False).returncode, 0)


if __name__ == "__main__":
    unittest.main()
