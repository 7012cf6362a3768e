import Millrace
import MillraceTables

/// Tables as JSON or CSV text, in pieces of about one megabyte, straight from their columns.
struct TextOutput: Columns.TableSink {
  /// The form of the text.
  enum Form {
    case lines, array
    case csv(CSV.WritingOptions)
  }

  private let form: Form
  private let sink: DescriptorSink
  /// The number of rows that were written.
  private(set) var count = 0

  init(_ form: Form, to sink: DescriptorSink) throws {
    self.form = form
    self.sink = sink
    if case .csv(let options) = form {
      let header = try CSV.StreamWriter(to: [UInt8](), options: options).finish()
      try header.withSpan { try self.sink.write($0) }
    }
  }

  mutating func write(_ table: Columns.Table) throws {
    var start = 0
    while start < table.count {
      let rows = start..<min(start + table.rowsPerText, table.count)
      let text = try text(of: rows, in: table)
      if case .array = form {
        // The elements are after the first bracket, and before the last one and a line feed.
        try write(count == 0 ? "[" : ",")
        try text.withSpan { try sink.write($0.extracting(1..<text.count - 2)) }
      } else {
        try text.withSpan { try sink.write($0) }
      }
      count += rows.count
      start = rows.upperBound
    }
  }

  func end() throws {
    if case .array = form { try write(count == 0 ? "[]\n" : "]\n") }
  }

  private func write(_ text: String) throws {
    try Array(text.utf8).withSpan { try sink.write($0) }
  }

  // MARK: Text

  private func text(of rows: Range<Int>, in table: Columns.Table) throws -> [UInt8] {
    if let text = try directText(of: rows, in: table) { return text }
    do {
      return try textOfRows(table.taking(Array(rows)))
    } catch let error as FormatError {
      // The place of the error is one in the text. That of a single row is a path.
      for row in rows where try directText(of: row..<row + 1, in: table) == nil {
        do { _ = try textOfRows(table.taking([row])) } catch var error as FormatError {
          error.place = FormatError.Place(path: "/\(count + row - rows.lowerBound)" + (error.place.path ?? ""))
          throw error
        }
      }
      throw error
    }
  }

  /// Returns the text of rows, or nil if an entry has no text or columns are nested too deep: then ``textOfRows(_:)`` has the
  /// text or the error.
  private func directText(of rows: Range<Int>, in table: Columns.Table) throws -> [UInt8]? {
    switch form {
    case .lines: table.json(rows, as: .lines, Columns.TextRules(nonFiniteNumbers: .null))
    case .array: table.json(rows, as: .array, Columns.TextRules(nonFiniteNumbers: .null))
    case .csv(let options): try table.csv(rows, options, Columns.TextRules(nonFiniteNumbers: .texts))
    }
  }

  private func textOfRows(_ table: Columns.Table) throws -> [UInt8] {
    switch form {
    case .lines: return try json(table, as: .lines)
    case .array: return try json(table, as: .array)
    case .csv(var options):
      options.dialect.hasHeader = false
      var rows = Columns.Reader(table, nonFiniteNumbers: .texts)
      var writer = try CSV.StreamWriter(to: [UInt8](), options: options)
      try writer.append(contentsOf: &rows)
      return try writer.finish()
    }
  }

  private func json(_ table: Columns.Table, as layout: JSON.StreamLayout) throws -> [UInt8] {
    var rows = Columns.Reader(table, nonFiniteNumbers: .null)
    var writer = JSON.StreamWriter(to: [UInt8](), as: layout)
    try writer.append(contentsOf: &rows)
    return try writer.finish()
  }
}
