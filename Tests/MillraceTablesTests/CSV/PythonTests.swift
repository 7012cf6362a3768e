import Testing

@testable import Millrace
@testable import MillraceTables

/// What the `csv` module of Python says of tables.
enum PythonCSV {
  /// The rows of a text, or nil where Python rejects it. Blank lines are left out.
  static func rows(of texts: [(text: [UInt8], delimiter: UInt8)]) async throws -> [[[String]]?] {
    var questions: [UInt8] = []
    for (text, delimiter) in texts {
      questions += Array("r \(delimiter) ".utf8)
      questions.append(hexadecimal: text)
      questions.append(0x0A)
    }
    return try await answers(to: questions, count: texts.count).map { answer in
      if answer == "rejected" { return nil }
      return answer.split(separator: ";").map { row in
        row.split(separator: ",", omittingEmptySubsequences: false).map { String(decoding: bytes($0), as: UTF8.self) }
      }
    }
  }

  /// The text of rows as Python writes it.
  static func texts(of tables: [(rows: [[String]], delimiter: UInt8)]) async throws -> [[UInt8]] {
    var questions: [UInt8] = []
    for (rows, delimiter) in tables {
      questions += Array("w \(delimiter) ".utf8)
      for (index, row) in rows.enumerated() {
        if index > 0 { questions.append(UInt8(ascii: ";")) }
        for (column, cell) in row.enumerated() {
          if column > 0 { questions.append(UInt8(ascii: ",")) }
          questions.append(hexadecimal: Array(cell.utf8))
          if cell.isEmpty { questions.append(UInt8(ascii: "-")) }
        }
      }
      questions.append(0x0A)
    }
    return try await answers(to: questions, count: tables.count).map(bytes)
  }

  private static func answers(to questions: [UInt8], count: Int) async throws -> [Substring] {
    try await Script(program: "python3", file: "csv_oracle.py").answers(to: questions, count: count)
  }

  private static func bytes(_ hexadecimal: Substring) -> [UInt8] {
    if hexadecimal == "-" { return [] }
    let digits = hexadecimal.utf8.map { ASCII.hexadecimalValue($0) ?? 0 }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

@Suite("CSV: as Python's csv module has it")
struct PythonTests {
  private static let delimiters = [",", ";", "\t", "|"].map { Array($0.utf8)[0] }

  /// A table without a header as arrays of cells.
  private static func rows(of text: [UInt8], delimiter: UInt8) throws -> [[String]] {
    let options = CSV.ReadingOptions(dialect: CSV.Dialect(delimiter: delimiter, hasHeader: false))
    return try CSV.decode([[String?]].self, from: text, options: options).map { $0.map { $0 ?? "" } }
  }

  @Test func `random tables are read as Python reads them`() async throws {
    var random = SeededGenerator()
    let texts = (0..<Scale.count(2000)).map { _ in
      let delimiter = random.element(of: Self.delimiters)
      let table = RandomTable(&random, rows: 1 + random.below(8), columns: 1 + random.below(5))
      return (text: table.text(&random, delimiter: delimiter), delimiter: delimiter)
    }
    var mismatches = Mismatches()
    for ((text, delimiter), expected) in zip(texts, try await PythonCSV.rows(of: texts)) {
      let found = try Self.rows(of: text, delimiter: delimiter)
      if found != expected {
        mismatches.note(
          "\(String(decoding: text, as: UTF8.self).debugDescription): \(found), Python: \(expected ?? [])")
      }
    }
    mismatches.report()
  }

  @Test func `hostile texts that are taken are read as Python reads them, and what Python rejects is rejected`()
    async throws
  {
    var random = SeededGenerator()
    let texts = (0..<Scale.count(3000)).map { _ in
      (text: SplittingTests.hostileText(&random), delimiter: UInt8(ascii: ","))
    }
    var mismatches = Mismatches()
    var taken = 0
    for ((text, _), expected) in zip(texts, try await PythonCSV.rows(of: texts)) {
      let found = split(text)
      // Python takes a quote within a cell for itself, and these texts are rejected here; else it is of the same opinion.
      if found.problem == nil {
        taken += 1
        let rows = found.rows.filter { $0 != [NaiveCell()] }.map { $0.map { String(decoding: $0.text, as: UTF8.self) } }
        if rows != expected { mismatches.note("\(text): \(rows), Python: \(expected ?? [])") }
      } else if found.problem != "\(CSV.Problem.quoteInCell)", expected != nil {
        mismatches.note("\(text) is rejected: \(found.problem ?? ""), Python: \(expected ?? [])")
      }
    }
    #expect(taken > texts.count / 20)
    mismatches.report()
  }

  @Test func `tables that Python writes are read back`() async throws {
    var random = SeededGenerator()
    let tables = (0..<Scale.count(2000)).map { _ in
      (
        rows: RandomTable(&random, rows: 1 + random.below(8), columns: 2 + random.below(4)).rows,
        delimiter: random.element(of: Self.delimiters)
      )
    }
    var mismatches = Mismatches()
    for ((rows, delimiter), text) in zip(tables, try await PythonCSV.texts(of: tables)) {
      // A byte order mark at the very beginning is none of the first cell's text.
      if text.starts(with: [0xEF, 0xBB, 0xBF]) { continue }
      mismatches.expect(try Self.rows(of: text, delimiter: delimiter), rows, "\(text)")
    }
    mismatches.report()
  }

  @Test func `tables that are written here are read back by Python, and by the reader with absent cells as such`()
    async throws
  {
    var random = SeededGenerator()
    var written: [(text: [UInt8], delimiter: UInt8)] = []
    var tables: [[[String?]]] = []
    for _ in 0..<Scale.count(2000) {
      let columns = 2 + random.below(4)
      let rows: [[String?]] = RandomTable(&random, rows: 1 + random.below(8), columns: columns).rows.map { row in
        row.map { random.once(in: 5) ? nil : $0 }
      }
      let delimiter = random.element(of: Self.delimiters)
      let dialect = CSV.Dialect(
        delimiter: delimiter, hasHeader: false, comment: random.once(in: 3) ? UInt8(ascii: "#") : nil,
        lineEnd: random.once(in: 2) ? .lineFeed : .carriageReturnAndLineFeed)
      let names = (0..<columns).map { "c\($0)" }
      let text = try CSV.encode(rows, options: CSV.WritingOptions(dialect: dialect, columns: names))
      let back = try CSV.decode([[String?]].self, from: text, options: CSV.ReadingOptions(dialect: dialect))
      #expect(back == rows, SeededGenerator.note)
      written.append((text, delimiter))
      tables.append(rows)
    }
    var mismatches = Mismatches()
    for (index, read) in try await PythonCSV.rows(of: written).enumerated() {
      let expected = tables[index].map { $0.map { $0 ?? "" } }
      mismatches.expect(read ?? [], expected, "\(written[index])")
    }
    mismatches.report()
  }
}
