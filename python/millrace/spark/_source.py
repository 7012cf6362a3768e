"""The data source: what Spark asks before it reads or writes."""

from __future__ import annotations

import sys
from typing import Any

from pyspark.sql.datasource import DataSource
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import ArrayType, NullType, StringType, StructField, StructType

from .. import _scan
from ._files import Listing, format_of, list_files
from ._options import reading_options, writing_options
from ._partitions import Folders, find_folders
from ._reader import MillraceReader, scan_options
from ._writer import MillraceWriter


class MillraceDataSource(DataSource):
    """JSON lines, JSON documents and CSV files, under the name ``millrace``."""

    # Set when they are first used. Spark keeps the data source that has inferred the schema, so files are listed once.
    _listing: Listing | None = None
    _folders: Folders | None = None

    @classmethod
    def name(cls) -> str:
        return "millrace"

    def _find(self, options: dict[str, Any]) -> tuple[Listing, Folders]:
        """The files, and the columns in the names of their folders."""
        if self._listing is None or self._folders is None:
            self._listing = list_files(self.options, options)
            ignores = options.get("ignores_folders", False)
            self._folders = find_folders([] if ignores else [path for path, _ in self._listing.files], self._listing.bases)
        return self._listing, self._folders

    def schema(self) -> StructType:
        """Infers the columns from the first rows of the first files that have any bytes, and adds those of folders."""
        options = reading_options(self.options)
        listing, folders = self._find(options)
        paths = [path for path, size in listing.files if size > 0]
        if not paths:
            raise ValueError("the schema cannot be inferred, because no file has any bytes: specify one")
        for name in ("date_format", "timestamp_format", "local_format"):
            if name in options:
                raise ValueError("patterns of dates require a schema, because cells and members with dates are strings without one")
        if options.pop("zone", None) is not None and "modified_before" not in options and "modified_after" not in options:
            raise ValueError("a time zone requires a schema, because text without an offset is a string without one")
        inferring = scan_options(options, format_of(listing.files, options))
        inferring["infer_rows"] = options.get("infer_rows", 10_000)
        if "columns" in options:
            inferring["columns"] = options["columns"]
        sampled = paths if inferring["infer_rows"] == sys.maxsize else paths[:_SAMPLED_FILES]
        fields = [
            StructField(field.name, _without_nulls(field.dataType))
            for field in from_arrow_schema(_scan.scan(sampled, threads=1, **inferring).schema).fields]
        if options.get("infers") is False:
            if inferring["format"] != "csv":
                raise ValueError("option 'inferSchema' requires the format csv")
            fields = [StructField(field.name, StringType()) for field in fields]
        # As in Spark, the name of a folder has priority over a column of the same name.
        named = {field.name.lower(): field for field in folders.schema.fields}
        fields = [named.pop(field.name.lower(), field) for field in fields] + list(named.values())
        if options.get("on_bad_row") == "keep":
            fields.append(StructField(options["corrupt_name"], StringType()))
        return StructType(fields)

    def reader(self, schema: StructType) -> MillraceReader:
        options = reading_options(self.options)
        listing, folders = self._find(options)
        return MillraceReader(listing.files, folders, options, schema)

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


# The number of files that a schema is inferred from, unless all rows are read. They are read until there are enough rows.
_SAMPLED_FILES = 100
