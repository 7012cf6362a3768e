"""Random schemas, and rows that fit them, as Python's values and as text that Python's json writes."""

import json
import os
import random


def first_seed(name):
    """The seed of a test, which is printed if the test fails, because unittest then shows the output."""
    seed = int(os.environ.get("MILLRACE_TEST_SEED", "20261123"))
    print(f"{name}: MILLRACE_TEST_SEED={seed}")
    return seed


def seeded(name):
    """A generator of random numbers whose seed is printed."""
    return random.Random(first_seed(name))


def random_type(source, depth=0):
    """A type as schema text, and a function that makes a value of it."""
    kind = source.choice(["int64", "int8", "uint32", "double", "string", "bool"] + (["list", "struct"] * 2 if depth < 3 else []))
    if kind == "list":
        text, make = random_type(source, depth + 1)
        return f"list<{text}>", lambda: [maybe(source, make) for _ in range(source.randrange(4))]
    if kind == "struct":
        text, make = random_members(source, depth + 1)
        return f"struct<{text}>", make
    makers = {
        "int64": lambda: source.choice([source.randrange(-100, 100), source.randrange(-(1 << 63), 1 << 63)]),
        "int8": lambda: source.randrange(-128, 128),
        "uint32": lambda: source.randrange(1 << 32),
        "double": lambda: source.choice([source.uniform(-1e6, 1e6), source.random() * 10 ** source.randrange(-300, 300), 0.0]),
        "string": lambda: "".join(source.choice('ab "\\\n\té€😀,{}[]:') for _ in range(source.randrange(20))),
        "bool": lambda: source.random() < 0.5,
    }
    return kind, makers[kind]


def random_members(source, depth=0):
    """Members as schema text, and a function that makes an object in which each member is there, though perhaps null."""
    names = source.sample(["a", "b", "id", "a longer name", "naïve", "x" * 70, "q\"uote", "k8", "user.id"], source.randrange(1, 6))
    types = {name: random_type(source, depth) for name in names}
    text = ", ".join(f"`{name}`: {kind}" for name, (kind, _) in types.items())
    return text, lambda: {name: maybe(source, make) for name, (_, make) in types.items()}


def maybe(source, make):
    return None if source.random() < 0.15 else make()


def as_text(value, source):
    """JSON of a value: members in any order, some nulls left out, members that no schema has, and white space."""
    def changed(value):
        if isinstance(value, list):
            return [changed(element) for element in value]
        if not isinstance(value, dict):
            return value
        members = [(name, changed(member)) for name, member in value.items() if member is not None or source.random() < 0.5]
        if source.random() < 0.4:
            members.append((source.choice(["unknown", "id2", "", "aa"]), source.choice([None, [1, {"a": "]"}], {"id": {}}, "}", -1.5e3])))
        source.shuffle(members)
        return dict(members)

    separators = source.choice([(",", ":"), (", ", ": "), (" ,\t", " :\r ")])
    return json.dumps(changed(value), ensure_ascii=source.random() < 0.5, separators=separators)
