"""Documents in the conditions that programs meet: fields in another order, few of many fields, escapes, small messages,
tags, trees, growing arrays. All are made from one seed, so that each run has the same."""

import hashlib
import json
import random
import sys
from functools import partial
from pathlib import Path

from bench import wide
from bench.documents import Document, greetings

SEED = 20_261_123
# The fields of `Partial`, as the contenders declare them.
DECLARED = ("id", "name", "email", "balance", "tags")


def reordered(value, order):
    """The value with the members of each object in the order that `order` gives for its keys."""
    if isinstance(value, dict):
        return {key: reordered(value[key], order) for key in order(list(value))}
    if isinstance(value, list):
        return [reordered(element, order) for element in value]
    return value


def shuffled():
    """An order that is another one for each object."""
    generator = random.Random(SEED)
    return lambda keys: generator.sample(keys, len(keys))


def in_order(order, data: Path, name):
    value = json.loads((data / name).read_bytes())
    return json.dumps(reordered(value, order), indent=2, ensure_ascii=False)


def words(generator, count):
    return " ".join("".join(generator.choices("abcdefghijklmnop", k=generator.randrange(2, 10))) for _ in range(count))


def records(_data, **layout):
    """A thousand records of twenty-five fields."""
    generator = random.Random(SEED)

    def record(number):
        values = {
            "id": number,
            "name": words(generator, 2),
            "email": f"user{number}@example.com",
            "balance": round(generator.uniform(0, 10_000), 2),
            "tags": words(generator, 3).split(),
        }
        kinds = [lambda: words(generator, 6), lambda: generator.randrange(10**6), lambda: generator.random() < 0.5]
        kinds += [lambda: {"latitude": generator.uniform(-90, 90), "label": words(generator, 2)}, lambda: None]
        others = {f"field_{index}": kinds[index % len(kinds)]() for index in range(20)}
        keys = list(values) + list(others)
        generator.shuffle(keys)
        return {key: (values | others)[key] for key in keys}

    return json.dumps([record(number) for number in range(1_000)], **layout)


def wide_objects(count, _data):
    """Five hundred objects with ten of the fields each, in random order."""
    generator = random.Random(SEED)
    kinds = {
        "integer": lambda: generator.randrange(10**9),
        "string": lambda: words(generator, 2),
        "double": lambda: round(generator.uniform(0, 1000), 3),
        "boolean": lambda: generator.random() < 0.5,
    }
    fields = wide.fields(count)
    objects = [{name: kinds[kind]() for name, kind in generator.sample(fields, 10)} for _ in range(500)]
    return json.dumps(objects, separators=(",", ":"))


def notes(text, _data, **layout):
    """Two thousand notes with a text."""
    generator = random.Random(SEED)
    values = [{"id": number, "title": text(generator, 12), "text": text(generator, 120)} for number in range(2_000)]
    return json.dumps(values, separators=(",", ":"), **layout)


def escaped(generator, count):
    return "".join(generator.choice(["\n", "\t", '"', "\\"]) + words(generator, 2) for _ in range(count // 12))


def japanese(generator, count):
    return "".join(chr(generator.randrange(0x3042, 0x3094)) for _ in range(count))


def message(_data):
    value = {
        "id": "b7c1e0a4-1f6d-4b11-9a53-2d7f0c5e8a91",
        "type": "text",
        "timestamp": 1_763_900_000_123,
        "sender": {"id": 48_213, "name": "Jane Appleseed", "avatar": "https://example.com/avatars/48213.png"},
        "text": "Are we still on for the review tomorrow at ten? I have two small questions.",
        "attachments": [],
        "isRead": False,
    }
    return json.dumps(value, separators=(",", ":"))


def dictionary(_data):
    generator = random.Random(SEED)
    return json.dumps({f"key-{generator.randrange(10**9)}-{index}": index for index in range(100_000)})


def events(layout, _data):
    """Five thousand events. `layout` puts the tag first or last, or leaves it out."""
    generator = random.Random(SEED)

    def event():
        kind = generator.choice(["click", "view", "purchase"])
        members = {
            "click": {"x": generator.randrange(2000), "y": generator.randrange(2000), "target": words(generator, 1)},
            "view": {"page": "/" + words(generator, 1), "seconds": round(generator.uniform(0, 100), 2)},
            "purchase": {
                "item": words(generator, 2),
                "price": round(generator.uniform(1, 500), 2),
                "count": generator.randrange(1, 9),
            },
        }[kind]
        return {"first": {"type": kind} | members, "last": members | {"type": kind}, "none": members}[layout]

    return json.dumps([event() for _ in range(5_000)], separators=(",", ":"))


def numbers(make, _data):
    generator = random.Random(SEED)
    return json.dumps([make(generator) for _ in range(1_000_000)], separators=(",", ":"))


def projected(value):
    """The records with the declared fields only: the expected result of decoding and encoding."""
    return [{key: record[key] for key in DECLARED} for record in value]


def as_it_is(value):
    """What a tree must be: null members are written, too."""
    return value


def condition(name, file_name=None, **rest):
    return Document(name, file_name or f"{name}.json", rounds=9, **rest)


CONDITIONS = [
    condition("twitter-alphabetical"),
    condition("twitter-random"),
    condition("citm-alphabetical"),
    condition("citm-random"),
    condition("partial-pretty", expected=projected),
    condition("partial-compact", expected=projected),
    condition("wide60"),
    condition("wide120"),
    condition("escapes"),
    condition("unicode"),
    condition("unicode-escapes"),
    condition("message"),
    condition("message-string", "message.json"),
    condition("message-data", "message.json"),
    condition("dictionary"),
    condition("events-tag-first"),
    condition("events-tag-last"),
    condition("events-untagged"),
    condition("doubles"),
    condition("integers"),
    condition("tree-twitter", "twitter.json", expected=as_it_is),
    condition("tree-citm", "citm_catalog.json", expected=as_it_is),
    condition("tree-canada", "canada.json", expected=as_it_is),
    condition("tree-message", "message.json", expected=as_it_is),
    condition("records-1000"),
    condition("records-10000"),
    condition("records-100000"),
]

# The documents for the drop-in decoder.
OF_CODERS = [condition("twitter-random"), condition("wide60"), condition("wide120"), condition("message")]

# The documents for debug builds.
IN_DEBUG = [condition("twitter"), condition("message")]

# What makes the file of each, from the folder of the documents.
TEXTS = {
    "twitter-alphabetical.json": lambda data: in_order(sorted, data, "twitter.json"),
    "twitter-random.json": lambda data: in_order(shuffled(), data, "twitter.json"),
    "citm-alphabetical.json": lambda data: in_order(sorted, data, "citm_catalog.json"),
    "citm-random.json": lambda data: in_order(shuffled(), data, "citm_catalog.json"),
    "partial-pretty.json": partial(records, indent=2),
    "partial-compact.json": partial(records, separators=(",", ":")),
    "wide60.json": partial(wide_objects, 60),
    "wide120.json": partial(wide_objects, 120),
    "escapes.json": partial(notes, escaped),
    "unicode.json": partial(notes, japanese, ensure_ascii=False),
    "unicode-escapes.json": partial(notes, japanese),
    "message.json": message,
    "dictionary.json": dictionary,
    "events-tag-first.json": partial(events, "first"),
    "events-tag-last.json": partial(events, "last"),
    "events-untagged.json": partial(events, "none"),
    "doubles.json": partial(numbers, lambda generator: generator.uniform(-1000, 1000)),
    "integers.json": partial(numbers, lambda generator: generator.randrange(-(10**9), 10**9)),
    "records-1000.json": lambda _data: greetings(1_000),
    "records-10000.json": lambda _data: greetings(10_000),
    "records-100000.json": lambda _data: greetings(100_000),
}


def lay_out(folder: Path):
    """Writes the documents, unless those of this source are there."""
    sources = b"".join(Path(module.__file__).read_bytes() for module in (wide, sys.modules[__name__]))
    stamp, digest = folder / "conditions.sha256", hashlib.sha256(sources).hexdigest()
    if stamp.exists() and stamp.read_text(encoding="ascii") == digest:
        return
    stamp.unlink(missing_ok=True)
    for file_name, text in TEXTS.items():
        (folder / file_name).write_text(text(folder), encoding="utf-8")
    stamp.write_text(digest, encoding="ascii")
