"""Structures whose Codable is the compiler's."""

from .declaration import Declaration, body, declare, extras, properties, stated
from .fields import (
    FOREIGN,
    WORDS,
    Field,
    Kind,
    array,
    keys_enum,
    make_fields,
    members,
    optional,
    property_names,
    rename,
    scalar_kind,
    text,
)


def structure(rng, name, pool):
    """As the compiler makes them out of nothing."""
    fields = make_fields(rng, pool, 1, 9)
    return declare(
        rng,
        f"struct {name}",
        stated(rng, fields),
        properties(rng, fields) + extras(rng, name, fields),
        name,
        lambda rng: members(rng, fields),
        fields,
    )


def renamed(rng, name, pool):
    fields = make_fields(rng, pool, 2, 10)
    rename(rng, fields)
    keys = keys_enum(rng, fields)
    lines = properties(rng, fields)
    if rng.random() < 0.2:
        keys.insert(0, rng.choice(["// The names on the server.", "/// What is what.", "// MARK: Keys"]))
    lines = keys + [""] + lines if rng.random() < 0.15 else lines + [""] + keys
    return declare(
        rng,
        f"struct {name}",
        stated(rng, fields),
        lines + extras(rng, name, fields),
        name,
        lambda rng: members(rng, fields),
        fields,
    )


def left_out(rng, name, pool):
    fields = make_fields(rng, pool, 3, 7)
    lines = properties(rng, fields)
    lines.insert(rng.randint(0, len(lines)), "var isSelected = false")
    lines += rng.sample(
        [
            "var cache: [Int]?",
            "private(set) var loads: Int = 0",
            "let version = 3",
            "var lastUse = Date(timeIntervalSince1970: 0)",
        ],
        2,
    )
    rename(rng, fields, 0.3)
    return declare(
        rng,
        f"struct {name}",
        ["Codable"],
        lines + [""] + keys_enum(rng, fields),
        name,
        lambda rng: members(rng, fields),
        fields,
    )


def defaults(rng, name, pool):
    """Values that the decoder does not use."""
    fields = make_fields(rng, pool, 2, 6)
    for field in fields:
        if field.kind.literal and rng.random() < 0.6:
            field.default = field.kind.literal(field.kind.value(rng))
    if rng.random() < 0.4:
        rename(rng, fields, 0.4)
    lines = properties(rng, fields)
    more = [
        Field("retries", Kind("Int", lambda rng: rng.randint(0, 9)), "retries"),
        Field("since", Kind("Date", lambda rng: rng.randint(0, 999)), "since"),
    ]
    lines += ["var retries = 3", "var since = Date(timeIntervalSince1970: 0)"]
    if any(field.key != field.name for field in fields):
        lines += [""] + keys_enum(rng, fields + more)
    return declare(rng, f"struct {name}", ["Codable"], lines, name, lambda rng: members(rng, fields + more), fields)


def constant(rng, name, pool):
    """A constant with a value is written and never read."""
    fields = make_fields(rng, pool, 2, 5)
    lines = properties(rng, fields)
    lines.insert(rng.randint(0, len(lines)), rng.choice(["let version = 1", 'let kind: String = "a"']))
    if rng.random() < 0.4:
        fixed = Field("version" if "let version = 1" in lines else "kind", Kind("", None), "v")
        lines += [""] + keys_enum(rng, [fixed] + fields)
    return declare(rng, f"struct {name}", ["Codable"], lines, name, lambda rng: members(rng, fields), fields)


def several_names(rng, name, pool):
    """Several properties in one declaration."""
    names = property_names(rng, 4)
    kind = scalar_kind(rng)
    fields = [Field(name, kind, name) for name in names]
    rename(rng, fields, 0.5)
    lines = [f"var {names[0]}, {names[1]}: {kind.type}", f"let {names[2]}: {kind.type}, {names[3]}: {kind.type}"]
    return declare(
        rng,
        f"struct {name}",
        stated(rng, fields),
        lines + [""] + keys_enum(rng, fields),
        name,
        lambda rng: members(rng, fields),
        fields,
    )


def nested(rng, name, pool):
    """A structure with nested types, some of them private."""
    inner, choices = make_fields(rng, pool, 1, 4), rng.sample(WORDS, 3)
    rename(rng, inner, 0.3)
    is_private = rng.random() < 0.4
    access = "private " if is_private else ""
    item = Kind("Item", lambda rng: members(rng, inner), weight=len(inner))
    mode = Kind("Mode", lambda rng: rng.choice(choices))
    fields = make_fields(rng, pool, 1, 4)
    own = [Field("items", array(item), "items"), Field("first", optional(item), "first"), Field("mode", mode, "mode")]
    lines = properties(rng, fields) + [f"{access}var {field.name}: {field.type}" for field in own] + [""]
    lines += body(f"{access}struct Item: Codable", properties(rng, inner) + [""] + keys_enum(rng, inner)) + [""]
    lines += [f"{access}enum Mode: String, Codable {{ case {', '.join(choices)} }}"]
    made = declare(
        rng, f"struct {name}", ["Codable"], lines, name, lambda rng: members(rng, fields + own), fields + own
    )
    if not is_private:
        made.others.append(Kind(f"{name}.Item", item.value, weight=len(inner)))
    return made


def namespace(rng, name, pool):
    """Types within an enumeration without cases, and within its extension."""
    first, second = make_fields(rng, pool, 1, 4), make_fields(rng, pool, 1, 4)
    request = Kind(f"{name}.Request", lambda rng: members(rng, first), weight=len(first))
    second.append(Field("request", optional(request), "request"))
    rename(rng, second, 0.4)
    lines = body(f"enum {name}", body("struct Request: Codable", properties(rng, first))) + [""]
    lines += body(
        f"extension {name}", body("struct Response: Codable", properties(rng, second) + [""] + keys_enum(rng, second))
    )
    return Declaration(lines, f"{name}.Response", lambda rng: members(rng, second), [request])


def generic(rng, name, pool):
    argument = rng.choice(pool[-40:]) if pool else scalar_kind(rng)
    fields = make_fields(rng, pool, 1, 3)
    item = Kind("Item", argument.value, weight=argument.weight)
    fields += [
        Field("item", item, "item"),
        Field("rest", array(item), "rest"),
        Field("latest", optional(item), "latest"),
    ]
    rename(rng, fields, 0.2)
    head, where = rng.choice([(f"struct {name}<Item: Codable>", ""), (f"struct {name}<Item>", " where Item: Codable")])
    made = declare(
        rng,
        head,
        ["Codable"],
        properties(rng, fields) + [""] + keys_enum(rng, fields),
        name,
        lambda rng: members(rng, fields),
        fields,
        where,
    )
    made.use = f"{name}<{argument.type}>"
    return made


def wrapped(rng, name, pool):
    """Properties in a wrapper that codes itself; it is declared once in the app."""
    fields = make_fields(rng, pool, 1, 4)
    lenient = Kind("Int", lambda rng: rng.choice([rng.randint(0, 99), str(rng.randint(0, 99)), text(rng)]))
    own = [Field("amountDue", lenient, "amountDue"), Field("amountPaid", lenient, "amountPaid")]
    rename(rng, fields + own, 0.4)
    lines = properties(rng, fields) + [f"@Lenient var {field.name}: Int" for field in own]
    return declare(
        rng,
        f"struct {name}",
        ["Codable"],
        lines + [""] + keys_enum(rng, fields + own),
        name,
        lambda rng: members(rng, fields + own),
        fields + own,
    )


WRAPPER = """/// A number that may be written as text, or be anything else and zero.
@propertyWrapper struct Lenient: Codable {
  var wrappedValue: Int

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = (try? container.decode(Int.self)) ?? (try? container.decode(String.self)).flatMap { Int($0) } ?? 0
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

protocol Entity: Codable {}

/// Types that are a text and take their coding from here.
protocol Texted: Codable {
  init(text: String)
  var text: String { get }
}

extension Texted {
  init(from decoder: any Decoder) throws {
    self.init(text: try decoder.singleValueContainer().decode(String.self))
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

typealias Model = Codable & Sendable
typealias Identifier = String
""".splitlines()


def foreign(rng, name, pool):
    """Fields of types that only Codable knows."""
    fields = make_fields(rng, pool, 1, 4)
    own = [Field(name, kind, name) for name, kind in zip(["zone", "parts"], rng.sample(FOREIGN, 2))]
    if rng.random() < 0.4:
        rename(rng, fields + own, 0.4)
        keys = [""] + keys_enum(rng, fields + own)
    else:
        keys = []
    return declare(
        rng,
        f"struct {name}",
        ["Codable"],
        properties(rng, fields + own) + keys,
        name,
        lambda rng: members(rng, fields + own),
        fields + own,
    )
