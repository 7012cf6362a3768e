"""Enumerations, with raw values and with associated values."""

from .by_hand import DECODER, ENCODER, KEYED_DECODING, KEYED_ENCODING
from .declaration import Declaration, body, declare
from .fields import Field, Kind, any_kind, keys_enum, members, property_names, rename, text


def raw_values(rng, name, pool):
    cases = property_names(rng, rng.randint(2, 8))
    if rng.random() < 0.75:
        values = [rng.choice([case, case, snake_case]) for case in cases for snake_case in [case.upper()]]
        spelled = [case if case == value else f'{case} = "{value}"' for case, value in zip(cases, values)]
        raw = rng.choice(["String"] * 14 + ["Identifier", "Swift.String"])
    else:
        raw, start = rng.choice(["Int", "Int", "UInt8"]), rng.randint(0, 3)
        values = list(range(start, start + len(cases)))
        spelled = [f"{cases[0]} = {start}"] + cases[1:]
    lines = [f"case {', '.join(spelled)}"] if rng.random() < 0.3 else [f"case {entry}" for entry in spelled]
    more = rng.choice([[], [], ["CaseIterable"], ["Hashable"], ["Sendable"]])
    made = declare(rng, f"enum {name}", [raw, "Codable"] + more, lines, name, lambda rng: rng.choice(values), [])
    made.is_plain = True
    return made


def open_enumeration(rng, name, pool):
    """Raw values of which others may come."""
    cases = property_names(rng, rng.randint(2, 5))
    lines = [f"case {', '.join(cases)}, unknown", ""]
    lines += body(
        DECODER,
        [
            "let raw = try decoder.singleValueContainer().decode(String.self)",
            f"self = {name}(rawValue: raw) ?? .unknown",
        ],
    )
    return Declaration(
        body(f"enum {name}: String, Codable", lines), name, lambda rng: rng.choice(cases + ["other"]), is_plain=True
    )


def payloads(rng, name, pool):
    """An enumeration with associated values, with and without keys of its own."""
    cases, renames = property_names(rng, rng.randint(2, 6)), rng.random() < 0.4
    lines, keys, value_keys, shapes = [], [], [], []
    for case in cases:
        labels = property_names(rng, rng.choice([0, 0, 1, 1, 2, 3]))
        labels = [None] if len(labels) == 1 and rng.random() < 0.6 else labels
        values = [(label, any_kind(rng, pool)) for label in labels]
        arguments = ", ".join(argument(rng, label, kind) for label, kind in values)
        lines.append(f"case {case}" + (f"({arguments})" if values else ""))
        key = numbered(case) if renames and rng.random() < 0.5 else case
        keys.append(Field(case, Kind("", None), key))
        fields = [Field(label or f"_{index}", kind, label or f"_{index}") for index, (label, kind) in enumerate(values)]
        if fields and renames and rng.random() < 0.4:
            rename(rng, fields, 0.6)
            value_keys += [""] + keys_enum(rng, fields, case[0].upper() + case[1:] + "CodingKeys", access="")
        shapes.append((key, fields))
    if renames:
        lines += [""] + keys_enum(rng, keys, access="") + value_keys

    def document(rng):
        key, fields = rng.choice(shapes)
        return {key: members(rng, fields)}

    return declare(
        rng, f"enum {name}", ["Codable"], lines, name, document, [field for _, fields in shapes for field in fields]
    )


def argument(rng, label, kind):
    """An associated value, now and then with a default value, which no decoder uses."""
    default = f" = {kind.literal(kind.value(rng))}" if kind.literal and rng.random() < 0.05 else ""
    return (f"{label}: " if label else "") + kind.type + default


def numbered(name):
    return name.lower() + "_" + str(len(name))


def discriminated(rng, name, pool):
    """An enumeration with a member that says which case it is."""
    cases = property_names(rng, rng.randint(2, 4))
    kinds = [
        rng.choice([Kind("String", text), Kind("Int", lambda rng: rng.randint(0, 99))] + pool[-10:]) for _ in cases
    ]
    decoder = [KEYED_DECODING, "switch try container.decode(Tag.self, forKey: .tag) {"]
    encoder = [KEYED_ENCODING, "switch self {"]
    for case, kind in zip(cases, kinds):
        decoder.append(f"case .{case}: self = .{case}(try container.decode({kind.type}.self, forKey: .value))")
        encoder += [
            f"case .{case}(let value):",
            f"  try container.encode(Tag.{case}, forKey: .tag)",
            "  try container.encode(value, forKey: .value)",
        ]
    tag = Field("tag", Kind("", None), rng.choice(["tag", "type", "$type"]))
    lines = [f"case {case}({kind.type})" for case, kind in zip(cases, kinds)]
    lines += ["", f"private enum Tag: String, Codable {{ case {', '.join(cases)} }}", ""]
    lines += keys_enum(rng, [tag, Field("value", Kind("", None), "value")]) + [""]
    lines += body(DECODER, decoder + ["}"]) + [""] + body(ENCODER, encoder + ["}"])

    def document(rng):
        index = rng.randrange(len(cases))
        return {tag.key: cases[index], "value": kinds[index].value(rng)}

    return Declaration(
        body(f"{rng.choice(['', 'indirect '])}enum {name}: Codable", lines),
        name,
        document,
        weight=2 + max(kind.weight for kind in kinds),
    )
