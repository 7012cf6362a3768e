"""The documents, and where they come from."""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


def without_nulls(value):
    """The value less the null members of its objects, which no contender writes."""
    if isinstance(value, dict):
        return {key: without_nulls(member) for key, member in value.items() if member is not None}
    if isinstance(value, list):
        return [without_nulls(element) for element in value]
    return value


@dataclass(frozen=True)
class Document:
    """A document that the contenders know by its name."""

    name: str
    file_name: str
    rounds: int = 21
    # Large enough that Foundation would take most of a quick run.
    is_large: bool = False
    # The shorter document that stands for it under valgrind, which is some fifty times slower.
    short: "Document | None" = None
    # Converts the document's value to the expected result of decoding and encoding.
    expected: Callable = without_nulls
    # Whether an output with the document's bytes is right, so that a large one need not be read.
    is_exact: bool = False


HI100K = Document("hi100k", "hi100k.json")

DOCUMENTS = [
    Document("twitter", "twitter.json"),
    Document("citm", "citm_catalog.json", is_large=True),
    Document("canada", "canada.json", is_large=True),
    Document("hi1m", "hi1m.json", rounds=9, is_large=True, short=HI100K),
    Document("a1", "a1.json"),
    Document("films", "films.json"),
    Document("simple", "simple.json"),
]


# Lines for the streams, and the array that they must be equal to.
LINES = Document("hi1m-lines", "hi1m.jsonl", rounds=9, short=Document("hi100k-lines", "hi100k.jsonl"))
HUGE = Document("huge", "huge.json")
HUGE_BYTES = 1 << 30


def greeting_lines(count):
    """The same objects, each on a line."""
    return greetings(count)[1:-1].replace("},{", "}\n{") + "\n"


def greeting(i):
    return f'{{"hi":{i},"there":{2 * i},"comment":"comment"}}'


def greetings(count):
    """An array of small objects, without white space."""
    return "[" + ",".join(map(greeting, range(1, count + 1))) + "]"


def write_greetings(file, count):
    """Writes the same array, of any number of objects, in pieces."""
    file.write("[")
    for first in range(1, count + 1, 100_000):
        last = min(first + 99_999, count)
        file.write(",".join(map(greeting, range(first, last + 1))) + ("," if last < count else "]"))


def size_of_greetings(count):
    """The number of bytes of the same array."""

    def digits(maximum, factor):
        """The digits of `factor` times each number from 1 to `maximum`."""
        total, power = 0, 1
        while power <= maximum * factor:
            total += maximum - (power - 1) // factor
            power *= 10
        return total

    return count * (len(greeting(1)) - 2 + 1) + 1 + digits(count, 1) + digits(count, 2)


def small_objects():
    """319 bytes: thirteen objects of four types, with integers of one to thirteen digits."""

    def a4(a):
        return {"a": a}

    def a3(a, b):
        return {"a": a, "b": a4(b)}

    b = {"a": 1234567890, "b": a3(-20, 1700000000000), "c": [a4(4096)]}
    c = [a3(90071992, 109951162)]
    d = {
        "the first key": a4(2147483647),
        "the second one": a4(30000000),
        "the third key": a4(31536000),
        "the fourth key": a4(1000007),
        "the fifth key": a4(-65536),
        "the sixth key": a4(1000000007),
    }
    return json.dumps({"a": 1, "b": b, "c": c, "d": d}, separators=(",", ":"))


def simple_object():
    """Five scalars, an object and an array."""
    address = {"street": "1 Infinite Loop", "city": "Cupertino", "zip": 95014}
    value = {"id": 42, "name": "Jane Appleseed", "score": 98.6, "isActive": True, "level": 7, "address": address}
    return json.dumps(value | {"tags": ["swift", "json", "fast"]}, separators=(",", ":"))


def lay_out(folder: Path, repository: Path):
    """Puts all documents into one folder: those of the repository as links, the others written anew if they differ."""
    folder.mkdir(parents=True, exist_ok=True)
    generated = {
        "hi1m.json": lambda: greetings(1_000_000),
        "hi100k.json": lambda: greetings(100_000),
        "a1.json": small_objects,
        "simple.json": simple_object,
        "hi1m.jsonl": lambda: greeting_lines(1_000_000),
        "hi100k.jsonl": lambda: greeting_lines(100_000),
    }
    for document in [*DOCUMENTS, HI100K, LINES, LINES.short]:
        path = folder / document.file_name
        if generate := generated.get(document.file_name):
            text = generate()
            if not path.exists() or path.read_text(encoding="ascii") != text:
                unfinished = path.with_suffix(".part")
                unfinished.write_text(text, encoding="ascii")
                unfinished.rename(path)
        elif not path.exists():
            path.unlink(missing_ok=True)  # a link to nowhere
            path.symlink_to(os.path.relpath(repository / "Data" / document.file_name, folder))
    # A gigabyte of which only the beginning is looked at: after it there is a hole.
    with (folder / HUGE.file_name).open("wb") as file:
        file.write(greetings(100_000).encode()[:-1] + b",")
        file.truncate(HUGE_BYTES)
