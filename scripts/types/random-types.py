#!/usr/bin/env python3
"""Decodes random documents into random annotated types, and compares what the types write with what Python has read.

usage: scripts/types/random-types.py [--types N] [--documents N] [--seed N] [--configuration release|debug]

Some types have default values with operators, raw values, tags, flattened fields and dates. The documents of a type have their members in random orders, with duplicate and unknown members, escapes in keys, and spaces
anywhere. Some lack a required member or have an unknown one that the type rejects; these must fail and name it. Two types of the same
layout, one that is only read and one that is only written, must do the same.
"""

import argparse
import json
import os
import random
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "shared"))

from random_types.documents import Pairs, damaged, expect, json_text
from random_types.models import HALVES, random_models
from random_types.swift import GLOBALS
from swift_package import ROOT, build

FOLDER = ROOT / ".build" / "random-types"
TYPES_PER_FILE = 20


def write_package(models):
    sources = FOLDER / "Sources" / "RandomTypes"
    sources.mkdir(parents=True, exist_ok=True)
    for old in sources.glob("*.swift"):
        old.unlink()
    (FOLDER / "Package.swift").write_text(f"""// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "RandomTypes",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "millrace", path: "{ROOT}")],
  targets: [
    .executableTarget(
      name: "RandomTypes",
      dependencies: [
        .product(name: "Millrace", package: "millrace"), .product(name: "MillraceFoundation", package: "millrace"),
      ])
  ]
)
""")
    files = [models[first : first + TYPES_PER_FILE] for first in range(0, len(models), TYPES_PER_FILE)]
    for number, part in enumerate(files):
        cases = "".join(
            f"  case {number * TYPES_PER_FILE + index}: "
            f"try copy({', '.join(f'{model.name}{half}.self' for half in ('', *HALVES))}, text)\n"
            for index, model in enumerate(part)
        )
        (sources / f"Models{number}.swift").write_text(
            "import Foundation\nimport Millrace\nimport MillraceFoundation\n\n"
            + "\n".join(f"{model.declaration()}\n{model.halves()}" for model in part)
            + f"\nfunc copy{number}(_ type: Int, _ text: String) throws -> String {{\n  switch type {{\n{cases}"
            + '  default: fatalError("no such type")\n  }\n}\n'
        )
    (sources / "Globals.swift").write_text(GLOBALS)
    choices = "".join(f"  case {number}: try copy{number}(type, text)\n" for number in range(len(files)))
    (sources / "main.swift").write_text(f"""import Millrace

/// Decodes and encodes a value, and once more by the types for one direction each, whose values have the same layout.
@inline(never)
func copy<Value: Serializable, Read: Readable, Written: Writable>(
  _ type: Value.Type, _ read: Read.Type, _ written: Written.Type, _ text: String
) throws -> String {{
  let whole = Result {{ try JSON.encode(try JSON.decode(type, from: text), as: String.self) }}
  let halves = Result {{ try JSON.encode(unsafeBitCast(try JSON.decode(read, from: text), to: written), as: String.self) }}
  if "\\(whole)" != "\\(halves)" {{ fatalError("\\(type) reads \\(text) as \\(whole), and the halves as \\(halves)") }}
  return try whole.get()
}}

func copy(_ type: Int, _ text: String) throws -> String {{
  switch type / {TYPES_PER_FILE} {{
{choices}  default: fatalError("no such type")
  }}
}}

// A line of the input is the number of a type and a document as a JSON string.
while let line = readLine() {{
  let parts = line.split(separator: " ", maxSplits: 1)
  let text = try JSON.decode(String.self, from: String(parts[1]))
  do {{
    print("+" + (try copy(Int(parts[0])!, text)))
  }} catch {{
    print("-" + (try JSON.encode("\\(error)", as: String.self)))
  }}
}}
""")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--types", type=int, default=20, help="the number of types (default: 20)")
    parser.add_argument("--documents", type=int, default=100, help="the number of documents for each type (default: 100)")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--configuration", choices=["release", "debug"], default="release")
    chosen = parser.parse_args()
    print(f"seed {chosen.seed}")
    source = random.Random(chosen.seed)
    models = random_models(source, chosen.types, has_shapes=True)
    write_package(models)
    program = build(FOLDER, "RandomTypes", chosen.configuration)

    documents = []
    for number, model in enumerate(models):
        for _ in range(chosen.documents):
            members = model.document(source)
            if source.random() < 0.2:
                members = damaged(model, members, source)
            documents.append((number, json_text(members, source)))
    lines = "".join(f"{number} {json.dumps(text)}\n" for number, text in documents)
    # The members of dictionaries are written in their order, which must be the same for both types.
    environment = os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"}
    result = subprocess.run([program], input=lines, capture_output=True, text=True, encoding="utf-8", check=False,
                            env=environment)
    output = result.stdout.split("\n")[:-1]
    if result.returncode != 0 or len(output) != len(documents):
        sys.exit(f"the program ended with status {result.returncode} after {len(output)} documents\n{result.stderr}")

    failures = wrong = 0
    for (number, text), line in zip(documents, output):
        succeeds, value = expect(models[number], text)
        printed = json.loads(line[1:], object_pairs_hook=Pairs)
        failures += not succeeds
        if line[0] == "+" and succeeds:
            agrees = len(printed) == len(value) and models[number].read(printed) == value
        else:
            agrees = line[0] == "-" and not succeeds and value in printed
        if not agrees:
            wrong += 1
            if wrong <= 3:
                print(f"{models[number].declaration()}{text}\nexpected: {value}\nprinted: {line}\n", file=sys.stderr)
    print(f"{len(documents)} documents of {len(models)} types, {failures} of them with errors: {wrong} differ from Python")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
