#!/usr/bin/env python3
"""What the first use of a type costs: MODELS types decoded and encoded by one variant after another. See README.md."""

import argparse
import json
import os
import random
from pathlib import Path

from bench import cold_programs, cold_report, cold_runs, entry, machine, options, profiling, targets
from ColdStart import generate

BENCHMARKS = Path(__file__).resolve().parent
WORK = BENCHMARKS / ".build" / "cold-start"
FEWEST_ROUNDS = 20


class Benchmark:
    """One run, from the generated sources to the tables."""

    def __init__(self, chosen):
        self.options = chosen
        self.variants = [variant for variant in generate.VARIANTS if variant.name in chosen.only]
        self.programs = cold_programs.Programs(chosen.models, WORK / str(chosen.models), self.variants)
        self.modules = generate.module_count(chosen.models)
        self.groups = chosen.models // 4
        self.generator = random.Random(chosen.seed)
        self.results = {"seed": chosen.seed, "models": chosen.models, "times": {}, "look-ups": {}}

    def names(self, with_filler):
        """The programs of a table, by the names of their variants."""
        return {
            variant.name: self.programs.path(generate.filled(variant) if with_filler else variant.name)
            for variant in self.variants
        }

    def check(self):
        for program in self.names(with_filler=False).values():
            cold_runs.check(program, self.groups, self.modules)
        print(f"Outputs are right: {', '.join(self.names(False))}.")

    def count_look_ups(self):
        """Those of each further type: what a second module adds to the first one's."""
        types = 4 * min(generate.GROUPS_IN_MODULE, self.groups - generate.GROUPS_IN_MODULE)
        for direction in cold_runs.DIRECTIONS:
            counts = self.results["look-ups"][direction] = {}
            for name, program in self.names(with_filler=False).items():
                one, two = (cold_runs.look_ups(program, direction, modules, WORK) for modules in (1, 2))
                # Both passes are counted, and the second one uses the same types again.
                counts[name] = (two - one) / types

    def measure(self, title, with_filler):
        rounds = max(FEWEST_ROUNDS, self.options.rounds)
        times = cold_runs.measure(self.names(with_filler), self.groups, self.modules, rounds, self.generator)
        self.results["times"]["equalized" if with_filler else "own"] = times
        for direction in cold_runs.DIRECTIONS:
            wanted = targets.COLD_TIMES_FOUNDATION[direction] if with_filler else {}
            look_ups = self.results["look-ups"].get(direction, {})
            cold_report.print_times(title, times, direction, look_ups, wanted)

    def run(self):
        head = self.results["head"] = machine.describe()
        print(f"{head['swift']}, {head['machine']}, {self.options.models} models, seed {self.options.seed}")
        if self.options.no_build:
            self.programs.load_facts()
        else:
            self.programs.build_all(anew=not self.options.keep)
        facts = self.results["programs"] = self.programs.facts
        cold_report.print_programs(facts, self.names(False))
        cold_report.print_sizes(facts, self.options.models)
        self.check()
        if not self.options.no_instructions and profiling.is_available() and self.modules > 1:
            self.count_look_ups()
            cold_report.print_look_ups(self.results["look-ups"])
        filled = facts[generate.filled(self.variants[0])]["records"]
        self.measure(f"{filled} records in each program", with_filler=True)
        self.measure("each program with its own records", with_filler=False)
        if self.options.json:
            self.options.json.write_text(json.dumps(self.results, indent=1), encoding="utf-8")


def parse():
    names = [variant.name for variant in generate.VARIANTS]

    def chosen(text):
        wanted = text.split(",")
        if unknown := [name for name in wanted if name not in names]:
            raise argparse.ArgumentTypeError(f"{', '.join(unknown)}; the variants are {', '.join(names)}")
        if cold_report.BASIS not in wanted:
            raise argparse.ArgumentTypeError(f"{cold_report.BASIS} is what all others are compared with")
        return wanted

    def models(text):
        count = int(text)
        if count < 4 or count % 4:
            raise argparse.ArgumentTypeError("a multiple of four")
        return count

    parser = options.parser(__doc__, quick="no look-ups, which valgrind counts")
    parser.add_argument(
        "--models", type=models, default=os.environ.get("MODELS", "10000"), help="how many types, a multiple of four"
    )
    parser.add_argument("--rounds", type=int, default=FEWEST_ROUNDS, help="processes for each figure, at least 20")
    parser.add_argument("--only", metavar="VARIANT,…", type=chosen, default=names, help=f"of {', '.join(names)}")
    parser.add_argument("--keep", action="store_true", help="compile only what has changed since the last run")
    parser.add_argument("--no-build", action="store_true", help="measure what was built before")
    parser.add_argument("--no-instructions", action="store_true", help="leave out what needs valgrind")
    return parser.parse_args()


def main():
    chosen = parse()
    chosen.no_instructions |= chosen.quick
    entry.skip(options.without_valgrind(chosen))
    Benchmark(chosen).run()


if __name__ == "__main__":
    entry.start(main)
