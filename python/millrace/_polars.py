"""A lazy source for Polars."""

from __future__ import annotations

from typing import TYPE_CHECKING, Iterator

import polars
from polars.io.plugins import register_io_source

if TYPE_CHECKING:
    from ._scan import Scan


class _Projected:
    """A scan of some columns."""

    def __init__(self, rows: "Scan", columns: list[str] | None) -> None:
        self._rows = rows
        self._columns = columns

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        from . import _library

        changes = {} if self._columns is None else {"columns": self._columns}
        return _library.capsule(self._rows._open(**changes), b"arrow_array_stream")


def lazy_frame(rows: "Scan") -> polars.LazyFrame:
    """A lazy frame whose columns and row limit are pushed down to the scan."""
    import pyarrow

    schema = polars.DataFrame(rows.schema.empty_table()).schema

    def source(
        with_columns: list[str] | None, predicate: polars.Expr | None, n_rows: int | None, batch_size: int | None
    ) -> Iterator[polars.DataFrame]:
        left = n_rows
        for batch in pyarrow.RecordBatchReader.from_stream(_Projected(rows, with_columns)):
            frame = polars.DataFrame(batch)
            if with_columns is not None:
                frame = frame.select(with_columns)
            if left is not None:
                frame = frame.head(left)
                left -= frame.height
            if predicate is not None:
                frame = frame.filter(predicate)
            yield frame
            if left == 0:
                return

    return register_io_source(io_source=source, schema=schema)
