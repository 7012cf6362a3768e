import Millrace
import MillraceTables

/// Tables of text in which every column has its place in the line, as programs in Fortran and weather services write
/// them. A format of one's own: what is in this file is all that Millrace needs to know of it.
public enum FixedColumns {
  public typealias Reader = RowReader<ReadCells>
  public typealias Writer = RowWriter<WrittenCells>

  /// A column of a table.
  public struct Column: Sendable {
    public var name: String
    /// The places in the line, counted from 1, in bytes.
    public var places: ClosedRange<Int>
    /// What is there when there is no value; otherwise blanks.
    public var missing = ""

    public init(_ name: String, _ places: ClosedRange<Int>, missing: String = "") {
      self.name = name
      self.places = places
      self.missing = missing
    }
  }

  /// A reader of the lines in `bytes`.
  public static func reader(_ columns: [Column], _ bytes: [UInt8]) -> Reader {
    RowReader(ReadCells(columns: columns, bytes: bytes))
  }

  /// A writer, whose text is `writer.cells.text`.
  public static func writer(_ columns: [Column]) -> Writer {
    RowWriter(WrittenCells(columns: columns), nested: .columns(separator: "."), columns: columns.map(\.name))
  }
}

extension FixedColumns {
  public struct ReadCells: TextCellReader {
    let columns: [Column]
    let bytes: [UInt8]
    var line = 0..<0
    var lineNumber = 0
    var nextLine = 0

    init(columns: [Column], bytes: [UInt8]) {
      self.columns = columns
      self.bytes = bytes
    }

    public var columnNames: [String] { columns.map(\.name) }

    public mutating func nextRow() throws -> Bool {
      guard nextLine < bytes.count else { return false }
      let end = bytes[nextLine...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      line = nextLine..<end
      nextLine = end + 1
      lineNumber += 1
      return true
    }

    /// The bytes of a cell without the blanks around it.
    private func range(of column: Int) -> Range<Int> {
      let places = columns[column].places
      var start = min(line.lowerBound + places.lowerBound - 1, line.upperBound)
      var end = min(line.lowerBound + places.upperBound, line.upperBound)
      func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\r") }
      while start < end, isBlank(bytes[start]) { start += 1 }
      while end > start, isBlank(bytes[end - 1]) { end -= 1 }
      return start..<end
    }

    public func isNull(at column: Int) -> Bool {
      let range = range(of: column)
      return range.isEmpty || bytes[range].elementsEqual(columns[column].missing.utf8)
    }

    public mutating func withText<Result>(
      at column: Int, _ body: (Span<UInt8>) throws -> Result
    ) throws -> Result {
      let bytes = bytes[range(of: column)]
      var text = String(decoding: bytes, as: UTF8.self)
      // Bytes that are not UTF-8 have been replaced.
      guard text.utf8.elementsEqual(bytes) else { try fail(.invalidUTF8, at: column) }
      return try text.withUTF8 { try body($0.span) }
    }

    public func place(at column: Int?) -> FormatError.Place {
      var place = FormatError.Place(offset: line.lowerBound, line: lineNumber, column: 1, path: "/\(lineNumber - 1)")
      guard let column else { return place }
      place.column = columns[column].places.lowerBound
      place.offset = line.lowerBound + columns[column].places.lowerBound - 1
      place.path = "/\(lineNumber - 1)/\(columns[column].name)"
      return place
    }
  }

  public struct WrittenCells: TextCellWriter {
    let columns: [Column]
    public private(set) var text: [UInt8] = []
    public var failure: (any Error)?
    private var lineStart = 0
    private var row = -1

    init(columns: [Column]) { self.columns = columns }

    public mutating func beginTable() {}
    public mutating func endTable() {}
    public mutating func finish() {}

    public mutating func addColumn(named name: String) -> Bool {
      if columns.contains(where: { $0.name == name }) { return true }
      failure = failure ?? FormatError(.unknownField(expected: columns.map(\.name)), at: place(at: nil, name: name))
      return false
    }

    public mutating func beginRow() {
      row += 1
      lineStart = text.count
      text += repeatElement(UInt8(ascii: " "), count: columns.map(\.places.upperBound).max() ?? 0)
      for (column, var missing) in columns.map(\.missing).enumerated() {
        missing.withUTF8 { write(text: $0.span, at: column) }
      }
    }

    public mutating func endRow() { text.append(UInt8(ascii: "\n")) }
    public mutating func discardRow() { text.removeLast(text.count - lineStart) }

    public mutating func write(text cell: Span<UInt8>, at column: Int) {
      let places = columns[column].places
      guard cell.count <= places.count, !(0..<cell.count).contains(where: { cell[$0] == UInt8(ascii: "\n") }) else {
        let problem = FormatError.Problem.invalidValue(
          type: "text",
          found: "\(cell.count) bytes; expected one line of at most \(places.count) bytes")
        failure = failure ?? FormatError(problem, at: place(at: column))
        return
      }
      for index in places {
        let position = index - places.lowerBound
        text[lineStart + index - 1] = position < cell.count ? cell[position] : UInt8(ascii: " ")
      }
    }

    public func place(at column: Int?) -> FormatError.Place { place(at: column, name: column.map { columns[$0].name }) }

    private func place(at column: Int?, name: String?) -> FormatError.Place {
      FormatError.Place(line: row + 1, path: "/\(row)" + (name.map { "/" + $0 } ?? ""))
    }
  }
}
