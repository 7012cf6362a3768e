import Millrace
import MillraceTables
import Testing

/// What others have written, read here.
@Suite struct ArrowReadingTests {
  /// The text of all tables, or of none with the names of the columns.
  private func text(_ reader: consuming Arrow.TableReader) throws -> String {
    let columns = try reader.schema.map { Columns.Column(name: $0.name, values: .unknown, count: 0) }
    var tables: [Columns.Table] = []
    while let table = try reader.next() { tables.append(table) }
    return Columns.text(of: tables.isEmpty ? [Columns.Table(columns: columns, count: 0)] : tables)
  }

  @Test(arguments: [("pyarrow", 600), ("polars", 150)])
  func `random tables are read as they were written by`(library: String, count: Int) async throws {
    var random = SeededGenerator("seeds of tables")
    let questions = (0..<Scale.count(count)).map { index in
      "write \(library) \(index % 2 == 0 ? "stream" : "file") \(random.below(1 << 30))"
    }
    let answers = try await ArrowPeers.answers(to: questions)
    var mismatches = Mismatches()
    for (question, answer) in zip(questions, answers) {
      do {
        let parts = answer.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let bytes = try ArrowPeers.bytes(answer)
        mismatches.expect(try text(Arrow.TableReader(bytes: bytes)), String(parts[1]), question)
        // The files of Polars cannot be read sequentially.
        if library == "polars", question.contains("file") { continue }
        let cuts = (0..<random.below(20)).map { _ in random.below(bytes.count) }.sorted()
        let source = ChunkedSource(bytes, cutAt: cuts)
        mismatches.expect(try text(Arrow.TableReader(source)), String(parts[1]), question + ", in pieces")
      } catch {
        mismatches.note("\(question): \(error)")
      }
    }
    mismatches.report()
  }
}
