"""Types with init(from:) and encode(to:) by hand, in the ways that people write them."""

from .declaration import Declaration, body, declare
from .fields import (WORDS, Field, Kind, array, keys_enum, make_fields, members, optional, property_names, rename,
                     scalars, swift_text, text)
from .synthesised import properties

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
    lenient = {field.name for field in fields if field.kind.literal and not field.kind.is_optional and rng.random() < 0.3}
    for field in fields:
        if field.name in lenient:
            value = field.kind.literal(field.kind.value(rng))
            decoder.append(f"{field.name} = try container.decodeIfPresent({field.type}.self, forKey: .{field.name}) ?? {value}")
        else:
            decoder.append(decoding(rng, field))
        encoder.append(encoding(field))

    def document(rng):
        return {key: value for key, value in members(rng, fields).items()
                if not any(field.key == key and field.name in lenient and rng.random() < 0.5 for field in fields)}

    return whole(rng, name, fields, decoder, encoder, document)


def nested_containers(rng, name, pool):
    outer, inner = scalar_fields(rng, 1, 3), scalar_fields(rng, 1, 3)
    inner = [Field("inner" + field.name.capitalize(), field.kind, field.key) for field in inner]
    decoder = [KEYED_DECODING] + [decoding(rng, field) for field in outer]
    decoder += ["let details = try container.nestedContainer(keyedBy: DetailKeys.self, forKey: .details)"]
    decoder += [decoding(rng, field, "details", "DetailKeys") for field in inner]
    decoder += ["var list = try container.nestedUnkeyedContainer(forKey: .marks)", "marks = []",
                "while !list.isAtEnd { marks.append(try list.decode(Int.self)) }"]
    encoder = [KEYED_ENCODING] + [encoding(field) for field in outer]
    encoder += ["var details = container.nestedContainer(keyedBy: DetailKeys.self, forKey: .details)"]
    encoder += [encoding(field, "details") for field in inner]
    encoder += ["var list = container.nestedUnkeyedContainer(forKey: .marks)", "for mark in marks { try list.encode(mark) }"]
    details = Field("details", Kind("", None), rng.choice(["details", "x-details"]))
    marks = Field("marks", Kind("[Int]", lambda rng: [rng.randint(0, 9) for _ in range(rng.randint(0, 3))]), "marks")
    keys = keys_enum(rng, outer + [details, marks]) + [""] + keys_enum(rng, inner, "DetailKeys")
    return whole(rng, name, outer + inner + [marks], decoder, encoder,
                 lambda rng: members(rng, outer + [marks]) | {details.key: members(rng, inner)}, keys)


def all_keys(rng, name, pool):
    """A set of flags: those keys that are there and true."""
    flags = [Field(flag, Kind("Bool", lambda rng: rng.random() < 0.6), flag) for flag in property_names(rng, rng.randint(2, 5))]
    rename(rng, flags)
    own = [Field("flags", Kind("[String]", None), "")]
    decoder = [KEYED_DECODING, "flags = []"]
    loop = body("for key in container.allKeys where try container.decode(Bool.self, forKey: key)",
                [f"flags.append(key.{rng.choice(['rawValue', 'stringValue'])})"])
    decoder += loop + ["flags.sort()"]
    encoder = [KEYED_ENCODING]
    word = rng.choice(["rawValue", "stringValue"])
    encoder += body("for flag in flags", body(f"if let key = CodingKeys({word}: flag)", ["try container.encode(true, forKey: key)"]))
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
        cases[-2:] = ["default:", f"  {fields[-1].name} = try container.decode({fields[-1].type}.self, forKey: .{fields[-1].name})"]
    decoder = [KEYED_DECODING] + body("for key in container.allKeys", ["switch key {"] + cases + ["}"])
    encoder = [KEYED_ENCODING] + [encoding(field) for field in fields]

    def document(rng):
        return {key: value for key, value in members(rng, fields).items() if rng.random() < 0.8}

    return whole(rng, name, fields, decoder, encoder, document)


def alternatives(rng, name, pool):
    """A field under one of two names, and null that means something."""
    names = property_names(rng, 3)
    field = Field(names[0], Kind("String", text), names[0])
    other, marked = Field(names[1], Kind("String", text), "old_" + names[1]), Field(names[2], Kind("Int", None), names[2])
    decoder = [KEYED_DECODING]
    decoder += rng.choice([
        body(f"if container.contains(.{field.name})", [decoding(rng, field)])[:-1] + ["} else {",
            f"  {field.name} = try container.decode(String.self, forKey: .{other.name})", "}"],
        [f"{field.name} = try container.decode(String.self, forKey: container.contains(.{field.name}) ? .{field.name} : .{other.name})"],
        [f"let key: CodingKeys = container.contains(.{field.name}) ? .{field.name} : .{other.name}",
         f"{field.name} = try container.decode(String.self, forKey: key)"],
    ])
    decoder += body(f"if container.contains(.{marked.name}), try container.decodeNil(forKey: .{marked.name})",
                    [f"{marked.name} = -1"])[:-1]
    decoder += ["} else {", f"  {marked.name} = try container.decodeIfPresent(Int.self, forKey: .{marked.name}) ?? 0", "}"]
    encoder = [KEYED_ENCODING, encoding(field)]
    encoder += body(f"if {marked.name} < 0", [f"try container.encodeNil(forKey: .{marked.name})"])[:-1]
    encoder += ["} else {", f"  {encoding(marked)}", "}"]

    def document(rng):
        result = {rng.choice([field, other]).key: text(rng)}
        return result | rng.choice([{}, {marked.key: None}, {marked.key: rng.randint(1, 9)}])

    return whole(rng, name, [field, marked], decoder, encoder, document, keys_enum(rng, [field, other, marked]))


def helped(rng, name, pool):
    """Functions that take a container and a key."""
    numbers = [Field(word, Kind("Int", lambda rng: rng.choice([rng.randint(0, 99), str(rng.randint(0, 99))])), word)
               for word in property_names(rng, 2)]
    texts = [Field("own" + word.capitalize(), Kind("String", text), word) for word in property_names(rng, 1)]
    fields = numbers + texts
    rename(rng, fields)
    decoder = [KEYED_DECODING]
    decoder += [f"{field.name} = try Self.number(in: container, for: {rng.choice(['', 'CodingKeys'])}.{field.name})"
                for field in numbers]
    decoder += [f"{field.name} = try {name}.line(container, .{field.name})" for field in texts]
    encoder = [KEYED_ENCODING, "try add(to: &container)"]
    more = [""] + body("private static func number(in container: KeyedDecodingContainer<CodingKeys>, for key: CodingKeys) throws -> Int", [
        "if let number = try? container.decode(Int.self, forKey: key) { return number }",
        "let digits = try container.decode(String.self, forKey: key)",
        "guard let number = Int(digits) else {",
        '  throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "\\(key.stringValue): \\(digits)")',
        "}", "return number"])
    more += [""] + body("private static func line(_ container: KeyedDecodingContainer<CodingKeys>, _ key: CodingKeys) throws -> String", [
        "try container.decode(String.self, forKey: key).trimmingCharacters(in: .whitespacesAndNewlines)"])
    more += [""] + body("private func add(to container: inout KeyedEncodingContainer<CodingKeys>) throws", map(encoding, fields))
    return whole(rng, name, fields, decoder, encoder, lambda rng: members(rng, fields),
                 keys_enum(rng, fields, access="private "), more)


def checked(rng, name, pool):
    """Errors of its own, with the keys in them."""
    low, high = Field("low", Kind("Int", lambda rng: rng.randint(0, 50)), "low"), Field(
        "high", Kind("Int", lambda rng: rng.randint(30, 90)), "high")
    fields = [low, high]
    rename(rng, fields)
    decoder = [KEYED_DECODING] + [decoding(rng, field) for field in fields]
    decoder += body("guard low <= high else", [rng.choice([
        'throw DecodingError.dataCorruptedError(forKey: .high, in: container, debugDescription: "\\(low) > \\(high)")',
        "throw DecodingError.keyNotFound(\n  CodingKeys.high, .init(codingPath: container.codingPath + [CodingKeys.low], "
        'debugDescription: "none"))',
        "throw DecodingError.valueNotFound(\n  Int.self, .init(codingPath: decoder.codingPath + [CodingKeys.high], "
        'debugDescription: CodingKeys.high.rawValue))',
    ])])
    encoder = [KEYED_ENCODING] + [encoding(field) for field in fields]
    return whole(rng, name, fields, decoder, encoder, lambda rng: members(rng, fields))


def discriminated(rng, name, pool):
    """An enumeration with a member that says which case it is."""
    cases = property_names(rng, rng.randint(2, 4))
    kinds = [rng.choice([Kind("String", text), Kind("Int", lambda rng: rng.randint(0, 99))] + pool[-10:]) for _ in cases]
    decoder = [KEYED_DECODING, "switch try container.decode(Tag.self, forKey: .tag) {"]
    encoder = [KEYED_ENCODING, "switch self {"]
    for case, kind in zip(cases, kinds):
        decoder.append(f"case .{case}: self = .{case}(try container.decode({kind.type}.self, forKey: .value))")
        encoder += [f"case .{case}(let value):", f"  try container.encode(Tag.{case}, forKey: .tag)",
                    "  try container.encode(value, forKey: .value)"]
    tag = Field("tag", Kind("", None), rng.choice(["tag", "type", "$type"]))
    lines = [f"case {case}({kind.type})" for case, kind in zip(cases, kinds)]
    lines += ["", f"private enum Tag: String, Codable {{ case {', '.join(cases)} }}", ""]
    lines += keys_enum(rng, [tag, Field("value", Kind("", None), "value")]) + [""]
    lines += body(DECODER, decoder + ["}"]) + [""] + body(ENCODER, encoder + ["}"])

    def document(rng):
        index = rng.randrange(len(cases))
        return {tag.key: cases[index], "value": kinds[index].value(rng)}

    return Declaration(body(f"{rng.choice(['', 'indirect '])}enum {name}: Codable", lines), name, document,
                       weight=2 + max(kind.weight for kind in kinds))


def one_half(rng, name, pool):
    """Only the decoder, or only the encoder, by hand."""
    fields = make_fields(rng, pool, 2, 5)
    rename(rng, fields)
    keys = keys_enum(rng, fields)
    if rng.random() < 0.6:
        return whole(rng, name, fields, [KEYED_DECODING] + [decoding(rng, field) for field in fields], [],
                     lambda rng: members(rng, fields), keys)
    lines = properties(rng, fields) + [""] + keys + [""]
    lines += body(ENCODER, [KEYED_ENCODING] + [encoding(field) for field in fields[1:]])
    return Declaration(body(f"struct {name}: Codable", lines), name, lambda rng: members(rng, fields), weight=len(fields))


def shared_keys(rng, name, pool):
    """Two types with the keys of one enumeration at the top level."""
    fields = scalar_fields(rng, 2, 4)
    keys = keys_enum(rng, fields, f"{name}Keys", access="")
    lines = keys + [""]
    for type, some in ((name, fields), (f"{name}Summary", fields[:1])):
        keyed = f"(keyedBy: {name}Keys.self)"
        decoder = [f"let container = try decoder.container{keyed}"] + [decoding(rng, field, keys=f"{name}Keys") for field in some]
        encoder = [f"var container = encoder.container{keyed}"] + [encoding(field) for field in some]
        lines += body(f"struct {type}: Codable", properties(rng, some, "var") + [""] + body(DECODER, decoder) + [""]
                      + body(ENCODER, encoder)) + [""]
    return Declaration(lines[:-1], name, lambda rng: members(rng, fields),
                       [Kind(f"{name}Summary", lambda rng: members(rng, fields[:1]))], weight=len(fields))


def listed_keys(rng, name, pool):
    """Keys in arrays, as texts and all of them."""
    fields = [Field(word, Kind("Int", lambda rng: rng.randint(0, 99)), word) for word in property_names(rng, 3)]
    rename(rng, fields)
    own = [Field("sum", Kind("Int", None), ""), Field("found", Kind("[String]", None), "")]
    decoder = [KEYED_DECODING, "sum = 0"] + rng.choice([
        body("for key in CodingKeys.allCases", ["sum += try container.decodeIfPresent(Int.self, forKey: key) ?? 0"]),
        [f"let keys: [CodingKeys] = [{', '.join('.' + field.name for field in fields)}]"]
        + body("for key in keys where container.contains(key)", ["sum += try container.decode(Int.self, forKey: key)"]),
        body(f"for key in [CodingKeys.{fields[0].name}, CodingKeys.{fields[1].name}]",
             ["sum += try container.decode(Int.self, forKey: key)"])])
    decoder += rng.choice([
        ["found = CodingKeys.allCases.filter { container.contains($0) }.map { $0.rawValue }"],
        ["found = container.allKeys.map { $0.stringValue }.sorted()"],
        [f"found = [CodingKeys.{fields[0].name}.rawValue, CodingKeys.{fields[1].name}.stringValue]"]])
    encoder = [KEYED_ENCODING, f"try container.encode(sum, forKey: .{fields[0].name})"]
    encoder += body(f'if let key = CodingKeys(rawValue: {swift_text(fields[2].key)})', ["try container.encode(found.count, forKey: key)"])
    return whole(rng, name, own, decoder, encoder, lambda rng: members(rng, fields[:2]) | members(rng, fields[2:] * rng.randint(0, 1)),
                 keys_enum(rng, fields, inherits="String, CodingKey, CaseIterable"))


def integer_keys(rng, name, pool):
    """Keys with integers, which a JSON coder does not ask for."""
    fields = scalar_fields(rng, 2, 4)
    for field in fields:
        field.key = field.name
    cases = [f"  case {field.name} = {index + 1}" for index, field in enumerate(fields)]
    keys = ["private enum CodingKeys: Int, CodingKey {"] + cases + ["}"]
    if rng.random() < 0.5:
        lines = properties(rng, fields) + [""] + keys
        return declare(rng, f"struct {name}", ["Codable"], lines, name, lambda rng: members(rng, fields), fields)
    return whole(rng, name, fields, [KEYED_DECODING] + [decoding(rng, field) for field in fields],
                 [KEYED_ENCODING] + [encoding(field) for field in fields], lambda rng: members(rng, fields), keys)


def one_value(rng, name, pool):
    """A type that is one value, which has no keys."""
    lines = ["var parts: [Int]", ""]
    lines += body(DECODER, ["let container = try decoder.singleValueContainer()",
                            "let line = try container.decode(String.self)",
                            'parts = line.split(separator: ".").compactMap { Int($0) }'])
    lines += [""] + body(ENCODER, ["var container = encoder.singleValueContainer()",
                                   'try container.encode(parts.map(String.init).joined(separator: "."))'])
    return Declaration(body(f"struct {name}: Codable, Hashable", lines), name,
                       lambda rng: ".".join(str(rng.randint(0, 20)) for _ in range(rng.randint(1, 4))), is_plain=True)


def open_enumeration(rng, name, pool):
    """Raw values of which others may come."""
    cases = property_names(rng, rng.randint(2, 5))
    lines = [f"case {', '.join(cases)}, unknown", ""]
    lines += body(DECODER, ["let raw = try decoder.singleValueContainer().decode(String.self)",
                            f"self = {name}(rawValue: raw) ?? .unknown"])
    return Declaration(body(f"enum {name}: String, Codable", lines), name, lambda rng: rng.choice(cases + ["other"]), is_plain=True)


def unkeyed(rng, name, pool):
    """A pair, and a list of which the elements that cannot be decoded are dropped."""
    lines = ["var latitude: Double", "var longitude: Double", ""]
    lines += body(DECODER, ["var container = try decoder.unkeyedContainer()", "latitude = try container.decode(Double.self)",
                            "longitude = try container.decode(Double.self)"])
    lines += [""] + body(ENCODER, ["var container = encoder.unkeyedContainer()", "try container.encode(latitude)",
                                   "try container.encode(longitude)"])
    return Declaration(body(f"struct {name}: Codable", lines), name, lambda rng: [rng.randint(0, 90) / 2, rng.randint(0, 90) / 4])


def any_key(rng, name, pool):
    """Keys that are not known: a structure, which stays."""
    lines = ["var counts: [String: Int] = [:]", ""]
    lines += body("struct AnyKey: CodingKey", ["var stringValue: String", "var intValue: Int? { nil }",
                                               "init(stringValue: String) { self.stringValue = stringValue }",
                                               "init?(intValue: Int) { nil }"])
    lines += [""] + body(DECODER, ["let container = try decoder.container(keyedBy: AnyKey.self)"] + body(
        "for key in container.allKeys where !key.stringValue.isEmpty", ["counts[key.stringValue] = try container.decode(Int.self, forKey: key)"]))
    lines += [""] + body(ENCODER, ["var container = encoder.container(keyedBy: AnyKey.self)"] + body(
        "for (name, count) in counts", ["try container.encode(count, forKey: AnyKey(stringValue: name))"]))
    return Declaration(body(f"struct {name}: Codable", lines), name,
                       lambda rng: {word: rng.randint(0, 9) for word in rng.sample(WORDS, rng.randint(0, 3))})


def transferred(rng, name, pool):
    """A private type of the same file that is decoded in place of this one."""
    fields = scalar_fields(rng, 2, 4)
    lines = body(f"private struct {name}Document: Codable", properties(rng, fields, "var") + [""] + keys_enum(rng, fields)) + [""]
    decoder = [f"let document = try {name}Document(from: decoder)"]
    decoder += [f"{field.name} = document.{field.name}" for field in fields]
    arguments = ", ".join(f"{field.name}: {field.name}" for field in fields)
    encoder = [f"try {name}Document({arguments}).encode(to: encoder)"]
    lines += body(f"struct {name}: Codable", properties(rng, fields, "var") + [""] + body(DECODER, decoder) + [""] + body(ENCODER, encoder))
    return Declaration(lines, name, lambda rng: members(rng, fields), weight=len(fields))


def lossy_list(rng, name, pool):
    """A list of which the elements that cannot be decoded are dropped."""
    fields = scalar_fields(rng, 1, 2)
    kind = Kind("Int", lambda rng: rng.choice([rng.randint(0, 9), text(rng)]))
    own = Field("numbers", array(kind), rng.choice(["numbers", "ns"]))
    decoder = [KEYED_DECODING] + [decoding(rng, field) for field in fields]
    decoder += ["numbers = []", "var list = try container.nestedUnkeyedContainer(forKey: .numbers)",
                "struct Skipped: Decodable { init(from decoder: any Decoder) throws {} }"]
    decoder += body("while !list.isAtEnd", ["if let number = try? list.decode(Int.self) { numbers.append(number) } else { _ = try list.decode(Skipped.self) }"])
    encoder = [KEYED_ENCODING] + [encoding(field) for field in fields + [own]]
    return whole(rng, name, fields + [own], decoder, encoder, lambda rng: members(rng, fields + [own]))
