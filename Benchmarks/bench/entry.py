"""How the benchmarks start and end."""

import sys

from bench.checking import WrongOutput
from bench.contenders import ContenderError


def start(main):
    """Runs the main function of a benchmark. The exit status is what it returns, or 1 if an output is wrong."""
    sys.stdout.reconfigure(line_buffering=True)
    sys.exit(status_of(main))


def status_of(main):
    try:
        return main() or 0
    except WrongOutput as error:
        print(f"WRONG OUTPUT {error}")
    except ContenderError as error:
        print(f"FAILED {error}")
    return 1


def skip(sentences):
    """Says what is left out, and why."""
    for sentence in sentences:
        print(f"SKIPPED {sentence}.")
