"""Plants errors of availability, and tells which of them the check does not find."""

import dataclasses
import shlex
import sys
from pathlib import Path

import units as programs
from check import Checker
from modules import write

HERE = Path(__file__).resolve().parent
LIBRARY = """\
func planted(_ numbers: [Int]) -> Int {
  numbers.span.count
}
"""
EXAMPLE = """\
```swift
let planted = films.span.count
```
"""


def planting_plugin(plugin, folder):
    """The macro's plug-in with a planted statement in generated functions."""
    script = write(
        folder / "plugin",
        "#!/bin/sh\n" + shlex.join(["exec", sys.executable, str(HERE / "planting_plugin.py"), str(plugin)]) + "\n",
    )
    script.chmod(0o755)
    return script


def with_source(unit, source):
    return dataclasses.replace(unit, sources=[*unit.sources, source])


def missed(checker, units, folder):
    """What was planted for a target and not found. The modules that the units need have been emitted."""
    units = {unit.title: unit for unit in units}
    library = write(folder / "Planted.swift", LIBRARY)
    document = write(folder / "Planted.md", EXAMPLE)
    script = programs.examples_script()
    (fence,) = script.fences(document)
    example = write(folder / "PlantedExample.swift", script.source("Planted", fence))
    planting = planting_plugin(checker.plugin, folder)
    generating = Checker(
        checker.resources, checker.minimum, planting, checker.key + "planted" + planting.read_text(), checker.folders
    )
    generating.emitted = checker.emitted
    cases = [
        ("the library", checker, with_source(units["Millrace"], library), f"{library}:2:"),
        ("generated code", generating, units["annotated types, Swift 6"], "in expansion of macro 'Serializable'"),
        ("an example", checker, with_source(units["examples of the documentation"], example), f"{document}:2:"),
    ]
    for place, with_checker, unit, where in cases:
        found = with_checker.check(unit, checker.minimum)
        if not any(where in each.text and "'span' is only available in" in each.text for each in found):
            yield f"an error in {place} was not found for {checker.resources.target.name} {checker.minimum}"
