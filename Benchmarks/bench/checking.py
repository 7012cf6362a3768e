"""Whether a contender's output is right. The judge is Python's json module."""

import hashlib
import json
import math
from functools import cache
from pathlib import Path

from bench.contenders import REPEATABLE, ContenderError


class WrongOutput(Exception):
    """A contender's output differs from the document."""


class Comparison:
    """Compares two values that Python's json has read.

    Numbers are compared by value, exactly: 83 in the document may be 83.0 in the output, since the member is a double
    in the models, but 2**53 + 1 may not be 2.0**53. `tolerance` is how far doubles may be from one another, in units in
    the last place; `inexact` counts those that are.
    """

    def __init__(self, tolerance=0):
        self.tolerance = tolerance
        self.inexact = 0

    def difference(self, expected, found, path=""):
        """Where the values differ and how, or nothing."""
        if isinstance(expected, dict) and isinstance(found, dict):
            if expected.keys() != found.keys():
                return f"{path or '/'}: the keys differ by {sorted(expected.keys() ^ found.keys())[:5]}"
            pairs = ((key, member, found[key]) for key, member in expected.items())
        elif isinstance(expected, list) and isinstance(found, list):
            if len(expected) != len(found):
                return f"{path or '/'}: {len(expected)} elements became {len(found)}"
            pairs = ((index, element, found[index]) for index, element in enumerate(expected))
        else:
            return None if self.is_same_scalar(expected, found) else f"{path or '/'}: {expected!r} became {found!r}"
        for step, inner_expected, inner_found in pairs:
            if inner := self.difference(inner_expected, inner_found, f"{path}/{step}"):
                return inner
        return None

    def is_same_scalar(self, expected, found):
        if is_number(expected) and is_number(found):
            return expected == found or self.is_near(expected, found)
        return type(expected) is type(found) and expected == found

    def is_near(self, expected, found):
        if not isinstance(expected, float):
            return False
        nearest = expected
        for _ in range(self.tolerance):
            nearest = math.nextafter(nearest, found)
        if nearest != found:
            return False
        self.inexact += 1
        return True


def is_number(value):
    """In Python, True is an int."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def check(contenders, document, folder: Path):
    """Decodes and encodes the document with each operation of each contender, and compares the results.

    Returns the bytes of each contender's output, and a note on each inexact one.
    """
    original = (folder / document.file_name).read_bytes()
    expected = cache(lambda: document.expected(json.loads(original)))
    sizes, notes = {}, {}
    right = {}
    if document.is_exact:
        right = {(hashlib.sha256(original).digest(), contender.tolerance): 0 for contender in contenders}
    for contender in contenders:
        with contender.process(REPEATABLE) as process:
            for operation in contender.operations:
                file = folder / f"{contender.name}-{document.name}-{operation}.out"
                try:
                    process.dump(document.name, operation, file)
                except ContenderError as error:
                    raise WrongOutput(str(error)) from error
                output = file.read_bytes()
                file.unlink()
                sizes[contender.name] = len(output)
                # Many outputs are the same, byte for byte, above all in a repeatable environment.
                digest = (hashlib.sha256(output).digest(), contender.tolerance)
                if digest not in right:
                    right[digest] = judge(contender, document, operation, expected(), output)
                if inexact := right[digest]:
                    notes[contender.name] = f"{document.name}: {inexact} doubles are one unit in the last place off"
    return sizes, notes


def judge(contender, document, operation, expected, output):
    """The number of doubles that are not the nearest, within the contender's tolerance."""
    comparison = Comparison(contender.tolerance)
    try:
        difference = comparison.difference(expected, json.loads(output))
    except ValueError as error:
        difference = f"not JSON: {error}"
    if difference:
        raise WrongOutput(f"{contender.case(document.name, operation)}: {difference}")
    return comparison.inexact
