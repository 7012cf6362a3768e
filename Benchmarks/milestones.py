#!/usr/bin/env python3
"""A million small objects by one road after another, from Foundation's decoder to columns. See README.md."""

import json
import random
import statistics
from pathlib import Path

from bench import checking, contenders, documents, entry, first_object, machine, options, targets, timing
from bench.report import NOTHING, mark, print_table

BENCHMARKS = Path(__file__).resolve().parent
DATA = BENCHMARKS / ".build" / "data"
DOCUMENT = documents.Document("hi1m", "hi1m.json", rounds=9)

FOUNDATION = "foundation-decoder"
EMPTY_PARSE = "empty-parse"
# The steps, each a separate contender: its name in the program, and its description.
STEPS = {
    FOUNDATION: "Foundation's decoder",
    "foundation-dictionaries": "Foundation's serialization, to dictionaries",
    EMPTY_PARSE: "empty parse",
    "dictionaries": "dictionaries",
    "shared-keys": "dictionaries with shared keys",
    "objects": "objects",
    "streamed-objects": "streamed objects",
    "recycled-by-hand": "streamed objects, recycled by hand",
    "streamed-structures": "streamed structures",
    "columns": "columns",
}


def find_steps():
    """A contender for each step that the program has, and a sentence for each that it has not."""
    swift = BENCHMARKS / ".build" / "release" / "Contender"
    if not swift.exists():
        return [], ["all: not built. Run scripts/bench milestones; it needs a Swift toolchain"]
    steps = [contenders.Contender(name, swift, DATA, ("milestone",)) for name in STEPS]
    with steps[0].process() as process:
        known = set(process.cases())
    present = [step for step in steps if step.case(DOCUMENT.name, "milestone") in known]
    return present, [f"{STEPS[step.name]}: the program has no such case" for step in steps if step not in present]


def check(steps):
    """Each step must return the values of the document; the step that only scans must reach its end."""
    checking.check([step for step in steps if step.name != EMPTY_PARSE], DOCUMENT, DATA)
    for step in steps:
        if step.name == EMPTY_PARSE:
            file = DATA / "empty-parse.out"
            with step.process() as process:
                process.dump(DOCUMENT.name, "milestone", file)
            size = (DATA / DOCUMENT.file_name).stat().st_size
            if int(file.read_bytes()) != size:
                raise checking.WrongOutput(f"{EMPTY_PARSE}: read {file.read_bytes()} of {size} bytes")
            file.unlink()
    print(f"Outputs are right: {', '.join(STEPS[step.name] for step in steps)}.")


def row(name, times, peaks):
    """A step's line of the table."""
    milliseconds = statistics.median(times[name]) / 1e6
    lower, median, upper = timing.ratios(times, name, FOUNDATION)
    before, after = peaks[name]
    return [
        STEPS[name],
        f"{milliseconds:.0f}",
        f"{median:.1f}" if name != FOUNDATION else NOTHING,
        f"{lower:.1f}–{upper:.1f}" if name != FOUNDATION else NOTHING,
        f"{(after - before) / 1e6:.0f}",
    ]


def measure(chosen, steps):
    rounds = 3 if chosen.quick else DOCUMENT.rounds
    times = timing.measure(steps, DOCUMENT.name, "milestone", rounds, random.Random(chosen.seed))
    peaks = {step.name: step.peak_memory(DOCUMENT.name, "milestone") for step in steps}
    columns = ["step", "ms", "× Foundation's decoder", "quartiles", "peak MB"]
    size = (DATA / DOCUMENT.file_name).stat().st_size
    print_table(
        f"a million objects, {size / 1e6:.1f} MB", columns, [row(step.name, times, peaks) for step in steps]
    )
    first = first_object.milliseconds(steps[0].program, DATA)
    wanted, median = targets.FIRST_OBJECT_MILLISECONDS, statistics.median(first)
    verdict = mark(wanted, median < wanted).rstrip()
    print(f"\nThe first object is there {median:.2f} ms after opening the file (less than {verdict})")
    return {"times": times, "peaks": peaks, "first milliseconds": first, "names": STEPS}


def run(chosen, steps):
    head = machine.describe()
    print(f"{head['swift']}, {head['machine']}, seed {chosen.seed}")
    check(steps)
    results = {"seed": chosen.seed, "head": head} | measure(chosen, steps)
    if chosen.json:
        chosen.json.write_text(json.dumps(results, indent=1), encoding="utf-8")


def main():
    chosen = options.parser(__doc__, quick="fewer rounds").parse_args()
    documents.lay_out(DATA, BENCHMARKS.parent)
    steps, missing = find_steps()
    entry.skip(missing)
    if not steps:
        return 2
    run(chosen, steps)


if __name__ == "__main__":
    entry.start(main)
