"""A data source for Apache Spark. It needs PySpark 4.0 or newer, and millrace on every machine.

>>> from millrace.spark import MillraceDataSource
>>> spark.dataSource.register(MillraceDataSource)
>>> films = spark.read.format("millrace").schema("id long, title string").load("films/*.jsonl")
>>> films.write.format("millrace").mode("append").save("copies")
"""

from ._source import MillraceDataSource

__all__ = ["MillraceDataSource"]
