"""Turns a folder of JSON lines into Parquet, and prints an aggregate: python to_parquet.py FOLDER TARGET [SCHEMA]"""

import sys

from millrace.spark import MillraceDataSource
from pyspark.sql import SparkSession, functions

folder, target = sys.argv[1:3]
spark = SparkSession.builder.appName("JSON lines to Parquet").getOrCreate()
spark.dataSource.register(MillraceDataSource)

# A schema saves the sample, and selects columns. Bad rows keep their text in the column _corrupt.
reader = spark.read.format("millrace").option("on_bad_row", "keep")
if len(sys.argv) > 3:
    reader = reader.schema(sys.argv[3] + ", _corrupt string")
rows = reader.load(folder)
rows.printSchema()

rows.where("_corrupt IS NULL").drop("_corrupt").write.mode("overwrite").parquet(target)
rows.groupBy(functions.col("_corrupt").isNotNull().alias("bad")).count().orderBy("bad").show()
