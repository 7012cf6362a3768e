"""The suites of the library as programs for ARM64.

Swift Testing of the packages was made for another compiler, and so was Foundation. The folder `Testing` beside this file has the
part of Swift Testing that the suites use. Files that import Foundation without a condition are left out.
"""

import re
from dataclasses import dataclass
from pathlib import Path

import macro_plugin
from modules import ROOT, flags, targets, write

HERE = Path(__file__).resolve().parent
TESTS = ROOT / "Tests"
SUITES = ["MillraceTests", "MillraceTablesTests", "MillraceCompressionTests", "MillraceCodableTests"]
# Their messages are compared with tables by the class `MessageTable`, which needs Foundation.
WITHOUT = {"MessageTests.swift"}
MAIN = """\
import Testing

@main struct Main {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst().map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    func values(of name: String) -> [String] { arguments.filter { $0[0] == name && $0.count == 2 }.map { $0[1] } }
    let passed = await runTests(only: values(of: "only"), part: values(of: "part").first)
    if !passed { fatalError("tests have failed") }
  }
}
"""


@dataclass
class Suite:
    """A suite's program, and how many of its files it consists of."""

    name: str
    program: Path
    files: int
    all_files: int


def plugin():
    return macro_plugin.build(HERE / "TestingMacros")


def needs_foundation(file):
    return file.name in WITHOUT or re.search(r"^import Foundation", file.read_text(encoding="utf-8"), re.MULTILINE)


def settings(target):
    return [flag for flag in flags(targets()[target]) if flag != "-warnings-as-errors"]


def compile_support(cross):
    """Compiles what all suites use. Returns the names of the modules."""
    library = cross.compile_target("Millrace")
    cross.compile("Testing", sorted((HERE / "Testing").glob("*.swift")), flags=["-swift-version", "5"])
    main = write(cross.output / "main" / "Main.swift", MAIN)
    cross.compile("Main", [main], ["Testing"], ["-swift-version", "5"])
    files = [file for file in sorted((TESTS / "TestSupport").rglob("*.swift")) if not needs_foundation(file)]
    uses = [*library, "Testing"]
    cross.compile("TestSupport", files, uses, settings("TestSupport"))
    return [*uses, "TestSupport", "Main"]


def compile_suite(cross, name, support):
    """Compiles and links a suite without optimization, since its own code is compiled for longer than it runs."""
    library = [dependency["byName"][0] for dependency in targets()[name]["dependencies"]]
    uses = list(support)
    for target in library:
        if target not in uses:
            uses += [other for other in cross.compile_target(target) if other not in uses]
    every = sorted((TESTS / name).rglob("*.swift"))
    files = [file for file in every if not needs_foundation(file)]
    cross.compile(name, files, uses, settings(name), "-Onone")
    registration = cross.compile_c(HERE / "Testing" / "register.c")
    program = cross.output / "programs" / name
    cross.link(program, [*cross.objects([*uses, name]), *registration], ["z", "zstd", "lz4"])
    return Suite(name, program, len(files), len(every))
