"""Conformances that are stated in other ways than by Codable at the declaration, and values of raw type."""

from .declaration import Declaration, body, declare, properties
from .fields import Field, Kind, keys_enum, make_fields, members, property_names, rename, scalars, text


def by_extension(rng, name, pool):
    fields = make_fields(rng, pool, 1, 5)
    form = rng.random()
    lines = properties(rng, fields)
    if form < 0.4:
        lines = body(f"struct {name}", lines) + ["", f"extension {name}: Codable {{}}"]
    elif form < 0.7:
        rename(rng, fields, 0.4)
        lines = (
            body(f"struct {name}", lines) + [""] + body(f"extension {name}: Codable", keys_enum(rng, fields, access=""))
        )
    else:
        lines = body(f"struct {name}", lines) + [""]
        lines += body(f"extension {name}: Codable", [f'static var table: String {{ "{name}" }}'])
    return Declaration(lines, name, lambda rng: members(rng, fields))


def by_other_names(rng, name, pool):
    """Through a protocol or a type alias of Codable."""
    fields = make_fields(rng, pool, 1, 4, scalars) + [Field("id", Kind("Identifier", text), "id")]
    behind = rng.choice([["Entity"], ["Model"], ["Entity", "Sendable"]])
    return declare(
        rng, f"struct {name}", behind, properties(rng, fields), name, lambda rng: members(rng, fields), fields
    )


def only_decodable(rng, name, pool):
    fields = make_fields(rng, pool, 1, 6)
    rename(rng, fields, 0.3)
    made = declare(
        rng,
        f"struct {name}",
        ["Decodable"],
        properties(rng, fields) + [""] + keys_enum(rng, fields),
        name,
        lambda rng: members(rng, fields),
        fields,
    )
    made.check = "decode"
    return made


def only_encodable(rng, name, pool):
    fields = make_fields(rng, [], 1, 5, scalars)
    rename(rng, fields, 0.4)
    made = declare(
        rng,
        f"struct {name}",
        ["Encodable"],
        properties(rng, fields) + [""] + keys_enum(rng, fields),
        name,
        lambda rng: members(rng, fields),
        fields,
    )
    made.check = "encode"
    made.literal = (
        lambda rng: name
        + "("
        + ", ".join(f"{field.name}: {field.kind.literal(field.kind.value(rng))}" for field in fields)
        + ")"
    )
    return made


def raw_representable(rng, name, pool):
    if rng.random() < 0.4:
        options = [
            f"static let {word} = {name}(rawValue: {1 << index})" for index, word in enumerate(property_names(rng, 3))
        ]
        return Declaration(
            body(f"struct {name}: OptionSet, Codable", ["let rawValue: Int"] + options),
            name,
            lambda rng: rng.randint(0, 7),
        )
    return Declaration(
        body(f"struct {name}: RawRepresentable, Codable, Hashable", ["var rawValue: String"]), name, text
    )


def coded_elsewhere(rng, name, pool):
    """A type whose coding is its protocol's."""
    lines = ["var text: String"] + rng.choice([[], ["var count: Int { text.count }"]])
    return Declaration(body(f"struct {name}: Texted", lines), name, text)
