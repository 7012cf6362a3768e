#!/usr/bin/env python3
"""Writes a package whose program reads and writes COUNT annotated types: generate-many-types.py COUNT FOLDER.

The program counts the entries of the runtime's conformance cache before and after the first use of each type. `ManyTypes
typed` has the types read and write themselves; `ManyTypes drop-in` gives those that are `Codable` to the drop-in coders.
"""

import pathlib
import sys

count, folder = int(sys.argv[1]), pathlib.Path(sys.argv[2])
root = pathlib.Path(__file__).resolve().parents[2]

(folder / "Package.swift").write_text(f"""// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ManyTypes",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "millrace", path: "{root}")],
  targets: [.executableTarget(name: "ManyTypes", dependencies: [
    .product(name: "Millrace", package: "millrace"), .product(name: "MillraceFoundation", package: "millrace"),
  ])]
)
""")


KINDS = 8


def model(n):
    """Eight kinds by turns, some of them used by the next model."""
    kind = n % KINDS
    if kind == 0:
        return f"""@Serializable
struct Model{n}: Codable, Equatable {{
  var id: Int
  var name: String
  @Field("is_ready") var isReady: Bool = false
  var scores: [Double]
  var tags: [String: Int]
  var note: String?
}}
"""
    if kind == 1:
        return f"""@Serializable
final class Model{n}: Codable {{
  var id: Int
  var parent: Model{n - 1}?
  var all: [Model{n - 1}] = []
  init(id: Int) {{ self.id = id }}
}}
"""
    if kind == 2:
        return f"""@Serializable
struct Model{n}<Item> {{
  var item: Item
  var byName: [String: Item]
  var parents: [Model{n - 1}]
}}
"""
    if kind == 4:
        return f"""@Serializable(tag: "type")
enum Model{n} {{
  case circle(radius: Double)
  case whole(Model{n - 4})
  @Case(.unknown) case other(JSON.Value)
}}
"""
    if kind == 5:
        return f"""@Serializable(names: .snakeCase)
struct Model{n} {{
  @Field(at: "meta/id", aliases: "key") var id: Int
  @Field(.lossy, .nullAsDefault) var ranks: [Int] = []
  @Field(using: Tenths.self) var someLength: Int?
  @Field(.flattened) var inner: Model{n - 5}
  @Field(.flattened) var rest: [String: Bool]
}}
""".replace(', aliases: "key"', "")
    if kind == 6:
        return f"""@Serializable
struct Model{n}: Codable {{
  var id: Int
  var note: String?
  var shape: Shape
  @Serializable
  enum Shape: Codable {{ case circle(radius: Double), empty }}
}}
"""
    if kind == 7:
        return f"""@Serializable(.untagged)
enum Model{n} {{
  case number(Int)
  case item(Model{n - 1})
  case model(Model{n - 7})
  case pair(left: String, right: String)
}}
"""
    return f"""@Serializable
enum Model{n}: String, Codable {{
  case first, second
}}
"""


def use(n):
    kind = n % KINDS
    if kind == 0:
        return n, f"Model{n}", '{"id":1,"name":"a","is_ready":true,"scores":[1.5],"tags":{"x":1}}'
    if kind == 1:
        return n, f"Model{n}", '{"id":1,"all":[]}'
    if kind == 2:
        return n, f"Model{n}<Model{n - 2}>", (
            '{"item":{"id":1,"name":"a","is_ready":true,"scores":[],"tags":{}},"byName":{},"parents":[{"id":2,"all":[]}]}')
    if kind == 4:
        return n, f"[Model{n}]", (
            '[{"type":"circle","radius":1.5},{"type":"whole","id":1,"name":"a","is_ready":true,"scores":[1.5],"tags":{}},'
            '{"type":7}]')
    if kind == 5:
        return n, f"Model{n}", (
            '{"meta":{"id":1},"ranks":[2],"some_length":30,"id":1,"name":"a","is_ready":true,"scores":[],"tags":{},'
            '"z":true}')
    if kind == 6:
        return n, f"Model{n}", '{"id":1,"shape":{"circle":{"radius":1.5}}}'
    if kind == 7:
        return n, f"[Model{n}]", (
            '[7,{"id":1,"note":"a","shape":{"empty":{}}},{"id":1,"name":"a","is_ready":true,"scores":[],"tags":{}},'
            '{"left":"a","right":"b"}]')
    return n, f"[Model{n}]", '["first","second"]'


sources = folder / "Sources" / "ManyTypes"
for old in sources.glob("*.swift"):
    old.unlink()
for first in range(0, count, 50):
    text = "import Millrace\n\n" + "\n".join(model(n) for n in range(first, min(first + 50, count)))
    (sources / f"Models{first // 50}.swift").write_text(text)

uses = list(map(use, range(count)))
# The others have a parameter, no tag, or something that `Codable` cannot have.
coded = [each for each in uses if each[0] % KINDS in (0, 1, 3, 6)]


def functions(kind, uses, call):
    """The first of each kind makes everything happen that happens once in a process; the rest must add nothing."""
    parts = []
    first, rest = [each for each in uses if each[0] < KINDS], [each for each in uses if each[0] >= KINDS]
    for name, part in (("first", first), ("rest", rest)):
        lines = [f'  try {call}({type_name}.self, #"{document}"#)' for _, type_name, document in part]
        parts.append("\n".join([f"func {name}{kind}() throws {{", *lines, "}"]))
    return "\n".join(parts)


(sources / "main.swift").write_text("""import Foundation
import Millrace
import MillraceFoundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The number of entries in the runtime's conformance cache. Ends the program if it is unknown.
func conformanceLookups() -> Int {
  guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "_swift_debug_protocolConformanceStatePointer"),
    let state = symbol.load(as: UnsafeRawPointer?.self)
  else {
    print("SKIPPED: this runtime does not say how many conformances it looked up")
    exit(0)
  }
  return Int(state.load(fromByteOffset: 4, as: UInt32.self))
}

/// Lengths in tenths.
enum Tenths: FieldStrategy {
  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Int {
    try reader.readInt() / 10
  }
  static func write<Writer: FormatWriter & ~Copyable>(_ value: borrowing Int, to writer: inout Writer) {
    writer.write(copy value * 10)
  }
}

@inline(never)
func dropIn<Value: Codable>(_ type: Value.Type, _ text: String) throws {
  let value = try FastJSONDecoder().decode(type, from: Data(text.utf8))
  guard try FastJSONEncoder().encode(value) == Data(text.utf8) else { fatalError("written differently: \\(text)") }
}

@inline(never)
func roundTrip<Value: Serializable>(_ type: Value.Type, _ text: String) throws {
  let value = try JSON.decode(type, from: text)
  guard try JSON.encode(value, as: String.self) == text else { fatalError("written differently: \\(text)") }
}

""" + functions("Typed", uses, "roundTrip") + "\n" + functions("DropIn", coded, "dropIn") + f"""

let isDropIn = CommandLine.arguments.dropFirst().first == "drop-in"
try isDropIn ? firstDropIn() : firstTyped()
let before = conformanceLookups()
try isDropIn ? restDropIn() : restTyped()
let added = conformanceLookups() - before
let count = isDropIn ? {sum(each[0] >= KINDS for each in coded)} : {count - KINDS}
print("\\(count) types looked up \\(added) conformances on their first use\\(isDropIn ? " by drop-in coders" : "")")
exit(added == 0 ? 0 : 1)
""")
