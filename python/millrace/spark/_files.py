"""The files of a read, and their division into partitions."""

from __future__ import annotations

import glob
import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any
from zoneinfo import ZoneInfo

from .._library import count_quotes
from .._scan import _FORMATS, _extension

_COMPRESSED = (".gz", ".zst")


@dataclass(frozen=True)
class Range:
    """Rows whose first byte is in a range of bytes of a file. A range without an end is the whole file."""

    path: str
    begin: int = 0
    end: int | None = None
    begins_quoted: bool = False


def local_path(path: str) -> str:
    """The path of a file system that is mounted on every machine."""
    if path.startswith("file:"):
        return "/" + path[len("file:"):].lstrip("/")
    if "://" in path:
        raise ValueError(f"{path}: only files of mounted file systems can be read and written")
    return path


@dataclass(frozen=True)
class Listing:
    """The files of a read with their sizes in bytes, and the folders that `load` names."""

    files: list[tuple[str, int]]
    bases: list[str]


def list_files(options: Mapping[str, str], converted: Mapping[str, Any]) -> Listing:
    """The files of `load`. Patterns are expanded; folders are searched for files.

    :param converted: the options as `reading_options` returns them.
    """
    given = json.loads(options["paths"]) if "paths" in options else [options["path"]] if "path" in options else []
    if not given:
        raise ValueError("load needs a path")
    roots = [root for path in given for root in _expanded(os.path.abspath(local_path(path)))]
    names = [name for root in roots for name in (_files_below(root) if os.path.isdir(root) else [root])]
    if "file_pattern" in converted:
        form = re.compile(_expression(converted["file_pattern"]), re.DOTALL)
        names = [name for name in names if form.fullmatch(os.path.basename(name))]
    if "modified_before" in converted or "modified_after" in converted:
        names = [name for name in names if _is_modified_between(name, converted)]
    bases = [root if os.path.isdir(root) else os.path.dirname(root) for root in roots]
    if "base_path" in converted:
        base = os.path.abspath(local_path(converted["base_path"]))
        if any(os.path.commonpath([base, root]) != base for root in roots):
            raise ValueError(f"option 'basePath': {base} is not a folder above all files")
        bases = [base]
    return Listing([(name, os.path.getsize(name)) for name in names], list(dict.fromkeys(bases)))


def _expanded(path: str) -> list[str]:
    if os.path.exists(path) or not glob.has_magic(path):
        return [path]
    found = sorted(glob.glob(path, recursive=True))
    if not found:
        raise FileNotFoundError(2, "no file matches the pattern", path)
    return found


def _expression(pattern: str) -> str:
    """The regular expression of a pattern as Hadoop has them: ``*``, ``?``, ``[a-z]``, ``[^a]``, ``{a,b}`` and backslashes."""
    result, depth, position = "", 0, 0
    while position < len(pattern):
        character = pattern[position]
        position += 1
        if character == "\\" and position < len(pattern):
            result += re.escape(pattern[position])
            position += 1
        elif character == "[":
            end = pattern.find("]", position + 1)
            if end < 0:
                raise ValueError(f"option 'pathGlobFilter': '{pattern}': a bracket is not closed")
            inner = pattern[position:end].replace("\\", "\\\\").replace("[", "\\[")
            result += f"[{'^' + inner[1:] if inner[0] in '!^' else inner}]"
            position = end + 1
        elif character == "{":
            result, depth = result + "(?:", depth + 1
        elif character == "}" and depth:
            result, depth = result + ")", depth - 1
        elif character == "," and depth:
            result += "|"
        else:
            result += {"*": ".*", "?": "."}.get(character, re.escape(character))
    if depth:
        raise ValueError(f"option 'pathGlobFilter': '{pattern}': a brace is not closed")
    return result


def _is_modified_between(path: str, options: Mapping[str, Any]) -> bool:
    zone = ZoneInfo(options["zone"]) if "zone" in options else timezone.utc
    modified = os.path.getmtime(path)

    def instant(time: datetime) -> float:
        return time.replace(tzinfo=time.tzinfo or zone).timestamp()

    before, after = options.get("modified_before"), options.get("modified_after")
    return (before is None or modified < instant(before)) and (after is None or modified > instant(after))


def _files_below(folder: str) -> Iterator[str]:
    """The files of a folder, without hidden ones and those that a writer has not committed yet."""
    for parent, folders, names in os.walk(folder):
        # A column in the name of a folder may begin with an underscore.
        folders[:] = sorted(name for name in folders if name[0] != "." and (name[0] != "_" or "=" in name))
        yield from (os.path.join(parent, name) for name in sorted(names) if name[0] not in "._")


def format_of(files: list[tuple[str, int]], options: Mapping[str, Any]) -> str:
    """The format of all files: that of the options, or of the extensions."""
    if "format" in options:
        return str(options["format"])
    if not files:
        raise ValueError("no file was found, so its extension cannot tell the format: set the option format")
    formats = {_FORMATS.get(_extension(path)) for path, _ in files}
    if "multi_line" in options and formats <= {"lines", "json"}:
        return "json" if options["multi_line"] else "lines"
    if len(formats) != 1 or not formats <= {"lines", "json", "csv"}:
        raise ValueError("unknown or different file extensions: set the option format to lines, json or csv")
    return str(formats.pop())


def partitions(files: list[tuple[str, int]], size: int, cut: Any) -> list[list[Range]]:
    """Divides files into partitions of `size` bytes: small files share a partition, large ones are cut.

    The files are taken as one sequence of bytes, which is cut at multiples of `size`. A file that cannot be cut belongs to
    the partition of its first byte. Empty files have no rows and are left out.

    :param cut: a function that makes the ranges of a file from its path and the offsets of its cuts, or the whole file.
    """
    found: dict[int, list[Range]] = {}
    position = 0
    for path, length in files:
        if length == 0:
            continue
        first = position // size
        offsets = [next_cut - position for next_cut in range((first + 1) * size, position + length, size)]
        for part in cut(path, offsets, length):
            found.setdefault((position + part.begin) // size, []).append(part)
        position += length
    return list(found.values())


def cut_lines(path: str, offsets: list[int], length: int) -> list[Range]:
    """The ranges of a file that can be cut at every byte."""
    if not offsets or path.endswith(_COMPRESSED):
        return [Range(path)]
    edges = [0, *offsets, length]
    return [Range(path, begin, end) for begin, end in zip(edges, edges[1:])]


def cut_table(path: str, offsets: list[int], length: int) -> list[Range]:
    """The ranges of a CSV file. A cut is between quotes if the number of quotes before it is odd, so they are counted."""
    quotes, ranges = 0, []
    for part in cut_lines(path, offsets, length):
        ranges.append(Range(path, part.begin, part.end, quotes % 2 == 1))
        if part.end is not None and part.end < length:
            quotes += count_quotes(path, part.begin, part.end)
    return ranges


def cut_nowhere(path: str, offsets: list[int], length: int) -> list[Range]:
    return [Range(path)]
