"""Types by hand that do more with their keys than name them."""

from .by_hand import DECODER, ENCODER, KEYED_DECODING, KEYED_ENCODING, decoding, encoding, scalar_fields, whole
from .declaration import Declaration, body, declare, properties
from .fields import (
    WORDS,
    Field,
    Kind,
    keys_enum,
    make_fields,
    members,
    property_names,
    rename,
    scalars,
    swift_text,
    text,
)


def all_keys(rng, name, pool):
    """A set of flags: those keys that are there and true."""
    flags = [
        Field(flag, Kind("Bool", lambda rng: rng.random() < 0.6), flag)
        for flag in property_names(rng, rng.randint(2, 5))
    ]
    rename(rng, flags)
    own = [Field("flags", Kind("[String]", None), "")]
    decoder = [KEYED_DECODING, "flags = []"]
    loop = body(
        "for key in container.allKeys where try container.decode(Bool.self, forKey: key)",
        [f"flags.append(key.{rng.choice(['rawValue', 'stringValue'])})"],
    )
    decoder += loop + ["flags.sort()"]
    encoder = [KEYED_ENCODING]
    word = rng.choice(["rawValue", "stringValue"])
    encoder += body(
        "for flag in flags", body(f"if let key = CodingKeys({word}: flag)", ["try container.encode(true, forKey: key)"])
    )
    keys = keys_enum(rng, flags)

    def document(rng):
        return {field.key: field.kind.value(rng) for field in flags if rng.random() < 0.6} | {"unknown": 1}

    return whole(rng, name, own, decoder, encoder, document, keys)


def switched(rng, name, pool):
    """A switch over each key that is there."""
    fields = make_fields(rng, [], 2, 5, scalars)
    fields = [field for field in fields if field.kind.literal]
    for field in fields:
        field.default = field.kind.literal(field.kind.value(rng))
    rename(rng, fields)
    cases = []
    for field in fields:
        cases += [f"case .{field.name}:", f"  {field.name} = try container.decode({field.type}.self, forKey: key)"]
    if rng.random() < 0.3 and len(fields) > 2:
        cases[-2:] = [
            "default:",
            f"  {fields[-1].name} = try container.decode({fields[-1].type}.self, forKey: .{fields[-1].name})",
        ]
    decoder = [KEYED_DECODING] + body("for key in container.allKeys", ["switch key {"] + cases + ["}"])
    encoder = [KEYED_ENCODING] + [encoding(field) for field in fields]

    def document(rng):
        return {key: value for key, value in members(rng, fields).items() if rng.random() < 0.8}

    return whole(rng, name, fields, decoder, encoder, document)


def helped(rng, name, pool):
    """Functions that take a container and a key."""
    numbers = [
        Field(word, Kind("Int", lambda rng: rng.choice([rng.randint(0, 99), str(rng.randint(0, 99))])), word)
        for word in property_names(rng, 2)
    ]
    texts = [Field("own" + word.capitalize(), Kind("String", text), word) for word in property_names(rng, 1)]
    fields = numbers + texts
    rename(rng, fields)
    decoder = [KEYED_DECODING]
    decoder += [
        f"{field.name} = try Self.number(in: container, for: {rng.choice(['', 'CodingKeys'])}.{field.name})"
        for field in numbers
    ]
    decoder += [f"{field.name} = try {name}.line(container, .{field.name})" for field in texts]
    encoder = [KEYED_ENCODING, "try add(to: &container)"]
    more = [""] + body(
        "private static func number(in container: KeyedDecodingContainer<CodingKeys>, for key: CodingKeys) throws -> Int",
        [
            "if let number = try? container.decode(Int.self, forKey: key) { return number }",
            "let digits = try container.decode(String.self, forKey: key)",
            "guard let number = Int(digits) else {",
            '  throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "\\(key.stringValue): \\(digits)")',
            "}",
            "return number",
        ],
    )
    more += [""] + body(
        "private static func line(_ container: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys) throws -> String",
        ["try container.decode(String.self, forKey: key).trimmingCharacters(in: .whitespacesAndNewlines)"],
    )
    more += [""] + body(
        "private func add(to container: inout KeyedEncodingContainer<CodingKeys>) throws", map(encoding, fields)
    )
    return whole(
        rng,
        name,
        fields,
        decoder,
        encoder,
        lambda rng: members(rng, fields),
        keys_enum(rng, fields, access="private "),
        more,
    )


def shared_keys(rng, name, pool):
    """Two types with the keys of one enumeration at the top level."""
    fields = scalar_fields(rng, 2, 4)
    keys = keys_enum(rng, fields, f"{name}Keys", access="")
    lines = keys + [""]
    for type, some in ((name, fields), (f"{name}Summary", fields[:1])):
        keyed = f"(keyedBy: {name}Keys.self)"
        decoder = [f"let container = try decoder.container{keyed}"] + [
            decoding(rng, field, keys=f"{name}Keys") for field in some
        ]
        encoder = [f"var container = encoder.container{keyed}"] + [encoding(field) for field in some]
        lines += body(
            f"struct {type}: Codable",
            properties(rng, some, "var") + [""] + body(DECODER, decoder) + [""] + body(ENCODER, encoder),
        ) + [""]
    return Declaration(
        lines[:-1],
        name,
        lambda rng: members(rng, fields),
        [Kind(f"{name}Summary", lambda rng: members(rng, fields[:1]))],
        weight=len(fields),
    )


def listed_keys(rng, name, pool):
    """Keys in arrays, as texts and all of them."""
    fields = [Field(word, Kind("Int", lambda rng: rng.randint(0, 99)), word) for word in property_names(rng, 3)]
    rename(rng, fields)
    own = [Field("sum", Kind("Int", None), ""), Field("found", Kind("[String]", None), "")]
    decoder = [KEYED_DECODING, "sum = 0"] + rng.choice(
        [
            body(
                "for key in CodingKeys.allCases", ["sum += try container.decodeIfPresent(Int.self, forKey: key) ?? 0"]
            ),
            [f"let keys: [CodingKeys] = [{', '.join('.' + field.name for field in fields)}]"]
            + body(
                "for key in keys where container.contains(key)", ["sum += try container.decode(Int.self, forKey: key)"]
            ),
            body(
                f"for key in [CodingKeys.{fields[0].name}, CodingKeys.{fields[1].name}]",
                ["sum += try container.decode(Int.self, forKey: key)"],
            ),
        ]
    )
    decoder += rng.choice(
        [
            ["found = CodingKeys.allCases.filter { container.contains($0) }.map { $0.rawValue }"],
            ["found = container.allKeys.map { $0.stringValue }.sorted()"],
            [f"found = [CodingKeys.{fields[0].name}.rawValue, CodingKeys.{fields[1].name}.stringValue]"],
        ]
    )
    encoder = [KEYED_ENCODING, f"try container.encode(sum, forKey: .{fields[0].name})"]
    encoder += body(
        f"if let key = CodingKeys(rawValue: {swift_text(fields[2].key)})",
        ["try container.encode(found.count, forKey: key)"],
    )
    return whole(
        rng,
        name,
        own,
        decoder,
        encoder,
        lambda rng: members(rng, fields[:2]) | members(rng, fields[2:] * rng.randint(0, 1)),
        keys_enum(rng, fields, inherits="String, CodingKey, CaseIterable"),
    )


def integer_keys(rng, name, pool):
    """Keys with integers, which a JSON coder does not ask for, and which a migration leaves alone."""
    fields = scalar_fields(rng, 2, 4)
    for field in fields:
        field.key = field.name
    cases = [f"  case {field.name} = {index + 1}" for index, field in enumerate(fields)]
    keys = ["private enum CodingKeys: Int, CodingKey {"] + cases + ["}"]
    if rng.random() < 0.5:
        lines = properties(rng, fields) + [""] + keys
        made = declare(rng, f"struct {name}", ["Codable"], lines, name, lambda rng: members(rng, fields), fields)
    else:
        made = whole(
            rng,
            name,
            fields,
            [KEYED_DECODING] + [decoding(rng, field) for field in fields],
            [KEYED_ENCODING] + [encoding(field) for field in fields],
            lambda rng: members(rng, fields),
            keys,
        )
    made.kept_keys = 1
    return made


def any_key(rng, name, pool):
    """Keys that are not known: a structure or an enumeration with values, which stays."""
    lines = ["var counts: [String: Int] = [:]", ""]
    if rng.random() < 0.5:
        lines += body(
            "struct AnyKey: CodingKey",
            [
                "var stringValue: String",
                "var intValue: Int? { nil }",
                "init(stringValue: String) { self.stringValue = stringValue }",
                "init?(intValue: Int) { nil }",
            ],
        )
    else:
        lines += body(
            "enum AnyKey: CodingKey",
            [
                "case key(String)",
                "var stringValue: String { switch self { case .key(let name): name } }",
                "var intValue: Int? { nil }",
                "init(stringValue: String) { self = .key(stringValue) }",
                "init?(intValue: Int) { nil }",
            ],
        )
    lines += [""] + body(
        DECODER,
        ["let container = try decoder.container(keyedBy: AnyKey.self)"]
        + body(
            "for key in container.allKeys where !key.stringValue.isEmpty",
            ["counts[key.stringValue] = try container.decode(Int.self, forKey: key)"],
        ),
    )
    lines += [""] + body(
        ENCODER,
        ["var container = encoder.container(keyedBy: AnyKey.self)"]
        + body("for (name, count) in counts", ["try container.encode(count, forKey: AnyKey(stringValue: name))"]),
    )
    return Declaration(
        body(f"struct {name}: Codable", lines),
        name,
        lambda rng: {word: rng.randint(0, 9) for word in rng.sample(WORDS, rng.randint(0, 3))},
    )
