"""JSON and CSV to Arrow at high speed.

>>> import millrace
>>> table = millrace.read_table("films.jsonl", columns=["id", "title"])      # a pyarrow.Table
>>> frame = polars.DataFrame(millrace.scan("films.jsonl", threads=2))        # or anything that takes Arrow streams
"""

from ._library import MillraceError, __version__
from ._scan import Scan, infer_schema, read_table, scan
from ._write import convert, write

__all__ = ["MillraceError", "Scan", "__version__", "convert", "infer_schema", "read_table", "scan", "write"]
