"""The options of the data source: text that is checked and converted once, before anything is read or written.

The options of Spark's own sources `json` and `csv` are either converted to those of `millrace.scan`, or accepted with the only
value that describes what the data source does, or rejected with a reason. None is ignored.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Callable

from ._dates import strptime_format


def _boolean(text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise ValueError("expected true or false")
    return text.lower() == "true"


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) == 0:
        raise ValueError("expected a positive integer")
    return int(text)


def _rows(text: str) -> int:
    return sys.maxsize if text.lower() == "all" else _count(text)


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


def _one_of(*words: str) -> Callable[[str], str]:
    def convert(text: str) -> str:
        if text not in words:
            raise ValueError(f"expected one of: {', '.join(words)}")
        return text

    return convert


_FORMATS = _one_of("lines", "json", "csv")
# The options of the data source itself.
_READING: dict[str, Callable[[str], Any]] = {
    "format": _FORMATS, "at": str, "columns": _names, "coercion": _one_of("lenient", "strict", "exact"),
    "on_bad_row": _one_of("error", "skip", "keep"), "corrupt_column": str, "infer_rows": _rows, "partition_bytes": _count,
    "partitions": _count, "delimiter": str, "header": _boolean, "ragged": _boolean, "quoted_line_feeds": _boolean,
    "quotes": _one_of("strict", "lenient", "none"), "trim": _boolean, "comment": str, "quote_escape": str,
    "null_values": _names, "match_case": _boolean, "decimal": str, "thousands": str, "zone": str,
}
_WRITING: dict[str, Callable[[str], Any]] = {"format": _FORMATS, "delimiter": str, "header": _boolean}

Converted = dict[str, Any]
Option = Callable[[str], Converted]


def _as(name: str, convert: Callable[[str], Any] = str) -> Option:
    """An option of Spark that is another name for one of the data source."""
    return lambda text: {name: convert(text)}


def _only(*texts: str, reason: str) -> Option:
    """An option of Spark of which only these values describe what the data source does."""
    def convert(text: str) -> Converted:
        if text.lower() not in texts:
            raise ValueError(f"only {' and '.join(map(repr, texts))} can be honored: {reason}")
        return {}

    return convert


def _never(reason: str) -> Option:
    def convert(text: str) -> Converted:
        raise ValueError(f"the option cannot be honored: {reason}")

    return convert


def _mode(text: str) -> Converted:
    modes = {"permissive": "keep", "dropmalformed": "skip", "failfast": "error"}
    if text.lower() not in modes:
        raise ValueError("expected one of: PERMISSIVE, DROPMALFORMED, FAILFAST")
    return {"on_bad_row": modes[text.lower()], "has_mode": True}


def _sampling(text: str) -> Converted:
    if float(text) != 1:
        raise ValueError("only 1.0 can be honored: the option infer_rows takes a number of rows")
    return {"infer_rows": sys.maxsize}


def _quote(text: str) -> Converted:
    if text not in ('"', "", "\0"):
        raise ValueError("only '\"' can be honored, and an empty text if quotes are text")
    return {} if text == '"' else {"quotes": "none"}


def _escape(text: str) -> Converted:
    # A quote that escapes quotes is RFC 4180.
    return {} if text in ('"', "", "\0") else {"quote_escape": text}


def _encoding(text: str) -> Converted:
    name = text.lower().replace("_", "-")
    # UTF-16 is recognized.
    return {} if name in ("utf-8", "utf8", "us-ascii", "utf-16", "utf-16le", "utf-16be") else {"encoding": name}


def _pattern(kind: str, *defaults: str) -> Option:
    """An option with a pattern of dates. The default patterns are those of RFC 3339, of which parts may be missing."""
    return lambda text: {} if text in defaults else {kind: strptime_format(text)}


_GRAMMAR = "JSON is read by RFC 8259"
_LOST = "rows would be lost without a message"
_INSTANTS = ("yyyy-MM-dd'T'HH:mm:ss[.SSS][XXX]", "yyyy-MM-dd'T'HH:mm:ss[.SSS]", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX")

# The options of Spark's own sources, by their names in small letters.
_SPARK_READING: dict[str, Option] = {
    # Files.
    "pathglobfilter": _as("file_pattern"), "recursivefilelookup": _as("ignores_folders", _boolean), "basepath": _as("base_path"),
    "modifiedbefore": _as("modified_before", datetime.fromisoformat), "modifiedafter": _as("modified_after", datetime.fromisoformat),
    "ignorecorruptfiles": _only("false", reason=_LOST), "ignoremissingfiles": _only("false", reason=_LOST),
    # Both formats.
    "mode": _mode, "columnnameofcorruptrecord": _as("corrupt_name"), "timezone": _as("zone"), "encoding": _encoding,
    "charset": _encoding, "samplingratio": _sampling, "multiline": _as("multi_line", _boolean),
    "dateformat": _pattern("date_format", "yyyy-MM-dd"), "timestampformat": _pattern("timestamp_format", *_INSTANTS),
    "timestampntzformat": _pattern("local_format", *_INSTANTS),
    "enabledatetimeparsingfallback": _only("false", reason="a column has one format of dates"),
    "linesep": _only("\n", "\r\n", reason="rows end with a line feed"),
    "locale": _only("en-us", "en", reason="names of months are English"),
    "compression": _never("compressed files are recognized by their first bytes"),
    # JSON.
    "primitivesasstring": _only("false", reason="give a schema with strings"),
    "prefersdecimal": _only("false", reason="give a schema with decimals"),
    "dropfieldifallnull": _only("false", reason="give a schema without these columns"),
    **{name: _only("false", reason=_GRAMMAR) for name in (
        "allowcomments", "allowunquotedfieldnames", "allowsinglequotes", "allownumericleadingzeros", "allownonnumericnumbers",
        "allowbackslashescapinganycharacter", "allowunquotedcontrolchars")},
    # CSV.
    "sep": _as("delimiter"), "quote": _quote, "escape": _escape, "chartoescapequoteescaping": _as("escape_of_escape"),
    "inferschema": _as("infers", _boolean), "nullvalue": _as("null_values", lambda text: [text] if text else []),
    "ignoreleadingwhitespace": _as("trims_start", _boolean), "ignoretrailingwhitespace": _as("trims_end", _boolean),
    "emptyvalue": _only("", reason="a cell with quotes and no text is an empty string"),
    "nanvalue": _only("nan", reason="it is NaN"), "positiveinf": _only("inf", "infinity", reason="these are infinity"),
    "negativeinf": _only("-inf", "-infinity", reason="these are negative infinity"),
    "enforceschema": _never("columns are found by the names in the header"),
    "preferdate": _only("false", reason="cells with dates are strings, unless a schema has another type"),
    "maxcolumns": _never("rows have no limit of cells"), "maxcharspercolumn": _only("-1", reason="rows are limited to 64 MiB"),
    "unescapedquotehandling": _only("raise_error", reason="the option quotes=lenient takes quotes inside of cells as text"),
}
_SPARK_WRITING: dict[str, Option] = {
    "sep": _as("delimiter"), "encoding": _only("utf-8", "utf8", reason="text is written in UTF-8"),
    "charset": _only("utf-8", "utf8", reason="text is written in UTF-8"),
    "compression": _only("none", "uncompressed", reason="files are not compressed"),
    "linesep": _only("\n", reason="rows end with a line feed"),
    "dateformat": _only("yyyy-mm-dd", reason="dates are written by RFC 3339"),
    "timestampformat": _never("timestamps are written by RFC 3339"), "timestampntzformat": _never("timestamps are written by RFC 3339"),
    "timezone": _only("utc", "z", reason="timestamps are written in UTC"), "locale": _never("no text depends on a language"),
    "ignorenullfields": _only("true", reason="members that are null are left out"),
    "quote": _only('"', reason="cells are quoted by RFC 4180"), "escape": _only('"', reason="quotes are doubled by RFC 4180"),
    "chartoescapequoteescaping": _never("quotes are doubled by RFC 4180"),
    "escapequotes": _only("true", reason="cells are quoted by RFC 4180"), "quoteall": _only("false", reason="cells are quoted if they must be"),
    "nullvalue": _only("", reason="null is an empty cell"), "emptyvalue": _only('""', reason="an empty string has quotes"),
    "ignoreleadingwhitespace": _only("false", reason="text is written as it is"),
    "ignoretrailingwhitespace": _only("false", reason="text is written as it is"),
}


def reading_options(options: Mapping[str, str]) -> dict[str, Any]:
    """The options of a read, without its paths."""
    found = _converted(options, _READING, _SPARK_READING)
    if "corrupt_column" in found and found.get("on_bad_row") != "keep":
        raise ValueError("option 'corrupt_column' requires on_bad_row=keep")
    # Spark fills this column if the schema has it.
    found.setdefault("corrupt_name", found.get("corrupt_column", "_corrupt_record" if "has_mode" in found else "_corrupt"))
    if "partition_bytes" in found and "partitions" in found:
        raise ValueError("options 'partition_bytes' and 'partitions' cannot be combined")
    if found.get("trims_start", False) != found.get("trims_end", False):
        raise ValueError("options 'ignoreLeadingWhiteSpace' and 'ignoreTrailingWhiteSpace' can only be set to the same value")
    if "trims_end" in found:
        found.setdefault("trim", found["trims_end"])
    if found.get("escape_of_escape", found.get("quote_escape")) != found.get("quote_escape"):
        raise ValueError("option 'charToEscapeQuoteEscaping' can only be set to the value of 'escape'")
    return found


def writing_options(options: Mapping[str, str]) -> dict[str, Any]:
    """The options of a write, without its path."""
    found = _converted(options, _WRITING, _SPARK_WRITING)
    found.setdefault("format", "lines")
    if found["format"] != "csv":
        for name in ("delimiter", "header"):
            if name in found:
                raise ValueError(f"option '{name}' requires format=csv")
    return found


def _converted(
    options: Mapping[str, str], own: Mapping[str, Callable[[str], Any]], of_spark: Mapping[str, Option]
) -> dict[str, Any]:
    found: dict[str, Any] = {}
    names: dict[str, str] = {}
    for given, text in options.items():
        name = given.lower()
        if name in ("path", "paths"):
            continue
        try:
            if name in own:
                converted = {name: own[name](text)}
            elif name in of_spark:
                converted = of_spark[name](text)
            else:
                raise LookupError
        except LookupError:
            raise ValueError(
                f"unknown option '{given}'; expected one of: {', '.join(own)}, or an option of Spark's json and csv") from None
        except ValueError as error:
            raise ValueError(f"option '{given}': '{text}': {error}") from None
        for key, value in converted.items():
            if found.setdefault(key, value) != value:
                raise ValueError(f"options '{names[key]}' and '{given}' contradict each other")
            names.setdefault(key, given)
    return found
