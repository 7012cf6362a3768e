import Millrace
import SystemLibrary

extension Scan {
  /// The layout of the rows in CSV.
  public struct TableLayout: Sendable {
    /// The byte between two cells. Default: a comma.
    public var delimiter: UInt8
    /// The names of the columns of tables without a header; nil if each table has a header. Default: nil.
    public var columnNames: [String]?

    /// Creates a layout. The properties describe the parameters.
    public init(delimiter: UInt8 = ASCII.comma, columnNames: [String]? = nil) {
      self.delimiter = delimiter
      self.columnNames = columnNames
    }
  }

  /// The columns of a table.
  struct Header {
    var names: [String] = []
    /// The offset after the header; 0 if the table has none. Lines before the header are blank.
    var end = 0

    func hasColumn(_ name: String) -> Bool { names.contains { $0.utf8.elementsEqual(name.utf8) } }
  }

  /// A row that cannot be read.
  struct BadRow: Error {
    var error: FormatError
  }

  /// The result of parsing a block.
  struct Parsed {
    var batches: [Batch] = []
    /// The number of lines in the block.
    var lines = 0
    var failure: BadRow?
  }

  /// Converts blocks to batches, one at a time.
  final class Parser {
    private var rows: Rows
    private let layout: TableLayout?
    /// The columns of the rows, for the cells of tables. Names are equal if their bytes are equal.
    private let members: [[UInt8]: Column.Address]
    private let knowsLayoutOfShortStrings = layoutOfShortStringsIsKnown
    private var indentation = Indentation()
    /// The number of bytes of the blocks that contained the rows so far.
    private var byteCount = 0

    init(_ schema: [Arrow.Field], _ options: Options, _ layout: TableLayout?) throws {
      rows = Rows(try Rows.Columns(schema, options), options)
      self.layout = layout
      let columns = rows.root.pointee.children
      members = Dictionary(uniqueKeysWithValues: columns.map { (Array($0.pointee.field.name.utf8), $0) })
    }

    var badCount: Int { rows.badCount }

    /// - Parameters:
    ///   - header: The columns of CSV.
    ///   - flushSize: The number of bytes of rows after which a batch is returned.
    func parse(_ block: Block, header: Header, flushSize: Int) -> Parsed {
      var parsed = Parsed()
      if layout == nil { parseLines(block, &parsed) } else { parseTable(block, header, &parsed) }
      byteCount += block.count
      if byteCount >= flushSize { flush(&parsed) }
      return parsed
    }

    func flush(_ parsed: inout Parsed) {
      byteCount = 0
      if rows.count > 0 { parsed.batches.append(rows.finish()) }
    }
  }
}

// MARK: - Lines

extension Scan.Parser {
  private func parseLines(_ block: Scan.Block, _ parsed: inout Scan.Parsed) {
    var line = block.start
    let end = block.end
    while line < end {
      let feed = memchr(line, Int32(ASCII.lineFeed), end - line)?.assumingMemoryBound(to: UInt8.self) ?? end
      // A reader does not move past a zero, so it reads only the line.
      feed.pointee = 0
      do {
        try parseRow(line, feed)
      } catch {
        let text = UnsafeBufferPointer(start: UnsafePointer(line), count: feed - line)
        var problem = JSON.located(error, in: text.span)
        if !rows.reject(problem, text: text.withoutCarriageReturn) {
          problem.place.line = (problem.place.line ?? 1) + parsed.lines
          problem.place.offset = problem.place.offset.map { $0 + block.offset + (line - block.start) }
          parsed.failure = Scan.BadRow(error: problem)
          return
        }
      }
      if rows.count >= rows.options.batchRows { flush(&parsed) }
      parsed.lines += 1
      line = feed + 1
    }
  }

  @inline(__always)
  private func parseRow(_ line: UnsafeMutablePointer<UInt8>, _ feed: UnsafeMutablePointer<UInt8>) throws {
    var reader = JSON.Reader(
      GuardedInput(padded: line, cursor: line, end: feed), nesting: NestingBudget(limit: rows.options.maximumDepth),
      indentation: indentation, knowsLayoutOfShortStrings: knowsLayoutOfShortStrings)
    reader.skipBlanks()
    if _slowPath(reader.input.cursor == UnsafePointer(feed)) { return }
    try reader.scanObject(into: rows.root, at: rows.count, &rows.rules)
    try reader.finish()
    rows.accept(text: UnsafeBufferPointer(start: UnsafePointer(line), count: feed - line).withoutCarriageReturn)
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate var withoutCarriageReturn: UnsafeBufferPointer<UInt8> {
    last == ASCII.carriageReturn ? UnsafeBufferPointer(rebasing: dropLast()) : self
  }
}

// MARK: - Tables

extension Scan.Parser {
  private func parseTable(_ block: Scan.Block, _ header: Scan.Header, _ parsed: inout Scan.Parsed) {
    parsed.lines = CSV.lineCount(of: UnsafeBufferPointer(start: block.start, count: block.count))
    let hasHeader = block.offset < header.end
    if hasHeader, block.offset + block.count < header.end { return }
    do {
      var options = CSV.ReadingOptions(
        dialect: CSV.Dialect(delimiter: layout?.delimiter ?? ASCII.comma, hasHeader: hasHeader),
        columnNames: hasHeader ? nil : header.names, raggedRows: rows.rules.isLenient ? .padded : .rejected,
        maximumRowSize: min(rows.options.maximumRowSize, 1 << 30))
      options.isContinuation = block.offset > 0
      var cells = try CSV.Cells(Scan.BlockSource(block), options: options)
      let columns = try cells.columnNames.map { members[Array($0.utf8)] }
      guard !columns.isEmpty else { return }
      while !cells.hasEnded {
        if rows.count >= rows.options.batchRows { flush(&parsed) }
        do {
          guard try cells.nextRow() else { break }
        } catch {
          if cells.hasEnded { throw error }
          let text = block.rowText(from: cells.rowOffset, atLeastTo: cells.offset)
          if !rows.reject(FormatError(ofCell: error), text: text) { throw error }
          continue
        }
        do {
          try parseRow(&cells, columns)
        } catch {
          if !rows.reject(FormatError(ofCell: error), text: cells.rowText) { throw error }
        }
      }
    } catch {
      var problem = FormatError(ofCell: error)
      problem.place.offset = problem.place.offset.map { $0 + block.offset }
      parsed.failure = Scan.BadRow(error: problem)
    }
  }

  private func parseRow(_ cells: inout CSV.Cells, _ columns: [Scan.Column.Address?]) throws {
    let index = rows.count
    rows.root.pointee.storeStructure(at: index)
    for cell in columns.indices {
      guard let column = columns[cell], !cells.isAbsent(at: cell) else { continue }
      do {
        try parseCell(&cells, cell, column, at: index)
      } catch {
        guard rows.rules.keepsRows else { throw error }
        if rows.rules.problem == nil { rows.rules.problem = FormatError(ofCell: error) }
        column.pointee.truncate(to: index)
      }
    }
    rows.accept(text: cells.rowText)
  }

  @inline(__always)
  private func parseCell(
    _ cells: inout CSV.Cells, _ cell: Int, _ column: Scan.Column.Address, at index: Int
  ) throws {
    let text = cells.text(at: cell)
    if cells.hasDoubledQuotes(text, at: cell) {
      let place = cells.place(at: cell)
      try cells.withText(at: cell) { text in
        try text.withUnsafeBufferPointer { try parseText($0, column, at: index, place) }
      }
    } else if column.pointee.store(cell: text, at: index, isLenient: rows.rules.isLenient) {
      return
    } else {
      try parseText(text, column, at: index, cells.place(at: cell))
    }
  }

  private func parseText(
    _ text: UnsafeBufferPointer<UInt8>, _ column: Scan.Column.Address, at index: Int, _ place: FormatError.Place
  ) throws {
    if column.pointee.store(cell: text, at: index, isLenient: rows.rules.isLenient) { return }
    switch column.pointee.kind {
    case .structure, .list, .map:
      do {
        // The text of nested values is JSON. It is copied, because keys are compared past its end.
        var copy = Array(text) + [UInt8](repeating: 0, count: GuardedInput.padding)
        try copy.withUnsafeMutableBufferPointer { copy in
          guard let start = copy.baseAddress else { return }
          var reader = JSON.Reader(
            GuardedInput(padded: start, cursor: start, end: start + text.count),
            nesting: NestingBudget(limit: rows.options.maximumDepth), indentation: Indentation(),
            knowsLayoutOfShortStrings: knowsLayoutOfShortStrings)
          reader.skipBlanks()
          try reader.scan(into: column, at: index, &rows.rules)
          try reader.finish()
        }
      } catch {
        throw FormatError(FormatError(wrapping: error).problem, at: place)
      }
    default:
      let found = String(decoding: text.prefix(60), as: UTF8.self)
      throw FormatError(.invalidValue(type: "\(column.pointee.field.type)", found: "\"\(found)\""), at: place)
    }
  }
}

extension FormatError {
  /// An error of a row, whose path begins at the row as it does for lines: the number of the row is that in the block.
  fileprivate init(ofCell error: any Error) {
    self.init(wrapping: error)
    place.path = place.path.map { path in String(path.dropFirst().drop { $0 != "/" }) }
  }
}

extension Scan.Block {
  /// The text of a row that could not be split into cells, up to a line break.
  ///
  /// - Parameters:
  ///   - first: the offset of the row in the block.
  ///   - last: the offset after the bytes that are known to belong to the row, which may include its line break.
  fileprivate func rowText(from first: Int, atLeastTo last: Int) -> UnsafeBufferPointer<UInt8> {
    var end = last
    if end > first, ASCII.isLineBreak(start[end - 1]) {
      end -= 1
    } else {
      while end < count, !ASCII.isLineBreak(start[end]) { end += 1 }
    }
    return UnsafeBufferPointer(start: start + first, count: end - first)
  }
}

extension Scan {
  /// The bytes of a block.
  struct BlockSource: ByteSource {
    private let block: Block
    private var position = 0

    init(_ block: Block) { self.block = block }

    mutating func read(into output: inout OutputSpan<UInt8>) {
      let count = min(output.freeCapacity, block.count - position)
      output.withUnsafeMutableBufferPointer { memory, initialized in
        _ = memory[initialized...].update(
          fromContentsOf: UnsafeBufferPointer(start: block.start + position, count: count))
        initialized += count
      }
      position += count
    }
  }
}
