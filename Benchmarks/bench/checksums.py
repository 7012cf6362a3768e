"""Checksums of columns, which all contenders make in the same way.

A column's is the CRC-32 of its values as text, each with a line feed after it. A value that is absent has no text, a
double has the fewest digits that read back as the same number.
"""

import zlib


def text(value):
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else repr(value)


def of_columns(columns):
    """`columns`: for each name, the values. They are all equally long."""
    (rows,) = {len(values) for values in columns.values()}
    return {
        "rows": rows,
        "columns": {
            name: zlib.crc32("".join(f"{text(value)}\n" for value in values).encode())
            for name, values in columns.items()
        },
    }
