"""The options that the benchmarks have in common."""

import argparse
import time
from pathlib import Path

from bench import documents, profiling


def parser(description, quick):
    """A parser of the options that all benchmarks have. `quick` is what `--quick` does."""
    common = argparse.ArgumentParser(description=description)
    common.add_argument("--json", metavar="FILE", type=output_file, help="write all measurements to a file, too")
    common.add_argument("--quick", action="store_true", help=quick)
    common.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000, help="of the order in each round")
    return common


def output_file(text):
    path = Path(text)
    if not path.absolute().parent.is_dir():
        raise argparse.ArgumentTypeError(f"no folder for {path}")
    return path


def parse(description, quick):
    """The options of a benchmark on all documents."""
    names = [document.name for document in documents.DOCUMENTS]

    def chosen(text):
        wanted = text.split(",")
        if unknown := [name for name in wanted if name not in names]:
            raise argparse.ArgumentTypeError(f"{', '.join(unknown)}; the documents are {', '.join(names)}")
        return wanted

    wanted = parser(description, quick)
    wanted.add_argument("--only", metavar="DOC,…", type=chosen, default=names, help=f"of {', '.join(names)}")
    wanted.add_argument("--no-instructions", action="store_true", help="leave out what needs valgrind")
    return wanted.parse_args()


def wants_profiles(options):
    return not options.quick and not options.no_instructions


def is_profiled(options):
    return wants_profiles(options) and profiling.is_available()


def without_valgrind(options):
    """The sentences to say about what the options ask for in vain."""
    if wants_profiles(options) and not profiling.is_available():
        return ["instructions and allocations: no valgrind. Debian package: valgrind"]
    return []
