"""Reading JSON, CSV and Parquet as Arrow."""

from __future__ import annotations

import ctypes
import glob
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Callable, TypeVar, Union

from . import _library
from ._library import ArrowArrayStream, ArrowSchema

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

Source = Union[str, "os.PathLike[str]", bytes, Sequence[Union[str, "os.PathLike[str]"]]]
Schema = Union[str, Mapping[str, Any], Any]
Result = TypeVar("Result")

# What the library adds to the error for a later row that the inferred columns cannot hold.
_LATE_ROW = "infer from more rows, or give a schema"
# The error of Parquet for columns of objects of which no row so far has a member.
_NO_MEMBERS = "cannot store objects without members"

_FORMATS = {
    ".jsonl": "lines", ".ndjson": "lines", ".json": "json", ".csv": "csv", ".tsv": "csv", ".txt": "lines",
    ".parquet": "parquet",
}


class Scan:
    """Rows of JSON, CSV or Parquet that any consumer of Arrow streams can take, as often as it likes: each use reads the input anew.

    Made by :func:`scan`. ``pyarrow.RecordBatchReader.from_stream(scan)``, ``polars.DataFrame(scan)``,
    ``duckdb.sql("SELECT * FROM scan")`` and ``pandas.DataFrame.from_arrow(scan)`` all work.
    """

    def __init__(self, options: dict[str, Any], data: bytes | None, schema: Any) -> None:
        self._options = options
        self._data = data
        # A capsule, or nothing before the schema is inferred.
        self._schema = None if schema is None else schema_capsule(schema)
        self._is_inferred = schema is None

    def _has_own_schema(self) -> bool:
        return bool(self._options["format"] == "parquet")

    def _full_schema(self) -> Any:
        """A capsule with the columns before some are selected. They are inferred once."""
        if self._schema is None:
            self._schema = self._inferred_schema(self._options)
        return self._schema

    def _inferred_schema(self, options: dict[str, Any]) -> Any:
        schema = ArrowSchema()
        selecting = ("columns", "onBadRow", "corruptColumn", "reasonColumn")
        text, size = _library.encoded({n: v for n, v in options.items() if n not in selecting})
        data = self._data
        _library.call("millrace_infer_schema", text, size, data, len(data or b""), ctypes.byref(schema))
        return _library.capsule(schema, b"arrow_schema")

    def _reading_all(self, use: Callable[[], Result]) -> Result:
        """Calls a function that reads all rows before anybody sees one. If a row does not fit the columns that were inferred from
        the first rows, they are inferred from all rows, and the function is called again."""
        try:
            return use()
        except Exception as error:
            is_late = any(text in str(error) for text in (_LATE_ROW, _NO_MEMBERS))
            if not self._is_inferred or not is_late or not self._can_be_read_again():
                raise
        self._schema = self._inferred_schema({**self._options, "inferRows": sys.maxsize})
        return use()

    def _can_be_read_again(self) -> bool:
        return self._data is not None or all(os.path.isfile(path) for path in self._options["paths"])

    def _open(self) -> ArrowArrayStream:
        stream = ArrowArrayStream()
        schema = None
        if not self._has_own_schema():
            capsule = self._full_schema()
            schema = ctypes.byref(_library.structure_of(capsule, b"arrow_schema", ArrowSchema))
        text, size = _library.encoded({**self._options, "inferred": self._is_inferred and not self._has_own_schema()})
        data = self._data
        _library.call("millrace_scan", text, size, data, len(data or b""), schema, ctypes.byref(stream))
        return stream

    def _selecting(self, names: Sequence[str]) -> Scan:
        """A scan of some of the columns of this one."""
        columns = self._options["columns"]
        if columns is None:
            selected = list(names)
        else:
            selected = [c for c in columns if any(c == name or c.startswith(name + ".") for name in names)]
        scan = Scan({**self._options, "columns": selected}, self._data, None)
        if not self._has_own_schema():
            scan._schema = self._full_schema()
        return scan

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        """A capsule with an ``ArrowArrayStream``. A requested schema is not honored, which the protocol allows."""
        return _library.capsule(self._open(), b"arrow_array_stream")

    def __arrow_c_schema__(self) -> Any:
        """A capsule with the ``ArrowSchema`` of the rows."""
        stream = self._open()
        schema = ArrowSchema()
        try:
            status = stream.get_schema(stream, schema)
        finally:
            stream.release(stream)
        if status != 0:
            raise _library.MillraceError(os.strerror(status))
        return _library.capsule(schema, b"arrow_schema")

    @property
    def schema(self) -> pyarrow.Schema:
        """The columns. Requires pyarrow."""
        import pyarrow

        return pyarrow.schema(self)

    def batches(self) -> Iterator[pyarrow.RecordBatch]:
        """The rows as batches, one at a time. Requires pyarrow. Ctrl-C works between two batches."""
        import pyarrow

        yield from pyarrow.RecordBatchReader.from_stream(self)

    def to_arrow(self) -> pyarrow.Table:
        """All rows. Columns that were inferred from the first rows are widened if a later row does not fit. Requires pyarrow."""
        return self._reading_all(self._read_table)

    def _read_table(self) -> pyarrow.Table:
        import pyarrow

        reader = pyarrow.RecordBatchReader.from_stream(self)
        batches = []
        try:
            # A loop of Python, because signals are noticed between its statements.
            for batch in reader:
                batches.append(batch)
        except pyarrow.ArrowException as error:
            raise _library.MillraceError(str(error)) from None
        return pyarrow.Table.from_batches(batches, schema=reader.schema)

    def to_pandas(self) -> pandas.DataFrame:
        """All rows, with columns as :meth:`to_arrow` has them. Requires pyarrow and pandas."""
        return self.to_arrow().to_pandas()

    def to_polars(self) -> polars.DataFrame:
        """All rows, with columns as :meth:`to_arrow` has them. Requires polars."""
        import polars

        return self._reading_all(lambda: polars.DataFrame(self))

    def lazy(self) -> polars.LazyFrame:
        """A lazy frame of Polars: only the columns that are used are read, and no more rows than a limit. Requires polars."""
        from ._polars import lazy_frame

        return lazy_frame(self)


def scan(
    source: Source,
    *,
    schema: Schema | None = None,
    columns: Sequence[str] | None = None,
    format: str | None = None,
    at: str | None = None,
    threads: int | None = None,
    on_bad_row: str = "error",
    corrupt_column: str | None = None,
    reason_column: str | None = None,
    coercion: str | None = None,
    delimiter: str | None = None,
    header: bool | None = None,
    quotes: str | None = None,
    trim: bool | None = None,
    comment: str | None = None,
    escape: str | None = None,
    quote_escape: str | None = None,
    null_values: Sequence[str] | None = None,
    match_case: bool | None = None,
    encoding: str | None = None,
    ragged: bool | None = None,
    decimal: str | None = None,
    thousands: str | None = None,
    date_formats: Mapping[str, str] | None = None,
    zone: str | None = None,
    begin: int | None = None,
    end: int | None = None,
    begins_quoted: bool | None = None,
    batch_rows: int | None = None,
    block_size: int | None = None,
    infer_rows: int | None = None,
) -> Scan:
    """Describes rows of JSON, CSV or Parquet. Nothing is read before the scan is used.

    Parquet files have a schema of their own, which all of them must share. They are read by one thread, in the memory of one row
    group. Of the options, only ``columns``, ``threads`` and ``batch_rows`` can be given.

    :param source: the path of a file, a pattern such as ``logs/*.jsonl``, a list of paths, or the bytes themselves.
        Files may be compressed with gzip or Zstandard.
    :param schema: text such as ``"id: int64, tags: list<string>"``, a mapping of names to types, or an object with
        ``__arrow_c_schema__`` such as ``pyarrow.Schema``. By default it is inferred from the first rows.
    :param columns: the columns to read, nested ones as ``"user.id"``. By default all.
    :param format: ``"lines"``, ``"json"``, ``"csv"`` or ``"parquet"``. By default the file's extension decides.
    :param at: the JSON Pointer of the array whose elements are the rows; format ``"json"`` only.
    :param threads: the number of threads that parse. The default is the number of processors.
    :param on_bad_row: ``"error"``, ``"skip"`` or ``"keep"``: values that do not fit are null. Without a schema, a row that is well-formed
        is not bad: the columns are widened as without this option.
    :param corrupt_column: a column for the text of bad rows; requires ``on_bad_row="keep"``.
    :param reason_column: a column for what is wrong with bad rows; requires ``on_bad_row="keep"``.
    :param coercion: ``"lenient"``, ``"strict"`` or ``"exact"``: which values a column accepts. The default is ``"lenient"`` with a
        schema. Without one it is ``"exact"``, and so is ``"strict"``: for a value or key of a later row that the inferred columns
        cannot hold unchanged, :func:`read_table` and :func:`convert` read all rows again with wider columns, and streams end with an
        error.
    :param delimiter: the character between cells of CSV. By default it is detected: a comma, a semicolon, a tab or a pipe.
    :param quotes: how CSV is quoted: ``"strict"`` (RFC 4180, the default), ``"lenient"`` (quotes may be anywhere in a cell) or
        ``"none"`` (quotes are text).
    :param trim: whether spaces and tabs around cells and names of CSV are left out.
    :param comment: the character that begins lines of CSV that are skipped, such as ``"#"``.
    :param escape: the character of CSV after which any character is text, such as a backslash.
    :param quote_escape: the character that escapes quotes and itself in cells of CSV with quotes, and is text elsewhere. Apache Spark
        writes such tables, with a backslash. By default, quotes are doubled.
    :param null_values: texts that mean null in cells of CSV without quotes, such as ``["N/A", "-"]``.
    :param match_case: whether the names in the header of CSV and in the schema must be written in the same case. The default is true.
    :param encoding: ``"utf8"`` (the default; text in UTF-16 is recognized), ``"latin1"`` or ``"windows1252"``.
    :param ragged: whether rows of CSV may lack cells at their end, which are null. By default, a row whose number of cells differs
        from that of the columns is bad.
    :param decimal: the character before the fraction of numbers in CSV, such as ``","``.
    :param thousands: the character between groups of three digits in CSV, such as ``"."``. A cell in another notation makes its
        row bad.
    :param date_formats: the formats of columns with dates and times, such as ``{"day": "%d.%m.%Y %H:%M"}``. JSON requires a schema, and
        has nested columns such as ``"user.born"``.
    :param zone: the time zone of timestamps that have no offset, which requires a schema for JSON, such as ``"Europe/Berlin"`` or ``"+01:00"``. The default is
        UTC. A time that comes twice is the first one, and one that clocks skip has the offset from before, as with ``fold=0``.
    :param begin: with ``end``, the range of bytes in which the first byte of each row is.
    :param begins_quoted: whether the byte at ``begin`` is between quotes of CSV.
    :param infer_rows: the number of rows that the schema is inferred from. The default is 10,000.
    :raises MillraceError: when the scan is used, for input that cannot be read.
    """
    data: bytes | None = None
    paths: list[str] | None = None
    if isinstance(source, (bytes, bytearray, memoryview)):
        data = bytes(source)
        format = format or "lines"
    else:
        paths = _paths(source)
        if format is None:
            format = _format(paths)
            if format == "csv" and delimiter is None and _extension(paths[0]) == ".tsv":
                delimiter = "\t"
    options = {
        "paths": paths, "format": format, "at": at, "columns": list(columns) if columns is not None else None,
        "threads": threads or os.cpu_count() or 1, "onBadRow": on_bad_row, "corruptColumn": corrupt_column,
        "reasonColumn": reason_column, "coercion": coercion if format == "parquet" else _coercion(coercion, schema),
        "comment": comment, "escape": escape, "quoteEscape": quote_escape,
        "nullValues": list(null_values) if null_values is not None else None, "matchCase": match_case, "encoding": encoding,
        "delimiter": delimiter, "header": header, "quotes": quotes, "trim": trim, "ragged": ragged, "decimal": decimal, "thousands": thousands,
        "dateFormats": dict(date_formats) if date_formats is not None else None, "zone": zone, "begin": begin, "end": end, "beginsQuoted": begins_quoted,
        "batchRows": batch_rows, "blockSize": block_size, "inferRows": infer_rows,
    }
    if format == "parquet" and (schema is not None or infer_rows is not None):
        raise ValueError("a Parquet file has a schema of its own: 'schema' and 'infer_rows' cannot be given")
    return Scan(options, data, schema)


def read_table(source: Source, **options: Any) -> pyarrow.Table:
    """Reads rows of JSON, CSV or Parquet into a table of pyarrow. The options are those of :func:`scan`.

    Columns that were inferred from the first rows are widened if a later row does not fit, unless the input is a pipe.
    """
    return scan(source, **options).to_arrow()


def infer_schema(source: Source, **options: Any) -> pyarrow.Schema:
    """Infers the columns from the first rows. The options are those of :func:`scan`. Requires pyarrow."""
    return scan(source, **options).schema


def _coercion(coercion: str | None, schema: Any) -> str:
    if schema is not None:
        return coercion or "lenient"
    # Columns that were inferred from the first rows must not change what later rows contain.
    return "exact" if coercion in (None, "strict") else coercion


def schema_capsule(schema: Any) -> Any:
    """A capsule with the ``ArrowSchema`` of a schema in any form that :func:`scan` takes."""
    if hasattr(schema, "__arrow_c_schema__"):
        return schema.__arrow_c_schema__()
    if isinstance(schema, Mapping):
        schema = ", ".join(f"`{name}`: {kind}" for name, kind in schema.items())
    if not isinstance(schema, str):
        raise TypeError(f"a schema is text, a mapping or an object with __arrow_c_schema__, not {type(schema).__name__}")
    result = ArrowSchema()
    text = schema.encode()
    _library.call("millrace_parse_schema", text, len(text), ctypes.byref(result))
    return _library.capsule(result, b"arrow_schema")


def _paths(source: Any) -> list[str]:
    if not isinstance(source, (str, os.PathLike)):
        return [os.fspath(path) for path in source]
    path = os.fspath(source)
    if os.path.exists(path) or not glob.has_magic(path):
        return [path]
    found = sorted(glob.glob(path, recursive=True))
    if not found:
        raise FileNotFoundError(2, "no file matches the pattern", path)
    return found


def _extension(path: str) -> str:
    name, extension = os.path.splitext(path)
    return os.path.splitext(name)[1].lower() if extension in (".gz", ".zst") else extension.lower()


def _format(paths: list[str]) -> str:
    formats = {_FORMATS.get(_extension(path)) for path in paths}
    if len(formats) == 1 and None not in formats:
        return str(formats.pop())
    binary = [path for path in paths if _extension(path) in (".arrow", ".feather")]
    if binary:
        raise ValueError(f"{binary[0]}: only JSON, CSV and Parquet can be read; read this file with pyarrow and pass its table to millrace.write")
    unknown = [path for path in paths if _extension(path) not in _FORMATS]
    what = f"{unknown[0]}: unknown file extension" if unknown else "the files have different formats"
    raise ValueError(f"{what}: give format='lines', 'json', 'csv' or 'parquet'")
