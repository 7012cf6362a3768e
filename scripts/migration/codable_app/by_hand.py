"""Types with init(from:) and encode(to:) by hand, in the ways that people write them."""

from .declaration import Declaration, body, properties
from .fields import Field, Kind, array, keys_enum, make_fields, members, optional, property_names, rename, scalars, text

DECODER = "init(from decoder: any Decoder) throws"


ENCODER = "func encode(to encoder: any Encoder) throws"


KEYED_DECODING = "let container = try decoder.container(keyedBy: CodingKeys.self)"


KEYED_ENCODING = "var container = encoder.container(keyedBy: CodingKeys.self)"


def plain_type(field):
    return field.type.removesuffix("?") if field.kind.is_optional else field.type


def decoding(rng, field, container="container", keys="CodingKeys"):
    """`name = try container.decode(…)`"""
    key = rng.choice([f".{field.name}"] * 5 + [f"{keys}.{field.name}"])
    if field.kind.is_optional:
        return f"{field.name} = try {container}.decodeIfPresent({plain_type(field)}.self, forKey: {key})"
    return f"{field.name} = try {container}.decode({field.type}.self, forKey: {key})"


def encoding(field, container="container"):
    word = "encodeIfPresent" if field.kind.is_optional else "encode"
    return f"try {container}.{word}({field.name}, forKey: .{field.name})"


def scalar_fields(rng, low, high):
    fields = make_fields(rng, [], low, high, scalars)
    for field in fields:
        if rng.random() < 0.2:
            field.kind = optional(field.kind)
    rename(rng, fields)
    return fields


def whole(rng, name, fields, decoder, encoder, document, keys=None, more=(), conformances="Codable"):
    """A structure out of its functions, the keys above or below them, sometimes all of it in an extension."""
    keys = keys_enum(rng, fields) if keys is None else keys
    functions = body(DECODER, decoder) + ([""] + body(ENCODER, encoder) if encoder else []) + list(more)
    inner = keys + [""] + functions if rng.random() < 0.7 else functions + [""] + keys
    lines = properties(rng, fields, "var")
    if rng.random() < 0.15:
        made = body(f"struct {name}", lines) + [""] + body(f"extension {name}: {conformances}", inner)
    else:
        made = body(f"struct {name}: {conformances}", lines + [""] + inner)
    return Declaration(made, name, document, weight=len(fields) + 1)


def both(rng, name, pool):
    fields = make_fields(rng, pool, 2, 7)
    rename(rng, fields)
    decoder, encoder = [KEYED_DECODING], [KEYED_ENCODING]
    lenient = {
        field.name for field in fields if field.kind.literal and not field.kind.is_optional and rng.random() < 0.3
    }
    for field in fields:
        if field.name in lenient:
            value = field.kind.literal(field.kind.value(rng))
            decoder.append(
                f"{field.name} = try container.decodeIfPresent({field.type}.self, forKey: .{field.name}) ?? {value}"
            )
        else:
            decoder.append(decoding(rng, field))
        encoder.append(encoding(field))

    def document(rng):
        return {
            key: value
            for key, value in members(rng, fields).items()
            if not any(field.key == key and field.name in lenient and rng.random() < 0.5 for field in fields)
        }

    return whole(rng, name, fields, decoder, encoder, document)


def nested_containers(rng, name, pool):
    outer, inner = scalar_fields(rng, 1, 3), scalar_fields(rng, 1, 3)
    inner = [Field("inner" + field.name.capitalize(), field.kind, field.key) for field in inner]
    decoder = [KEYED_DECODING] + [decoding(rng, field) for field in outer]
    decoder += ["let details = try container.nestedContainer(keyedBy: DetailKeys.self, forKey: .details)"]
    decoder += [decoding(rng, field, "details", "DetailKeys") for field in inner]
    decoder += [
        "var list = try container.nestedUnkeyedContainer(forKey: .marks)",
        "marks = []",
        "while !list.isAtEnd { marks.append(try list.decode(Int.self)) }",
    ]
    encoder = [KEYED_ENCODING] + [encoding(field) for field in outer]
    encoder += ["var details = container.nestedContainer(keyedBy: DetailKeys.self, forKey: .details)"]
    encoder += [encoding(field, "details") for field in inner]
    encoder += [
        "var list = container.nestedUnkeyedContainer(forKey: .marks)",
        "for mark in marks { try list.encode(mark) }",
    ]
    details = Field("details", Kind("", None), rng.choice(["details", "x-details"]))
    marks = Field("marks", Kind("[Int]", lambda rng: [rng.randint(0, 9) for _ in range(rng.randint(0, 3))]), "marks")
    keys = keys_enum(rng, outer + [details, marks]) + [""] + keys_enum(rng, inner, "DetailKeys")
    return whole(
        rng,
        name,
        outer + inner + [marks],
        decoder,
        encoder,
        lambda rng: members(rng, outer + [marks]) | {details.key: members(rng, inner)},
        keys,
    )


def alternatives(rng, name, pool):
    """A field under one of two names, and null that means something."""
    names = property_names(rng, 3)
    field = Field(names[0], Kind("String", text), names[0])
    other, marked = Field(names[1], Kind("String", text), "old_" + names[1]), Field(
        names[2], Kind("Int", None), names[2]
    )
    decoder = [KEYED_DECODING]
    decoder += rng.choice(
        [
            body(f"if container.contains(.{field.name})", [decoding(rng, field)])[:-1]
            + ["} else {", f"  {field.name} = try container.decode(String.self, forKey: .{other.name})", "}"],
            [
                f"{field.name} = try container.decode(String.self, forKey: container.contains(.{field.name}) ? .{field.name} : .{other.name})"
            ],
            [
                f"let key: CodingKeys = container.contains(.{field.name}) ? .{field.name} : .{other.name}",
                f"{field.name} = try container.decode(String.self, forKey: key)",
            ],
        ]
    )
    decoder += body(
        f"if container.contains(.{marked.name}), try container.decodeNil(forKey: .{marked.name})",
        [f"{marked.name} = -1"],
    )[:-1]
    decoder += [
        "} else {",
        f"  {marked.name} = try container.decodeIfPresent(Int.self, forKey: .{marked.name}) ?? 0",
        "}",
    ]
    encoder = [KEYED_ENCODING, encoding(field)]
    encoder += body(f"if {marked.name} < 0", [f"try container.encodeNil(forKey: .{marked.name})"])[:-1]
    encoder += ["} else {", f"  {encoding(marked)}", "}"]

    def document(rng):
        result = {rng.choice([field, other]).key: text(rng)}
        return result | rng.choice([{}, {marked.key: None}, {marked.key: rng.randint(1, 9)}])

    return whole(rng, name, [field, marked], decoder, encoder, document, keys_enum(rng, [field, other, marked]))


def checked(rng, name, pool):
    """Errors of its own, with the keys in them."""
    low, high = Field("low", Kind("Int", lambda rng: rng.randint(0, 50)), "low"), Field(
        "high", Kind("Int", lambda rng: rng.randint(30, 90)), "high"
    )
    fields = [low, high]
    rename(rng, fields)
    decoder = [KEYED_DECODING] + [decoding(rng, field) for field in fields]
    decoder += body(
        "guard low <= high else",
        [
            rng.choice(
                [
                    'throw DecodingError.dataCorruptedError(forKey: .high, in: container, debugDescription: "\\(low) > \\(high)")',
                    "throw DecodingError.keyNotFound(\n  CodingKeys.high, .init(codingPath: container.codingPath + [CodingKeys.low], "
                    'debugDescription: "none"))',
                    "throw DecodingError.valueNotFound(\n  Int.self, .init(codingPath: decoder.codingPath + [CodingKeys.high], "
                    "debugDescription: CodingKeys.high.rawValue))",
                ]
            )
        ],
    )
    encoder = [KEYED_ENCODING] + [encoding(field) for field in fields]
    return whole(rng, name, fields, decoder, encoder, lambda rng: members(rng, fields))


def one_half(rng, name, pool):
    """Only the decoder, or only the encoder, by hand."""
    fields = make_fields(rng, pool, 2, 5)
    rename(rng, fields)
    keys = keys_enum(rng, fields)
    if rng.random() < 0.6:
        return whole(
            rng,
            name,
            fields,
            [KEYED_DECODING] + [decoding(rng, field) for field in fields],
            [],
            lambda rng: members(rng, fields),
            keys,
        )
    lines = properties(rng, fields) + [""] + keys + [""]
    lines += body(ENCODER, [KEYED_ENCODING] + [encoding(field) for field in fields[1:]])
    return Declaration(
        body(f"struct {name}: Codable", lines), name, lambda rng: members(rng, fields), weight=len(fields)
    )


def one_value(rng, name, pool):
    """A type that is one value, which has no keys."""
    lines = ["var parts: [Int]", ""]
    lines += body(
        DECODER,
        [
            "let container = try decoder.singleValueContainer()",
            "let line = try container.decode(String.self)",
            'parts = line.split(separator: ".").compactMap { Int($0) }',
        ],
    )
    lines += [""] + body(
        ENCODER,
        [
            "var container = encoder.singleValueContainer()",
            'try container.encode(parts.map(String.init).joined(separator: "."))',
        ],
    )
    return Declaration(
        body(f"struct {name}: Codable, Hashable", lines),
        name,
        lambda rng: ".".join(str(rng.randint(0, 20)) for _ in range(rng.randint(1, 4))),
        is_plain=True,
    )


def unkeyed(rng, name, pool):
    """A pair, and a list of which the elements that cannot be decoded are dropped."""
    lines = ["var latitude: Double", "var longitude: Double", ""]
    lines += body(
        DECODER,
        [
            "var container = try decoder.unkeyedContainer()",
            "latitude = try container.decode(Double.self)",
            "longitude = try container.decode(Double.self)",
        ],
    )
    lines += [""] + body(
        ENCODER,
        [
            "var container = encoder.unkeyedContainer()",
            "try container.encode(latitude)",
            "try container.encode(longitude)",
        ],
    )
    return Declaration(
        body(f"struct {name}: Codable", lines), name, lambda rng: [rng.randint(0, 90) / 2, rng.randint(0, 90) / 4]
    )


def lossy_list(rng, name, pool):
    """A list of which the elements that cannot be decoded are dropped."""
    fields = scalar_fields(rng, 1, 2)
    kind = Kind("Int", lambda rng: rng.choice([rng.randint(0, 9), text(rng)]))
    own = Field("numbers", array(kind), rng.choice(["numbers", "ns"]))
    decoder = [KEYED_DECODING] + [decoding(rng, field) for field in fields]
    decoder += [
        "numbers = []",
        "var list = try container.nestedUnkeyedContainer(forKey: .numbers)",
        "struct Skipped: Decodable { init(from decoder: any Decoder) throws {} }",
    ]
    decoder += body(
        "while !list.isAtEnd",
        [
            "if let number = try? list.decode(Int.self) { numbers.append(number) } else { _ = try list.decode(Skipped.self) }"
        ],
    )
    encoder = [KEYED_ENCODING] + [encoding(field) for field in fields + [own]]
    return whole(rng, name, fields + [own], decoder, encoder, lambda rng: members(rng, fields + [own]))


def transferred(rng, name, pool):
    """A private type of the same file that is decoded in place of this one."""
    fields = scalar_fields(rng, 2, 4)
    lines = body(
        f"private struct {name}Document: Codable", properties(rng, fields, "var") + [""] + keys_enum(rng, fields)
    ) + [""]
    decoder = [f"let document = try {name}Document(from: decoder)"]
    decoder += [f"{field.name} = document.{field.name}" for field in fields]
    arguments = ", ".join(f"{field.name}: {field.name}" for field in fields)
    encoder = [f"try {name}Document({arguments}).encode(to: encoder)"]
    lines += body(
        f"struct {name}: Codable",
        properties(rng, fields, "var") + [""] + body(DECODER, decoder) + [""] + body(ENCODER, encoder),
    )
    return Declaration(lines, name, lambda rng: members(rng, fields), weight=len(fields))
