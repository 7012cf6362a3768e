#!/usr/bin/env python3
"""Compares what models with the macro cost to compile with what models with Codable cost: CPU time of clean release and debug
builds and of a build after one file was touched, and the size of the code. Also shows how the cost of one type grows with the
number of its fields or cases."""

import argparse
import fcntl
import json
import os
import random
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


def fields_of_model(count, number):
    """Names and types of a number of fields: the ten of a model, again and again. The names and the order differ from model to model,
    because the linker and the compiler merge functions that are equal."""
    turns = range(-(-count // len(FIELDS)))
    fields = [(f"{name}{number}{'x' * turn}", kind) for turn in turns for name, kind in FIELDS][:count]
    random.Random(number).shuffle(fields)
    return fields


def declared(fields):
    return "".join(f"  var {name}: {kind}\n" for name, kind in fields)


def by_hand(name, fields):
    """`Codable` as a careful programmer writes it."""
    reads = "".join(
        f"    {field} = try container.decode{'IfPresent' if kind.endswith('?') else ''}({kind.rstrip('?')}.self, forKey: .{field})\n"
        for field, kind in fields
    )
    writes = "".join(
        f"    try container.encode{'IfPresent' if kind.endswith('?') else ''}({field}, forKey: .{field})\n"
        for field, kind in fields
    )
    return f"""struct {name}: Codable {{
{declared(fields)}
  enum CodingKeys: String, CodingKey {{ case {", ".join(field for field, _ in fields)} }}

  init(from decoder: any Decoder) throws {{
    let container = try decoder.container(keyedBy: CodingKeys.self)
{reads}  }}

  func encode(to encoder: any Encoder) throws {{
    var container = encoder.container(keyedBy: CodingKeys.self)
{writes}  }}
}}
"""


def structure(attribute="", conformance=""):
    """A function that declares a structure."""
    return lambda name, fields: f"{attribute}struct {name}{conformance} {{\n{declared(fields)}}}\n"


def enumeration(attribute="", conformance=""):
    """A function that declares an enumeration with a case of three values for each field."""

    def declare(name, fields):
        cases = "".join(f"  case {field}(id: Int, value: {kind}, note: String?)\n" for field, kind in fields)
        return f"{attribute}enum {name}{conformance} {{\n{cases}}}\n"

    return declare


def final_class(attribute="", conformance=""):
    """A function that declares a class."""

    def declare(name, fields):
        parameters = ", ".join(f"{field}: {kind}" for field, kind in fields)
        assignments = "; ".join(f"self.{field} = {field}" for field, _ in fields)
        return f"{attribute}final class {name}{conformance} {{\n{declared(fields)}\n  init({parameters}) {{ {assignments} }}\n}}\n"

    return declare


def nested(attribute="", conformance=""):
    """A function that declares a structure with structures and enumerations with raw values."""
    raw = f": String{conformance.replace(':', ',')}"

    def declare(name, fields):
        cases = ", ".join(field for field, _ in fields[:4])
        half = len(fields) // 2
        return (
            f"{attribute}struct {name}{conformance} {{\n{declared(fields[:half])}"
            f"  var kind: {name}Kind\n  var part: {name}Part\n  var parts: [{name}Part]\n}}\n\n"
            f"{attribute}struct {name}Part{conformance} {{\n{declared(fields[half:])}  var kind: {name}Kind?\n}}\n\n"
            f"{attribute}enum {name}Kind{raw} {{ case {cases} }}\n"
        )

    return declare


def generic(attribute="", conformance=""):
    """A function that declares a generic structure and one that contains it."""
    # With Codable, the parameter is stated to be Codable, and has to be serializable as well for the macro.
    item = f"Item{conformance}{' & Serializable' if attribute and conformance else ''}"

    def declare(name, fields):
        half = len(fields) // 2
        return (
            f"{attribute}struct {name}{conformance} {{\n{declared(fields[:half])}  var page: {name}Page<String>\n}}\n\n"
            f"{attribute}struct {name}Page<{item}>{conformance} {{\n{declared(fields[half:])}  var items: [Item]\n}}\n"
        )

    return declare


def mixed(attribute="", conformance=""):
    """A function that declares types of all kinds in turn."""
    kinds = [(declare(attribute, conformance), field_count_of(declare)) for declare in KINDS.values()]

    def declare(name, fields):
        declare_kind, field_count = kinds[int(name.removeprefix("Model")) % len(kinds)]
        return declare_kind(name, fields[:field_count])

    return declare


def use(name, coder):
    """Reads and writes an array of a model."""
    if coder == "Millrace":
        body = f"try JSON.encode(try JSON.decode([{name}].self, from: document)).count"
    else:
        body = f"try JSONEncoder().encode(try JSONDecoder().decode([{name}].self, from: Data(document))).count"
    return f"\nfunc use{name}(_ document: [UInt8]) throws -> Int {{ {body} }}\n"


# Each is a function of an attribute and a conformance.
KINDS = {
    "structure": structure,
    "structure with structures and raw values": nested,
    "final class": final_class,
    "enumeration by key": enumeration,
    "generic structure": generic,
}


def field_count_of(declare):
    """The number of fields of a type of this kind, or of its cases: an enumeration has three values in each case."""
    return 4 if declare is enumeration else len(FIELDS)


def variants_of(declare):
    """What @Serializable is compared with: the names of variants, each with its coder and a function that declares a type."""
    return {
        "@Serializable": ("Millrace", declare("@Serializable\n")),
        "@Serializable, Codable": ("Millrace", declare("@Serializable\n", ": Codable")),
        "synthesized Codable": ("Foundation", declare("", ": Codable")),
    }


PLAIN = variants_of(structure)
ALL_OF_PLAIN = PLAIN | {
    "@Serializable(.inlined)": ("Millrace", structure("@Serializable(.inlined)\n")),
    "hand-written Codable": ("Foundation", by_hand),
}


class Program:
    """A package with a program of a number of models, each with a number of fields or cases."""

    def __init__(self, variant, variants=PLAIN, field_count=len(FIELDS)):
        self.variant = variant
        self.coder, self.declare = variants[variant]
        self.field_count = field_count
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
            text = f"import {self.coder}\n\n{self.declare(name, fields_of_model(self.field_count, number))}{use(name, self.coder)}"
            (self.sources / f"{name}.swift").write_text(text)
        uses = "".join(f"total += try useModel{number}(document)\n" for number in range(count))
        # Both are linked in all variants.
        (self.sources / "main.swift").write_text(
            f'import Foundation\nimport Millrace\n\nlet document = Array("[]".utf8)\nvar total = 0\n{uses}print(total)\n'
        )

    def touch(self):
        """Changes one model, as one does all day."""
        path = self.sources / "Model0.swift"
        path.write_text(path.read_text().replace("  var ", "  var phone: String?\n  var ", 1))

    def build(self, configuration):
        """Seconds of CPU time."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        # Planned anew, because the last plan in the folder may be that of another package.
        command = ["swift", "build", "--disable-build-manifest-caching", "-c", configuration]
        command += ["--package-path", str(self.folder), "--scratch-path", str(BUILD)]
        environment = {name: value for name, value in os.environ.items() if name != "MILLRACE_DEBUG"}
        result = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        if result.returncode != 0:
            sys.exit(f"{self.variant} does not compile:\n{result.stdout[-2000:]}{result.stderr[-2000:]}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def build_models(self, configuration):
        """Seconds of CPU time for the program, without the library."""
        # The compiler generates no code for a file whose object is there and would be the same.
        shutil.rmtree(BUILD / configuration / "Models.build")
        return self.build(configuration)

    def text_size(self, configuration):
        """Bytes of code in the program."""
        program = BUILD / configuration / "Models"
        lines = subprocess.run(["size", str(program)], capture_output=True, text=True, check=True).stdout.splitlines()
        return int(lines[1].split()[0])

    def measure(self, count, configuration):
        """What the models add to a program without models: CPU time and bytes of code."""
        print(f"compiling {count} × {self.field_count} with {self.variant}, {configuration}", file=sys.stderr)
        self.write(0)
        self.build(configuration)
        empty = self.text_size(configuration)
        nothing = self.build(configuration)
        without = self.build_models(configuration)
        self.write(count)
        clean = self.build_models(configuration) - without
        output = subprocess.run([str(BUILD / configuration / "Models")], capture_output=True, text=True)
        if output.stdout.strip() != str(2 * count):
            sys.exit(f"{self.variant}: the program printed {output.stdout!r}")
        return {"clean": clean, "text": self.text_size(configuration) - empty, "nothing": nothing}

    def measure_touched(self, count, configuration):
        """Also measures the CPU time after one model was touched."""
        measured = self.measure(count, configuration)
        self.touch()
        return measured | {"touched": self.build(configuration) - measured["nothing"]}


def measure_models(count, variants):
    """What models cost in both configurations, and a build after one of them was touched."""
    return {
        variant: {configuration: Program(variant, variants).measure_touched(count, configuration) for configuration in CONFIGURATIONS}
        for variant in variants
    }


def print_models(what, results):
    base = results["synthesized Codable"]
    rows = []
    for variant, measured in results.items():
        row = [variant]
        for configuration in CONFIGURATIONS:
            for part in ("clean", "touched"):
                seconds = measured[configuration][part]
                row.append(f"{seconds:.1f} s, {seconds / base[configuration][part]:.2f}")
        size = measured["release"]["text"]
        row.append(f"{size / 1000:.0f} KB, {size / base['release']['text']:.2f}")
        rows.append(row)
    columns = ["models", "release", "one touched", "debug", "one touched", "release code"]
    report.print_table(f"{what}: CPU time and code, and × synthesized Codable", columns, rows)


def measure_growth(variants, field_counts):
    """What one type costs in a release build, by variant and number of fields."""
    return {
        variant: {count: Program(variant, variants, count).measure(1, "release") for count in field_counts} for variant in variants
    }


def measure_kinds(count):
    """What types of each kind cost in a release build."""
    measured = {}
    for kind, declare in KINDS.items():
        field_count, variants = field_count_of(declare), variants_of(declare)
        measured[kind] = {variant: Program(variant, variants, field_count).measure(count, "release") for variant in variants}
    return measured


def print_kinds(count, measured):
    rows = []
    for kind, results in measured.items():
        base = results["synthesized Codable"]
        row = [kind]
        for variant in ("@Serializable", "@Serializable, Codable"):
            result = results[variant]
            row.append(f"{result['clean']:.1f} s, {result['clean'] / base['clean']:.2f}")
            row.append(f"{result['text'] / 1000:.0f} KB, {result['text'] / base['text']:.2f}")
        rows.append(row + [f"{base['clean']:.1f} s, {base['text'] / 1000:.0f} KB"])
    columns = ["kind", "@Serializable", "code", "with Codable", "code", "synthesized Codable"]
    report.print_table(f"{count} types of each kind, release: CPU time and code, and × synthesized Codable", columns, rows)


def print_growth(what, results):
    base = results["synthesized Codable"]
    rows = [
        [str(count)]
        + [f"{measured[count]['clean']:.1f} s, {measured[count]['text'] / 1000:.0f} KB" for measured in results.values()]
        + [f"{results['@Serializable'][count]['clean'] / base[count]['clean']:.2f}"]
        for count in base
    ]
    report.print_table(f"one {what}, release: CPU time and code", ["", *results, "× Codable"], rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--models", metavar="N", type=int, default=100, help="the number of models, plain and nested (default: 100)")
    parser.add_argument("--touched", metavar="N", type=int, default=300, help="plain models, of which one is touched (default: 300)")
    parser.add_argument("--mixed", metavar="N", type=int, default=500, help="types of all kinds in one program (default: 500)")
    parser.add_argument("--fields", metavar="N,…", default="10,20,40,80,160", help="fields of one structure (default: 10,20,40,80,160)")
    parser.add_argument("--cases", metavar="N,…", default="5,10,20,40", help="cases of one enumeration (default: 5,10,20,40)")
    parser.add_argument("--kinds", metavar="N", type=int, default=20, help="the number of types of each kind (default: 20)")
    parser.add_argument("--quick", action="store_true", help="10 models and types of each kind, and nothing else")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write all measurements to a file, too")
    chosen = parser.parse_args()
    # A second run would overwrite the sources of the first one.
    FOLDER.parent.mkdir(parents=True, exist_ok=True)
    lock = FOLDER.with_suffix(".lock").open("w", encoding="ascii")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print("another run of this benchmark is not finished", file=sys.stderr)
        return 2
    head = machine.describe()
    print(f"{head['swift']}, {head['machine']}")
    if chosen.quick:
        chosen.models, chosen.touched, chosen.mixed, chosen.kinds, chosen.fields, chosen.cases = 10, 0, 0, 10, "", ""
    field_counts, case_counts = ([int(count) for count in text.split(",") if count] for text in (chosen.fields, chosen.cases))
    measured, growth = {}, {}
    for what, count, variants in (
        (f"{chosen.models} models", chosen.models, ALL_OF_PLAIN),
        (f"{chosen.models} models with models and raw values", chosen.models, variants_of(nested)),
        (f"{chosen.touched} models", chosen.touched, PLAIN),
        (f"{chosen.mixed} types of all kinds in turn", chosen.mixed, variants_of(mixed)),
    ):
        if count:
            measured[what] = measure_models(count, variants)
            print_models(what, measured[what])
    measured_kinds = measure_kinds(chosen.kinds) if chosen.kinds else {}
    if chosen.kinds:
        print_kinds(chosen.kinds, measured_kinds)
    for what, variants, sizes in (
        ("structure, by its fields", PLAIN, field_counts),
        ("enumeration, by its cases of three values", variants_of(enumeration), case_counts),
    ):
        if sizes:
            growth[what] = measure_growth(variants, sizes)
            print_growth(what, growth[what])
    if chosen.json:
        chosen.json.write_text(json.dumps({"head": head, "compile": measured, "kinds": measured_kinds, "growth": growth}, indent=1), encoding="utf-8")
    shutil.rmtree(FOLDER, ignore_errors=True)
    return 0


if __name__ == "__main__":
    entry.start(main)
