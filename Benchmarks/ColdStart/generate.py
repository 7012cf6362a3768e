#!/usr/bin/env python3
"""Writes a package of the programs whose cold start is compared: generate.py MODELS FOLDER [VARIANT…].

MODELS classes in groups of four, as in the published benchmark:

    A1 {a: Int, b: A2, c: [A3], d: [String: A4]}    A2 {a: Int, b: A3, c: [A4]}    A3 {a: Int, b: A4}    A4 {a: Int}

then A5 to A8, and so on. How the classes are made `Codable` or serializable is a set of models; which coders they are
given to makes it a variant.
"""

import argparse
import json
import sys
from dataclasses import dataclass
from pathlib import Path

COLD_START = Path(__file__).resolve().parent
sys.path.append(str(COLD_START.parent))

from bench.documents import small_objects  # noqa: E402, where the benchmarks are

# One module of more takes the compiler more memory and no less time.
GROUPS_IN_MODULE = 63
FLAG = "-disable-concrete-type-metadata-mangled-name-accessors"
# Empty structures that conform to empty protocols stand for the records of the types that a larger app has.
FILLER_PROTOCOLS = 10
FILLER_BLOCK = 10_000

# A target that is nothing but what all programs need: it is built before anything is measured.
FOUNDATIONS = "Foundations"

# The fields of the four classes of a group: name, type, and which class of the group it is about.
CLASSES = (
    (("a", "Int", None), ("b", "{}", 1), ("c", "[{}]", 2), ("d", "[String: {}]", 3)),
    (("a", "Int", None), ("b", "{}", 2), ("c", "[{}]", 3)),
    (("a", "Int", None), ("b", "{}", 3)),
    (("a", "Int", None),),
)


@dataclass(frozen=True)
class Models:
    """One way to make the classes `Codable` or serializable."""

    name: str
    attribute: str = ""
    conformance: str = ": Codable"
    imports: tuple[str, ...] = ("CodablePass",)
    is_handwritten: bool = False
    flags: tuple[str, ...] = ()


@dataclass(frozen=True)
class Variant:
    """Models, and the coders they are given to."""

    name: str
    models: Models
    coders: str


KEYS = Models("Keys")
FLAGGED = Models("FlaggedKeys", flags=("-Xfrontend", FLAG))
UNIVERSAL = Models("Universal", is_handwritten=True)
MACRO = Models("Macro", attribute="@Serializable\n", imports=("CodablePass", "Millrace"))
TYPED = Models("Typed", attribute="@Serializable\n", conformance="", imports=("Millrace", "TypedPass"))

VARIANTS = [
    Variant("foundation-keys", KEYS, "FoundationPass"),
    Variant("foundation-keys-flag", FLAGGED, "FoundationPass"),
    Variant("foundation-universal", UNIVERSAL, "FoundationPass"),
    Variant("dropin-keys", KEYS, "DropInPass"),
    Variant("dropin-keys-flag", FLAGGED, "DropInPass"),
    Variant("dropin-macro", MACRO, "DropInPass"),
    Variant("typed", TYPED, "TypedPass"),
]


def module_count(models):
    groups = models // 4
    return -(-groups // GROUPS_IN_MODULE)


def module_names(models, count):
    return [f"{models.name}{index}" for index in range(module_count(count))]


def filled(variant):
    """The name of the program that is the same but for its filler."""
    return f"{variant.name}-filled"


# MARK: the classes


def fields_of(first, position):
    """The fields of a class in the group that begins with the class `first`."""
    return [
        (name, type_name.format(f"A{first + other}" if other is not None else ""))
        for name, type_name, other in CLASSES[position]
    ]


def class_text(models, first, position):
    fields = fields_of(first, position)
    name = f"A{first + position}"
    lines = [f"{models.attribute}final class {name}{models.conformance} {{"]
    lines += [f"  var {field}: {type_name}" for field, type_name in fields]
    parameters = ", ".join(f"{field}: {type_name}" for field, type_name in fields)
    lines += ["", f"  init({parameters}) {{"]
    lines += [f"    self.{field} = {field}" for field, _ in fields]
    lines.append("  }")
    if models.is_handwritten:
        lines += ["", "  init(from decoder: any Decoder) throws {"]
        lines.append("    let container = try decoder.container(keyedBy: UniversalKey.self)")
        lines += [
            f'    {field} = try container.decode({type_name}.self, forKey: "{field}")' for field, type_name in fields
        ]
        lines += ["  }", "", "  func encode(to encoder: any Encoder) throws {"]
        lines.append("    var container = encoder.container(keyedBy: UniversalKey.self)")
        lines += [f'    try container.encode({field}, forKey: "{field}")' for field, _ in fields]
        lines.append("  }")
    return "\n".join([*lines, "}", ""])


def value_text(value, first, position):
    """The expression that makes what `value`, of JSON, is as an instance of a class."""
    arguments = []
    for name, _, other in CLASSES[position]:
        member = value[name]
        if other is None:
            text = str(member)
        elif name == "b":
            text = value_text(member, first, other)
        elif name == "c":
            text = "[" + ", ".join(value_text(element, first, other) for element in member) + "]"
        else:
            pairs = [f"{json.dumps(key)}: {value_text(element, first, other)}" for key, element in member.items()]
            text = "[" + ", ".join(pairs) + "]"
        arguments.append(f"{name}: {text}")
    return f"A{first + position}({', '.join(arguments)})"


def passes_text(models, index, firsts):
    """What scans the types of a module: it decodes all of them, makes a value of each, and encodes it."""
    pass_type = "TypedPass" if models is TYPED else "CodablePass"
    document = json.loads(small_objects())
    lines = [f"public func decode{models.name}{index}(_ pass: {pass_type}) throws {{"]
    lines += [f"  pass.checksum &+= try pass.decode(A{first}.self).a" for first in firsts]
    lines += ["}", "", f"public final class {models.name}Values{index} {{"]
    lines += [f"  let value{first} = {value_text(document, first, 0)}" for first in firsts]
    lines += ["", "  public init() {}", "", f"  public func encode(_ pass: {pass_type}) throws {{"]
    lines += [f"    try pass.encode(value{first})" for first in firsts]
    return "\n".join([*lines, "  }", "}", ""])


def module_files(models, index, count):
    """The files of a module: for each name, its text."""
    groups = range(index * GROUPS_IN_MODULE, min((index + 1) * GROUPS_IN_MODULE, count // 4))
    firsts = [4 * group + 1 for group in groups]
    imports = "".join(f"import {module}\n" for module in models.imports)
    classes = "\n".join(class_text(models, first, position) for first in firsts for position in range(4))
    public_import = "public import " + ("TypedPass" if models is TYPED else "CodablePass")
    return {
        "Models.swift": f"{imports}\n{classes}",
        "Passes.swift": f"{public_import}\n\n{passes_text(models, index, firsts)}",
    }


def main_text(variant, count):
    names = module_names(variant.models, count)
    lines = [f"import {module}" for module in ("Pass", variant.coders, *names)]
    lines += ["", "try runProgram(", "  ["]
    for index in range(len(names)):
        models = variant.models.name
        lines.append(
            f"    ModelModule(decode: decode{models}{index}) "
            f"{{ let values = {models}Values{index}(); return {{ try values.encode($0) }} }},"
        )
    return "\n".join([*lines, f"  ], {variant.coders}.init(document:))", ""])


# MARK: the filler


def filler_text(name, records):
    """As many conformances of separate types."""
    protocols = [f"{name}Protocol{index}" for index in range(FILLER_PROTOCOLS)]
    # Public, because the compiler removes the records of unused internal types.
    lines = [f"public protocol {protocol} {{}}" for protocol in protocols]
    for index in range(0, records, FILLER_PROTOCOLS):
        conformances = ", ".join(protocols[: records - index])
        lines.append(f"public struct {name}Type{index // FILLER_PROTOCOLS}: {conformances} {{}}")
    return "\n".join([*lines, ""])


def filler_modules(variant, records):
    """For each module of a program's filler, how many records it has. Whole blocks are the same for all programs."""
    blocks, rest = divmod(records, FILLER_BLOCK)
    modules = {f"Filler{index}": FILLER_BLOCK for index in range(blocks)}
    if rest:
        modules["FillerOf" + "".join(word.capitalize() for word in variant.name.split("-"))] = rest
    return modules


# MARK: the package


def target(kind, name, dependencies, flags=()):
    settings = ""
    if flags:
        settings = f", swiftSettings: [.unsafeFlags([{', '.join(json.dumps(flag) for flag in flags)}])]"
    return f'    .{kind}(name: "{name}", dependencies: [{", ".join(dependencies)}]{settings}),'


def product(name):
    return f'.product(name: "{name}", package: "{"millrace" if name == "Millrace" else "ColdStart"}")'


def manifest_text(variants, count, filler):
    root = COLD_START.parent.parent
    targets = []
    models = {variant.models.name: variant.models for variant in variants}
    for each in models.values():
        dependencies = [product(module) for module in each.imports]
        targets += [target("target", name, dependencies, each.flags) for name in module_names(each, count)]
    targets += [target("target", name, []) for name in sorted({name for each in filler.values() for name in each})]
    for variant in variants:
        dependencies = [json.dumps(name) for name in module_names(variant.models, count)] + [product(variant.coders)]
        if variant.coders != "TypedPass":
            dependencies.append(product("CodablePass"))
        targets.append(target("executableTarget", variant.name, dependencies))
        if variant.name in filler:
            own = [json.dumps(name) for name in filler[variant.name]]
            targets.append(target("executableTarget", filled(variant), dependencies + own))
    coders = sorted({variant.coders for variant in variants})
    targets.append(target("target", FOUNDATIONS, [product(name) for name in coders]))
    return "\n".join([
        "// swift-tools-version: 6.2",
        "import PackageDescription",
        "",
        "let package = Package(",
        '  name: "ColdStartPrograms",',
        "  platforms: [.macOS(.v15)],",
        "  dependencies: [",
        f'    .package(name: "ColdStart", path: {json.dumps(str(COLD_START))}),',
        f'    .package(name: "millrace", path: {json.dumps(str(root))}),',
        "  ],",
        "  targets: [",
        *targets,
        "  ]",
        ")",
        "",
    ])


def write(path, text):
    """Leaves a file alone that is already so, and with it what was compiled of it."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def generate(count, folder, variants=None, filler_records=None):
    """Writes the package.

    `filler_records`: for the name of each variant that there is to be a second program of, how many conformances that
    one has more.
    """
    variants = VARIANTS if variants is None else variants
    by_name = {variant.name: variant for variant in variants}
    filler = {name: filler_modules(by_name[name], records) for name, records in (filler_records or {}).items()}
    write(folder / "Package.swift", manifest_text(variants, count, filler))
    sources = folder / "Sources"
    for models in {variant.models.name: variant.models for variant in variants}.values():
        for index, name in enumerate(module_names(models, count)):
            for file, text in module_files(models, index, count).items():
                write(sources / name / file, text)
    for variant in variants:
        write(sources / variant.name / "main.swift", main_text(variant, count))
        if variant.name in filler:
            write(sources / filled(variant) / "main.swift", main_text(variant, count))
            for name, records in filler[variant.name].items():
                write(sources / name / "Filler.swift", filler_text(name, records))
    write(sources / FOUNDATIONS / "Empty.swift", "")


def main():
    names = [variant.name for variant in VARIANTS]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", type=int, help="how many classes, a multiple of four")
    parser.add_argument("folder", type=Path)
    parser.add_argument("variants", nargs="*", metavar="VARIANT", help=f"of {', '.join(names)}; default: all")
    chosen = parser.parse_args()
    if chosen.models < 4 or chosen.models % 4:
        parser.error("the models are a multiple of four")
    if unknown := set(chosen.variants) - set(names):
        parser.error(f"there is no variant {', '.join(sorted(unknown))}")
    generate(chosen.models, chosen.folder, [each for each in VARIANTS if each.name in (chosen.variants or names)])


if __name__ == "__main__":
    main()
