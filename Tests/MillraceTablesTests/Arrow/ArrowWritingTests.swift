import Millrace
import MillraceTables
import Testing

/// What is written here, read by others.
@Suite struct ArrowWritingTests {
  private static let containers: [(Arrow.Container, String)] = [(.stream, "stream"), (.file, "file")]

  private func encoded(
    _ table: Columns.Table, _ container: Arrow.Container, rowsPerBatch: Int = 65_536
  ) throws -> [UInt8] {
    let options = Arrow.WritingOptions(container: container, rowsPerBatch: rowsPerBatch)
    var writer = try Arrow.TableWriter(to: [UInt8](), options: options)
    try writer.write(table)
    return try writer.finish()
  }

  @Test(arguments: ["pyarrow", "polars", "duckdb"])
  func `random tables are read as they are by`(library: String) async throws {
    var questions: [String] = []
    var expected: [String] = []
    for part in 0..<Scale.count(150) {
      var random = RandomArrowTable(random: SeededGenerator("tables", part: part), isCoarse: library == "duckdb")
      let rows = random.random.element(of: [0, 1, 7, 63, 64, 65, 200])
      // A table without columns has no rows for the others.
      let table = random.table(columns: 1 + random.random.below(6), rows: rows)
      for (container, name) in Self.containers {
        let bytes = try encoded(table, container, rowsPerBatch: 1 + random.random.below(100))
        questions.append("read \(library) \(name) \(ArrowPeers.hexadecimal(bytes))")
        expected.append(Columns.text(of: [table]))
      }
    }
    let answers = try await ArrowPeers.answers(to: questions)
    var mismatches = Mismatches()
    for (index, answer) in answers.enumerated() {
      mismatches.expect(String(answer), expected[index], "table \(index / 2)")
    }
    mismatches.report()
  }
}
