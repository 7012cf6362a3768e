"""Types whose names or places are those of others, and types that are partly read by hand without a list of keys."""

from .by_hand import DECODER, KEYED_DECODING, decoding, scalar_fields
from .declaration import Declaration, body, properties
from .fields import keys_enum, make_fields, members, rename, text

SHARED = 10

# The modules with types of the same names.
MODULES = ["App", "Core", "Widget"]


def public_extension(rng, name, pool):
    """A type in a public extension, whose members are public."""
    fields = make_fields(rng, pool, 1, 4)
    rename(rng, fields)
    # Its types are not public, so no property can be.
    lines = [line.removeprefix("public ") for line in properties(rng, fields)]
    response = body("struct Response: Codable", lines + [""] + keys_enum(rng, fields))
    lines = [f"public enum {name} {{}}", ""] + body(f"public extension {name}", response)
    return Declaration(lines, f"{name}.Response", lambda rng: members(rng, fields), weight=len(fields))


def half_in_public_extension(rng, name, pool):
    """A decoder by hand in an extension with a modifier, which cannot state a conformance."""
    fields = scalar_fields(rng, 1, 4)
    lines = properties(rng, fields, "var") + [""] + keys_enum(rng, fields, access="")
    lines = body(f"public struct {name}: Codable", lines) + [""]
    decoder = [KEYED_DECODING] + [decoding(rng, field) for field in fields]
    lines += body(f"public extension {name}", body(DECODER, decoder))
    return Declaration(lines, name, lambda rng: members(rng, fields), weight=len(fields))


# What generated code mentions, with and without the names of its modules.
USED_NAMES = """
Array Bool Decoder Encoder Error FieldKey FieldSearch FieldTable FormatReader FormatWriter Int JSON Key Optional Readable
Reader Serializable String Value Writable Writer _Reader _Writer
""".split()


def nested_names(rng, name, pool):
    """Nested types with the names of what generated code uses."""
    chosen = rng.sample(USED_NAMES, 3)
    lines = [f"enum {chosen[0]}: Int64, Codable {{ case one = 1, two }}"]
    lines += [f"struct {chosen[1]}: Codable {{ var id: Int32 }}"]
    lines += [f"enum {chosen[2]}: Codable {{ case long(count: UInt16), short }}"]
    lines += [f"var first: {chosen[0]}", f"var second: {chosen[1]}?", f"var third: {chosen[2]}"]

    def document(rng):
        third = rng.choice([{"long": {"count": rng.randint(0, 99)}}, {"short": {}}])
        return {"first": rng.choice([1, 2]), "second": {"id": rng.randint(0, 9)}, "third": third}

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
    """Types that several modules have under the same names, with keys of their own: the text of two files."""
    lines, more = [], []
    for number in range(SHARED):
        keys = [f'enum CodingKeys: String, CodingKey {{ case id = "{module}_{number}" }}']
        decoder = f"{access}{DECODER}"
        if number % 3 == 1:
            more += body(f"extension Shared{number}", keys) + [""]
            keys = []
        if number % 3 == 2:
            decode = ["id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)"]
            keys += [""] + body(decoder, decode)
        lines += body(f"{access}struct Shared{number}: Codable", [f"{access}var id: Int"] + keys) + [""]
    return "\n".join(lines), "\n".join(more)


def checks_of_shared(rng):
    """The types' names with their documents."""
    for number in range(SHARED):
        for module in MODULES:
            name = f"Shared{number}" if module == "App" else f"{module}.Shared{number}"
            yield name, lambda rng, key=f"{module}_{number}": {key: rng.randint(0, 99)}
