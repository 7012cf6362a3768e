#!/usr/bin/env python3
"""Compares millrace with serde_json and Foundation: time, instructions, allocations, memory. See README.md."""

import dataclasses
import json
import random
from pathlib import Path

from bench import (
    checking,
    conditions,
    contenders,
    documents,
    entry,
    machine,
    options,
    profiling,
    report,
    streams,
    targets,
    timing,
)

BENCHMARKS = Path(__file__).resolve().parent
DATA = BENCHMARKS / ".build" / "data"
OPERATIONS = ("decode", "encode", "encode-reused")


class Benchmark:
    """One run, from the documents to the tables."""

    def __init__(self, chosen, present):
        self.options = chosen
        self.contenders = present
        self.documents = [document for document in documents.DOCUMENTS if document.name in chosen.only]
        self.generator = random.Random(chosen.seed)
        # For each document's name and each contender's, the bytes of output.
        self.sizes = {}
        self.results = {"seed": chosen.seed, "times": {}, "profiles": {}, "peaks": {}}

    @property
    def profiles(self):
        return options.is_profiled(self.options)

    def at_work(self, document, operation=None):
        """The contenders that this run has do an operation on a document."""
        return [
            contender
            for contender in self.contenders
            if operation in (None, *contender.operations)
            and not (self.options.quick and document.is_large and contender.name == "foundation")
        ]

    def print_head(self):
        about = {contender.name: contender.about for contender in self.contenders}.get("serde_json")
        head = self.results["head"] = machine.describe() | {"serde_json": about}
        print(f"{head['swift']}, {head['machine']}, seed {self.options.seed}")
        if about:
            print(
                f"The targets were set against serde_json {targets.SERDE_JSON}; "
                f"beside us now is {about['serde_json']}, built by rustc {about['rustc']}."
            )
            if not about["float_roundtrip"]:
                print("Built without float_roundtrip, as by default, it rounds some doubles to a neighbour.")

    def check(self):
        pairs = [(document, self.at_work(document)) for document in self.documents]
        if self.profiles:
            pairs += [(document.short, self.without_foundation()) for document in self.documents if document.short]
        for document, present in pairs:
            self.sizes[document.name], notes = checking.check(present, document, DATA)
            for name, note in notes.items():
                print(f"{name}, {note}")
        print(f"Outputs are right: {', '.join(document.name for document, _ in pairs)}.")

    def without_foundation(self):
        return [contender for contender in self.contenders if contender.name != "foundation"]

    def bytes_of(self, contender, document, operation):
        """The document that is read or written. Speeds and figures per byte refer to its size."""
        if operation == "decode":
            return (DATA / document.file_name).stat().st_size
        return self.sizes[document.name][contender]

    def measure_times(self, operation):
        results = self.results["times"][operation] = {}
        for document in self.documents:
            rounds = max(3, document.rounds // 3) if self.options.quick else document.rounds
            present = self.at_work(document, operation)
            results[document.name] = {
                "bytes": self.bytes_of("millrace", document, operation),
                "times": timing.measure(present, document.name, operation, rounds, self.generator),
            }
        report.print_times(operation, results, targets.TIMES_SERDE_JSON.get(operation, {}))

    def measure_profiles(self, operation):
        results = self.results["profiles"][operation] = {}
        for document in self.documents:
            document = document.short or document
            results[document.name] = {}
            for contender in self.without_foundation():
                size = self.bytes_of(contender.name, document, operation)
                instructions, allocations = profiling.count(contender, document.name, operation, size, DATA)
                results[document.name][contender.name] = (instructions / size, allocations)
        report.print_profiles(operation, results)

    def measure_peaks(self, operation):
        results = self.results["peaks"][operation] = {}
        for document in self.documents:
            results[document.name] = {
                contender.name: contender.peak_memory(document.name, operation)
                for contender in self.at_work(document, operation)
            }
        report.print_peaks(operation, results, [contender.name for contender in self.contenders])

    def measure_streams(self):
        if self.options.only != [document.name for document in documents.DOCUMENTS]:
            return
        by_name = {contender.name: contender for contender in self.contenders}
        rounds = 3 if self.options.quick else documents.LINES.rounds
        self.results["streams"] = streams.measure(
            by_name["millrace"], by_name.get("serde_json"), DATA, rounds, self.generator, self.profiles
        )

    def measure_conditions(self):
        """The same of the documents in other conditions, each with the contenders that have a case for it."""
        if self.options.only != [document.name for document in documents.DOCUMENTS]:
            return
        conditions.lay_out(DATA)
        known = {contender.name: contender.known_cases() for contender in self.contenders}
        results = self.results["conditions"] = {"decode": {}, "encode": {}}
        for document in conditions.CONDITIONS:
            operations = [name for name in results if f"millrace/{document.name}/{name}" in known["millrace"]]
            present = [
                dataclasses.replace(contender, operations=tuple(operations))
                for contender in self.contenders
                if f"{contender.name}/{document.name}/decode" in known[contender.name]
            ]
            sizes, _ = checking.check(present, document, DATA)
            sizes = {"decode": (DATA / document.file_name).stat().st_size, "encode": sizes["millrace"]}
            rounds = max(3, document.rounds // 3) if self.options.quick else document.rounds
            for operation in operations:
                results[operation][document.name] = {
                    "bytes": sizes[operation],
                    "times": timing.measure(present, document.name, operation, rounds, self.generator),
                }
        for operation, measured in results.items():
            report.print_times(f"{operation}, other conditions", measured, targets.CONDITIONS[operation])
        report.print_growth(results["decode"])

    def measure_debug_build(self):
        """A debug build of the program, beside Foundation, which is always optimized."""
        conditions.lay_out(DATA)
        results = self.results["debug"] = {}
        for name, operation in targets.TIMES_FOUNDATION_IN_DEBUG:
            pair = [contenders.in_debug(contender, BENCHMARKS) for contender in (name, contenders.FOUNDATION)]
            if not all(contender.program.exists() for contender in pair):
                return
            pair = [dataclasses.replace(contender, operations=(operation,), documents=DATA) for contender in pair]
            for document in conditions.IN_DEBUG:
                checking.check(pair, document, DATA)
                rounds = 3 if self.options.quick else document.rounds
                times = timing.measure(pair, document.name, operation, rounds, self.generator)
                results[f"{name} {operation} {document.name}"] = times
        report.print_debug(results)

    def run(self):
        self.print_head()
        self.check()
        self.measure_streams()
        for operation in OPERATIONS:
            self.measure_times(operation)
        self.measure_conditions()
        self.measure_debug_build()
        if self.profiles:
            for operation in OPERATIONS:
                self.measure_profiles(operation)
        for operation in ("decode", "encode"):
            self.measure_peaks(operation)
        if self.options.json:
            self.options.json.write_text(json.dumps(self.results, indent=1), encoding="utf-8")


def main():
    chosen = options.parse(__doc__, quick="fewer rounds, no valgrind, Foundation only on the small documents")
    documents.lay_out(DATA, BENCHMARKS.parent)
    present, missing = contenders.find(BENCHMARKS, DATA)
    entry.skip(missing + options.without_valgrind(chosen))
    if not any(contender.name == "millrace" for contender in present):
        return 2
    Benchmark(chosen, present).run()


if __name__ == "__main__":
    entry.start(main)
