"""Types of which the text alone does not tell what the compiler's code reads and writes, and types that are hard to find."""

from .by_hand import DECODER, ENCODER, KEYED_DECODING, KEYED_ENCODING
from .declaration import Declaration, body, properties
from .fields import Field, Kind, keys_enum, make_fields, members, property_names, rename, scalars, swift_text, text

SHARED = """protocol RawText: RawRepresentable, Codable, Hashable where RawValue == String {}

/// The raw value is that of another property.
protocol Valued: RawRepresentable, Codable {
  var value: Int { get }
  init(value: Int)
}

extension Valued {
  var rawValue: Int { value }
  init(rawValue: Int) { self.init(value: rawValue) }
}

protocol Flags: OptionSet, Codable where RawValue == Int {}
typealias RawCodable = RawRepresentable & Codable
typealias KeyName = String
protocol NamedKey: CodingKey, CaseIterable {}

/// Types that are a text, if they can be made of one.
protocol TextIfPossible: Codable {}

extension TextIfPossible where Self: LosslessStringConvertible {
  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let value = Self(text) else {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "no such text"))
    }
    self = value
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
""".splitlines()


def left(lines, name, document, keys=1, plain=False):
    """A type that the migration leaves alone, with as many enumerations of keys as it has."""
    return Declaration(lines, name, document, is_plain=plain, kept_keys=keys)


# Attributes that may be macros.


def observable(rng, name, pool):
    fields = make_fields(rng, [], 1, 3, scalars)
    fields = [field for field in fields if field.kind.literal and field.name != "count"]
    own = [Field("count", Kind("Int", lambda rng: rng.randint(0, 9)), "count")] + fields
    rename(rng, own, 0.5)
    lines = [f"var {field.name}: {field.type} = {field.kind.literal(field.kind.value(rng))}" for field in fields]
    stored = [Field("_" + field.name, field.kind, field.key) for field in own]
    lines = ["var count = 0"] + lines + [""] + keys_enum(rng, stored)
    return left(["@Observable"] + body(f"final class {name}: Codable", lines), name, lambda rng: members(rng, stored))


def observable_without_keys(rng, name, pool):
    lines = ["@Observable"] + body(f"final class {name}: Codable", ["var count = 0", 'var title = "none"'])
    return left(lines, name, lambda rng: {"_count": rng.randint(0, 9), "_title": text(rng), "_$observationRegistrar": {}})


def observable_by_hand(rng, name, pool):
    key = rng.choice(["n", "count"])
    lines = ["var count = 0", "", f"enum CodingKeys: String, CodingKey {{ case count = {swift_text(key)} }}", ""]
    lines += body(DECODER, [KEYED_DECODING, "count = try container.decode(Int.self, forKey: .count)"])
    lines += [""] + body(ENCODER, [KEYED_ENCODING, "try container.encode(count, forKey: .count)"])
    return Declaration(["@Observable"] + body(f"final class {name}: Codable", lines), name, lambda rng: {key: rng.randint(0, 9)})


# Raw values.


def raw_by_protocol(rng, name, pool):
    return left(body(f"struct {name}: RawText", ["var rawValue: String"]), name, text, 0, plain=True)


def raw_by_protocol_of_a_class(rng, name, pool):
    lines = ["let rawValue: String", "init(rawValue: String) { self.rawValue = rawValue }"]
    lines += [f"static func == (a: {name}, b: {name}) -> Bool {{ a.rawValue == b.rawValue }}"]
    lines += ["func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }"]
    return left(body(f"final class {name}: RawText", lines), name, text, 0)


def raw_by_another_property(rng, name, pool):
    return left(body(f"struct {name}: Valued", ["var value: Int"]), name, lambda rng: rng.randint(0, 99), 0)


def raw_by_alias(rng, name, pool):
    lines = [f"typealias {name}Base = RawCodable & Sendable", ""] + body(f"struct {name}: {name}Base", ["var rawValue: Double"])
    return left(lines, name, lambda rng: rng.randint(-99, 99) / 4, 0)


def raw_by_extension(rng, name, pool):
    lines = body(f"struct {name}: Codable", ["var rawValue: String"]) + ["", f"extension {name}: {rng.choice(['RawRepresentable', 'RawText'])} {{}}"]
    return left(lines, name, text, 0)


def flags_by_protocol(rng, name, pool):
    lines = ["let rawValue: Int", f"static let first = {name}(rawValue: 1)"]
    return left(body(f"struct {name}: Flags", lines), name, lambda rng: rng.randint(0, 7), 0)


def raw_cases_by_protocol(rng, name, pool):
    cases = property_names(rng, 2)
    lines = [f"case {', '.join(cases)}", ""]
    lines += body("var rawValue: String", ["switch self {", f'case .{cases[0]}: "1"', f'case .{cases[1]}: "2"', "}"])
    lines += body("init?(rawValue: String)", ['guard ["1", "2"].contains(rawValue) else { return nil }', f'self = rawValue == "1" ? .{cases[0]} : .{cases[1]}'])
    return left(body(f"enum {name}: RawText", lines), name, lambda rng: rng.choice("123"), 0)


def raw_value_with_fields(rng, name, pool):
    """The standard library has no code for such a raw value, so that the compiler makes it, with the keys."""
    lines = body(f"struct {name}Reading: Codable", ["var degrees: Double"]) + [""]
    keys = ['enum CodingKeys: String, CodingKey { case rawValue = "reading" }']
    lines += body(f"struct {name}: RawRepresentable, Codable", [f"var rawValue: {name}Reading", ""] + keys)
    return left(lines, name, lambda rng: {"reading": {"degrees": rng.randint(0, 99) / 2}})


# Keys that are more than a list of names.


def keyed(rng, name, keys, more=()):
    """A structure of two fields with these keys, of which the first is called `film_id` in documents."""
    fields = [Field("id", Kind("Int", lambda rng: rng.randint(0, 99)), "film_id"), Field("title", Kind("String", text), "title")]
    lines = body(f"struct {name}: Codable", properties(rng, fields) + [""] + keys) + list(more)
    return left(lines, name, lambda rng: members(rng, fields))


def keys_with_conformance(rng, name, pool):
    more = ["case id = \"film_id\"", "case title", "var description: String { rawValue }"]
    return keyed(rng, name, body("enum CodingKeys: String, CodingKey, CustomStringConvertible", more))


def keys_by_protocol(rng, name, pool):
    return keyed(rng, name, ['enum CodingKeys: String, NamedKey { case id = "film_id", title }'])


def keys_by_extension(rng, name, pool):
    keys = ['enum CodingKeys: String { case id = "film_id", title }']
    return keyed(rng, name, keys, ["", f"extension {name}.CodingKeys: CodingKey {{}}"])


def keys_of_aliased_type(rng, name, pool):
    return keyed(rng, name, ['enum CodingKeys: KeyName, CodingKey { case id = "film_id", title }'])


def conditional_keys(rng, name, pool):
    keys = ["#if NEVER", '  enum CodingKeys: String, CodingKey { case id = "other_id", title }', "#else"]
    return keyed(rng, name, keys + ['  enum CodingKeys: String, CodingKey { case id = "film_id", title }', "#endif"])


def keys_in_aliased_extension(rng, name, pool):
    more = ["", f"typealias {name}Alias = {name}", ""]
    more += body(f"extension {name}Alias", ['enum CodingKeys: String, CodingKey { case id = "film_id", title }'])
    return keyed(rng, name, ["var isLong: Bool { title.count > 9 }"], more)


# Code of protocols.


def text_if_possible(rng, name, pool):
    lines = ["var major: Int", "init?(_ description: String) { major = description.count }"]
    lines += ["var description: String { String(repeating: \"x\", count: major) }"]
    return left(body(f"struct {name}: TextIfPossible, LosslessStringConvertible", lines), name, text, 0)


def not_text(rng, name, pool):
    lines = ["var major: Int", "", 'enum CodingKeys: String, CodingKey { case major = "m" }']
    return left(body(f"struct {name}: TextIfPossible", lines), name, lambda rng: {"m": rng.randint(0, 9)})


def foreign_protocol(rng, name, pool):
    lines = ["var bytes: [UInt8]", ""]
    lines += body("func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R", ["try bytes.withUnsafeBytes(body)"])
    lines += ["", 'enum CodingKeys: String, CodingKey { case bytes = "b" }']
    return left(body(f"struct {name}: Codable, ContiguousBytes", lines), name, lambda rng: {"b": [rng.randint(0, 255)]})


# Types that are hard to find, and are migrated.


def in_actor(rng, name, pool):
    fields = make_fields(rng, [], 1, 4, scalars)
    rename(rng, fields)
    states = rng.random() < 0.5
    lines = body(f"actor {name}", body(f"struct Account{'' if states else ': Codable'}", properties(rng, fields))) + [""]
    lines += body(f"extension {name}.Account{': Codable' if states else ''}", keys_enum(rng, fields, access=""))
    return Declaration(lines, f"{name}.Account", lambda rng: members(rng, fields))


def in_foreign_type(rng, name, pool):
    fields = make_fields(rng, [], 1, 4, scalars)
    rename(rng, fields)
    lines = body("extension DateInterval", body(f"struct {name}", properties(rng, fields))) + [""]
    lines += body(f"extension DateInterval.{name}: Codable", keys_enum(rng, fields, access=""))
    return Declaration(lines, f"DateInterval.{name}", lambda rng: members(rng, fields))


def by_aliased_extension(rng, name, pool):
    fields = make_fields(rng, [], 1, 4, scalars)
    rename(rng, fields)
    lines = body(f"struct {name}", properties(rng, fields) + [""] + keys_enum(rng, fields))
    lines += ["", f"typealias {name}Alias = {name}", f"extension {name}Alias: Codable {{}}"]
    return Declaration(lines, name, lambda rng: members(rng, fields))


def written_in_part(rng, name, pool):
    """A type that is only written, with a property that is not."""
    fields = [field for field in make_fields(rng, [], 2, 5, scalars) if field.kind.literal]
    rename(rng, fields, 0.4)
    lines = properties(rng, fields, "var") + ["let context: [String]", ""] + keys_enum(rng, fields)
    made = Declaration(body(f"struct {name}: Encodable", lines), name, lambda rng: {}, check="encode")
    made.literal = (
        lambda rng: f"{name}("
        + "".join(f"{field.name}: {field.kind.literal(field.kind.value(rng))}, " for field in fields)
        + 'context: ["a"])'
    )
    return made


FORMS = [
    observable, observable_without_keys, observable_by_hand, raw_by_protocol, raw_by_protocol_of_a_class, raw_by_another_property,
    raw_by_alias, raw_by_extension, flags_by_protocol, raw_cases_by_protocol, raw_value_with_fields, keys_with_conformance,
    keys_by_protocol, keys_by_extension, keys_of_aliased_type, conditional_keys, keys_in_aliased_extension, text_if_possible, not_text,
    foreign_protocol, in_actor, in_foreign_type, by_aliased_extension, written_in_part,
]
