"""Types whose Codable is the compiler's."""

from .declaration import Declaration, body, declare, stated
from .fields import (FOREIGN, WORDS, Field, Kind, any_kind, array, keys_enum, make_fields, members, optional, pick,
                     property_names, rename, scalar_kind, scalars, swift_text, text)


def properties(rng, fields, introducer=None):
    lines = []
    for field in fields:
        if rng.random() < 0.12:
            lines.append(rng.choice([f"/// The {field.name}.", f"// {field.name}: {rng.choice(WORDS)} {rng.choice(WORDS)}",
                                     f"/* {rng.choice(WORDS)} */"]))
        word = introducer or ("var" if field.default else rng.choice(["let", "var", "var"]))
        access = rng.choice(["", "", "", "", "", "public ", "private(set) ", "internal "]) if word == "var" else ""
        default = f" = {field.default}" if field.default else ""
        comment = f"  // {rng.choice(WORDS)}" if rng.random() < 0.05 else ""
        lines.append(f"{access}{word} {field.name}: {field.type}{default}{comment}")
    return lines


def extras(rng, name, fields):
    """Members that have nothing to do with coding."""
    if rng.random() < 0.75:
        return []
    field = rng.choice(fields)
    return ["", rng.choice([
        f"var shown: String {{ String(describing: {field.name}) }}",
        f'static let table = "{name}"',
        f"func same(as other: {name}) -> Bool {{ shownName == other.shownName }}\n  var shownName: String {{ String(describing: {field.name}) }}",
    ])]


def structure(rng, name, pool):
    """As the compiler makes them out of nothing."""
    fields = make_fields(rng, pool, 1, 9)
    return declare(rng, f"struct {name}", stated(rng, fields), properties(rng, fields) + extras(rng, name, fields),
                   name, lambda rng: members(rng, fields), fields)


def renamed(rng, name, pool):
    fields = make_fields(rng, pool, 2, 10)
    rename(rng, fields)
    keys = keys_enum(rng, fields)
    lines = properties(rng, fields)
    if rng.random() < 0.2:
        keys.insert(0, rng.choice(["// The names on the server.", "/// What is what.", "// MARK: Keys"]))
    lines = keys + [""] + lines if rng.random() < 0.15 else lines + [""] + keys
    return declare(rng, f"struct {name}", stated(rng, fields), lines + extras(rng, name, fields), name,
                   lambda rng: members(rng, fields), fields)


def left_out(rng, name, pool):
    fields = make_fields(rng, pool, 3, 7)
    hidden = [Field("isSelected", Kind("Bool", None), ""), Field("cache", Kind("[Int]?", None), ""),
              Field("loads", Kind("Int", None), "")]
    lines = properties(rng, fields)
    lines.insert(rng.randint(0, len(lines)), "var isSelected = false")
    lines += rng.sample(["var cache: [Int]?", "private(set) var loads: Int = 0", "let version = 3",
                         "var lastUse = Date(timeIntervalSince1970: 0)"], 2)
    rename(rng, fields, 0.3)
    return declare(rng, f"struct {name}", ["Codable"], lines + [""] + keys_enum(rng, fields), name,
                   lambda rng: members(rng, fields), fields)


def defaults(rng, name, pool):
    """Values that the decoder does not use."""
    fields = make_fields(rng, pool, 2, 6)
    for field in fields:
        if field.kind.literal and rng.random() < 0.6:
            field.default = field.kind.literal(field.kind.value(rng))
    if rng.random() < 0.4:
        rename(rng, fields, 0.4)
    lines = properties(rng, fields)
    more = [Field("retries", Kind("Int", lambda rng: rng.randint(0, 9)), "retries"),
            Field("since", Kind("Date", lambda rng: rng.randint(0, 999)), "since")]
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
    return declare(rng, f"struct {name}", stated(rng, fields), lines + [""] + keys_enum(rng, fields), name,
                   lambda rng: members(rng, fields), fields)


def nested(rng, name, pool):
    """A structure with types of its own, some of them private."""
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
    made = declare(rng, f"struct {name}", ["Codable"], lines, name, lambda rng: members(rng, fields + own), fields + own)
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
    lines += body(f"extension {name}", body("struct Response: Codable", properties(rng, second) + [""] + keys_enum(rng, second)))
    return Declaration(lines, f"{name}.Response", lambda rng: members(rng, second), [request])


def generic(rng, name, pool):
    argument = rng.choice(pool[-40:]) if pool else scalar_kind(rng)
    fields = make_fields(rng, pool, 1, 3)
    item = Kind("Item", argument.value, weight=argument.weight)
    fields += [Field("item", item, "item"), Field("rest", array(item), "rest"), Field("latest", optional(item), "latest")]
    rename(rng, fields, 0.2)
    head, where = rng.choice([(f"struct {name}<Item: Codable>", ""), (f"struct {name}<Item>", " where Item: Codable")])
    made = declare(rng, head, ["Codable"], properties(rng, fields) + [""] + keys_enum(rng, fields), name,
                   lambda rng: members(rng, fields), fields, where)
    made.use = f"{name}<{argument.type}>"
    return made


def raw_values(rng, name, pool):
    cases = property_names(rng, rng.randint(2, 8))
    if rng.random() < 0.75:
        values = [rng.choice([case, case, snake_case]) for case in cases for snake_case in [case.upper()]]
        spelled = [case if case == value else f'{case} = "{value}"' for case, value in zip(cases, values)]
        raw = "String"
    else:
        raw, start = rng.choice(["Int", "Int", "UInt8"]), rng.randint(0, 3)
        values = list(range(start, start + len(cases)))
        spelled = [f"{cases[0]} = {start}"] + cases[1:]
    lines = [f"case {', '.join(spelled)}"] if rng.random() < 0.3 else [f"case {entry}" for entry in spelled]
    more = rng.choice([[], [], ["CaseIterable"], ["Hashable"], ["Sendable"]])
    made = declare(rng, f"enum {name}", [raw, "Codable"] + more, lines, name, lambda rng: rng.choice(values), [])
    made.is_plain = True
    return made


def payloads(rng, name, pool):
    """An enumeration with associated values, with and without keys of its own."""
    cases, renames = property_names(rng, rng.randint(2, 6)), rng.random() < 0.4
    lines, keys, value_keys, shapes = [], [], [], []
    for case in cases:
        labels = property_names(rng, rng.choice([0, 0, 1, 1, 2, 3]))
        labels = [None] if len(labels) == 1 and rng.random() < 0.6 else labels
        values = [(label, any_kind(rng, pool)) for label in labels]
        arguments = ", ".join((f"{label}: " if label else "") + kind.type for label, kind in values)
        lines.append(f"case {case}" + (f"({arguments})" if values else ""))
        key = snake(case) if renames and rng.random() < 0.5 else case
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

    return declare(rng, f"enum {name}", ["Codable"], lines, name, document, [field for _, fields in shapes for field in fields])


def snake(name):
    return name.lower() + "_" + str(len(name))


def plain_class(rng, name, pool):
    fields = make_fields(rng, pool, 1, 5)
    if rng.random() < 0.4:
        rename(rng, fields, 0.5)
    lines = properties(rng, fields, "var")
    parameters = ", ".join(f"{field.name}: {field.type}" for field in fields)
    lines += [""] + body(f"init({parameters})", [f"self.{field.name} = {field.name}" for field in fields])
    if any(field.key != field.name for field in fields):
        lines += [""] + keys_enum(rng, fields)
    word = rng.choice(["final class", "final class", "class"])
    return declare(rng, f"{word} {name}", ["Codable"], lines, name, lambda rng: members(rng, fields), fields)


def inherited(rng, name, pool):
    """A class with a subclass that codes itself, in a container of its own or in the same one."""
    base, own = make_fields(rng, pool, 1, 3), make_fields(rng, [], 1, 3, scalars)
    own = [Field("own" + field.name.capitalize(), field.kind, field.key) for field in own]
    rename(rng, own, 0.5)
    is_apart = rng.random() < 0.5
    lines = body(f"class {name}: Codable", properties(rng, base, "var")) + [""]
    decoding = ["let container = try decoder.container(keyedBy: CodingKeys.self)"]
    decoding += [f"{field.name} = try container.decode({field.type}.self, forKey: .{field.name})" for field in own]
    decoding += [f"try super.init(from: {'container.superDecoder()' if is_apart else 'decoder'})"]
    encoding = ["var container = encoder.container(keyedBy: CodingKeys.self)"]
    encoding += [f"try container.encode({field.name}, forKey: .{field.name})" for field in own]
    encoding += [f"try super.encode(to: {'container.superEncoder()' if is_apart else 'encoder'})"]
    inner = properties(rng, own, "var") + [""] + keys_enum(rng, own) + [""]
    inner += body("required init(from decoder: any Decoder) throws", decoding) + [""]
    inner += body("override func encode(to encoder: any Encoder) throws", encoding)
    lines += body(f"{rng.choice(['final ', ''])}class {name}Detail: {name}", inner)

    def document(rng):
        # In one object, a name of the subclass may be one of the base class: then it has the subclass's value.
        rest = members(rng, base)
        return members(rng, own) | {"super": rest} if is_apart else rest | members(rng, own)

    return Declaration(lines, f"{name}Detail", document, [Kind(name, lambda rng: members(rng, base), weight=len(base))])


def wrapped(rng, name, pool):
    """Properties in a wrapper that codes itself; it is declared once in the app."""
    fields = make_fields(rng, pool, 1, 4)
    lenient = Kind("Int", lambda rng: rng.choice([rng.randint(0, 99), str(rng.randint(0, 99)), text(rng)]))
    own = [Field("amountDue", lenient, "amountDue"), Field("amountPaid", lenient, "amountPaid")]
    rename(rng, fields + own, 0.4)
    lines = properties(rng, fields) + [f"@Lenient var {field.name}: Int" for field in own]
    return declare(rng, f"struct {name}", ["Codable"], lines + [""] + keys_enum(rng, fields + own), name,
                   lambda rng: members(rng, fields + own), fields + own)


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
    return declare(rng, f"struct {name}", ["Codable"], properties(rng, fields + own) + keys, name,
                   lambda rng: members(rng, fields + own), fields + own)


def by_extension(rng, name, pool):
    fields = make_fields(rng, pool, 1, 5)
    form = rng.random()
    lines = properties(rng, fields)
    if form < 0.4:
        lines = body(f"struct {name}", lines) + ["", f"extension {name}: Codable {{}}"]
    elif form < 0.7:
        rename(rng, fields, 0.4)
        lines = body(f"struct {name}", lines) + [""] + body(f"extension {name}: Codable", keys_enum(rng, fields, access=""))
    else:
        lines = body(f"struct {name}", lines) + [""]
        lines += body(f"extension {name}: Codable", [f'static var table: String {{ "{name}" }}'])
    return Declaration(lines, name, lambda rng: members(rng, fields))


def by_other_names(rng, name, pool):
    """Behind a protocol or another name of Codable."""
    fields = make_fields(rng, pool, 1, 4, scalars) + [Field("id", Kind("Identifier", text), "id")]
    behind = rng.choice([["Entity"], ["Model"], ["Entity", "Sendable"]])
    return declare(rng, f"struct {name}", behind, properties(rng, fields), name, lambda rng: members(rng, fields), fields)


def only_decodable(rng, name, pool):
    fields = make_fields(rng, pool, 1, 6)
    rename(rng, fields, 0.3)
    made = declare(rng, f"struct {name}", ["Decodable"], properties(rng, fields) + [""] + keys_enum(rng, fields), name,
                   lambda rng: members(rng, fields), fields)
    made.check = "decode"
    return made


def only_encodable(rng, name, pool):
    fields = make_fields(rng, [], 1, 5, scalars)
    rename(rng, fields, 0.4)
    made = declare(rng, f"struct {name}", ["Encodable"], properties(rng, fields) + [""] + keys_enum(rng, fields), name,
                   lambda rng: members(rng, fields), fields)
    made.check = "encode"
    made.literal = lambda rng: name + "(" + ", ".join(
        f"{field.name}: {field.kind.literal(field.kind.value(rng))}" for field in fields) + ")"
    return made


def raw_representable(rng, name, pool):
    if rng.random() < 0.4:
        options = [f"static let {word} = {name}(rawValue: {1 << index})" for index, word in enumerate(property_names(rng, 3))]
        return Declaration(body(f"struct {name}: OptionSet, Codable", ["let rawValue: Int"] + options), name,
                           lambda rng: rng.randint(0, 7))
    return Declaration(body(f"struct {name}: RawRepresentable, Codable, Hashable", ["var rawValue: String"]), name, text)
