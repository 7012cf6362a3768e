"""Values as the formats represent them."""

import json
import re
from datetime import UTC, datetime
from decimal import Decimal

from .shapes import base64

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def rfc3339(instant, has_milliseconds=False):
    text = instant.strftime("%Y-%m-%dT%H:%M:%S")
    if has_milliseconds or instant.microsecond:
        digits = f"{instant.microsecond:06}"
        text += "." + (digits[:3] if has_milliseconds or digits.endswith("000") else digits)
    return text + "Z"


def json_form(value, instants=rfc3339, binary=base64):
    """A value as JSON has it: instants and binary data are strings, and numbers have all their digits."""
    if isinstance(value, dict):
        return {key: json_form(item, instants, binary) for key, item in value.items()}
    if isinstance(value, list):
        return [json_form(item, instants, binary) for item in value]
    if isinstance(value, datetime):
        return instants(value)
    if isinstance(value, bytes):
        return binary(value)
    return value


def milliseconds(instant):
    return (instant - EPOCH).days * 86_400_000 + (instant - EPOCH).seconds * 1000 + (instant - EPOCH).microseconds // 1000


# A decimal in a value that becomes JSON, because `json` would round it.
MARK = "\ue000"
MARKED = re.compile(f'"{MARK}([^{MARK}]*){MARK}"')


def json_text(value, **options):
    """The text of a value, with all digits of decimals."""

    def marked(item):
        if isinstance(item, dict):
            return {key: marked(value) for key, value in item.items()}
        if isinstance(item, list):
            return [marked(value) for value in item]
        return f"{MARK}{item}{MARK}" if isinstance(item, Decimal) else item

    return MARKED.sub(r"\1", json.dumps(marked(json_form(value)), ensure_ascii=False, **options))


def exact(value):
    """A value whose comparison is exact: numbers are decimals, but Booleans are not numbers."""
    if isinstance(value, dict):
        return {key: exact(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [exact(item) for item in value]
    if isinstance(value, bool):
        return ("Boolean", value)
    if isinstance(value, float):
        return Decimal(repr(value))
    return Decimal(value) if isinstance(value, int) else value


def without_null(value):
    """A value as tables have it: a missing member is null."""
    if isinstance(value, dict):
        return {key: without_null(item) for key, item in value.items() if item is not None}
    return [without_null(item) for item in value] if isinstance(value, list) else value


def parsed(text):
    return json.loads(text, parse_float=Decimal)


def flattened(row, has_columns_for_objects, prefix=""):
    """The cells of a row: each a column's name and a value that is a scalar or is written as JSON."""
    for key, value in row.items():
        if isinstance(value, dict) and has_columns_for_objects:
            yield from flattened(value, True, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def columns(rows, has_columns_for_objects):
    """The names of all columns, in the order in which they appear."""
    return list(dict.fromkeys(name for row in rows for name, _ in flattened(row, has_columns_for_objects)))
