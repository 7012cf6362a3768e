import Foundation
import TestSupport
import Testing

@testable import MillraceCommand
import MillraceTables

/// How the tool stores the columns of Parquet files: compression, dictionaries and statistics.
@Suite("Encodings of Parquet files")
struct ParquetEncodingTests {
  /// Prints what a script says of a file.
  private func metadata(_ script: String, _ path: String) throws -> String {
    let imports = "import pyarrow.parquet, sys\nmetadata = pyarrow.parquet.read_metadata(sys.argv[1])\n"
    let result = try pythonWithPeers(imports + script, path)
    try #require(result.status == 0, "\(result.complaints)")
    return result.output
  }

  @Test(arguments: [
    ("zstd", "ZSTD"), ("snappy", "SNAPPY"), ("gzip", "GZIP"), ("lz4", "LZ4"), ("brotli", "BROTLI"),
    ("none", "UNCOMPRESSED"),
  ])
  func `pyarrow, DuckDB and Polars read each compression`(_ name: String, _ codec: String) throws {
    let folder = try TemporaryFolder()
    let lines = (0..<3000).map { "{\"id\":\($0),\"word\":\"word \($0 % 10)\",\"list\":[\($0),null]}\n" }.joined()
    let input = try folder.write(lines, to: "in.jsonl")
    let output = folder.path("out.parquet")
    #expect(millrace("convert", input, output, "--parquet-compression", name).status == 0)
    let codecs = "print({metadata.row_group(0).column(i).compression for i in range(metadata.num_columns)})"
    #expect(try metadata(codecs, output) == "{'\(codec)'}\n")
    let script = """
      import duckdb, polars, pyarrow.parquet, sys
      expected = [{"id": i, "word": f"word {i % 10}", "list": [i, None]} for i in range(3000)]
      print(pyarrow.parquet.read_table(sys.argv[1]).to_pylist() == expected)
      print(duckdb.read_parquet(sys.argv[1]).to_arrow_table().to_pylist() == expected)
      print(polars.read_parquet(sys.argv[1]).to_arrow().to_pylist() == expected)
      """
    #expect(try pythonWithPeers(script, output).output == "True\nTrue\nTrue\n")
  }

  @Test func `Zstandard is the default, and other codecs and formats are errors`() throws {
    let folder = try TemporaryFolder()
    let input = try folder.write("{\"a\":1}\n", to: "in.jsonl")
    #expect(millrace("convert", input, folder.path("out.parquet")).status == 0)
    #expect(
      try metadata("print(metadata.row_group(0).column(0).compression)", folder.path("out.parquet")) == "ZSTD\n")
    let unknown = millrace("convert", input, folder.path("b.parquet"), "--parquet-compression", "lzo")
    #expect(unknown.status == 2)
    #expect(unknown.complaints.hasPrefix("millrace: --parquet-compression"))
    let other = millrace("convert", input, folder.path("b.csv"), "--parquet-compression", "zstd")
    #expect(other.status == 2 && other.complaints.contains("--parquet-compression cannot be used here"))
  }

  @Test func `columns have dictionaries where these save space`() throws {
    let folder = try TemporaryFolder()
    // In the first rows `late` has few values, and then as many as there are rows.
    let lines = (0..<40_000).map { row in
      """
      {"few":\(row % 5),"id":\(row),"word":"word \(row % 1000)","text":"a long text with the number \(row)",\
      "late":\(row < 10_000 ? row % 3 : row)}

      """
    }
    let input = try folder.write(lines.joined(), to: "in.jsonl")
    let output = folder.path("out.parquet")
    let result = RowBlocks.$chunkSize.withValue(1 << 18) { millrace("convert", input, output) }
    #expect(result.status == 0)
    let encodings = """
      for i in range(metadata.num_columns):
          column = metadata.row_group(0).column(i)
          print(column.path_in_schema, column.has_dictionary_page, *sorted(column.encodings))
      """
    #expect(
      try metadata(encodings, output) == """
        few True PLAIN RLE RLE_DICTIONARY
        id False PLAIN RLE
        word True PLAIN RLE RLE_DICTIONARY
        text False PLAIN RLE
        late True PLAIN RLE RLE_DICTIONARY

        """)
    let script = """
      import json, duckdb, polars, pyarrow.parquet, sys
      expected = [json.loads(line) for line in open(sys.argv[1])]
      print(pyarrow.parquet.read_table(sys.argv[2]).to_pylist() == expected)
      print(duckdb.read_parquet(sys.argv[2]).to_arrow_table().to_pylist() == expected)
      print(polars.read_parquet(sys.argv[2]).to_arrow().to_pylist() == expected)
      """
    #expect(try pythonWithPeers(script, input, output).output == "True\nTrue\nTrue\n")
    // A file is at most a tenth larger than that of pyarrow.
    let sizes = """
      import os
      pyarrow.parquet.write_table(pyarrow.parquet.read_table(sys.argv[1]), sys.argv[1] + ".peer", compression="zstd")
      print(os.path.getsize(sys.argv[1]) <= 1.1 * os.path.getsize(sys.argv[1] + ".peer"))
      """
    #expect(try metadata(sizes, output) == "True\n")
  }

  @Test func `statistics are the number of nulls, the smallest and the largest value`() throws {
    let folder = try TemporaryFolder()
    let long = String(repeating: "é", count: 40)
    let rows = """
      n,x,b,s,t,at,none
      -5,1.5,true,b,b\(long),2024-01-01T00:00:00Z,
      ,NaN,false,,a\(long),2023-01-01T00:00:00Z,
      7,-0.0,true,"aé",z\(long),,

      """
    let input = try folder.write(rows, to: "in.csv")
    let output = folder.path("out.parquet")
    #expect(millrace("convert", input, output).status == 0)
    let statistics = """
      for i in range(metadata.num_columns):
          s = metadata.row_group(0).column(i).statistics
          print(metadata.row_group(0).column(i).path_in_schema, s.null_count, s.has_min_max, s.min, s.max, sep="|")
      """
    #expect(
      try metadata(statistics, output) == """
        n|1|True|-5|7
        x|0|True|-0.0|1.5
        b|0|True|False|True
        s|1|True|aé|b
        t|0|True|a\(String(repeating: "é", count: 31))|{
        at|1|True|2023-01-01 00:00:00+00:00|2024-01-01 00:00:00+00:00
        none|3|False|None|None

        """)
  }
}
