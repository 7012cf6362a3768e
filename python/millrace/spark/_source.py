"""The data source: what Spark asks before it reads or writes."""

from __future__ import annotations

from typing import Any

from pyspark.sql.datasource import DataSource
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import ArrayType, NullType, StringType, StructField, StructType

from .. import _scan
from ._files import list_files
from ._options import reading_options, writing_options
from ._reader import MillraceReader
from ._writer import MillraceWriter


class MillraceDataSource(DataSource):
    """JSON lines, JSON documents and CSV files, under the name ``millrace``."""

    # Set when they are first used. Spark keeps the data source that has inferred the schema, so files are listed once.
    _files: list[tuple[str, int]] | None = None

    @classmethod
    def name(cls) -> str:
        return "millrace"

    def files(self) -> list[tuple[str, int]]:
        if self._files is None:
            self._files = list_files(self.options)
        return self._files

    def schema(self) -> StructType:
        """Infers the columns from the first rows of the first files that have any bytes."""
        options = reading_options(self.options)
        files = self.files()
        paths = [path for path, size in files if size > 0][:_SAMPLED_FILES]
        if not paths:
            raise ValueError("the schema cannot be inferred, because all files are empty: specify one")
        names = ("format", "at", "columns", "coercion", "delimiter", "header", "ragged", "infer_rows")
        inferring = {name: options[name] for name in names if name in options}
        found = _scan.scan(paths, threads=1, **inferring).schema
        schema = StructType([
            StructField(field.name, _without_nulls(field.dataType)) for field in from_arrow_schema(found).fields])
        if options.get("on_bad_row") == "keep":
            schema = StructType([*schema.fields, StructField(options.get("corrupt_column", "_corrupt"), StringType())])
        return schema

    def reader(self, schema: StructType) -> MillraceReader:
        return MillraceReader(self.files(), reading_options(self.options), schema)

    def writer(self, schema: StructType, overwrite: bool) -> MillraceWriter:
        options: Any = self.options
        if "path" not in options:
            raise ValueError("save needs the path of a folder")
        return MillraceWriter(options["path"], writing_options(options), schema, overwrite)



def _without_nulls(kind: Any) -> Any:
    """A type with text for what is only null, and for objects without members, as Spark cannot store such columns."""
    if isinstance(kind, NullType):
        return StringType()
    if isinstance(kind, ArrayType):
        return ArrayType(_without_nulls(kind.elementType), kind.containsNull)
    if isinstance(kind, StructType):
        if not kind.fields:
            return StringType()
        return StructType([StructField(f.name, _without_nulls(f.dataType), f.nullable) for f in kind.fields])
    return kind


# The number of files that a schema is inferred from. They are read until there are enough rows.
_SAMPLED_FILES = 100
