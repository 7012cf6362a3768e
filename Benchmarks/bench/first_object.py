"""How long it takes from opening the file of a million objects to the first of them."""

from bench.contenders import Contender

# Each is a process that opens the file for the first time.
SAMPLES = 21


def milliseconds(program, documents):
    """One figure for each new process."""
    contender = Contender("first-object", program, documents, ("first",))
    figures = []
    for _ in range(SAMPLES):
        with contender.process() as process:
            figures.append(process.nanoseconds("hi1m", "first", 1) / 1e6)
    return figures
