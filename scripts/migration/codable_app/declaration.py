"""How declarations are assembled out of lines. Lines are indented by two spaces for each level."""

import dataclasses
import typing

from .fields import WORDS, Kind


@dataclasses.dataclass
class Declaration:
    """What is in a file, with the type that is to be checked and its documents."""

    lines: list
    use: str
    document: typing.Callable
    others: list = dataclasses.field(default_factory=list)  # more kinds that fields elsewhere may have
    weight: int = 5
    is_plain: bool = False
    check: str = "code"
    literal: typing.Callable | None = None
    is_fit_for_fields: bool = True
    kept_keys: int = 0  # enumerations of keys that a migration leaves alone

    def kinds(self):
        """What the types of later fields are made of."""
        own = [Kind(self.use, self.document, None, self.is_plain, self.weight)]
        return self.others + (own if self.check == "code" and self.is_fit_for_fields else [])


def body(head, lines):
    return [head + " {"] + ["  " + line if line else "" for line in "\n".join(lines).split("\n")] + ["}"]


def stated(rng, fields):
    """Conformances, Codable among them; the others only where the compiler can make them."""
    more = []
    if all(field.kind.is_plain for field in fields):
        more = rng.choice([[], [], ["Equatable"], ["Hashable"], ["Sendable"], ["Hashable", "Sendable"]])
    codable = rng.choice([["Codable"]] * 12 + [["Decodable", "Encodable"], ["Swift.Codable"]])
    return more + codable if rng.random() < 0.3 else codable + more


def declare(rng, head, conformances, lines, use, document, fields, where=""):
    before = []
    if rng.random() < 0.25:
        before.append(
            rng.choice(["/// One of the app's models.", "// MARK: - Model", "/* A model. */", "/**\n A model.\n */"])
        )
    if rng.random() < 0.03:
        before.append("@available(macOS 15, *)")
    return Declaration(
        "\n".join(before).split("\n") * bool(before) + body(f"{head}: {', '.join(conformances)}{where}", lines),
        use,
        document,
        weight=1 + sum(field.kind.weight for field in fields),
        is_plain=bool(fields) and all(field.kind.is_plain for field in fields) and "Hashable" in conformances,
    )


def properties(rng, fields, introducer=None):
    lines = []
    for field in fields:
        if rng.random() < 0.12:
            lines.append(
                rng.choice(
                    [
                        f"/// The {field.name}.",
                        f"// {field.name}: {rng.choice(WORDS)} {rng.choice(WORDS)}",
                        f"/* {rng.choice(WORDS)} */",
                    ]
                )
            )
        word = introducer or ("var" if field.default else rng.choice(["let", "var", "var"]))
        access = rng.choice(["", "", "", "", "", "public ", "private(set) ", "internal "]) if word == "var" else ""
        default = f" = {field.default}" if field.default else ""
        comment = f"  // {rng.choice(WORDS)}" if rng.random() < 0.05 else ""
        lines.append(f"{access}{word} {field.name}: {field.type}{default}{comment}")
    return lines


def extras(rng, name, fields):
    """Members that have nothing to do with coding."""
    if rng.random() < 0.75:
        return []
    field = rng.choice(fields)
    return [
        "",
        rng.choice(
            [
                f"var shown: String {{ String(describing: {field.name}) }}",
                f'static let table = "{name}"',
                f"func same(as other: {name}) -> Bool {{ shownName == other.shownName }}\n  var shownName: String {{ String(describing: {field.name}) }}",
            ]
        ),
    ]
