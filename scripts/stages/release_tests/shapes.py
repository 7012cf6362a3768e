"""The types in Tests/Release/Shapes: what their documents contain, and what the types write after reading them."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

from . import texts

# What a program does with the values of a type: a function of Tests/Release/Program for each.
TABLES = ["csv", "sqlite", "columns"]
DOCUMENTS = ["trees", "documents"]


class Shape:
    """A type with its values. In values, instants are of `datetime`, and binary data are `bytes`."""

    # Whether generated code reads and writes the values: not if the type has the compiler's `Codable` only.
    is_annotated = True

    def __init__(self, name, make, *, swift=None, given=None, nested="json", lists_columns=False, made_by=None,
                 is_read_from_tables=True, formats=None):
        self.name, self.swift = name, swift or name
        self.formats = formats or TABLES
        # What a type writes, and what the program is given: members that are missing or have other names.
        self.rows = [without_missing(make(row)) for row in texts.rows()]
        self.given = [without_missing(given(row)) for row in texts.rows()] if given else self.rows
        # Whether objects in CSV are columns or JSON, and whether the columns must be listed since the first row lacks some.
        self.has_columns_for_objects = nested == "columns"
        self.lists_columns = lists_columns
        # The formats in which Python's libraries can write the values.
        self.made_by = {"csv", "tsv", "db", "arrow"} if made_by is None else set(made_by)
        # Whether a table keeps the values: a column of several kinds has strings.
        self.is_read_from_tables = is_read_from_tables


class Missing:
    """The value of a member that is not there."""


def without_missing(value):
    if isinstance(value, dict):
        return {key: without_missing(item) for key, item in value.items() if item is not Missing}
    return [without_missing(item) for item in value] if isinstance(value, list) else value


def sometimes(row, salt, value):
    return Missing if row.is_missing(salt) else value


def many(row):
    members = {f"a{index:02}": row.text(index) for index in range(1, 9)}
    members |= {f"b{index:02}": sometimes(row, index, row.text(10 + index)) for index in range(1, 8)}
    return members | {"c01": row.text(20), "c02": row.text(21), "c03": row.text(22), "c04": [row.text(23)], "c05": row.text(24)}


def external(row):
    choices = [
        {"text": {"_0": row.text()}},
        {"labelled": {"name": row.text(1), "other": sometimes(row, 1, row.text(2))}},
        {"part": {"_0": {"text": row.text(3)}}},
        {"empty": {}},
    ]
    return choices[row.number % 4]


def internal(row):
    choices = [
        {"type": "labelled", "name": row.text(), "other": row.text(1)},
        {"type": "part", "text": row.text(2)},
        {"type": "renamed", "text": row.text(3)},
    ]
    return choices[row.number % 3]


def adjacent(row):
    choices = [
        {"type": "text", "value": row.text()},
        {"type": "pair", "value": {"_0": row.text(1), "_1": row.text(2)}},
        {"type": "empty"},
    ]
    return choices[row.number % 3]


def untagged(row):
    return [row.number, row.text(), [row.text(1), row.text(2)], {"text": row.text(3)}][row.number % 4]


def color(row, salt):
    return ["red", "a color with a long name", row.key(salt)][row.number % 3]


def generic(row, value):
    return {"item": value(0), "more": sometimes(row, 0, value(1)), "items": [value(2), value(3)]}


def number(row, bits, is_signed):
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if is_signed else (0, (1 << bits) - 1)
    return [low, high, 0, 1, row.number % 100, low + row.number, high - row.number][row.number % 7]


def integers(row):
    members = {f"int{bits}": number(row, bits, True) for bits in (8, 16, 32, 64)}
    members |= {f"uint{bits}": number(row, bits, False) for bits in (8, 16, 32)}
    members |= {"int": number(row, 64, True), "maybe": sometimes(row, 0, row.number), "all": [row.number, -row.number]}
    return members


def wide_integers(row):
    return {"uint64": number(row, 64, False), "uint": number(row, 64, False), "int128": number(row, 128, True),
            "uint128": number(row, 128, False)}


def double(row, salt=0):
    index = row.number + salt
    values = [0.5, -1.25, 1e300, 5e-324, 0.1, 123456.789, 1 / 3, -2.5e-7, 1.7976931348623157e308]
    return values[index % len(values)] * (1 + index % 3 if index % 3 == 0 else 1)


def eighths(row, salt=0):
    """A number that a float can represent."""
    return (row.number * 37 + salt) / 8 + 0.125


def fractions(row):
    return {"double": double(row), "float": eighths(row), "maybe": sometimes(row, 0, double(row, 1)),
            "all": [double(row, 2), double(row, 3)], "floats": [eighths(row, 1), eighths(row, 2)]}


LETTERS = ["alpha", "beta", "a raw value of 24 bytes."]


def raw_values(row):
    return {"letter": LETTERS[row.number % 3], "level": [-1, 10][row.number % 2],
            "maybe": sometimes(row, 0, LETTERS[(row.number + 1) % 3]), "all": [10, -1], "range": [row.number, 2 * row.number]}


def instant(row, salt=0):
    start = datetime(1969, 12, 31, 23, 59, 59, tzinfo=UTC)
    fraction = [0, 500_000, 125_000, 750_000][(row.number + salt) % 4]
    return start + timedelta(days=173 * row.number + salt, seconds=row.number, microseconds=fraction)


def times(row):
    seconds = 86_400 * row.number + row.number
    return {"instant": instant(row), "maybe": sometimes(row, 0, instant(row, 1)), "date": instant(row, 2), "seconds": seconds,
            "milliseconds": 1000 * seconds + row.number}


def binary(row, salt=0):
    return bytes((17 * row.number + salt + 31 * index) % 256 for index in range((row.length + salt) % 41))


def base64(value, is_for_urls=False):
    import base64 as module

    if is_for_urls:
        return module.urlsafe_b64encode(value).decode().rstrip("=")
    return module.b64encode(value).decode()


def binaries(row):
    return {"data": binary(row), "maybe": sometimes(row, 0, binary(row, 1)), "bytes": base64(binary(row, 2)),
            "url": base64(binary(row, 3), is_for_urls=True), "numbers": list(binary(row, 4))}


def foundation_values(row):
    hexadecimal = f"{row.number * 0x123456789ABCDEF0123456789:032X}"[-32:]
    parts = [hexadecimal[:8], hexadecimal[8:12], hexadecimal[12:16], hexadecimal[16:20], hexadecimal[20:]]
    return {"uuid": "-".join(parts), "url": f"https://example.com/{texts.ascii_text(row.length, 0)}"}


def decimals(row):
    digits = str(123456789012345678901234567890)[: 1 + row.length % 30]
    return {"decimal": Decimal(f"{digits}.{row.number + 1}"), "number": Decimal(f"-{row.number + 1}{digits}.25")}


# The fields of `EverythingCodable` in Tests/Release/Shapes.
CODABLE = """
    Required Several Optionals Defaults Renamed Inlined Strict Many Nested Instance Base Derived Wrapped Elements Keys Values
    KeysAndValues External Internal Chains Integers WideIntegers Fractions Booleans RawValues
""".split()


def field_name(shape):
    return shape.name[0].lower() + shape.name[1:]


def everything(name, shapes, formats):
    """The type whose fields are these types."""
    combined = Shape(name, lambda row: {}, formats=formats, made_by=[])
    combined.rows, combined.given = (
        [dict(zip(map(field_name, shapes), members)) for members in zip(*rows)]
        for rows in ([shape.rows for shape in shapes], [shape.given for shape in shapes])
    )
    return combined


def unannotated(row):
    value = {"text": {"_0": row.text(3)}} if row.number % 2 else {"labelled": {"name": row.text(4), "other": sometimes(row, 0, "x")}}
    return {"text": row.text(), "maybe": sometimes(row, 0, row.text(1)), "texts": [row.text(2)], "keys": {row.text(5): row.text(6)},
            "value": value, "inner": {"base": row.text(7)}, "number": row.number, "a fraction": double(row)}


def all_shapes():
    shapes = simple_shapes()
    codable = [shape for shape in shapes if shape.name in CODABLE]
    plain = Shape("Unannotated", unannotated, formats=["coders", "unannotated"], made_by=[], lists_columns=True)
    plain.is_annotated = False
    return [*shapes, everything("Everything", shapes, DOCUMENTS), everything("EverythingCodable", codable, ["coders"]), plain]


def simple_shapes():
    shape = Shape
    return [
        shape("Required", lambda row: {"text": row.text()}),
        shape("Several", lambda row: {"first": row.text(), "number": row.number, "second": row.text(1), "third": row.text(2)}),
        shape("Optionals", lambda row: {"text": sometimes(row, 0, row.text()), "other": sometimes(row, 1, row.text(1))}),
        shape("Nulls", lambda row: {"text": None if row.is_missing(0) else row.text(), "other": "short"},
              given=lambda row: {"text": None if row.is_missing(0) else row.text(), "other": None}),
        shape("Defaults", lambda row: {"id": row.number, "text": "a default of 22 bytes" if row.is_missing(0) else row.text(),
                                       "other": "short" if row.is_missing(1) else row.text(1)},
              given=lambda row: {"id": row.number, "text": sometimes(row, 0, row.text()), "other": sometimes(row, 1, row.text(1))}),
        shape("Omitted", lambda row: {"id": row.number, "text": row.text() or Missing}, lists_columns=True),
        shape("Renamed", lambda row: {"first_text": row.text(), 'größe "1"': row.text(1), "third": row.text(2)},
              given=lambda row: {"alias": row.text(2), 'größe "1"': row.text(1), "first_text": row.text()}),
        shape("Paths", lambda row: {"meta": {"ids": {"first": row.text()}, "second": sometimes(row, 0, row.text(1))},
                                    "third": row.text(2)}, nested="columns", lists_columns=True, made_by=["csv", "tsv", "arrow"]),
        shape("Inlined", lambda row: {"text": row.text(), "other": sometimes(row, 0, row.text(1)), "texts": [row.text(2)]}),
        shape("Strict", lambda row: {"text": row.text(), "number": eighths(row)}),
        shape("Strategies", lambda row: {"text": "*" + row.text(), "renamed": sometimes(row, 0, "*" + row.text(1))}),
        shape("Many", many),
        shape("Nested", lambda row: {"inner": {"text": row.text()}, "maybe": sometimes(row, 0, {"text": row.text(1)}),
                                     "all": [{"text": row.text(2)}, {"text": row.text(3)}]}, nested="columns", lists_columns=True),
        shape("Flattened", lambda row: {"id": row.number, "text": row.text(), row.key(1): row.text(2), "rest": row.text(3)},
              lists_columns=True),
        shape("Generic", lambda row: generic(row, row.text), swift="Generic<String>"),
        shape("GenericList", lambda row: generic(row, lambda salt: [row.text(salt), row.text(salt + 4)]),
              swift="Generic<[String]>"),
        shape("Instance", lambda row: {"text": row.text(), "next": sometimes(row, 0, {"text": row.text(1)})}, nested="columns",
              lists_columns=True),
        shape("Base", lambda row: {"text": row.text()}),
        shape("Derived", lambda row: {"text": row.text(), "other": row.text(1)}),
        shape("Wrapped", lambda row: {"wrapper": row.text(), "maybe": sometimes(row, 0, row.text(1)),
                                      "all": [row.text(2), row.text(3)]}),
        shape("Slices", lambda row: {"text": row.text(), "other": sometimes(row, 0, row.text(1)),
                                     "character": "aé漢😀"[row.number % 4]}),
        shape("Elements", lambda row: {"texts": [row.text(), row.text(1)], "rows": [[row.text(2)], [], [row.text(3), row.text(4)]],
                                       "optionals": [row.text(5), None]}),
        shape("Sets", lambda row: {"texts": [row.text()], "lossy": [row.text(1), row.text(2)]}, made_by=[],
              given=lambda row: {"texts": [row.text()], "lossy": [row.text(1), 7, row.text(2), None]}),
        shape("Keys", lambda row: {"counts": {row.text(): row.number, row.text(1): -1}}),
        shape("Values", lambda row: {"texts": {"7": row.text(), "-12": row.text(1)}, "optionals": {"a": row.text(2), "b": None}},
              is_read_from_tables=False),
        shape("KeysAndValues", lambda row: {"texts": {row.text(): row.text(1)}, "lists": {row.text(2): [row.text(3)]},
                                            "parts": {row.text(4): {"text": row.text(5)}}}),
        shape("EnumeratedKeys", lambda row: {"letters": {LETTERS[row.number % 3]: row.text()}, "colors": ["red", color(row, 1)]}),
        shape("Trees", lambda row: {"value": {"k": [row.text()]}, "object": {row.text(1): row.text(2)}, "raw": {"x": [row.text(3)]}},
              made_by=["arrow"]),
        shape("External", external, lists_columns=True, made_by=["arrow"]),
        shape("Internal", internal, lists_columns=True),
        shape("Adjacent", adjacent, lists_columns=True, made_by=[], is_read_from_tables=False),
        shape("Cases", lambda row: {"external": external(row), "tagged": internal(row), "adjacent": adjacent(row),
                                    "untagged": untagged(row), "color": color(row, 4)},
              made_by=[], is_read_from_tables=False),
        shape("Chains", lambda row: {"chain": {"link": {"text": row.text(), "next": {"end": {"_0": row.text(1)}}}}}),
        shape("Integers", integers),
        shape("WideIntegers", wide_integers, made_by=["csv", "tsv"]),
        shape("Fractions", fractions),
        shape("Booleans", lambda row: {"bool": row.number % 2 == 0, "maybe": sometimes(row, 0, row.number % 5 == 0),
                                       "all": [True, row.number % 3 == 0]}),
        shape("RawValues", raw_values),
        shape("Times", times),
        shape("Binaries", binaries),
        shape("FoundationValues", foundation_values),
        # Columns have the nearest doubles.
        shape("Decimals", decimals, made_by=["csv", "tsv"], is_read_from_tables=False),
    ]
