"""Types whose names or places are those of others, and types that are partly read by hand without a list of keys."""

from .by_hand import DECODER, KEYED_DECODING, decoding, scalar_fields
from .declaration import body, Declaration, properties
from .fields import keys_enum, make_fields, members, rename, text

SHARED = 10


def public_extension(rng, name, pool):
    """A type in a public extension, whose members are public."""
    fields = make_fields(rng, pool, 1, 4)
    rename(rng, fields)
    # Its types are not public, so no property can be.
    lines = [line.removeprefix("public ") for line in properties(rng, fields)]
    response = body("struct Response: Codable", lines + [""] + keys_enum(rng, fields))
    lines = [f"public enum {name} {{}}", ""] + body(f"public extension {name}", response)
    return Declaration(lines, f"{name}.Response", lambda rng: members(rng, fields), weight=len(fields))


def nested_names(rng, name, pool):
    """Nested types with the names of what generated code uses."""
    lines = ["enum Decoder: String, Codable { case one, two }", "struct Encoder: Codable { var id: Int }"]
    lines += ["struct Bool: Codable { var length: Int }", "var decoder: Decoder", "var encoder: Encoder?"]
    lines += ["var text: Bool"]

    def document(rng):
        return {"decoder": rng.choice(["one", "two"]), "encoder": {"id": rng.randint(0, 9)}, "text": {"length": 4}}

    return Declaration(body(f"struct {name}: Codable", lines), name, document)


def values_by_hand(rng, name, pool):
    """An enumeration with values that reads itself, and whose encoder the compiler makes."""
    choose = ["if let number = try? container.decode(Int.self) {", "  self = .number(number)", "} else {"]
    choose += ["  self = .text(try container.decode(String.self))", "}"]
    lines = ["case number(Int)", "case text(String)", ""]
    lines += body(DECODER, ["let container = try decoder.singleValueContainer()"] + choose)
    document = lambda rng: rng.choice([rng.randint(0, 99), text(rng)])
    return Declaration(body(f"enum {name}: Codable", lines), name, document)


def derived(rng, name, pool):
    """A property without a key that the decoder by hand sets."""
    fields = scalar_fields(rng, 1, 4)
    decoder = [KEYED_DECODING] + [decoding(rng, field) for field in fields] + ["derived = 1"]
    lines = properties(rng, fields, "var") + ["var derived: Int", ""] + keys_enum(rng, fields) + [""]
    lines += body(DECODER, decoder)
    return Declaration(body(f"struct {name}: Codable", lines), name, lambda rng: members(rng, fields), weight=len(fields))


def hidden(number):
    """A private type that each file has under the same name, and a type that holds one: lines, name and document."""
    key = f"hidden_{number}"
    lines = body("private struct Hidden: Codable", ["var id: Int", f'enum CodingKeys: String, CodingKey {{ case id = "{key}" }}'])
    lines += [""] + body(f"struct Holder{number}: Codable", ["private var hidden: Hidden"])
    return lines, f"Holder{number}", lambda rng: {"hidden": {key: rng.randint(0, 99)}}


def shared(module, access):
    """Types that two modules have under the same names, with keys of their own."""
    lines = []
    for number in range(SHARED):
        keys = f'enum CodingKeys: String, CodingKey {{ case id = "{module}_{number}" }}'
        lines += body(f"{access}struct Shared{number}: Codable", [f"{access}var id: Int", keys])
    return "\n".join(lines) + "\n"


def checks_of_shared(rng):
    """The types' names with their documents."""
    for number in range(SHARED):
        yield f"Shared{number}", lambda rng, number=number: {f"App_{number}": rng.randint(0, 99)}
        yield f"Core.Shared{number}", lambda rng, number=number: {f"Core_{number}": rng.randint(0, 99)}
