"""Writing: executors write files under temporary names, and the driver renames all of them or removes them."""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import DataSourceArrowWriter, WriterCommitMessage
from pyspark.sql.types import StructType

from .._write import write
from ._files import _files_below, local_path

if TYPE_CHECKING:
    import pyarrow

_EXTENSIONS = {"lines": ".jsonl", "json": ".json", "csv": ".csv"}


@dataclass
class Written(WriterCommitMessage):
    """The temporary name of a task's file, or nothing if the task had no rows."""

    name: str | None


class MillraceWriter(DataSourceArrowWriter):
    """A write to a folder. Its files are in a hidden folder until the driver commits them.

    Each attempt of a task has a name of its own, and the driver renames those of the attempts that Spark accepts. So a task
    that runs several times leaves one file. Only the driver makes the hidden folder: an attempt that outlives an abort fails.
    """

    def __init__(self, path: str, options: dict[str, Any], schema: StructType, overwrite: bool) -> None:
        if not schema.names:
            raise ValueError("rows without columns cannot be written")
        self.folder = os.path.abspath(local_path(path))
        self.options = options
        self.overwrite = overwrite
        self.job = uuid.uuid4().hex
        self.existed = os.path.exists(self.folder)
        self.temporary = os.path.join(self.folder, f"_temporary-{self.job}")
        os.makedirs(self.temporary)

    def write(self, iterator: Iterator[pyarrow.RecordBatch]) -> Written:
        import pyarrow
        from pyspark import TaskContext

        batches = (batch for batch in iterator if batch.num_rows)
        first = next(batches, None)
        if first is None:
            return Written(None)
        context = TaskContext.get()
        number = context.partitionId() if context else 0
        name = f"part-{number:05}-{uuid.uuid4().hex}{_EXTENSIONS[self.options['format']]}"
        rows = pyarrow.RecordBatchReader.from_batches(first.schema, chain([first], batches))
        write(rows, os.path.join(self.temporary, name), **self.options)
        return Written(name)

    def commit(self, messages: list[Written | None]) -> None:
        names = [message.name for message in messages if message is not None and message.name is not None]
        replaced = list(_files_below(self.folder)) if self.overwrite else []
        renamed = []
        try:
            for name in names:
                target = os.path.join(self.folder, name)
                os.rename(os.path.join(self.temporary, name), target)
                renamed.append(target)
        except OSError:
            for target in renamed:
                os.unlink(target)
            raise
        for path in replaced:
            os.unlink(path)
        self._remove_temporary()

    def abort(self, messages: list[Written | None]) -> None:
        self._remove_temporary()
        if not self.existed:
            try:
                os.rmdir(self.folder)
            except OSError:
                pass  # Another job has written to it.

    def _remove_temporary(self) -> None:
        # An attempt that still runs can add a file while the folder is removed.
        for _ in range(100):
            shutil.rmtree(self.temporary, ignore_errors=True)
            if not os.path.exists(self.temporary):
                break
