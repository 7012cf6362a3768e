"""Reading: the driver plans partitions, and executors read each into Arrow batches."""

from __future__ import annotations

import functools
import gc
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import DataSourceReader, InputPartition
from pyspark.sql.pandas.types import to_arrow_schema
from pyspark.sql.types import StringType, StructType

from .._scan import scan
from . import _files

if TYPE_CHECKING:
    import pyarrow

# That of Spark's own file sources, see spark.sql.files.maxPartitionBytes.
_PARTITION_BYTES = 128 << 20


@functools.cache
def _freeze() -> None:
    """Excludes the objects of imported modules from garbage collection. PySpark collects garbage after each task, and
    would look at all of them: 25 ms for each task."""
    gc.freeze()


class MillraceReader(DataSourceReader):
    """A read of files whose sizes are known."""

    def __init__(self, files: list[tuple[str, int]], options: dict[str, Any], schema: StructType) -> None:
        self.files = files
        self.options = options
        self.format = _files.format_of(files, options)
        self.schema = schema
        self.corrupt_column = options.get("corrupt_column", "_corrupt") if options.get("on_bad_row") == "keep" else None
        names = [name for name in schema.names if name != self.corrupt_column]
        if "columns" in options and set(names) != {column.split(".")[0] for column in options["columns"]}:
            raise ValueError("option 'columns' selects from an inferred schema: specify either columns or a schema")
        if self.corrupt_column in schema.names:
            if schema[self.corrupt_column].dataType != StringType():
                raise ValueError(f"column '{self.corrupt_column}' holds the text of bad rows, so its type must be string")
        elif "corrupt_column" in options:
            raise ValueError(f"the schema lacks the corrupt column '{self.corrupt_column}'")
        else:
            self.corrupt_column = None

    def partitions(self) -> list[InputPartition]:
        if "partitions" in self.options:
            total = sum(size for _, size in self.files)
            size = max(1, -(-total // self.options["partitions"]))
        else:
            size = self.options.get("partition_bytes", _PARTITION_BYTES)
        return [InputPartition(ranges) for ranges in _files.partitions(self.files, size, self._cut())]

    def _cut(self) -> Any:
        if self.format == "json":
            return _files.cut_nowhere
        if self.format == "lines" or not self.options.get("quoted_line_feeds", True):
            return _files.cut_lines
        # A bad row can have an odd number of quotes. Then the cuts are known only if such a row ends the read.
        return _files.cut_table if self.options.get("on_bad_row", "error") == "error" else _files.cut_nowhere

    def read(self, partition: InputPartition) -> Iterator[pyarrow.RecordBatch]:
        import pyarrow

        _freeze()
        # The types must equal those of Spark exactly; instants are in UTC whatever the session's time zone is.
        expected = to_arrow_schema(self.schema, timezone="UTC")
        read = [field for field in expected if field.name != self.corrupt_column]
        names = ("format", "at", "coercion", "on_bad_row", "delimiter", "header", "ragged")
        options = {name: self.options[name] for name in names if name in self.options}
        if self.corrupt_column is not None:
            options["corrupt_column"] = self.corrupt_column
        for part in partition.value or []:
            where = {} if part.end is None else {"begin": part.begin, "end": part.end}
            if part.begins_quoted:
                where["begins_quoted"] = True
            rows = scan([part.path], schema=pyarrow.schema(read), threads=1, **options, **where)
            for batch in rows.batches():
                columns = [batch.column(field.name) for field in expected]
                if not columns:
                    raise ValueError("the schema has no columns")
                yield pyarrow.RecordBatch.from_arrays(columns, schema=expected)
