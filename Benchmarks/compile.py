#!/usr/bin/env python3
"""Compares what models with the macro cost to compile with what models with Codable cost: CPU time of clean release and debug
builds and of a build after one file was touched, and the size of the code."""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

from bench import entry, machine, report

BENCHMARKS = Path(__file__).resolve().parent
FOLDER = BENCHMARKS / ".build" / "compile"
# One for all programs, so that the library is compiled once in each configuration.
BUILD = FOLDER / "build"
CONFIGURATIONS = ("release", "debug")

# Ten fields, as in models of applications.
FIELDS = [
    ("id", "Int"),
    ("name", "String"),
    ("isActive", "Bool"),
    ("score", "Double"),
    ("tags", "[String]"),
    ("note", "String?"),
    ("count", "Int?"),
    ("values", "[Double]"),
    ("byName", "[String: Int]"),
    ("email", "String"),
]


def fields():
    return "".join(f"  var {name}: {kind}\n" for name, kind in FIELDS)


def by_hand(name):
    """`Codable` as a careful programmer writes it."""
    reads = "".join(
        f"    {field} = try container.decode{'IfPresent' if kind.endswith('?') else ''}({kind.rstrip('?')}.self, forKey: .{field})\n"
        for field, kind in FIELDS
    )
    writes = "".join(
        f"    try container.encode{'IfPresent' if kind.endswith('?') else ''}({field}, forKey: .{field})\n"
        for field, kind in FIELDS
    )
    return f"""struct {name}: Codable {{
{fields()}
  enum CodingKeys: String, CodingKey {{ case {", ".join(field for field, _ in FIELDS)} }}

  init(from decoder: any Decoder) throws {{
    let container = try decoder.container(keyedBy: CodingKeys.self)
{reads}  }}

  func encode(to encoder: any Encoder) throws {{
    var container = encoder.container(keyedBy: CodingKeys.self)
{writes}  }}
}}
"""


def use(name, coder):
    """Reads and writes an array of a model."""
    if coder == "Millrace":
        body = f"try JSON.encode(try JSON.decode([{name}].self, from: document)).count"
    else:
        body = f"try JSONEncoder().encode(try JSONDecoder().decode([{name}].self, from: Data(document))).count"
    return f"\nfunc use{name}(_ document: [UInt8]) throws -> Int {{ {body} }}\n"


VARIANTS = {
    "@Serializable": ("Millrace", lambda name: f"@Serializable\nstruct {name} {{\n{fields()}}}\n"),
    "@Serializable(.compact)": ("Millrace", lambda name: f"@Serializable(.compact)\nstruct {name} {{\n{fields()}}}\n"),
    "@Serializable, Codable": ("Millrace", lambda name: f"@Serializable\nstruct {name}: Codable {{\n{fields()}}}\n"),
    "synthesized Codable": ("Foundation", lambda name: f"struct {name}: Codable {{\n{fields()}}}\n"),
    "hand-written Codable": ("Foundation", by_hand),
}


class Program:
    """A package with a program of a number of models."""

    def __init__(self, variant):
        self.variant = variant
        self.coder, self.model = VARIANTS[variant]
        self.folder = FOLDER / "".join(character for character in variant if character.isalpha())
        self.sources = self.folder / "Sources" / "Models"
        self.sources.mkdir(parents=True, exist_ok=True)
        (self.folder / "Package.swift").write_text(f"""// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Models",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "millrace", path: "{BENCHMARKS.parent}")],
  targets: [
    .executableTarget(name: "Models", dependencies: [.product(name: "Millrace", package: "millrace")])
  ]
)
""")

    def write(self, count):
        for old in self.sources.glob("*.swift"):
            old.unlink()
        for number in range(count):
            name = f"Model{number}"
            text = f"import {self.coder}\n\n{self.model(name)}{use(name, self.coder)}"
            (self.sources / f"{name}.swift").write_text(text)
        uses = "".join(f"total += try useModel{number}(document)\n" for number in range(count))
        # Both are linked in all variants.
        (self.sources / "main.swift").write_text(
            f'import Foundation\nimport Millrace\n\nlet document = Array("[]".utf8)\nvar total = 0\n{uses}print(total)\n'
        )

    def touch(self):
        """Changes one model, as one does all day."""
        path = self.sources / "Model0.swift"
        path.write_text(path.read_text().replace("  var email: String\n", "  var email: String\n  var phone: String?\n", 1))

    def build(self, configuration):
        """Seconds of CPU time."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = ["swift", "build", "-c", configuration, "--package-path", str(self.folder), "--scratch-path", str(BUILD)]
        environment = {name: value for name, value in os.environ.items() if name != "MILLRACE_DEBUG"}
        result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        if result.returncode != 0:
            sys.exit(f"{self.variant} does not compile:\n{result.stdout[-2000:]}{result.stderr[-2000:]}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def text_size(self, configuration):
        """Bytes of code in the program."""
        program = BUILD / configuration / "Models"
        lines = subprocess.run(["size", str(program)], capture_output=True, text=True, check=True).stdout.splitlines()
        return int(lines[1].split()[0])

    def measure(self, count, configuration):
        """What the models add to a program without models: CPU time, bytes of code; and CPU time after one was touched."""
        print(f"compiling {count} models with {self.variant}, {configuration}", file=sys.stderr)
        self.write(0)
        self.build(configuration)
        empty = self.text_size(configuration)
        nothing = self.build(configuration)
        # The compiler generates no code for a file whose object is there and would be the same.
        shutil.rmtree(BUILD / configuration / "Models.build")
        self.write(count)
        clean = self.build(configuration) - nothing
        output = subprocess.run([str(BUILD / configuration / "Models")], capture_output=True, text=True)
        if output.stdout.strip() != str(2 * count):
            sys.exit(f"{self.variant}: the program printed {output.stdout!r}")
        size = self.text_size(configuration) - empty
        self.touch()
        return {"clean": clean, "text": size, "touched": self.build(configuration) - nothing}


def print_table(count, results):
    base = results["synthesized Codable"]
    rows = []
    for variant, measured in results.items():
        row = [variant]
        for configuration in CONFIGURATIONS:
            for what in ("clean", "touched"):
                seconds = measured[configuration][what]
                row.append(f"{seconds:.1f} s, {seconds / base[configuration][what]:.2f}")
        size = measured["release"]["text"]
        row.append(f"{size / 1000:.0f} KB, {size / base['release']['text']:.2f}")
        rows.append(row)
    columns = ["models", "release", "one touched", "debug", "one touched", "release code"]
    report.print_table(f"{count} models: CPU time and code, and × synthesized Codable", columns, rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", metavar="N,…", default="30,100", help="the numbers of models (default: 30,100)")
    parser.add_argument("--quick", action="store_true", help="10 models only")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write all measurements to a file, too")
    chosen = parser.parse_args()
    head = machine.describe()
    print(f"{head['swift']}, {head['machine']}")
    counts = [10] if chosen.quick else [int(count) for count in chosen.models.split(",")]
    measured = {}
    for count in counts:
        measured[count] = {
            variant: {configuration: Program(variant).measure(count, configuration) for configuration in CONFIGURATIONS}
            for variant in VARIANTS
        }
        print_table(count, measured[count])
    if chosen.json:
        chosen.json.write_text(json.dumps({"head": head, "compile": measured}, indent=1), encoding="utf-8")
    shutil.rmtree(FOLDER, ignore_errors=True)


if __name__ == "__main__":
    entry.start(main)
