"""Classes, final and with subclasses."""

from .declaration import body, Declaration, declare, properties
from .fields import Field, keys_enum, Kind, make_fields, members, rename, scalars


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
