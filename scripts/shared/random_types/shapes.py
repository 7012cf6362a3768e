"""Random types that are not structures: raw values, enumerations with a tag, dates."""

import datetime

from .kinds import SCALARS, Kind, Members
from .names import Missing, random_names
from .swift import swift_literal, swift_string


class RawType:
    """An enumeration or a structure that is written as its raw value."""

    def __init__(self, number, source):
        self.name = f"Raw{number}"
        self.is_text = source.random() < 0.5
        names = random_names(source, source.randrange(1, 6))
        self.values = names if self.is_text else source.sample(range(-1000, 1000), len(names))
        types = ["String", "Swift.String", "RawText"] if self.is_text else ["Int", "RawInt", "Swift.Int"]
        self.raw_type = source.choice(types)
        self.is_structure = source.random() < 0.4
        self.fields = []

    def declaration(self, access=""):
        """The type in Swift."""
        head = f"@Serializable\n{access}"
        if self.is_structure:
            return f"{head}struct {self.name}: RawRepresentable {{ {access}let rawValue: {self.raw_type} }}\n"
        cases = "".join(f"  case case{number} = {swift_literal(value)}\n" for number, value in enumerate(self.values))
        return f"{head}enum {self.name}: {self.raw_type} {{\n{cases}}}\n"

    def kind(self):
        return Kind(self.name, lambda source: source.choice(self.values))


class Case:
    """A case of an enumeration with a tag: its name, and the names and kinds of its values."""

    def __init__(self, number, name, values):
        self.identifier, self.name, self.values = f"case{number}", name, values

    def declaration(self):
        names = ", ".join(swift_string(name) for name, _, _ in self.values)
        labels = ", ".join(
            f"value{number}: {kind.swift}{'?' if is_optional else ''}"
            for number, (_, kind, is_optional) in enumerate(self.values)
        )
        arguments = f"{swift_string(self.name)}{f', values: {names}' if names else ''}"
        return f"  @Case({arguments}) case {self.identifier}{f'({labels})' if labels else ''}\n"


class TaggedType:
    """An enumeration in which a member names the case. It is read from an object, also from one that it shares."""

    def __init__(self, number, source):
        self.name = f"Tagged{number}"
        names = random_names(source, 16)
        self.tag = names.pop()
        self.cases = [self.random_case(index, names, source) for index in range(source.randrange(1, 4))]

    @staticmethod
    def random_case(number, names, source):
        values = [
            (names.pop(), source.choice(SCALARS), source.random() < 0.4) for _ in range(source.choice([0, 1, 1, 2, 3]))
        ]
        return Case(number, names.pop(), values)

    @property
    def names(self):
        """The names of all members that there can be."""
        return {self.tag} | {name for case in self.cases for name, _, _ in case.values}

    def declaration(self, access=""):
        """The type in Swift."""
        cases = "".join(case.declaration() for case in self.cases)
        return f"@Serializable(tag: {swift_string(self.tag)})\n{access}enum {self.name} {{\n{cases}}}\n"

    def kind(self):
        return Kind(self.name, self.document, self.read)

    def document(self, source):
        """Members that the type can read, in any order. The last of several tags names the case."""
        case = source.choice(self.cases)
        members = Members((name, kind.make(source)) for name, kind, is_optional in case.values if not is_optional or source.random() < 0.5)
        source.shuffle(members)
        members.insert(source.randrange(len(members) + 1), (self.tag, case.name))
        if source.random() < 0.1:
            # One that does not count.
            members.insert(0, (self.tag, source.choice([*(case.name for case in self.cases), "none of the cases"])))
        return members

    def case_of(self, members):
        """The case that the members name."""
        tags = [value for name, value in members if name == self.tag]
        if not tags:
            raise Missing(self.tag)
        return next(case for case in self.cases if case.name == tags[-1])

    def owns(self, members):
        """The names of the members that belong to the value."""
        return {self.tag, *(name for name, _, _ in self.case_of(members).values)}

    def read(self, members):
        """What the type writes after reading these members."""
        case = self.case_of(members)
        written = {self.tag: case.name}
        values = dict(members)
        for name, kind, is_optional in case.values:
            if values.get(name) is not None:
                written[name] = kind.read(values[name])
            elif not is_optional:
                raise Missing(name)
        return written


def random_date(source):
    return source.randrange(-(2**33), 2**33)


def seconds(value):
    return int(value)


def date_text(value):
    return (datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=value)).isoformat() + "Z"


# Dates of whole seconds, by strategies: the name of the strategy, the kind.
DATES = [
    ("UnixSeconds", Kind("Date", lambda source: source.choice([random_date(source), float(random_date(source))]), seconds)),
    ("UnixMilliseconds", Kind("Date", lambda source: 1000 * random_date(source), seconds)),
    ("RFC3339", Kind("Date", lambda source: date_text(random_date(source)))),
    ("UnixSeconds", Kind("Instant", random_date, seconds)),
]
