"""The options that the benchmarks have in common."""

import argparse
import time
from pathlib import Path

from bench import documents, profiling


def parse(description, quick):
    """The options of the command line. `quick` is what `--quick` does."""
    names = [document.name for document in documents.DOCUMENTS]

    def chosen(text):
        wanted = text.split(",")
        if unknown := [name for name in wanted if name not in names]:
            raise argparse.ArgumentTypeError(f"{', '.join(unknown)}; the documents are {', '.join(names)}")
        return wanted

    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--json", metavar="FILE", type=Path, help="write all measurements to a file, too")
    parser.add_argument("--quick", action="store_true", help=quick)
    parser.add_argument("--only", metavar="DOC,…", type=chosen, default=names, help=f"of {', '.join(names)}")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000, help="of the order in each round")
    parser.add_argument("--no-instructions", action="store_true", help="leave out what needs valgrind")
    options = parser.parse_args()
    if options.json and not options.json.absolute().parent.is_dir():
        parser.error(f"no folder for {options.json}")
    return options


def wants_profiles(options):
    return not options.quick and not options.no_instructions


def is_profiled(options):
    return wants_profiles(options) and profiling.is_available()


def without_valgrind(options):
    """The sentences to say about what the options ask for in vain."""
    if wants_profiles(options) and not profiling.is_available():
        return ["instructions and allocations: no valgrind. Debian package: valgrind"]
    return []
