"""Classes, final and with subclasses."""

from .by_hand import decoding, encoding
from .declaration import Declaration, body, declare, properties
from .fields import Field, Kind, keys_enum, make_fields, members, optional, rename, scalars


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


def hierarchy(rng, name, pool):
    """A class with subclasses that call super, as the macro does: in a row, beside each other, or without members of their own."""
    base = make_fields(rng, pool, 1, 4)
    rename(rng, base, 0.4)
    lines = body(f"class {name}: Codable", properties(rng, base, "var") + [""] + keys_enum(rng, base))
    levels = [(name, base)]
    for number in range(rng.randint(1, 3)):
        superclass, inherited_fields = rng.choice(levels) if rng.random() < 0.4 else levels[-1]
        subclass = f"{name}Part{number}"
        if number > 0 and rng.random() < 0.3:
            lines += ["", f"class {subclass}: {superclass} {{", f"  var uses{number} = 0", "}"]
            levels.append((subclass, inherited_fields))
            continue
        own = make_fields(rng, pool, 0 if number else 1, 4)
        for field in own:
            field.name = field.key = f"part{number}{field.name[0].upper()}{field.name[1:]}"
            if rng.random() < 0.2 and not field.kind.is_optional:
                field.kind = optional(field.kind)
        rename(rng, own, 0.5)
        lines += [""] + subclass_by_hand(rng, subclass, superclass, own, number)
        levels.append((subclass, inherited_fields + own))
    kinds = [
        Kind(level, lambda rng, fields=fields: members(rng, fields), weight=len(fields)) for level, fields in levels[:-1]
    ]
    last, fields = levels[-1]
    return Declaration(lines, last, lambda rng: members(rng, fields), kinds, weight=len(fields) + 1)


def subclass_by_hand(rng, name, superclass, fields, number):
    keys = rng.choice(["CodingKeys"] * 4 + ["Keys"])
    container = rng.choice(["container"] * 3 + ["values", "c"])
    word = rng.choice(["", "", "self."])
    decoder = [f"let {container} = try decoder.container(keyedBy: {keys}.self)"] if fields else []
    decoder += [word + decoding(rng, field, container, keys) for field in fields]
    calls = [f"var {container} = encoder.container(keyedBy: {keys}.self)"] if fields else []
    calls += [encoding(field, container) for field in fields]
    is_first = rng.random() < 0.6
    encoder = ["try super.encode(to: encoder)"] * is_first + calls + ["try super.encode(to: encoder)"] * (not is_first)
    lines = properties(rng, fields, "var")
    lines += rng.choice([[], [], [f"var isPart{number} = false"], [f"private var cache{number}: [Int]?", f"let version{number} = 2"]])
    if fields:
        lines += [""] + keys_enum(rng, fields, keys)
    lines += [""] + body("required init(from decoder: any Decoder) throws", decoder + ["try super.init(from: decoder)"])
    if fields or rng.random() < 0.5:
        lines += [""] + body("override func encode(to encoder: any Encoder) throws", encoder)
    return body(f"class {name}: {superclass}", lines)
