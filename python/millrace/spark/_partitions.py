"""Columns in the names of folders, such as ``year=2024/month=01``, with the types that Spark infers for them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timezone
from decimal import Decimal
from typing import Any
from urllib.parse import unquote

from pyspark.sql.types import (
    ByteType,
    DataType,
    DateType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerType,
    LongType,
    NullType,
    ShortType,
    StringType,
    StructField,
    StructType,
    TimestampType,
)

_NULL = "__HIVE_DEFAULT_PARTITION__"
_INTEGER = re.compile(r"[+-]?[0-9]+")
_DECIMAL = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?")
_DOUBLE = re.compile(r"\s*([+-]?(NaN|Infinity|([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?))[dDfF]?\s*")
_INSTANT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9])?")


@dataclass(frozen=True)
class Folders:
    """The columns in the names of folders, and the text of their values for each folder."""

    schema: StructType
    texts: dict[str, tuple[str, ...]]

    def values(self, folder: str, fields: Sequence[StructField]) -> dict[str, Any]:
        """The values of a folder in the types of a schema's fields, by the names of the fields."""
        names = [field.name.lower() for field in self.schema.fields]
        return {field.name: _value(self.texts[folder][names.index(field.name.lower())], field) for field in fields}


def find_folders(files: Iterable[str], bases: Sequence[str]) -> Folders:
    """The columns of files.

    :param bases: the folders that are above those whose names have columns.
    """
    found: dict[str, tuple[str, list[tuple[str, str]]]] = {}
    for folder in dict.fromkeys(os.path.dirname(path) for path in files):
        current = folder
        columns: list[tuple[str, str]] = []
        while current not in bases and current != os.path.dirname(current):
            name, equals, value = os.path.basename(current).partition("=")
            if equals and name and value:
                columns.insert(0, (unquote(name), value))
            elif columns:
                break
            current = os.path.dirname(current)
        found[folder] = (current, columns)
    named = {folder: columns for folder, (_, columns) in found.items() if columns}
    if not named:
        return Folders(StructType([]), {})
    names = [name for name, _ in next(iter(named.values()))]
    for folder, (base, columns) in found.items():
        if [name for name, _ in columns] != names:
            first = next(iter(named))
            raise ValueError(
                f"the folders {first} and {folder} have different columns in their names; "
                "load them separately, or set recursiveFileLookup=true to ignore the names")
        if base != found[next(iter(named))][0]:
            raise ValueError(f"the folder {folder} is in another table than {next(iter(named))}; set the option basePath")
    if len({name.lower() for name in names}) != len(names):
        raise ValueError(f"the folder {next(iter(named))} has a column twice in its name")
    texts = {folder: tuple(value for _, value in columns) for folder, columns in named.items()}
    fields = [StructField(name, _joined(text[index] for text in texts.values())) for index, name in enumerate(names)]
    return Folders(StructType(fields), texts)


def _joined(texts: Iterable[str]) -> DataType:
    """The type of several values, see ``PartitioningUtils`` in Spark."""
    result: DataType = NullType()
    for kind in {str(kind): kind for kind in map(_inferred, texts)}.values():
        result = _wider(result, kind)
    return StringType() if isinstance(result, NullType) else result


def _wider(first: DataType, second: DataType) -> DataType:
    if first == second or isinstance(second, NullType):
        return first
    if isinstance(first, NullType):
        return second
    kinds = {type(first), type(second)}
    if kinds <= {IntegerType, LongType}:
        return LongType()
    if kinds == {IntegerType, DoubleType}:
        return DoubleType()
    if kinds == {DateType, TimestampType}:
        return TimestampType()
    if kinds <= {IntegerType, LongType, DecimalType}:
        digits = [kind.precision if isinstance(kind, DecimalType) else 10 if isinstance(kind, IntegerType) else 20 for kind in (first, second)]
        return DecimalType(max(digits), 0)
    return StringType()


def _inferred(text: str) -> DataType:
    if text == _NULL:
        return NullType()
    if _INTEGER.fullmatch(text):
        number = int(text)
        if -(1 << 31) <= number < 1 << 31:
            return IntegerType()
        if -(1 << 63) <= number < 1 << 63:
            return LongType()
    if _DECIMAL.fullmatch(text):
        exponent = Decimal(text).as_tuple().exponent
        digits = len(str(abs(int(Decimal(text))))) if isinstance(exponent, int) and 0 <= exponent <= 38 else 39
        if digits <= 38:
            return DecimalType(digits, 0)
    if _DOUBLE.fullmatch(text):
        return DoubleType()
    plain = unquote(text)
    for form, convert, kind in ((_INSTANT, _instant, TimestampType()), (None, date.fromisoformat, DateType())):
        try:
            if len(plain) == 10 if form is None else form.fullmatch(plain):
                convert(plain)
                return kind
        except ValueError:
            pass
    return StringType()


def _instant(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=timezone.utc)


def _whole(bits: int) -> Callable[[str], int]:
    def convert(text: str) -> int:
        number = int(text) if _INTEGER.fullmatch(text) else None
        if number is None or not -(1 << bits - 1) <= number < 1 << bits - 1:
            raise ValueError
        return number

    return convert


def _double(text: str) -> float:
    form = _DOUBLE.fullmatch(text)
    if form is None:
        raise ValueError
    return float(form[1])


def _value(text: str, field: StructField) -> Any:
    """A value of a folder's name as a value of pyarrow."""
    kind = field.dataType
    convert: dict[type[DataType], Callable[[str], Any]] = {
        StringType: unquote, ByteType: _whole(8), ShortType: _whole(16), IntegerType: _whole(32), LongType: _whole(64),
        FloatType: _double, DoubleType: _double, DecimalType: Decimal, DateType: lambda text: date.fromisoformat(unquote(text)),
        TimestampType: lambda text: _instant(unquote(text)),
    }
    if text == _NULL:
        return None
    if type(kind) not in convert:
        raise ValueError(f"column '{field.name}' is in the names of folders, which cannot have the type {kind.simpleString()}")
    try:
        return convert[type(kind)](text)
    except (ValueError, ArithmeticError):
        raise ValueError(
            f"column '{field.name}': the name of a folder has the value '{text}', which is not of the type {kind.simpleString()}") from None
