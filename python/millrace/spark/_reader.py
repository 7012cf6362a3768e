"""Reading: the driver plans partitions, and executors read each into Arrow batches."""

from __future__ import annotations

import functools
import gc
import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import DataSourceReader, InputPartition
from pyspark.sql.pandas.types import to_arrow_schema
from pyspark.sql.types import (
    ArrayType,
    BinaryType,
    BooleanType,
    ByteType,
    DataType,
    DateType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerType,
    LongType,
    MapType,
    NullType,
    ShortType,
    StringType,
    StructType,
    TimestampNTZType,
    TimestampType,
)

from .._scan import _LATE_ROW, scan
from . import _files
from ._nulls import MissingValue, checked, filtered
from ._partitions import Folders

if TYPE_CHECKING:
    import pyarrow

# That of Spark's own file sources, see spark.sql.files.maxPartitionBytes.
_PARTITION_BYTES = 128 << 20


@functools.cache
def _freeze() -> None:
    """Excludes the objects of imported modules from garbage collection. PySpark collects garbage after each task, and
    would look at all of them: 25 ms for each task."""
    gc.freeze()


# The options of `scan` that have the same name here.
_SCAN_OPTIONS = ("at", "coercion", "delimiter", "header", "ragged", "quotes", "trim", "comment", "quote_escape", "null_values",
                 "match_case", "decimal", "thousands", "encoding")
# Tables with these options are converted to RFC 4180 from their beginning, so that they cannot be divided.
_WHOLE_FILES = ("trim", "comment", "quote_escape", "encoding")


def scan_options(options: dict[str, Any], format: str) -> dict[str, Any]:
    """The options of `scan` for a read."""
    found = {name: options[name] for name in _SCAN_OPTIONS if name in options}
    if format == "csv":
        # Spark finds columns so, unless its setting spark.sql.caseSensitive is true.
        found.setdefault("match_case", False)
    return {**found, "format": format}


class MillraceReader(DataSourceReader):
    """A read of files whose sizes are known."""

    def __init__(self, files: list[tuple[str, int]], folders: Folders, options: dict[str, Any], schema: StructType) -> None:
        self.files = files
        self.options = options
        self.schema = schema
        in_folders = {name.lower() for name in folders.schema.names}
        self.folder_fields = [field for field in schema.fields if field.name.lower() in in_folders]
        self.values = {path: folders.values(os.path.dirname(path), self.folder_fields) for path, _ in files} if self.folder_fields else {}
        self.format = _files.format_of(files, options) if files else "lines"
        self.corrupt_column = options["corrupt_name"] if options.get("on_bad_row") == "keep" else None
        names = [name for name in schema.names if name != self.corrupt_column and name.lower() not in in_folders]
        if "columns" in options and set(names) != {column.split(".")[0] for column in options["columns"]}:
            raise ValueError("option 'columns' selects from an inferred schema: specify either columns or a schema")
        if self.corrupt_column in schema.names:
            if schema[self.corrupt_column].dataType != StringType():
                raise ValueError(f"column '{self.corrupt_column}' holds the text of bad rows, so its type must be string")
        elif "corrupt_column" in options:
            raise ValueError(f"the schema lacks the corrupt column '{self.corrupt_column}'")
        else:
            self.corrupt_column = None
        if not names:
            raise ValueError("the schema has no columns of the files")
        for name in names:
            _check(schema[name].dataType, f"column '{name}'")
        if options.get("on_bad_row") == "keep" and (required := [name for name in names if not schema[name].nullable]):
            raise ValueError(f"column '{required[0]}' is not nullable, so bad rows cannot be kept: make it nullable")
        self.names = names
        self.scan_options = scan_options(options, self.format)
        self.scan_options["on_bad_row"] = options.get("on_bad_row", "error")
        if self.corrupt_column is not None:
            self.scan_options["corrupt_column"] = self.corrupt_column
        self._set_formats()

    def _set_formats(self) -> None:
        """Sets the formats of all columns with dates, and the time zone."""
        patterns = {
            type_: self.options[name]
            for type_, name in ((DateType, "date_format"), (TimestampType, "timestamp_format"), (TimestampNTZType, "local_format"))
            if name in self.options}
        fields = [(name, self.schema[name].dataType) for name in self.names]
        dates = list(_dates(fields, self.format != "csv"))
        formats = {path: patterns[kind] for path, kind in dates if kind in patterns}
        if formats:
            self.scan_options["date_formats"] = formats
        if "zone" in self.options and any(kind is TimestampType for _, kind in dates):
            self.scan_options["zone"] = self.options["zone"]

    def partitions(self) -> list[InputPartition]:
        if "partitions" in self.options:
            total = sum(size for _, size in self.files)
            size = max(1, -(-total // self.options["partitions"]))
        else:
            size = self.options.get("partition_bytes", _PARTITION_BYTES)
        return [InputPartition(ranges) for ranges in _files.partitions(self.files, size, self._cut())]

    def _cut(self) -> Any:
        if self.format == "json" or self.options.get("quotes", "strict") != "strict":
            return _files.cut_nowhere
        if any(self.options.get(name) for name in _WHOLE_FILES):
            return _files.cut_nowhere
        if self.format == "lines" or not self.options.get("quoted_line_feeds", self.options.get("multi_line", True)):
            return _files.cut_lines
        # A bad row can have an odd number of quotes. Then the cuts are known only if such a row ends the read.
        return _files.cut_table if self.options.get("on_bad_row", "error") == "error" else _files.cut_nowhere

    def read(self, partition: InputPartition) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        _freeze()
        # The types must equal those of Spark exactly; instants are in UTC whatever the session's time zone is.
        expected = to_arrow_schema(self.schema, timezone="UTC")
        read = pyarrow.schema([expected.field(name) for name in self.names])
        for part in partition.value or []:
            where = {} if part.end is None else {"begin": part.begin, "end": part.end}
            if part.begins_quoted:
                where["begins_quoted"] = True
            rows = scan([part.path], schema=read, threads=1, **self.scan_options, **where)
            constants = self.values.get(part.path, {})
            try:
                for batch in rows.batches():
                    if self.options.get("on_bad_row") == "skip":
                        batch = filtered(batch, expected)
                    yield pyarrow.RecordBatch.from_arrays(
                        [self._column(batch, field, constants) for field in expected], schema=expected)
            except MissingValue as error:
                raise ValueError(f"{part.path}: {error}") from None
            except pyarrow.ArrowException as error:
                raise ValueError(str(error).replace(_LATE_ROW, "set infer_rows=all, or give a schema")) from None

    def _column(self, batch: pyarrow.RecordBatch, field: pyarrow.Field, constants: dict[str, Any]) -> pyarrow.Array:
        import pyarrow

        if field.name in constants:
            return pyarrow.repeat(pyarrow.scalar(constants[field.name], field.type), batch.num_rows)
        return checked(batch.column(field.name), field)


# The types of columns that can be read.
_SCALARS = (
    BinaryType, BooleanType, ByteType, DateType, DecimalType, DoubleType, FloatType, IntegerType, LongType, NullType, ShortType,
    StringType, TimestampNTZType, TimestampType)


def _check(kind: DataType, place: str) -> None:
    """Rejects a type that cannot be read, when a read is planned."""
    if isinstance(kind, StructType):
        for field in kind.fields:
            _check(field.dataType, f"{place}, member '{field.name}'")
    elif isinstance(kind, ArrayType):
        _check(kind.elementType, f"{place}, elements")
    elif isinstance(kind, MapType):
        if not isinstance(kind.keyType, StringType):
            raise ValueError(f"{place}: the keys of a map must be strings, not {kind.keyType.simpleString()}")
        _check(kind.valueType, f"{place}, values")
    elif type(kind) not in _SCALARS:
        raise ValueError(f"{place}: the type {kind.simpleString()} cannot be read; read a string and convert it")


def _dates(fields: list[tuple[str, DataType]], is_nested: bool) -> Iterator[tuple[str, type[DataType]]]:
    """The columns with dates and times, by the names that `scan` has for them."""
    for name, kind in fields:
        if isinstance(kind, (DateType, TimestampType, TimestampNTZType)):
            yield name, type(kind)
        if not is_nested:
            continue
        if isinstance(kind, StructType):
            yield from _dates([(f"{name}.{field.name}", field.dataType) for field in kind.fields], True)
        elif isinstance(kind, ArrayType):
            yield from _dates([(f"{name}.element", kind.elementType)], True)
        elif isinstance(kind, MapType):
            yield from _dates([(f"{name}.entries.value", kind.valueType)], True)
