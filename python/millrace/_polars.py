"""A lazy source for Polars."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import polars
from polars.io.plugins import register_io_source

if TYPE_CHECKING:
    from ._scan import Scan


def lazy_frame(rows: Scan) -> polars.LazyFrame:
    """A lazy frame whose columns and row limit are pushed down to the scan."""
    import pyarrow

    schema = polars.DataFrame(rows.schema.empty_table()).schema

    def source(
        with_columns: list[str] | None, predicate: polars.Expr | None, n_rows: int | None, batch_size: int | None
    ) -> Iterator[polars.DataFrame]:
        left = n_rows
        for batch in pyarrow.RecordBatchReader.from_stream(rows if with_columns is None else rows._selecting(with_columns)):
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
