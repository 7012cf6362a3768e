"""Wide types, of which a document has few fields, in Swift, Rust and C++: the same fields from one list of names."""

from pathlib import Path

# Names as applications have them: of many lengths, and many that begin and end alike.
SUBJECTS = ["user", "billing", "shipping", "contact", "account", "last_order", "preferred", "device", "s", "campaign"]
PARTS = ["id", "name", "street", "city", "zip", "country", "created_at", "updated_at", "count", "is_active", "note", "x"]
KINDS = ["integer", "string", "double", "boolean"]
SWIFT = {"integer": "Int", "string": "String", "double": "Double", "boolean": "Bool"}
RUST = {"integer": "i64", "string": "String", "double": "f64", "boolean": "bool"}
CPP = {"integer": "int64_t", "string": "std::string", "double": "double", "boolean": "bool"}
COUNTS = (60, 120)


def fields(count):
    """The names and kinds of the fields of a type."""
    names = [f"{subject}_{part}" for part in PARTS for subject in SUBJECTS]
    return [(name, KINDS[index % len(KINDS)]) for index, name in enumerate(names[:count])]


def swift_text(is_plain):
    """The file of a Swift module."""
    text = "" if is_plain else "import Millrace\n"
    for count in COUNTS:
        text += f"\n/// {count} optional fields, of which a document has ten. Written by `bench/wide.py`.\n"
        text += "" if is_plain else "@Serializable\n"
        text += f"public struct Wide{count}: Codable, Equatable, Sendable {{\n"
        text += "".join(f"  public var {name}: {SWIFT[kind]}?\n" for name, kind in fields(count))
        text += "}\n"
    return text.removeprefix("\n")


def rust_text():
    """The file of the contender in Rust."""
    text = "use serde::{Deserialize, Serialize};\n"
    for count in COUNTS:
        text += f"\n/// {count} optional fields, of which a document has ten. Written by `bench/wide.py`.\n"
        text += f"#[derive(Serialize, Deserialize)]\npub struct Wide{count} {{\n"
        for name, kind in fields(count):
            text += '    #[serde(skip_serializing_if = "Option::is_none")]\n'
            text += f"    pub {name}: Option<{RUST[kind]}>,\n"
        text += "}\n"
    return text


def cpp_text():
    """The header of the contender in C++."""
    text = "#pragma once\n\n#include <cstdint>\n#include <optional>\n#include <string>\n\nnamespace models {\n"
    text += "\n// A type of which a document has few fields, in any order.\nstruct Sparse {};\n"
    for count in COUNTS:
        text += f"\n// {count} optional fields, of which a document has ten. Written by `bench/wide.py`.\n"
        text += f"struct Wide{count} : Sparse {{\n"
        text += "".join(f"  std::optional<{CPP[kind]}> {name};\n" for name, kind in fields(count))
        text += "\n  template <typename Visit>\n  static void fields(Visit visit) {\n"
        text += "".join(f'    visit("{name}", &Wide{count}::{name});\n' for name, _ in fields(count))
        text += "  }\n};\n"
    return text + "\n}  // namespace models\n"


def files(benchmarks: Path):
    """The texts of the files, by their paths."""
    return {
        benchmarks / "Sources/Models/Wide.swift": swift_text(is_plain=False),
        benchmarks / "Sources/PlainModels/Wide.swift": swift_text(is_plain=True),
        benchmarks / "Rust/src/models/wide.rs": rust_text(),
        benchmarks / "Cpp/models/wide.h": cpp_text(),
    }


if __name__ == "__main__":
    for path, text in files(Path(__file__).resolve().parent.parent).items():
        path.write_text(text, encoding="ascii")
