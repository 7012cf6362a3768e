"""Random values of types: scalars, arrays and dictionaries."""

import string


class Kind:
    """A type of values: its name in Swift, random values, and what a type makes of the value that Python has read."""

    def __init__(self, swift, make, read=lambda value: value):
        self.swift, self.make, self.read = swift, make, read

    def array(self):
        return Kind(
            f"[{self.swift}]",
            lambda source: [self.make(source) for _ in range(source.randrange(4))],
            lambda values: [self.read(value) for value in values],
        )

    def dictionary(self):
        return Kind(
            f"[String: {self.swift}]",
            lambda source: Members((random_text(source), self.make(source)) for _ in range(source.randrange(4))),
            lambda values: {key: self.read(value) for key, value in values.items()},
        )


class Members(list):
    """The members of an object in their order, with duplicates."""


def random_text(source):
    alphabet = source.choice([string.ascii_letters, "aäöß€漢字😀", '"\\/\b\f\n\r\t\x00\x1f\x7f\u2028'])
    return "".join(source.choice(alphabet) for _ in range(source.choice([0, 1, 2, 5, 9, 17, 40])))


def random_number(source):
    return source.choice([source.uniform(-1000, 1000), source.random() * 10.0 ** source.randrange(-300, 300), 0.0, -2.5])


SCALARS = [
    Kind("Int", lambda source: source.choice([0, -1, source.randrange(1000), source.randrange(-(2**63), 2**63)])),
    Kind("Int32", lambda source: source.randrange(-(2**31), 2**31)),
    Kind("UInt8", lambda source: source.randrange(256)),
    Kind("String", random_text),
    Kind("Bool", lambda source: source.random() < 0.5),
    Kind("Double", random_number, float),
]


def random_value(source, depth=0):
    """Any JSON value."""
    choice = source.randrange(8 if depth < 3 else 5)
    if choice == 0:
        return None
    if choice < 5:
        return source.choice(SCALARS).make(source)
    if choice < 7:
        return [random_value(source, depth + 1) for _ in range(source.randrange(4))]
    return Members((random_text(source), random_value(source, depth + 1)) for _ in range(source.randrange(4)))
