"""Writing Arrow streams as JSON, CSV, SQLite, Parquet and Arrow files."""

from __future__ import annotations

import ctypes
import errno
import os
from typing import Any

from . import _library
from ._library import ArrowArrayStream
from ._scan import _FORMATS, Source, _extension, scan

_WRITTEN_FORMATS = {**_FORMATS, ".db": "sqlite", ".sqlite": "sqlite", ".arrow": "arrow", ".arrows": "arrows"}


def write(
    data: Any,
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    table: str | None = None,
    delimiter: str | None = None,
    header: bool | None = None,
) -> int:
    """Writes rows to a file, which appears under its name when all of them are written.

    Members that are null are left out. Dictionary columns are written as their values. NaN and infinities are null in JSON; in CSV
    they are ``NaN``, ``Infinity`` and ``-Infinity``. In SQLite NaN is null, an infinity is a real, and numbers that SQLite cannot
    represent, such as large unsigned integers, are text.

    Parquet and Arrow keep types, nulls and numbers that are not finite. Dictionary columns become their values. Parquet is compressed
    with Zstandard, and takes the memory of one row group.

    :param data: an object with ``__arrow_c_stream__``: a :class:`Scan`, a table of pyarrow, a frame of Polars or pandas.
    :param format: ``"lines"``, ``"json"``, ``"csv"``, ``"sqlite"``, ``"parquet"``, ``"arrow"`` (a file) or ``"arrows"`` (a stream).
        By default the file's extension decides.
    :param table: the table of a SQLite database, which must not exist yet.
    :returns: the number of rows.
    """
    path = os.fspath(path)
    if format is None:
        extension = _extension(path)
        format = _WRITTEN_FORMATS.get(extension)
        if format is None:
            formats = "'lines', 'json', 'csv', 'sqlite', 'parquet', 'arrow' or 'arrows'"
            raise ValueError(f"{path}: unknown file extension: give the format: {formats}")
    source = _Interruptible(data.__arrow_c_stream__())
    rows = ctypes.c_int64()
    text, size = _library.encoded(
        {"path": path, "format": format, "table": table, "delimiter": delimiter, "header": header})
    try:
        _library.call("millrace_write", text, size, ctypes.byref(source.stream), ctypes.byref(rows))
    except (_library.MillraceError, OSError):
        if source.interruption is not None:
            raise source.interruption from None
        raise
    return rows.value


class _Interruptible:
    """A stream that ends with an error at the first signal whose handler raises an exception.

    Python runs the handlers of signals only in its own code. So this takes the stream out of its capsule and puts a function
    of Python around ``get_next``, which runs once for each batch.
    """

    def __init__(self, capsule: Any) -> None:
        given = _library.structure_of(capsule, b"arrow_array_stream", ArrowArrayStream)
        self.stream = ArrowArrayStream.from_buffer_copy(given)
        given.release = type(given.release)()
        self.interruption: BaseException | None = None
        function = type(given.get_next)
        inner = function(ctypes.cast(given.get_next, ctypes.c_void_p).value or 0)

        def get_next(stream: Any, array: Any) -> int:
            try:
                return int(inner(stream, array))
            except BaseException as error:  # It is raised again when the call ends.
                self.interruption = error
                return errno.EINTR

        if self.stream.release:
            self.stream.get_next = self._get_next = function(get_next)


def convert(source: Source, path: str | os.PathLike[str], *, format_written: str | None = None, table: str | None = None,
            **options: Any) -> int:
    """Reads rows and writes them to a file. The options are those of :func:`scan`. As in :func:`read_table`, a later row that does not
    fit the inferred columns widens them.

    :returns: the number of rows.
    """
    rows = scan(source, **options)
    if not rows._has_own_schema() and rows._options["blockSize"] is None:
        # Twice as many blocks as threads are in memory. Larger ones would be faster only for a consumer that does not write.
        rows._options["blockSize"] = 1 << 20
    return rows._reading_all(lambda: write(rows, path, format=format_written, table=table))
