"""Type-checks units for a target, with one folder of emitted modules for each state of their sources."""

import json
import re
import subprocess
import time
from dataclasses import dataclass

from macro_plugin import digest

HEAD = re.compile(r"(?P<place>.+?:\d+:\d+): (?P<kind>error|warning): (?P<message>.*)")
NOTE = re.compile(r".+?:\d+:\d+: note: ")


@dataclass
class Finding:
    """An error of the compiler, with the lines that it prints of the source."""

    place: str
    text: str

    @property
    def key(self):
        """Equal for the same error on another platform."""
        first = self.text.splitlines()[0]
        return re.sub(r"available in \w+ [\d.]+ or newer", "", first)


def findings(output):
    """The errors in the compiler's output. Of their notes only those remain that tell where a macro was expanded."""
    found, keeps = [], False
    for line in output.splitlines():
        if head := HEAD.match(line):
            keeps = head["kind"] == "error"
            if keeps:
                found.append(Finding(head["place"], line))
                continue
        elif NOTE.match(line):
            # The compiler repeats this note.
            keeps = bool(found) and "in expansion of macro" in line and line not in found[-1].text
        elif line.startswith("<unknown>:0: error:"):
            found.append(Finding("<unknown>", line))
            keeps = True
            continue
        if keeps:
            found[-1].text += "\n" + line
    return found


class Checker:
    """Checks units for one target. Modules are emitted for its minimum version, and serve for later versions as well."""

    def __init__(self, resources, minimum, plugin, key, folders):
        self.resources = resources
        self.minimum = minimum
        self.plugin = plugin
        self.key = key
        self.results = resources.cache / "results"
        self.modules = resources.cache / "modules"
        self.folders = folders
        self.emitted = {}

    def _command(self, unit, version):
        imports = [folder for name in unit.dependencies if name in self.emitted for folder in ("-I", self.emitted[name])]
        imports += [flag for folder in self.folders for flag in ("-I", folder)]
        return [
            self.resources.toolchain / "bin" / "swift-frontend",
            *self.resources.flags(version),
            *imports,
            *unit.flags,
            *["-module-name", unit.name, "-diagnostic-style", "llvm"],
            *["-load-plugin-executable", f"{self.plugin}#MillraceMacros"],
            *["-plugin-path", self.resources.toolchain / "lib" / "swift" / "host" / "plugins"],
            *([] if any(source.name == "main.swift" for source in unit.sources) else ["-parse-as-library"]),
        ]

    def _digest(self, unit, *more):
        dependencies = [self.emitted[name].name for name in unit.dependencies if name in self.emitted]
        return digest([self.key, self.resources.target.module_triple, *unit.flags, *more, *dependencies, *unit.sources])

    def emit(self, unit):
        """Makes the module of a unit for those that import it, whether it has errors or not."""
        folder = self.modules / self._digest(unit, self.minimum)
        module = folder / f"{unit.name}.swiftmodule"
        if not module.exists():
            folder.mkdir(parents=True, exist_ok=True)
            new = folder / "new.swiftmodule"
            flags = ["-emit-module", "-experimental-skip-all-function-bodies", "-disable-availability-checking"]
            command = [*self._command(unit, self.minimum), *flags, "-suppress-warnings", "-o", new, *unit.sources]
            command = [argument for argument in command if argument != "-warnings-as-errors"]
            result = subprocess.run(command, capture_output=True, encoding="utf-8")
            if not new.exists():
                return findings(result.stderr) or [Finding("<unknown>", result.stderr)]
            new.rename(module)
        self.emitted[unit.name] = folder
        return []

    def check(self, unit, version):
        """The errors of a unit at a version."""
        stored = self.results / f"{self._digest(unit, version)}.json"
        if stored.exists():
            return [Finding(**finding) for finding in json.loads(stored.read_text())]
        command = [*self._command(unit, version), "-typecheck", *unit.sources]
        result = subprocess.run(command, capture_output=True, encoding="utf-8")
        found = findings(result.stderr)
        if result.returncode != 0 and not found:
            found = [Finding("<unknown>", result.stderr)]
        stored.parent.mkdir(parents=True, exist_ok=True)
        new = stored.with_suffix(f".{time.monotonic_ns()}")
        new.write_text(json.dumps([vars(finding) for finding in found]))
        new.rename(stored)
        return found
