#!/usr/bin/env python3
"""Compiles and runs every example of Swift in the documentation.

usage: scripts/stages/examples.py [--configuration debug|release]

Each fence of ```swift in README.md, in docs and in the comments of the public modules becomes a function of a package in
.build/examples, which depends on this one. All modules are imported, and scripts/stages/examples/Prelude.swift defines what the
examples speak of without saying it. Types that an example declares are its own.

What a comment after a call of `print`, or in the lines below it, says must be what is printed.

An ellipsis in braces stands for what is left out. A fence is skipped when its first line is `// not compiled: WHY`
or, in Markdown, when `<!-- not compiled: WHY -->` comes before it.
"""

import argparse
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "shared"))

from swift_package import ROOT, update

PACKAGE = ROOT / ".build" / "examples"
MODULES = [
    "Millrace",
    "MillraceCodable",
    "MillraceCompression",
    "MillraceFoundation",
    "MillraceSQLite",
    "MillraceTables",
]

MANIFEST = """\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "examples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "millrace", path: "../..")],
  targets: [
    .executableTarget(
      name: "Examples",
      dependencies: [%s],
      swiftSettings: [.unsafeFlags(["-suppress-warnings"])])
  ]
)
"""

NOT_COMPILED = re.compile(r"(//|<!--) not compiled: \S")
COMMENT = re.compile(r"\s*/// ?(.*)")
TYPE = re.compile(r"(?:@\w+(?:\([^)]*\))?\s+|\w+\s+)*?(?:struct|enum|class|actor|protocol)\s+(\w+)")
EXTENSION = re.compile(r"((?:@\w+\s+|public\s+)*extension\s+)(\w+)")


@dataclass
class Line:
    number: int
    text: str


@dataclass
class Fence:
    path: Path
    lines: list[Line]
    is_compiled: bool

    @property
    def place(self):
        return f"{self.path}:{self.lines[0].number if self.lines else 0}"


def documents():
    yield from (path for path in [ROOT / "README.md"] if path.exists())
    yield from sorted((ROOT / "docs").rglob("*.md"))
    for module in MODULES:
        yield from sorted((ROOT / "Sources" / module).rglob("*.swift"))
        yield from sorted((ROOT / "Sources" / module).rglob("*.docc/*.md"))


def fences(document):
    """The fences of a file. In Swift they are in comments of three slashes."""
    path = document.relative_to(ROOT)
    previous, fence, margin = "", None, 0
    for number, text in enumerate(document.read_text(encoding="utf-8").splitlines(), 1):
        if document.suffix == ".swift":
            comment = COMMENT.fullmatch(text)
            text = comment[1] if comment else ""
        stripped = text.strip()
        if fence is None and stripped == "```swift":
            fence, margin = Fence(path, [], not NOT_COMPILED.match(previous)), text.index("`")
        elif fence is not None and stripped == "```":
            if fence.lines and NOT_COMPILED.match(fence.lines[0].text):
                fence.is_compiled = False
            yield fence
            fence = None
        elif fence is not None:
            fence.lines.append(Line(number, text[margin:] if not text[:margin].strip() else text))
        if stripped:
            previous = stripped
    if fence is not None:
        sys.exit(f"{fence.place}: the fence has no end")


def chunks(fence):
    """The statements and declarations of a fence: what begins at the margin, with what belongs to it."""
    chunk, depth = [], 0
    for line in fence.lines:
        begins = line.text[:1] not in (" ", "", "}", ")", "]", ".", "#") and depth == 0
        goes_on = chunk and chunk[-1].text.startswith("@") and not re.search(r"\b(struct|enum|class)\b", chunk[-1].text)
        if begins and chunk and not goes_on:
            yield chunk
            chunk = []
        chunk.append(line)
        code = re.sub(r'//.*|"(\\.|[^"\\])*"', "", line.text)
        depth += sum(map(code.count, "([{")) - sum(map(code.count, ")]}"))
    if chunk:
        yield chunk


def source(name, fence):
    """The file of Swift that an example becomes. What it declares is inside of a type, so that names are its own."""
    imports, extensions, types, statements = [], [], [], []
    declared = set()
    for chunk in chunks(fence):
        text = "\n".join(line.text for line in chunk)
        code = re.sub(r"(?m)^\s*//.*$", "", text).strip()
        if code.startswith("import "):
            imports.append(chunk)
        elif EXTENSION.match(code):
            extensions.append(chunk)
        elif declaration := TYPE.match(code):
            declared.add(declaration[1])
            types.append(chunk)
        else:
            statements.append(chunk)

    def placed(chunk):
        # The compiler's messages refer to the document.
        yield f'#sourceLocation(file: "{ROOT / fence.path}", line: {chunk[0].number})'
        for line in chunk:
            yield line.text.replace("{ … }", "{}")
        yield "#sourceLocation()"

    def qualified(chunk):
        def qualify(match):
            return match[1] + (f"{name}." if match[2] in declared else "") + match[2]

        return [Line(line.number, EXTENSION.sub(qualify, line.text)) for line in chunk]

    lines = [f"import {module}" for module in ["Foundation", *MODULES]]
    lines += [line for chunk in imports for line in placed(chunk)]
    lines += [f"enum {name} {{"]
    lines += [line for chunk in types for line in placed(chunk)]
    lines += ["static func run() async throws {"]
    lines += [line for chunk in statements for line in placed(chunk)]
    lines += ["}", "}"]
    lines += [line for chunk in extensions for line in placed(qualified(chunk))]
    return "\n".join(lines) + "\n"


def main_source(examples):
    calls = "\n".join(f'  ("{fence.place}", {{ try await {name}.run() }}),' for name, fence in examples)
    return f"""\
import Foundation

let examples: [(place: String, run: () async throws -> Void)] = [
{calls}
]
var failures = 0
let folder = try makeFolder()
for example in examples {{
  print("== \\(example.place)")
  // Seen last when an example traps.
  FileHandle.standardError.write(Data("running \\(example.place)\\n".utf8))
  do {{
    try await example.run()
  }} catch {{
    failures += 1
    FileHandle.standardError.write(Data("\\(example.place): error: \\(error)\\n".utf8))
  }}
}}
try? FileManager.default.removeItem(at: file)
try? FileManager.default.removeItem(at: folder)
exit(failures == 0 ? 0 : 1)
"""


def promised(fence):
    """The expected output in an example's comments."""
    follows = False
    for line in fence.lines:
        if follows and (comment := re.fullmatch(r"\s*// (.*)", line.text)):
            yield comment[1]
        elif follows := bool(re.match(r"\s*print\(", line.text)):
            if comment := re.search(r"\)  // (.*)", line.text):
                yield comment[1]


def broken_promises(examples, output):
    printed = {}
    for line in output.splitlines():
        if line.startswith("== "):
            lines = printed.setdefault(line[3:], [])
        else:
            lines.append(line)
    for _, fence in examples:
        lines = iter(printed.get(fence.place, []))
        for promise in promised(fence):
            if promise not in lines:  # which goes on after the line that was found
                yield f"{fence.place}: error: this is not printed: {promise}"
                break


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--configuration", choices=["debug", "release"], default="debug")
    configuration = parser.parse_args().configuration
    found = [fence for document in documents() for fence in fences(document)]
    examples = [(f"Example{index}", fence) for index, fence in enumerate(f for f in found if f.is_compiled)]
    files = {f"{name}.swift": source(name, fence) for name, fence in examples}
    files["main.swift"] = main_source(examples)
    files["Prelude.swift"] = (ROOT / "scripts" / "stages" / "examples" / "Prelude.swift").read_text(encoding="utf-8")

    sources = PACKAGE / "Sources" / "Examples"
    products = ", ".join(f'.product(name: "{module}", package: "millrace")' for module in MODULES)
    update(PACKAGE / "Package.swift", MANIFEST % products)
    for name, text in files.items():
        update(sources / name, text)
    for stale in set(sources.iterdir()) - {sources / name for name in files}:
        stale.unlink()

    place = ["-c", configuration, "--package-path", PACKAGE, "--scratch-path", ROOT / ".build"]
    # Planned anew, because SwiftPM may take the plan that it finds there, which can be that of this package.
    command = ["swift", "build", "--disable-build-manifest-caching", *place]
    build = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8")
    if build.returncode != 0:
        failures = dict.fromkeys(line for line in build.stdout.splitlines() if ": error: " in line)
        sys.exit("\n".join(failures) or build.stdout)
    run = subprocess.run(
        ["swift", "run", "--skip-build", *place, "Examples"],
        capture_output=True,
        encoding="utf-8",
        errors="replace",
    )
    if run.returncode != 0:
        failures = [line for line in run.stderr.splitlines() if ": error: " in line]
        # Without such a line the process has trapped, and what it said last tells where.
        sys.exit("\n".join(failures) or run.stderr + f"the examples ended with status {run.returncode}")
    if failures := list(broken_promises(examples, run.stdout)):
        sys.exit("\n".join(failures))
    print(f"{len(examples)} examples compiled and run in {configuration}, {len(found) - len(examples)} skipped")


if __name__ == "__main__":
    main()
