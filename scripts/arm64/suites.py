"""The suites of the library as programs for ARM64.

Swift Testing of the packages was made for another compiler, and so was Foundation. The folder `Testing` beside this file has the
part of Swift Testing that the suites use. Files that import Foundation without a condition are left out.
"""

from dataclasses import dataclass
from pathlib import Path

import macro_plugin
from cross import available, used_targets
from modules import ROOT, flags, module_folder, targets, write

HERE = Path(__file__).resolve().parent
TESTS = ROOT / "Tests"
# The suites of SQLite and of the tool start other programs by Foundation.
SUITES = ["MillraceTests", "MillraceTablesTests", "MillraceCompressionTests", "MillraceCodableTests", "CorpusTests"]
# `MessageTable` and `TemporaryFolder` of TestSupport need Foundation.
WITHOUT = {"MessageTests.swift", "GzipTests.swift"}
MAIN = """\
import Testing

@main struct Main {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst().map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    func values(of name: String) -> [String] { arguments.filter { $0[0] == name && $0.count == 2 }.map { $0[1] } }
    let showsEach = arguments.contains(["verbose"])
    let passed = await runTests(only: values(of: "only"), part: values(of: "part").first, showsEach: showsEach)
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


def test_files(target):
    return [file for file in available(sorted((TESTS / target).rglob("*.swift"))) if file.name not in WITHOUT]


def settings(target):
    return [flag for flag in flags(targets()[target]) if flag != "-warnings-as-errors"]


def compile_support(cross, optimization="-O"):
    """Compiles what all suites use. Returns the names of the modules."""
    library = cross.compile_target("Millrace", optimization)
    cross.compile("Testing", sorted((HERE / "Testing").glob("*.swift")), flags=["-swift-version", "5"])
    main = write(cross.output / "main" / "Main.swift", MAIN)
    cross.compile("Main", [main], ["Testing"], ["-swift-version", "5"])
    uses = [*library, "Testing"]
    cross.compile("TestSupport", test_files("TestSupport"), uses, settings("TestSupport"))
    return [*uses, "TestSupport", "Main"]


def compile_suite(cross, name, support, folder=""):
    """Compiles and links a suite without optimization, since its own code is compiled for longer than it runs. The same holds for
    what the corpora need besides the module Millrace.

    With the name of a folder, only the files in it and what they share with the others.
    """
    files = [file for file in test_files(name) if folder in file.parent.parts or not folder or file.name == "TestSupport.swift"]
    uses = list(support)
    for target in used_targets(name, files):
        if target not in uses:
            of_library = "-Onone" if name == "CorpusTests" else "-O"
            optimization = "-Onone" if TESTS in module_folder(target).parents else of_library
            uses += [other for other in cross.compile_target(target, optimization, of_library) if other not in uses]
    cross.compile(name, files, uses, settings(name), "-Onone")
    registration = cross.compile_c(HERE / "Testing" / "register.c")
    program = cross.output / "programs" / name
    cross.link(program, [*cross.objects([*uses, name]), *registration], ["z", "zstd", "lz4", "snappy", "brotlidec", "brotlienc", "brotlicommon", "sqlite3"])
    return Suite(name, program, len(files), len(list((TESTS / name).rglob("*.swift"))))
