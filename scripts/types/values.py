#!/usr/bin/env python3
"""Compiles the shapes in Tests/Values, and compares what they read and write with the tables there.

usage: scripts/types/values.py [--configuration debug|release] [NAME...]

A NAME is that of a file without its extension; all files are checked by default, in debug and in release. Tests/Values/README.md
describes the tables.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "shared"))

from swift_package import ROOT, build

TABLES = ROOT / "Tests" / "Values"
FOLDER = ROOT / ".build" / "values"
# In release, the variants that differ most: optimization of generated code is what the time goes to.
VARIANTS = {"debug": ("plain", "inlined", "class", "codable", "twin"), "release": ("plain", "codable")}
DOORS = ("direct", "tree", "fast", "foundation", "fast-decode", "foundation-decode")
ATTRIBUTE = re.compile(r"@Serializable\b(?:\(((?:[^()]|\([^()]*\))*)\))?")
HEADING = re.compile(r"^( *(?:\w+ )*(?:struct|class|enum) \w+(?:<[^>]*>)?)(: [^{]*)? \{", re.MULTILINE)


class Shape:
    """A declaration of the type `Value`, and what becomes of documents."""

    def __init__(self, place, name, declaration, rows):
        self.place, self.declaration, self.rows = place, declaration, rows
        brackets = re.search(r" \[(.*)\]$", name)
        self.name = name[: brackets.start()] if brackets else name
        words = brackets[1] if brackets else ""
        without = re.search(r"without: ([\w ,]+)", words)
        self.excluded = set(without[1].split(", ")) if without else set()
        self.has_twin = "twin" in words.split("without:")[0]

    @property
    def is_codable(self):
        """Whether the declaration itself states Codable."""
        return re.search(r"(struct|class|enum) Value\b[^{]*: [^{]*\bCodable\b", self.declaration) is not None

    def variants(self):
        """The names of the variants, with their declarations."""
        found = {"plain": self.declaration}
        if "struct Value" in self.declaration:
            found["class"] = self.declaration.replace("struct Value", "final class Value")
            found["inlined"] = re.sub(ATTRIBUTE.pattern + r"(?=\s+(?:struct|class))", with_inlined, self.declaration)
        if not self.is_codable:
            found["codable"] = with_codable(self.declaration)
        result = {name: text for name, text in found.items() if name not in self.excluded and text is not None}
        if self.has_twin:
            result["twin"] = without_attributes(with_codable(self.declaration))
        return result


class Row:
    """A document, and what a shape makes of it."""

    def __init__(self, place, text):
        self.place = place
        document, _, expected = text.rpartition(" => ")
        if not document:
            sys.exit(f"{place}: no ' => ' in {text!r}")
        self.door = None
        door, colon, rest = document.partition(": ")
        if colon and door in DOORS:
            self.door, document = door, rest
        self.document = document
        counted = re.search(r" evaluated (\d+)$", expected)
        self.evaluations = int(counted[1]) if counted else None
        expected = expected[: counted.start()] if counted else expected
        self.error = expected.removeprefix("error ") if expected.startswith("error ") else None
        self.expected = document if expected == "same" else expected

    def problem(self, variant, door, line):
        """What is wrong with the printed result."""
        sign, evaluations, text = line[0], *line[1:].split(" ", 1)
        text = json.loads(text)
        if self.error is not None:
            if sign != "-" or self.error not in text and door in ("direct", "tree"):
                return f"expected the error {self.error!r}"
        elif sign != "+":
            return f"expected {self.expected}"
        elif door == "direct" and text != self.expected:
            return f"expected {self.expected}"
        elif canonical(text) != canonical(self.expected):
            return f"expected {self.expected}"
        # Initializers of classes, and those of Codable, evaluate all initial values.
        if variant != "class" and door in ("direct", "tree") and self.evaluations not in (None, int(evaluations)):
            return f"{evaluations} calls of counted(_:), expected {self.evaluations}"
        return None


def canonical(text):
    """The value of a document with all its members, in a fixed order."""
    return json.loads(text, object_pairs_hook=lambda pairs: sorted(pairs, key=repr))


def with_inlined(match):
    arguments = match[1] or ""
    if re.search(r"\.(untagged|strings|transparent|inlined|codable)", arguments):
        return match[0]
    return f"@Serializable({', '.join(['.inlined'] + [arguments] * bool(arguments))})"


def with_codable(declaration):
    """The declaration in which each type with the macro is Codable."""

    def heading(match):
        types = match[2] or ":"
        before = declaration[: match.start()].rstrip().splitlines()[-1:]
        if not before or not before[0].lstrip().startswith("@Serializable") or "Codable" in types:
            return match[0]
        # A subclass inherits Codable.
        first = types[1:].split(",")[0].strip()
        if first and re.search(rf"class {first}\b", declaration):
            return match[0]
        return f"{match[1]}{types}{',' if match[2] else ''} Codable {{"

    return HEADING.sub(heading, declaration)


def without_attributes(declaration):
    return re.sub(r"^ *@Serializable.*\n", "", re.sub(r"@(Field|Case)\([^)]*\) ", "", declaration), flags=re.MULTILINE)


def read_table(path):
    """The shapes of a file."""
    shapes, name, lines, start = [], None, [], 0

    def finish():
        if name is None:
            return
        if "--" not in lines:
            sys.exit(f"{path.name}:{start}: a shape without a line '--'")
        end = lines.index("--")
        rows = [
            Row(f"{path.name}:{start + 1 + number}", text)
            for number, text in enumerate(lines)
            if number > end and text and not text.startswith("#")
        ]
        if not rows:
            sys.exit(f"{path.name}:{start}: a shape without documents")
        shapes.append(Shape(f"{path.name}:{start}", name, "\n".join(lines[:end]), rows))

    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("== "):
            finish()
            name, lines, start = line[3:], [], number
        elif name is not None:
            lines.append(line)
    finish()
    return shapes


def parts(declaration, name):
    """The declaration without extensions, and the extensions, which cannot be in a type."""
    extensions = re.findall(r"^extension Outer\b(?:[^\n]*\{\}$|.*?^\}$)", declaration, re.MULTILINE | re.DOTALL)
    for extension in extensions:
        declaration = declaration.replace(extension, "")
    return declaration, "".join(extension.replace("Outer.", f"{name}.") + "\n" for extension in extensions)


def indented(text):
    return "\n".join("  " + line if line else line for line in text.splitlines())


def write_package(tables, variants):
    """Writes a program of these variants. Returns them in the order of their numbers: shape, variant."""
    sources = FOLDER / "Sources" / "Values"
    sources.mkdir(parents=True, exist_ok=True)
    for old in sources.glob("*.swift"):
        old.unlink()
    (FOLDER / "Package.swift").write_text(f"""// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Values",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "millrace", path: "{ROOT}")],
  targets: [
    .executableTarget(
      name: "Values",
      dependencies: [
        .product(name: "Millrace", package: "millrace"), .product(name: "MillraceFoundation", package: "millrace"),
      ])
  ]
)
""")
    (sources / "Support.swift").write_text((TABLES / "Support.swift").read_text())
    numbered = []
    cases = ""
    for name, shapes in tables.items():
        first = len(numbered)
        text = "import Foundation\nimport Millrace\nimport MillraceFoundation\n"
        calls = ""
        for shape in shapes:
            for variant, declaration in shape.variants().items():
                if variant not in variants:
                    continue
                number = len(numbered)
                inside, outside = parts(declaration, f"Shape{number}")
                text += f"\n// {shape.place}: {shape.name} ({variant})\nenum Shape{number} {{\n{indented(inside)}\n}}\n{outside}"
                function = {"twin": "copyCodable", "codable": "copyBoth"}.get(variant, "copy")
                if shape.is_codable and variant != "twin":
                    function = "copyBoth"
                calls += f"  case {number}: try {function}(Shape{number}.Value.self, door, text)\n"
                numbered.append((shape, variant))
        text += f"\nfunc copy{name}(_ shape: Int, _ door: Door, _ text: String) throws -> String {{\n  switch shape {{\n"
        text += f'{calls}  default: fatalError("no such shape")\n  }}\n}}\n'
        (sources / f"{name}.swift").write_text(text)
        cases += f"  case {first}..<{len(numbered)}: try copy{name}(shape, door, text)\n"
    (sources / "main.swift").write_text(f"""try copyLines {{ shape, door, text in
  switch shape {{
{cases}  default: fatalError("no such shape")
  }}
}}
""")
    return numbered


def doors(shape, variant, row):
    """The ways in which a variant reads a document."""
    if variant == "twin":
        all_doors = ["foundation"]
    elif variant == "codable" or shape.is_codable:
        all_doors = ["direct", "tree", "fast", "foundation"]
    else:
        all_doors = ["direct", "tree"]
    if row.door is None:
        return all_doors
    return [row.door] if row.door.removesuffix("-decode") in all_doors else []


def run(program, numbered):
    """Prints what differs. Returns the numbers of results and of problems."""
    jobs = [
        (number, shape, variant, row, door)
        for number, (shape, variant) in enumerate(numbered)
        for row in shape.rows
        for door in doors(shape, variant, row)
    ]
    lines = "".join(f"{number} {door} {json.dumps(row.document)}\n" for number, _, _, row, door in jobs)
    # The members of dictionaries are written in their order, which must be the same in each run.
    environment = os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"}
    result = subprocess.run([program], input=lines, capture_output=True, text=True, encoding="utf-8", check=False,
                            env=environment)
    output = result.stdout.split("\n")[:-1]
    problems = 0
    for (_, shape, variant, row, door), line in zip(jobs, output):
        problem = row.problem(variant, door, line)
        if problem:
            problems += 1
            print(f"{row.place}: {shape.name} ({variant}, {door}): {row.document}\n  {problem}\n  printed  {line}")
    if result.returncode != 0 or len(output) != len(jobs):
        last = jobs[len(output)] if len(output) < len(jobs) else jobs[-1]
        sys.exit(f"the program ended with status {result.returncode} at {last[3].place}, {last[2]}\n{result.stderr}")
    return len(jobs), problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--configuration", choices=["debug", "release"], help="the configuration (default: both)")
    parser.add_argument("names", nargs="*", metavar="NAME")
    chosen = parser.parse_args()
    paths = sorted(TABLES.glob("*.txt"))
    tables = {path.stem: read_table(path) for path in paths if not chosen.names or path.stem in chosen.names}
    if not tables:
        sys.exit("no such table")
    shapes = sum(map(len, tables.values()))
    failed = False
    for configuration in [chosen.configuration] if chosen.configuration else ["debug", "release"]:
        numbered = write_package(tables, VARIANTS[configuration])
        count, problems = run(build(FOLDER, "Values", configuration, allows_warnings=False), numbered)
        failed = failed or problems > 0
        print(f"{configuration}: {shapes} shapes, {len(numbered)} types, {count} results: {problems} differ from the tables")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
