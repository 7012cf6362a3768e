#!/usr/bin/env python3
"""Compares millrace with other JSON libraries: trees, documents as structures, and arrays of one to ten million records, in
time and memory. See README.md."""

import json
import random
from pathlib import Path

from bench import checking, conditions, contenders, documents, entry, machine, options, timing
from bench.report import NOTHING, print_table

BENCHMARKS = Path(__file__).resolve().parent
DATA = BENCHMARKS / ".build" / "data"
TREES = [document for document in conditions.CONDITIONS if document.name.startswith("tree-")]
# The documents that are decoded into structures: those of `run.py`, without those that need enumerations.
STRUCTURES = documents.DOCUMENTS + [
    document
    for document in conditions.CONDITIONS
    if not document.name.startswith(("tree", "records", "events", "message-"))
]
COUNTS = [10**exponent for exponent in range(8)]
# Foundation takes more than a minute for an operation on ten million records.
FOUNDATION_COUNT = 1_000_000


def records(count):
    return documents.Document(f"records-{count}", f"records-{count}.json", rounds=9 if count < 1_000_000 else 5, is_exact=True)


def lay_out(counts):
    """Writes the arrays of records that are missing."""
    conditions.lay_out(DATA)
    for count in counts:
        path = DATA / records(count).file_name
        if not path.exists() or path.stat().st_size != documents.size_of_greetings(count):
            with path.open("w", encoding="ascii") as file:
                documents.write_greetings(file, count)


def is_right(contender, document):
    """Whether the contender's output is right. Another library whose output is wrong is reported, and not timed."""
    try:
        _, notes = checking.check([contender], document, DATA)
    except checking.WrongOutput as error:
        if contender.name == "millrace":
            raise
        print(f"SKIPPED {contender.name} on {document.name}: wrong output: {error}.")
        return False
    for note in notes.values():
        print(f"{contender.name}, {note}")
    return True


class Benchmark:
    def __init__(self, chosen, present):
        self.options = chosen
        self.generator = random.Random(chosen.seed)
        self.known = {contender.name: contender.known_cases() for contender in present}
        self.present = present
        self.results = {"seed": chosen.seed, "trees": {}, "structures": {}, "records": {}, "memory": {}}
        about = [contender.about for contender in present if contender.about]
        versions = {name: str(version) for one in about for name, version in one.items() if name != "float_roundtrip"}
        self.results["head"] = machine.describe()
        self.results["peers"] = versions

    def at_work(self, document, operation):
        """The contenders that have a case for an operation on a document, and whose output is right."""
        able = [one for one in self.present if one.case(document.name, operation) in self.known[one.name]]
        if self.options.quick and document.is_large:
            able = [one for one in able if one.name != contenders.FOUNDATION]
        able = [contenders.with_operation(one, operation) for one in able]
        return [one for one in able if is_right(one, document)]

    def rounds(self, document):
        return 3 if self.options.quick else document.rounds

    def measure_documents(self, kind, chosen, titles):
        """Both operations on documents. `titles`: for each operation, the title of its table."""
        for operation, title in titles.items():
            results = self.results[kind][operation] = {}
            for document in chosen:
                present = self.at_work(document, operation)
                times = timing.measure(present, document.name, operation, self.rounds(document), self.generator)
                results[document.name] = {"times": times}
            print_ratios(f"{title}: millrace, times as fast", results)

    def measure_records(self):
        by_count = {}
        for count in self.options.counts:
            document = records(count)
            present = self.at_work(document, "decode")
            if count > FOUNDATION_COUNT:
                present = [one for one in present if one.name != contenders.FOUNDATION]
            times = timing.measure(present, document.name, "decode", self.rounds(document), self.generator)
            by_count[f"{count:,} records"] = {"times": times}
            self.results["records"][count] = times
            self.results["memory"][count] = {
                "bytes": (DATA / document.file_name).stat().st_size,
                "peaks": {one.name: one.peak_memory(document.name, "decode") for one in present},
            }
        print_ratios("decode an array of records: millrace, times as fast", by_count)
        print_memory(self.results["memory"])

    def run(self):
        head = self.results["head"]
        print(f"{head['swift']}, {head['machine']}, seed {self.options.seed}")
        print(", ".join(f"{name} {version}" for name, version in self.results["peers"].items()))
        self.measure_documents("trees", TREES, {"decode": "decode a tree", "encode": "encode a tree"})
        titles = {"decode": "decode a document into structures", "encode": "encode structures as a document"}
        self.measure_documents("structures", STRUCTURES, titles)
        self.measure_records()
        if self.options.json:
            self.options.json.write_text(json.dumps(self.results, indent=1), encoding="utf-8")


def print_ratios(title, results):
    names = sorted({name for result in results.values() for name in result["times"] if name != "millrace"})
    rows = []
    for document, result in results.items():
        times = result["times"]
        row = [f"{timing.ratios(times, 'millrace', name)[1]:.2f}" if name in times else NOTHING for name in names]
        rows.append([document, *row])
    print_table(title, ["document", *(f"× {name}" for name in names)], rows)


def print_memory(results):
    names = sorted({name for result in results.values() for name in result["peaks"]})
    rows = []
    for count, result in results.items():
        grown = {name: (after - before) / 1e6 for name, (before, after) in result["peaks"].items()}
        row = [f"{grown[name]:.1f}" if name in grown else NOTHING for name in names]
        rows.append([f"{count:,}", f"{result['bytes'] / 1e6:.1f}", *row])
    print_table("decode: peak memory, MB more than at the start", ["records", "document", *names], rows)


def counts_up_to(text):
    maximum = int(text)
    if chosen := [count for count in COUNTS if count <= maximum]:
        return chosen
    raise ValueError


def main():
    parser = options.parser(__doc__, quick="three rounds, at most 100,000 records, Foundation only on the small documents")
    parser.add_argument("--records", dest="counts", metavar="N", type=counts_up_to, help="at most N records (10,000,000)")
    chosen = parser.parse_args()
    chosen.counts = chosen.counts or (COUNTS[:6] if chosen.quick else COUNTS)
    documents.lay_out(DATA, BENCHMARKS.parent)
    lay_out(chosen.counts)
    present, missing = contenders.find(BENCHMARKS, DATA)
    others, missing_others = contenders.find_json_peers(BENCHMARKS, DATA)
    entry.skip(missing + missing_others)
    if not any(contender.name == "millrace" for contender in present):
        return 2
    Benchmark(chosen, present + others).run()


if __name__ == "__main__":
    entry.start(main)
