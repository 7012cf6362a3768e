#!/usr/bin/env python3
"""Decodes random documents into random annotated types, and compares what the types write with what Python has read.

usage: scripts/test-random-types.py [--types N] [--documents N] [--seed N] [--configuration release|debug]

The documents of a type have their members in random orders, with duplicate and unknown members, escapes in keys, and spaces
anywhere. Some lack a required member or have an unknown one that the type rejects; these must fail and name it.
"""

import argparse
import json
import random
import string
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".build" / "random-types"
TYPES_PER_FILE = 20


class Field:
    """A field of a type: the property, its name in documents, and what its values are."""

    def __init__(self, number, name, aliases, kind, is_optional, default):
        self.property = f"field{number}"
        self.name, self.aliases, self.kind = name, aliases, kind
        self.is_optional, self.default = is_optional, default

    @property
    def is_required(self):
        return not self.is_optional and self.default is None

    def declaration(self):
        names = ", ".join([swift_string(self.name), *(f"aliases: {swift_string(alias)}" for alias in self.aliases)])
        default = "" if self.default is None else f" = {swift_literal(self.default)}"
        return f"  @Field({names}) var {self.property}: {self.kind.swift}{'?' if self.is_optional else ''}{default}\n"


class Kind:
    """A type of values: its name in Swift, random values, and what a type makes of the value that Python has read."""

    def __init__(self, swift, make, read=lambda value: value):
        self.swift, self.make, self.read = swift, make, read

    def array(self):
        return Kind(
            f"[{self.swift}]",
            lambda source: [self.make(source) for _ in range(source.randrange(4))],
            lambda values: [self.read(value) for value in values],
        )

    def dictionary(self):
        return Kind(
            f"[String: {self.swift}]",
            lambda source: Members((random_text(source), self.make(source)) for _ in range(source.randrange(4))),
            lambda values: {key: self.read(value) for key, value in values.items()},
        )


class Members(list):
    """The members of an object in their order, with duplicates."""


class Missing(Exception):
    """A required member is missing."""


class Unknown(Exception):
    """A member is unknown to a type that rejects unknown ones."""


class Model:
    """A random type."""

    def __init__(self, number, source, earlier):
        self.name = f"Model{number}"
        self.rejects_unknown = source.random() < 0.2
        self.is_compact = source.random() < 0.25
        self.is_class = source.random() < 0.1
        count = source.choice([1, 2, 3, 5, 8, 9, 12, 16, 24, 40, 65, 97, 110] if source.random() < 0.3 else range(1, 14))
        names = random_names(source, 2 * count)
        self.fields = [self.random_field(index, names, source, earlier) for index in range(count)]

    @staticmethod
    def random_field(index, names, source, earlier):
        kind = random_kind(source, earlier)
        is_optional = source.random() < 0.3
        default = None
        if not is_optional and kind in SCALARS and source.random() < 0.3:
            default = kind.make(source)
        aliases = [names.pop()] if source.random() < 0.1 else []
        return Field(index, names.pop(), aliases, kind, is_optional, default)

    @property
    def is_small(self):
        return len(self.fields) <= 12 and all(field.kind in SCALARS for field in self.fields)

    def declaration(self):
        arguments = [".compact"] * self.is_compact + ["unknownFields: .rejected"] * self.rejects_unknown
        attribute = f"@Serializable({', '.join(arguments)})" if arguments else "@Serializable"
        keyword = "final class" if self.is_class else "struct"
        return f"{attribute}\n{keyword} {self.name} {{\n{''.join(field.declaration() for field in self.fields)}}}\n"

    def kind(self):
        return Kind(self.name, self.document, self.read)

    def document(self, source):
        """Members that the type can read."""
        members = Members()
        for field in self.fields:
            if not field.is_required and source.random() < 0.4:
                continue
            for _ in range(2 if source.random() < 0.05 else 1):
                is_null = field.is_optional and source.random() < 0.2
                name = source.choice([field.name, *field.aliases])
                members.append((name, None if is_null else field.kind.make(source)))
        order = source.random()
        if order < 0.5:
            source.shuffle(members)
        elif order < 0.7:
            members.sort(key=lambda member: member[0])
        elif order < 0.8 and len(members) > 1:
            # Almost in the order of the declaration.
            member = members.pop(source.randrange(len(members)))
            members.insert(source.randrange(len(members) + 1), member)
        if not self.rejects_unknown:
            known = {name for field in self.fields for name in (field.name, *field.aliases)}
            for _ in range(source.choice([0, 0, 1, 3])):
                name = random_text(source)
                if name not in known:
                    members.insert(source.randrange(len(members) + 1), (name, random_value(source)))
        return members

    def read(self, members):
        """What the type writes after reading these members. Python keeps the last one of duplicates, but not of a name and
        an alias, so members come as pairs."""
        values = {}
        by_name = {name: field for field in self.fields for name in (field.name, *field.aliases)}
        for name, value in members:
            field = by_name.get(name)
            if field is None:
                if self.rejects_unknown:
                    raise Unknown(name)
                continue
            values[field.name] = None if value is None else field.kind.read(value)
        written = {}
        for field in self.fields:
            if field.name in values:
                if values[field.name] is not None:
                    written[field.name] = values[field.name]
            elif field.is_required:
                raise Missing(field.name)
            elif field.default is not None:
                written[field.name] = field.default
        return written


def random_text(source):
    alphabet = source.choice([string.ascii_letters, "aäöß€漢字😀", '"\\/\b\f\n\r\t\x00\x1f\x7f\u2028'])
    return "".join(source.choice(alphabet) for _ in range(source.choice([0, 1, 2, 5, 9, 17, 40])))


def random_number(source):
    return source.choice([source.uniform(-1000, 1000), source.random() * 10.0 ** source.randrange(-300, 300), 0.0, -2.5])


SCALARS = [
    Kind("Int", lambda source: source.choice([0, -1, source.randrange(1000), source.randrange(-(2**63), 2**63)])),
    Kind("Int32", lambda source: source.randrange(-(2**31), 2**31)),
    Kind("UInt8", lambda source: source.randrange(256)),
    Kind("String", random_text),
    Kind("Bool", lambda source: source.random() < 0.5),
    Kind("Double", random_number, float),
]


def random_kind(source, earlier):
    choice = source.random()
    if choice < 0.6 or not earlier:
        return source.choice(SCALARS)
    if choice < 0.7:
        return source.choice(SCALARS).array()
    if choice < 0.8:
        return source.choice(SCALARS).dictionary()
    model = source.choice(earlier)
    return model.kind() if choice < 0.95 else model.kind().array()


def random_names(source, count):
    """Different names; many share their length, their beginning or their end."""
    pool = source.choice(["ab", "abc_", string.ascii_lowercase, string.ascii_letters + "äß漢😀"])
    prefix, suffix = (source.choice(["", "", "value_", "aVeryLongCommonBeginning"]) for _ in range(2))
    names = set()
    length = source.choice([4, 8, 16])
    while len(names) < count:
        size = length if source.random() < 0.5 else source.randrange(1, 12)
        name = prefix + "".join(source.choice(pool) for _ in range(size)) + suffix
        if len(name.encode()) <= 127:
            names.add(name)
        if source.random() < 0.05:
            length += 1
    names = sorted(names)
    source.shuffle(names)
    return names


def random_value(source, depth=0):
    """Any JSON value."""
    choice = source.randrange(8 if depth < 3 else 5)
    if choice == 0:
        return None
    if choice < 5:
        return source.choice(SCALARS).make(source)
    if choice < 7:
        return [random_value(source, depth + 1) for _ in range(source.randrange(4))]
    return Members((random_text(source), random_value(source, depth + 1)) for _ in range(source.randrange(4)))


def json_text(value, source):
    """The text of a value, with random spaces and escapes."""
    space = source.choice(["", "", "", " ", "\n", "\t", " \r\n  "])
    if isinstance(value, Members):
        members = (f"{json_string(key, source)}{space}:{space}{json_text(item, source)}" for key, item in value)
        return "{" + space + f",{space}".join(members) + space + "}"
    if isinstance(value, list):
        return "[" + f"{space},{space}".join(json_text(item, source) for item in value) + space + "]"
    if isinstance(value, str):
        return json_string(value, source)
    return json.dumps(value)


def json_string(text, source):
    if source.random() < 0.1:
        # The ASCII characters as escapes, too.
        units = text.encode("utf-16-be", "surrogatepass")
        return '"' + "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2)) + '"'
    return json.dumps(text, ensure_ascii=source.random() < 0.3)


def swift_string(text):
    return '"' + "".join(f"\\u{{{ord(character):x}}}" if character in '"\\' else character for character in text) + '"'


def swift_literal(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + "".join(f"\\u{{{ord(character):x}}}" for character in value) + '"'
    return repr(value)


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
    .executableTarget(name: "RandomTypes", dependencies: [.product(name: "Millrace", package: "millrace")])
  ]
)
""")
    files = [models[first : first + TYPES_PER_FILE] for first in range(0, len(models), TYPES_PER_FILE)]
    for number, part in enumerate(files):
        cases = "".join(
            f"  case {number * TYPES_PER_FILE + index}: try copy({model.name}.self, text)\n" for index, model in enumerate(part)
        )
        (sources / f"Models{number}.swift").write_text(
            "import Millrace\n\n"
            + "\n".join(model.declaration() for model in part)
            + f"\nfunc copy{number}(_ type: Int, _ text: String) throws -> String {{\n  switch type {{\n{cases}"
            + '  default: fatalError("no such type")\n  }\n}\n'
        )
    choices = "".join(f"  case {number}: try copy{number}(type, text)\n" for number in range(len(files)))
    (sources / "main.swift").write_text(f"""import Millrace

/// Decodes and encodes a value.
@inline(never)
func copy<Value: Serializable>(_ type: Value.Type, _ text: String) throws -> String {{
  try JSON.encode(try JSON.decode(type, from: text), as: String.self)
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


def build(configuration):
    # The folder of this package's builds, so that its modules are built once.
    options = ["-c", configuration, "--package-path", str(FOLDER), "--scratch-path", str(ROOT / ".build")]
    # Planned anew, because SwiftPM may take the plan that it finds there, which can be that of this package.
    command = ["swift", "build", "--disable-build-manifest-caching", *options]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(result.stdout + result.stderr)
    path = subprocess.run(["swift", "build", *options, "--show-bin-path"], capture_output=True, text=True, check=True)
    return Path(path.stdout.strip()) / "RandomTypes"


def damaged(model, members, source):
    """The members with one of them missing, or an additional one."""
    members = Members(members)
    if source.random() < 0.5:
        members.insert(source.randrange(len(members) + 1), ("none of the fields", random_value(source)))
        return members
    gone = source.choice(model.fields)
    return Members(member for member in members if member[0] not in (gone.name, *gone.aliases))


def expect(model, text):
    """What the program must print: whether it succeeds, and the value, or the name of the member that the error is about."""
    # Nested objects of dictionaries become pairs as well, so their readers get dictionaries again.
    members = json.loads(text, object_pairs_hook=Pairs)
    try:
        return True, model.read(members)
    except (Missing, Unknown) as error:
        return False, error.args[0]


class Pairs(list):
    """The members of an object as Python has read them."""

    def items(self):
        return dict(self).items()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--types", type=int, default=20, help="the number of types (default: 20)")
    parser.add_argument("--documents", type=int, default=100, help="the number of documents for each type (default: 100)")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--configuration", choices=["release", "debug"], default="release")
    chosen = parser.parse_args()
    print(f"seed {chosen.seed}")
    source = random.Random(chosen.seed)
    models = []
    for number in range(chosen.types):
        # A type contains small types only, or documents would grow with every generation.
        models.append(Model(number, source, [model for model in models if model.is_small][-TYPES_PER_FILE:]))
    write_package(models)
    program = build(chosen.configuration)

    documents = []
    for number, model in enumerate(models):
        for _ in range(chosen.documents):
            members = model.document(source)
            if source.random() < 0.2:
                members = damaged(model, members, source)
            documents.append((number, json_text(members, source)))
    lines = "".join(f"{number} {json.dumps(text)}\n" for number, text in documents)
    result = subprocess.run([program], input=lines, capture_output=True, text=True, encoding="utf-8", check=False)
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
