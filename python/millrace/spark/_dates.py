"""Patterns of dates as Java's ``DateTimeFormatter`` has them, as those of ``strptime``."""

from __future__ import annotations

import re

_CONVERSIONS = {
    "y": "%Y", "yyyy": "%Y", "u": "%Y", "uuuu": "%Y", "yy": "%y", "M": "%m", "MM": "%m", "L": "%m", "LL": "%m", "MMM": "%b", "LLL": "%b",
    "MMMM": "%B", "LLLL": "%B", "d": "%d", "dd": "%d", "H": "%H", "HH": "%H", "h": "%I", "hh": "%I", "m": "%M", "mm": "%M",
    "s": "%S", "ss": "%S", "a": "%p", "E": "%a", "EE": "%a", "EEE": "%a", "EEEE": "%A", "X": "%z", "XX": "%z", "XXX": "%z",
    "x": "%z", "xx": "%z", "xxx": "%z", "Z": "%z", "ZZ": "%z", "ZZZ": "%z",
}
_PART = re.compile(r"'((?:[^']|'')*)'|([A-Za-z])\2*|([\[\]{}#])|([^'])", re.DOTALL)


def strptime_format(pattern: str) -> str:
    """
    >>> strptime_format("dd/MM/yyyy HH:mm:ss.SSS")
    '%d/%m/%Y %H:%M:%S.%f'

    :raises ValueError: for a letter without such a conversion, and for parts that may be missing.
    """
    result = ""
    position = 0
    for part in _PART.finditer(pattern):
        if part.start() != position:
            break
        position = part.end()
        text = part[0]
        if part[1] is not None:
            result += "'" if text == "''" else part[1].replace("''", "'").replace("%", "%%")
        elif part[2] is not None:
            if text[0] == "S" and len(text) <= 9:
                result += "%f"
            elif text in _CONVERSIONS:
                result += _CONVERSIONS[text]
            else:
                raise ValueError(f"'{text}' is not supported in a pattern of dates")
        elif part[3] is not None:
            raise ValueError(f"'{text}' is not supported in a pattern of dates, of which no part may be missing")
        else:
            result += "%%" if text == "%" else text
    if position != len(pattern):
        raise ValueError("a quote in a pattern of dates is not closed")
    return result
