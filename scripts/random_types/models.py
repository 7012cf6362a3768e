"""Random types: names that share ends, aliases, optional fields, default values, nested types."""

import string

from .kinds import SCALARS, Kind, Members, random_text, random_value
from .swift import swift_literal, swift_string


class Field:
    """A field of a type: the property, its name in documents, and what its values are."""

    def __init__(self, number, name, aliases, kind, is_optional, default):
        self.property = f"field{number}"
        self.name, self.aliases, self.kind = name, aliases, kind
        self.is_optional, self.default = is_optional, default

    @property
    def is_required(self):
        return not self.is_optional and self.default is None

    def declaration(self, access):
        names = ", ".join([swift_string(self.name), *(f"aliases: {swift_string(alias)}" for alias in self.aliases)])
        default = "" if self.default is None else f" = {swift_literal(self.default)}"
        return f"  @Field({names}) {access}var {self.property}: {self.kind.swift}{'?' if self.is_optional else ''}{default}\n"


class Missing(Exception):
    """A required member is missing."""


class Unknown(Exception):
    """A member is unknown to a type that rejects unknown ones."""


# How many fields a type can have: mostly few, sometimes as many as the macro treats in other ways.
FEW = range(1, 14)
MANY = [1, 2, 3, 5, 8, 9, 12, 16, 24, 40, 65, 97, 110]
# From how many of the types before it a type chooses those of its fields.
EARLIER = 20


def random_models(source, count, many=MANY):
    """Types of which later ones contain earlier ones."""
    models = []
    for number in range(count):
        # A type contains small types only, or documents would grow with every generation.
        models.append(Model(number, source, [model for model in models if model.is_small][-EARLIER:], many))
    return models


class Model:
    """A random type."""

    def __init__(self, number, source, earlier, many):
        self.number, self.name = number, f"Model{number}"
        self.rejects_unknown = source.random() < 0.2
        self.is_compact = source.random() < 0.25
        self.is_class = source.random() < 0.1
        count = source.choice(many if source.random() < 0.3 else FEW)
        names = random_names(source, 2 * count)
        self.fields = [self.random_field(index, names, source, earlier) for index in range(count)]

    @staticmethod
    def random_field(index, names, source, earlier):
        kind = random_kind(source, earlier)
        is_optional = source.random() < 0.3
        default = None
        if not is_optional and kind in SCALARS and source.random() < 0.3:
            default = kind.make(source)
        aliases = [names.pop()] if source.random() < 0.1 else []
        return Field(index, names.pop(), aliases, kind, is_optional, default)

    @property
    def is_small(self):
        return len(self.fields) <= 12 and all(field.kind in SCALARS for field in self.fields)

    def declaration(self, access=""):
        """The type in Swift. The access level of the type and its fields ends with a space."""
        arguments = [".compact"] * self.is_compact + ["unknownFields: .rejected"] * self.rejects_unknown
        attribute = f"@Serializable({', '.join(arguments)})" if arguments else "@Serializable"
        keyword = "final class" if self.is_class else "struct"
        fields = "".join(field.declaration(access) for field in self.fields)
        return f"{attribute}\n{access}{keyword} {self.name} {{\n{fields}}}\n"

    def kind(self):
        return Kind(self.name, self.document, self.read)

    def document(self, source):
        """Members that the type can read."""
        members = Members()
        for field in self.fields:
            if not field.is_required and source.random() < 0.4:
                continue
            for _ in range(2 if source.random() < 0.05 else 1):
                is_null = field.is_optional and source.random() < 0.2
                name = source.choice([field.name, *field.aliases])
                members.append((name, None if is_null else field.kind.make(source)))
        order = source.random()
        if order < 0.5:
            source.shuffle(members)
        elif order < 0.7:
            members.sort(key=lambda member: member[0])
        elif order < 0.8 and len(members) > 1:
            # Almost in the order of the declaration.
            member = members.pop(source.randrange(len(members)))
            members.insert(source.randrange(len(members) + 1), member)
        if not self.rejects_unknown:
            known = {name for field in self.fields for name in (field.name, *field.aliases)}
            for _ in range(source.choice([0, 0, 1, 3])):
                name = random_text(source)
                if name not in known:
                    members.insert(source.randrange(len(members) + 1), (name, random_value(source)))
        return members

    def read(self, members):
        """What the type writes after reading these members. Python keeps the last one of duplicates, but not of a name and
        an alias, so members come as pairs."""
        values = {}
        by_name = {name: field for field in self.fields for name in (field.name, *field.aliases)}
        for name, value in members:
            field = by_name.get(name)
            if field is None:
                if self.rejects_unknown:
                    raise Unknown(name)
                continue
            values[field.name] = None if value is None else field.kind.read(value)
        written = {}
        for field in self.fields:
            if field.name in values:
                if values[field.name] is not None:
                    written[field.name] = values[field.name]
            elif field.is_required:
                raise Missing(field.name)
            elif field.default is not None:
                written[field.name] = field.default
        return written


def random_kind(source, earlier):
    choice = source.random()
    if choice < 0.6 or not earlier:
        return source.choice(SCALARS)
    if choice < 0.7:
        return source.choice(SCALARS).array()
    if choice < 0.8:
        return source.choice(SCALARS).dictionary()
    model = source.choice(earlier)
    return model.kind() if choice < 0.95 else model.kind().array()


def random_names(source, count):
    """Different names; many share their length, their beginning or their end."""
    pool = source.choice(["ab", "abc_", string.ascii_lowercase, string.ascii_letters + "äß漢😀"])
    prefix, suffix = (source.choice(["", "", "value_", "aVeryLongCommonBeginning"]) for _ in range(2))
    names = set()
    length = source.choice([4, 8, 16])
    while len(names) < count:
        size = length if source.random() < 0.5 else source.randrange(1, 12)
        name = prefix + "".join(source.choice(pool) for _ in range(size)) + suffix
        if len(name.encode()) <= 127:
            names.add(name)
        if source.random() < 0.05:
            length += 1
    names = sorted(names)
    source.shuffle(names)
    return names
