"""Plants a wrong mask in the vector code for ARM64, which the suites must find."""

import re

import suites
from cross import Cross
from modules import ROOT, write

HEADER = ROOT / "Sources" / "CByteMask" / "include" / "CByteMask.h"
RIGHT = "places = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128}"
# The bytes 9 and 10 of sixteen have changed places.
WRONG = "places = {1, 2, 4, 8, 16, 32, 64, 128, 1, 4, 2, 8, 16, 32, 64, 128}"


def compile_planted(cross):
    """The suites of the kernel, with the wrong mask."""
    text = HEADER.read_text(encoding="utf-8")
    assert text.count(RIGHT) == 1
    folder = cross.output / "planted"
    write(folder / "include" / HEADER.name, text.replace(RIGHT, WRONG))
    planted = Cross(cross.root, cross.resources.parent, folder, cross.plugins, [folder / "include"])
    # Without optimization, because few tests run.
    return suites.compile_suite(planted, "MillraceTests", suites.compile_support(planted, "-Onone"), "Kernel")


def failed_suites(output):
    """The names of the suites in the output of a program that have failed."""
    return {match[1] for match in re.finditer(r"error: (\w+)/", output)}
