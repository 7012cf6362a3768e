"""Random types: names that share ends, aliases, optional fields, default values, nested types."""

import re

from .kinds import SCALARS, Kind, Members, random_text, random_value
from .names import Missing, random_names
from .shapes import DATES, RawType, TaggedType
from .swift import swift_expression, swift_literal, swift_string


class Field:
    """A field of a type: the property, its name in documents, and what its values are."""

    def __init__(self, number, name, aliases, kind, is_optional, default, expression=None, strategy=None):
        self.property = f"field{number}"
        self.name, self.aliases, self.kind = name, aliases, kind
        self.is_optional, self.default = is_optional, default
        # The default value in Swift.
        self.expression = expression or (None if default is None else swift_literal(default))
        self.strategy = strategy

    @property
    def is_required(self):
        return not self.is_optional and self.default is None

    def declaration(self, access):
        names = ", ".join([swift_string(self.name), *(f"aliases: {swift_string(alias)}" for alias in self.aliases)])
        names += f", using: {self.strategy}.self" if self.strategy else ""
        default = "" if self.expression is None else f" = {self.expression}"
        return f"  @Field({names}) {access}var {self.property}: {self.kind.swift}{'?' if self.is_optional else ''}{default}\n"


class Part:
    """A flattened field: a type that shares the object, or a dictionary of all other members."""

    def __init__(self, number, shape, kind):
        self.property, self.shape, self.kind = f"part{number}", shape, kind

    def declaration(self, access):
        return f"  @Field(.flattened) {access}var {self.property}: {self.kind.swift}\n"


class Unknown(Exception):
    """A member is unknown to a type that rejects unknown ones."""


# How many fields a type can have: mostly few, sometimes as many as the macro treats in other ways.
FEW = range(1, 14)
MANY = [1, 2, 3, 5, 8, 9, 12, 16, 24, 40, 65, 97, 110]
# The ends of the names of types that are only read and only written.
HALVES = ("Read", "Written")
# From how many of the types before it a type chooses those of its fields.
EARLIER = 20


def random_models(source, count, many=MANY, has_shapes=False):
    """Types of which later ones contain earlier ones.

    With shapes, some have default values with operators, raw values, tags, flattened fields and dates. A program needs the
    names in `swift.GLOBALS` and the module MillraceFoundation for these."""
    models = []
    for number in range(count):
        # A type contains small types only, or documents would grow with every generation.
        earlier = [model for model in models if model.is_small][-EARLIER:]
        models.append(Model(number, source, earlier, many, has_shapes))
    return models


class Model:
    """A random type."""

    def __init__(self, number, source, earlier, many, has_shapes):
        self.number, self.name = number, f"Model{number}"
        self.rejects_unknown = source.random() < 0.2
        self.is_inlined = source.random() < 0.25
        self.is_class = source.random() < 0.1
        count = source.choice(many if source.random() < 0.3 else FEW)
        names = random_names(source, 2 * count)
        # The types that only this type uses.
        self.shapes = [RawType(number, source), TaggedType(number, source)] if has_shapes and source.random() < 0.5 else []
        self.fields = [
            self.random_field(index, names, source, earlier + self.shapes, has_shapes) for index in range(count)
        ]
        self.parts = self.random_parts(source, earlier) if has_shapes and source.random() < 0.3 else []
        if self.parts:
            self.rejects_unknown = False

    def random_parts(self, source, earlier):
        """Flattened fields whose members have different names."""
        known = set(self.own_names)
        parts = []
        shapes = [shape for shape in self.shapes if isinstance(shape, TaggedType)]
        shapes += source.sample(earlier, min(len(earlier), 2))
        for shape in shapes:
            if isinstance(shape, Model) and (shape.rejects_unknown or shape.parts) or known & set(shape.names):
                continue
            known |= set(shape.names)
            parts.append(Part(len(parts), shape, shape.kind()))
        if source.random() < 0.7:
            parts.append(Part(len(parts), None, source.choice(SCALARS).dictionary()))
        source.shuffle(parts)
        return parts

    @property
    def own_names(self):
        """The names of the members that are fields."""
        return {name for field in self.fields for name in (field.name, *field.aliases)}

    @property
    def names(self):
        """The names of all members that there can be, except for those in a dictionary."""
        return self.own_names.union(*(part.shape.names for part in self.parts if part.shape))

    def owns(self, members):
        """The names of the members that belong to the value."""
        return self.own_names.union(*(part.shape.owns(members) for part in self.parts if part.shape))

    @property
    def rest(self):
        """The kind of the dictionary of all other members, if there is one."""
        return next((part.kind for part in self.parts if not part.shape), None)

    @staticmethod
    def random_field(index, names, source, earlier, has_shapes):
        if has_shapes and source.random() < 0.08:
            strategy, kind = source.choice(DATES)
            return Field(index, names.pop(), [], kind, source.random() < 0.3, None, strategy=strategy)
        kind = random_kind(source, earlier)
        is_optional = source.random() < 0.3
        expression = None
        default = None
        if not is_optional and kind in SCALARS and source.random() < 0.3:
            default = kind.make(source)
            if has_shapes and source.random() < 0.7:
                expression = swift_expression(default, kind.swift, source)
        aliases = [names.pop()] if source.random() < 0.1 else []
        return Field(index, names.pop(), aliases, kind, is_optional, default, expression)

    @property
    def is_small(self):
        return not self.parts and len(self.fields) <= 12 and all(field.kind in SCALARS for field in self.fields)

    def declaration(self, access=""):
        """The type in Swift. The access level of the type and its fields ends with a space."""
        shapes = "".join(shape.declaration(access) + "\n" for shape in self.shapes)
        return shapes + self.declared("Serializable", "final class" if self.is_class else "struct", access)

    def halves(self):
        """Two types of the same layout: one that is only read, and one that is only written. So are the types of their fields."""
        halves = self.declared("Readable", "struct"), re.sub(r", aliases: [^)]*", "", self.declared("Writable", "struct"))
        return "\n".join(re.sub(r"\b(Model\d+)", rf"\1{suffix}", half) for half, suffix in zip(halves, HALVES, strict=True))

    def declared(self, attribute, keyword, access=""):
        arguments = [".inlined"] * self.is_inlined + ["unknownFields: .rejected"] * self.rejects_unknown
        if arguments and attribute != "Writable":
            attribute += f"({', '.join(arguments)})"
        fields = "".join(field.declaration(access) for field in [*self.fields, *self.parts])
        return f"@{attribute}\n{access}{keyword} {self.name} {{\n{fields}}}\n"

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
        known = self.names
        for part in self.parts:
            # The members of a part, or for the dictionary those that are of no part.
            names = part.shape.names if part.shape else None
            made = part.kind.make(source)
            members += [member for member in made if (member[0] in names if part.shape else member[0] not in known)]
        # The last of several tags counts.
        order = 1 if any(isinstance(part.shape, TaggedType) for part in self.parts) else source.random()
        if order < 0.5:
            source.shuffle(members)
        elif order < 0.7:
            members.sort(key=lambda member: member[0])
        elif order < 0.8 and len(members) > 1:
            # Almost in the order of the declaration.
            member = members.pop(source.randrange(len(members)))
            members.insert(source.randrange(len(members) + 1), member)
        if not self.rejects_unknown and not self.rest:
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
        others = [part.shape.read(members) for part in self.parts if part.shape]
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
        for other in others:
            written.update(other)
        if self.rest:
            owned = self.owns(members)
            written.update(self.rest.read(dict(member for member in members if member[0] not in owned)))
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
