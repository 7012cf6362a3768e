import TestSupport
import Testing

#if os(Linux)
  /// Rows that have few of many keys.
  @Suite("Sparse rows")
  struct SparseRowTests {
    /// Runs the tool on 4,000 rows with two of 3,000 keys, and prints its memory in kilobytes.
    private static let conversion = """
      import json, resource, subprocess, sys
      tool, lines, output, *options = sys.argv[1:]
      with open(lines, "w") as file:
          for row in range(4_000):
              file.write(json.dumps({f"key{row % 1500}": row, f"text{row * 7 % 1500}": str(row % 7)}) + "\\n")
      subprocess.run([tool, "convert", lines, output, "--threads", "2"] + options, check=True)
      print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
      """

    /// Compares the rows of a CSV file, and of lines, with the expected ones.
    private static let comparison = """
      import csv, json, sys
      path = sys.argv[1]
      if path.endswith(".csv"):
          rows = [{key: text for key, text in row.items() if text} for row in csv.DictReader(open(path, newline=""))]
      else:
          rows = [{key: str(value) for key, value in json.loads(line).items()} for line in open(path)]
      assert len(rows) == 4_000, len(rows)
      for row, found in enumerate(rows):
          expected = {f"key{row % 1500}": str(row), f"text{row * 7 % 1500}": str(row % 7)}
          assert found == expected, (row, found, expected)
      """

    @Test(arguments: ["arrow", "parquet", "csv"])
    func `the memory for rows with few of many keys grows with the input`(_ format: String) throws {
      let folder = try TemporaryFolder()
      let result = try python(Self.conversion, toolPath, folder.path("in.jsonl"), folder.path("out.\(format)"))
      let memory = try #require(Int(result.output.dropLast()), "\(result.complaints)")
      #expect(memory < 56 << 10, "\(memory)")
      var rows = folder.path("out.\(format)")
      if format != "csv" {
        #expect(millrace("convert", rows, folder.path("rows.jsonl")).complaints == "")
        rows = folder.path("rows.jsonl")
      }
      let comparison = try python(Self.comparison, rows)
      #expect(comparison.status == 0, "\(comparison.complaints)")
    }

    @Test func `rows of a pipe with few of many keys are read in the same chunks`() throws {
      let folder = try TemporaryFolder()
      let input = folder.path("in.jsonl")
      _ = try python(Self.conversion, toolPath, input, folder.path("file.arrow"))
      let piped = try shell("cat '\(input)' | '\(toolPath)' convert - --from jsonl '\(folder.path("pipe.arrow"))'")
      #expect(piped.status == 0, "\(piped.complaints)")
      #expect(try shell("cmp '\(folder.path("file.arrow"))' '\(folder.path("pipe.arrow"))'").status == 0)
    }
  }
#endif
