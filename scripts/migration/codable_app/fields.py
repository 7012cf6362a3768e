"""Fields: their names, their types, and values of these types as a document and as source."""

import base64
import dataclasses
import json
import typing
import uuid

WORDS = """
account active address age album amount archived article author balance badge bio body branch brand budget
caption category channel city client color comment company content count country coupon created currency
customer deadline delivery description device discount distance draft duration email end event expires favorite
fee file filter flag folder format gender genre grade group handle hash height hidden history icon image index
invoice label language last length level limit link locale location locked login logo mark member message month
name network note number offset order origin owner page parent payment percent period phone photo pinned place
plan player points position price priority product profile progress project quantity query rank rate rating
reason receipt region remaining report result review role room route row score season section seller seen
session shape shipped size slug source stage start state status stock store street subject summary symbol tag
target task tax team text theme thread title token topic total track tries unit updated url user valid value
vendor verified views visible volume weight width year
""".split()
ENDINGS = ["", "", "", "ID", "At", "Name", "Count", "Code", "Key", "Type"]


@dataclasses.dataclass
class Kind:
    """A type that a field may have: its source, a value for a document, and such a value as source if it has any."""

    type: str
    value: typing.Callable
    literal: typing.Callable | None = None
    is_plain: bool = False  # Hashable and Sendable
    weight: int = 1  # about how many values there are in it
    is_optional: bool = False


def text(rng):
    words = [rng.choice(WORDS) for _ in range(rng.randint(1, 3))]
    return " ".join(words) + rng.choice(["", "", "", " ü", ' "x"', "\n", " 🎬", "/"])


def swift_text(value):
    return json.dumps(value, ensure_ascii=False)


def scalar(type, value, literal=str):
    return Kind(type, value, literal, is_plain=True)


SCALARS = [
    (30, scalar("String", text, swift_text)),
    (22, scalar("Int", lambda rng: rng.choice([0, 1, -1, rng.randint(-(10**6), 10**6)]))),
    (10, scalar("Bool", lambda rng: rng.random() < 0.5, lambda value: str(value).lower())),
    (10, scalar("Double", lambda rng: rng.randint(-4000, 4000) / 8)),
    (2, scalar("Float", lambda rng: rng.randint(-400, 400) / 4)),
    (2, scalar("Int64", lambda rng: rng.randint(-(2**50), 2**50))),
    (1, scalar("UInt8", lambda rng: rng.randint(0, 255))),
    (1, scalar("Int16", lambda rng: rng.randint(-32768, 32767))),
    (
        6,
        scalar(
            "Date", lambda rng: rng.randint(0, 10**9), lambda value: f"Date(timeIntervalSinceReferenceDate: {value})"
        ),
    ),
    (
        4,
        scalar("URL", lambda rng: f"https://example.com/{rng.choice(WORDS)}", lambda value: f'URL(string: "{value}")!'),
    ),
    (
        4,
        scalar(
            "UUID",
            lambda rng: str(uuid.UUID(int=rng.getrandbits(128))).upper(),
            lambda value: f'UUID(uuidString: "{value}")!',
        ),
    ),
    (2, scalar("Decimal", lambda rng: rng.randint(-(10**5), 10**5) / 4, lambda value: f"Decimal({value})")),
    (
        2,
        scalar(
            "Data",
            lambda rng: base64.b64encode(rng.randbytes(rng.randint(0, 9))).decode(),
            lambda value: f'Data(base64Encoded: "{value}")!',
        ),
    ),
]

# What @Serializable does not know, though Codable does.
FOREIGN = [
    Kind("TimeZone", lambda rng: {"identifier": rng.choice(["GMT", "Europe/Berlin"])}),
    Kind("DateComponents", lambda rng: {"day": rng.randint(1, 28), "month": rng.randint(1, 12)}),
    Kind("Range<Int>", lambda rng: sorted([rng.randint(0, 9), rng.randint(10, 99)])),
    Kind("ContiguousArray<Int>", lambda rng: [rng.randint(0, 9) for _ in range(rng.randint(0, 3))]),
]


def pick(rng, weighted):
    return rng.choices([item for _, item in weighted], [weight for weight, _ in weighted])[0]


def optional(kind):
    literal = kind.literal
    return Kind(
        kind.type + "?",
        lambda rng: None if rng.random() < 0.3 else kind.value(rng),
        literal and (lambda value: "nil" if value is None else literal(value)),
        kind.is_plain,
        kind.weight,
        is_optional=True,
    )


def array(kind):
    literal = kind.literal
    return Kind(
        f"[{kind.type}]",
        lambda rng: [kind.value(rng) for _ in range(rng.randint(0, 3))],
        literal and (lambda values: "[" + ", ".join(map(literal, values)) + "]"),
        kind.is_plain,
        2 * kind.weight,
    )


def dictionary(key, keys, kind):
    return Kind(
        f"[{key}: {kind.type}]",
        lambda rng: {name: kind.value(rng) for name in keys(rng)},
        None,
        kind.is_plain,
        2 * kind.weight,
    )


def names(rng):
    return rng.sample(WORDS, rng.randint(0, 3))


def numbers(rng):
    return [str(number) for number in rng.sample(range(100), rng.randint(0, 2))]


def scalar_kind(rng):
    return pick(rng, SCALARS)


def any_kind(rng, pool):
    """A scalar mostly, else a model of the pool, or a collection of either."""
    base = scalar_kind(rng)
    models = pool[-60:] if pool and rng.random() < 0.3 else []
    models = [model for model in models if model.weight < 25]
    if models:
        base = rng.choice(models)
    form = rng.random()
    if form < 0.24:
        return optional(base)
    if form < 0.36:
        return array(base)
    if form < 0.40:
        return dictionary("String", names, base)
    if form < 0.415:
        return dictionary("Int", numbers, base)
    if form < 0.43:
        # One element at most: a set is encoded in any order.
        return Kind("Set<Int>", lambda rng: [rng.randint(0, 99) for _ in range(rng.randint(0, 1))], None, True)
    if form < 0.44:
        return Kind("ClosedRange<Int>", lambda rng: [rng.randint(0, 9), rng.randint(10, 99)], None, True)
    if form < 0.45:
        return optional(array(base))
    return base


@dataclasses.dataclass
class Field:
    name: str
    kind: Kind
    key: str
    default: str | None = None

    @property
    def type(self):
        return self.kind.type


def snake(name):
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name.replace("ID", "Id"))


def property_names(rng, count):
    chosen = []
    while len(chosen) < count:
        name = rng.choice(WORDS) + rng.choice(ENDINGS)
        if name not in chosen:
            chosen.append(name)
    return chosen


def make_fields(rng, pool, low=2, high=8, kind=any_kind):
    """Fields that are called in documents as they are called in code."""
    return [Field(name, kind(rng, pool), name) for name in property_names(rng, rng.randint(low, high))]


def scalars(rng, pool):
    return scalar_kind(rng)


def rename(rng, fields, share=0.6):
    for field in fields:
        if rng.random() < share:
            field.key = rng.choice([snake(field.name), field.name.capitalize(), "x-" + field.name, field.name])


def members(rng, fields):
    """An object with these fields; of the optional ones some are missing."""
    result = {}
    for field in fields:
        value = field.kind.value(rng)
        if value is None and field.kind.is_optional and rng.random() < 0.7:
            continue
        result[field.key] = value
    return result


def keys_enum(rng, fields, name="CodingKeys", inherits="String, CodingKey", access=None):
    """The lines of an enumeration of keys."""
    access = rng.choice(["", "", "private ", "fileprivate "]) if access is None else access
    spelled = [field.name if field.key == field.name else f"{field.name} = {swift_text(field.key)}" for field in fields]
    if len(spelled) > 1 and rng.random() < 0.3 and len(", ".join(spelled)) < 90:
        lines = ["  case " + ", ".join(spelled)]
    else:
        lines = ["  case " + entry for entry in spelled]
    return [f"{access}enum {name}: {inherits} {{"] + lines + ["}"]
