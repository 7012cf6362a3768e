#!/usr/bin/env python3
"""Compares the drop-in coders and StaticJSONEncoder with Foundation's coders: time, allocations, instructions.
See README.md."""

import dataclasses
import json
import random
from pathlib import Path

from bench import checking, coders_report, conditions, contenders, documents, entry, machine, options, profiling, targets, timing

BENCHMARKS = Path(__file__).resolve().parent
DATA = BENCHMARKS / ".build" / "data"
# A round of hi1m takes Foundation ten seconds.
MOST_ROUNDS = {"hi1m": 5}
# Bytes that are read or written under valgrind: Foundation takes its time there.
VOLUME = 500_000
# Types that probe, and the documents that are decoded into them.
PROBING = {
    "tree": ["twitter", "citm", "canada", "hi1m", "a1", "films"],
    "members": ["twitter", "citm", "canada", "a1"],
    "lossy": ["hi1m", "films"],
}


class Benchmark:
    """One run, from the documents to the tables."""

    def __init__(self, chosen, present):
        self.options = chosen
        self.contenders = present
        self.documents = [document for document in documents.DOCUMENTS if document.name in chosen.only]
        if chosen.quick and len(self.documents) == len(documents.DOCUMENTS):
            self.documents = [document for document in self.documents if document.name not in MOST_ROUNDS]
        self.generator = random.Random(chosen.seed)
        # For each document's name and each contender's, the bytes of output.
        self.sizes = {}
        self.results = {"seed": chosen.seed, "times": {}, "allocations": {}, "instructions": {}}

    def at_work(self, document, operation=None):
        """The contenders that do an operation on a document. The static encoder has one document."""
        return [
            contender
            for contender in self.contenders
            if operation in (None, *contender.operations)
            and (contender.name != contenders.STATIC or document.name == "simple")
        ]

    def bytes_of(self, document, operation):
        """The document that is decoded, or Foundation's encoding."""
        if operation == "decode":
            return (DATA / document.file_name).stat().st_size
        return self.sizes[document.name][contenders.FOUNDATION]

    def print_head(self):
        head = self.results["head"] = machine.describe()
        print(f"{head['swift']}, {head['machine']}, seed {self.options.seed}")

    def check(self):
        wanted = list(self.documents)
        if options.is_profiled(self.options):
            wanted += [document.short for document in self.documents if document.short]
        for document in wanted:
            self.sizes[document.name], _ = checking.check(self.at_work(document), document, DATA)
        self.check_probing()
        print(f"Outputs are right: {', '.join(document.name for document in wanted)}.")

    def measure_times(self, operation):
        results = self.results["times"][operation] = {}
        for document in self.documents:
            present = self.at_work(document, operation)
            results[document.name] = {
                "bytes": self.bytes_of(document, operation),
                "times": timing.measure(present, document.name, operation, self.rounds(document), self.generator),
            }
        coders_report.print_times(operation, results, targets.DROP_IN_TIMES_FOUNDATION[operation])

    def probing(self, operation):
        """The documents of an operation on types that probe. The largest is represented by a shorter one."""
        return [document.short or document for document in self.documents if document.name in PROBING[operation]]

    def check_probing(self):
        for operation in PROBING:
            present = [
                dataclasses.replace(contender, operations=(operation,))
                for contender in self.contenders
                if contender.name in contenders.PROBING
            ]
            for document in self.probing(operation):
                checking.check(present, document, DATA)

    def measure_probing(self):
        present = [contender for contender in self.contenders if contender.name in contenders.PROBING]
        results = self.results["times"]["probing"] = {}
        for operation in PROBING:
            for document in self.probing(operation):
                times = timing.measure(present, document.name, operation, self.rounds(document), self.generator)
                results.setdefault(document.name, {})[operation] = times
        coders_report.print_probing(results, list(PROBING))

    def measure_conditions(self):
        """Decoding of documents that do not have the members of the types, in their order."""
        conditions.lay_out(DATA)
        results = self.results["conditions"] = {}
        for document in conditions.OF_CODERS:
            present = self.at_work(document, "decode")
            checking.check(present, document, DATA)
            results[document.name] = {
                "bytes": self.bytes_of(document, "decode"),
                "times": timing.measure(present, document.name, "decode", self.rounds(document), self.generator),
            }
        coders_report.print_times(
            "decode", results, targets.DROP_IN_CONDITIONS, "decode, other conditions: speed of the drop-in coders"
        )

    def measure_structure(self):
        """What the check of a document's structure takes, as a part of the decode that it is in."""
        present = [contender for contender in self.contenders if contender.name == contenders.DROP_IN]
        results = self.results["times"]["structure"] = {}
        for document in self.documents:
            results[document.name] = {
                operation: timing.measure(present, document.name, operation, self.rounds(document), self.generator)
                for operation in ("structure", "decode")
            }
        coders_report.print_structure(results)

    def rounds(self, document):
        rounds = min(document.rounds, MOST_ROUNDS.get(document.name, document.rounds))
        return max(3, rounds // 3) if self.options.quick else rounds

    def measure_allocations(self, operation, wanted):
        results = self.results["allocations"][operation] = {}
        for document in wanted:
            document = document.short or document
            size = self.bytes_of(document, operation)
            results[document.name] = {
                contender.name: profiling.count_allocations(contender, document.name, operation, size, VOLUME)
                for contender in self.at_work(document, operation)
            }
        return results

    def measure_instructions(self):
        """Of the drop-in decoder without the macro."""
        by_name = {contender.name: contender for contender in self.contenders}
        results = self.results["instructions"]["decode"] = {}
        for document in self.documents:
            document = document.short or document
            size = self.bytes_of(document, "decode")
            drop_in = by_name[contenders.DROP_IN]
            count = profiling.count_instructions(drop_in, document.name, "decode", size, DATA, VOLUME)
            results[document.name] = count / size
        coders_report.print_instructions(results)

    def run(self):
        self.print_head()
        self.check()
        for operation in ("decode", "encode"):
            self.measure_times(operation)
            if operation == "decode":
                self.measure_structure()
                self.measure_probing()
                if len(self.options.only) == len(documents.DOCUMENTS):
                    self.measure_conditions()
        encoded = {}
        if options.is_profiled(self.options):
            coders_report.print_allocations(self.measure_allocations("decode", self.documents))
            self.measure_instructions()
            simple = [document for document in self.documents if document.name == "simple"]
            encoded = self.measure_allocations("encode", simple)
        coders_report.print_static(self.results["times"]["encode"].get("simple"), encoded.get("simple"))
        if self.options.json:
            self.options.json.write_text(json.dumps(self.results, indent=1), encoding="utf-8")


def main():
    chosen = options.parse(__doc__, quick="fewer rounds, no valgrind, hi1m only if --only names it")
    documents.lay_out(DATA, BENCHMARKS.parent)
    present, missing = contenders.find_coders(BENCHMARKS, DATA)
    entry.skip(missing + options.without_valgrind(chosen))
    if not present:
        return 2
    Benchmark(chosen, present).run()


if __name__ == "__main__":
    entry.start(main)
