"""The options of the data source: text that is checked and converted once, before anything is read or written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Callable


def _boolean(text: str) -> bool:
    if text.lower() not in ("true", "false"):
        raise ValueError("expected true or false")
    return text.lower() == "true"


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) == 0:
        raise ValueError("expected a positive integer")
    return int(text)


def _names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


def _one_of(*words: str) -> Callable[[str], str]:
    def convert(text: str) -> str:
        if text not in words:
            raise ValueError(f"expected one of: {', '.join(words)}")
        return text

    return convert


_WRITING: dict[str, Callable[[str], Any]] = {
    "format": _one_of("lines", "json", "csv"), "delimiter": str, "header": _boolean,
}
_READING: dict[str, Callable[[str], Any]] = {
    **_WRITING, "at": str, "columns": _names, "coercion": _one_of("lenient", "strict", "exact"),
    "on_bad_row": _one_of("error", "skip", "keep"), "corrupt_column": str, "infer_rows": _count,
    "partition_bytes": _count, "partitions": _count, "quoted_line_feeds": _boolean, "ragged": _boolean,
}


def reading_options(options: Mapping[str, str]) -> dict[str, Any]:
    """The options of a read, without its paths."""
    found = _converted(options, _READING)
    if "corrupt_column" in found and found.get("on_bad_row") != "keep":
        raise ValueError("option 'corrupt_column' requires on_bad_row=keep")
    if "partition_bytes" in found and "partitions" in found:
        raise ValueError("options 'partition_bytes' and 'partitions' cannot be combined")
    return found


def writing_options(options: Mapping[str, str]) -> dict[str, Any]:
    """The options of a write, without its path."""
    found = _converted(options, _WRITING)
    found.setdefault("format", "lines")
    if found["format"] != "csv":
        for name in ("delimiter", "header"):
            if name in found:
                raise ValueError(f"option '{name}' requires format=csv")
    return found


def _converted(options: Mapping[str, str], known: Mapping[str, Callable[[str], Any]]) -> dict[str, Any]:
    found = {}
    for name, text in options.items():
        name = name.lower()
        if name in ("path", "paths"):
            continue
        if name not in known:
            raise ValueError(f"unknown option '{name}'; expected one of: {', '.join(known)}")
        try:
            found[name] = known[name](text)
        except ValueError as error:
            raise ValueError(f"option '{name}': '{text}': {error}") from None
    return found
