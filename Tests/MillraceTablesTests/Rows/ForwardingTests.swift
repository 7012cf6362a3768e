import Millrace
import MillraceTables
import Testing

/// Rows from each source to each sink, once directly, and once by way of a tree for each row.
@Suite("Forwarding of rows is decoding and encoding")
struct RowForwardingTests {
  /// The output of a sink, or its error.
  private func outcome(_ body: () throws -> [UInt8]) -> [UInt8] {
    do { return try body() } catch { return Array("\(error)".utf8) }
  }

  private func moveRows<Source: ElementSource & ~Copyable, Sink: ElementSink & ~Copyable>(
    _ source: consuming Source, to sink: inout Sink, isDirect: Bool
  ) throws {
    if isDirect {
      try sink.append(contentsOf: &source)
    } else {
      while let row = try source.next(JSON.Value.self) { try sink.append(row) }
    }
  }

  private func compare<Source: ElementSource & ~Copyable>(
    _ name: String, _ makeSource: @escaping () throws -> Source, _ mismatches: inout Mismatches
  ) throws {
    let columns = ["a", "b", "c", "", "a key that is longer than a word", "é", "a/b"]
    func lines(isDirect: Bool) throws -> [UInt8] {
      var writer = JSON.StreamWriter(to: [UInt8](), as: .lines)
      try moveRows(makeSource(), to: &writer, isDirect: isDirect)
      return try writer.finish()
    }
    func table(isDirect: Bool) throws -> [UInt8] {
      let options = CSV.WritingOptions(columns: columns, unlistedMembers: .leftOut)
      var writer = try CSV.StreamWriter(to: [UInt8](), options: options)
      try moveRows(makeSource(), to: &writer, isDirect: isDirect)
      return try writer.finish()
    }
    func arrow(isDirect: Bool) throws -> [UInt8] {
      var writer = Columns.Writer()
      try moveRows(makeSource(), to: &writer, isDirect: isDirect)
      return try Arrow.encode(writer.finish())
    }
    for (sink, write) in [("lines", lines), ("CSV", table), ("Arrow", arrow)] {
      mismatches.expect(
        outcome { try write(true) }, outcome { try write(false) }, "\(name) to \(sink)")
    }
  }

  @Test func `lines, CSV and Arrow to lines, CSV and Arrow`() throws {
    var random = SeededGenerator()
    var rows = RandomRows(random)
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(150) {
      let objects = rows.rows().filter { $0.object?.isEmpty == false }
      var writer = JSON.StreamWriter(to: [UInt8](), as: .lines)
      for object in objects { try writer.append(object) }
      let lines = try writer.finish()
      let cuts = (0..<lines.count).filter { _ in random.once(in: 20) }
      let framing = JSON.StreamOptions(framing: .lines)
      try compare(
        "lines", { try JSON.Stream(ChunkedSource(lines, cutAt: cuts), options: framing) }, &mismatches)
      let table = RandomTable(&random, rows: random.below(9), columns: 3).text(&random, delimiter: ASCII.comma)
      let names = CSV.ReadingOptions(dialect: CSV.Dialect(hasHeader: false), columnNames: ["a", "b", "é"])
      try compare("CSV", { try CSV.Rows(ChunkedSource(table, cutAt: [table.count / 2]), options: names) }, &mismatches)
      if let arrow = try? Arrow.encode(Columns.decode([JSON.Value].self, from: lines)) {
        try compare("Arrow", { try Arrow.Rows(bytes: arrow) }, &mismatches)
      }
    }
    mismatches.report()
  }
}
