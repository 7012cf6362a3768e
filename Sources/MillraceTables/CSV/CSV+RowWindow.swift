import Millrace

// Rows in a window that slides over a source.
//
// The window is indexed a part at a time, and a row ends at the next line end of the index. If all of the window is
// indexed and has no further line end, more bytes are appended: the beginning of the row moves to the front of the
// window, the positions move with it, and no byte is scanned twice. Bytes in memory are not copied to a window.

extension CSV {
  /// The rows of a table, one at a time. The properties describe the current row until the next call.
  ///
  /// SAFETY: the positions belong to the index, and are valid as long as the row is the current one.
  @usableFromInline
  @safe
  struct RowWindow: ~Copyable {
    private(set) var buffer: StreamBuffer
    private var source: any ByteSource
    private(set) var index: CellIndex
    private let comment: UInt8?
    private let maximumRowSize: Int

    // All positions are relative to the window's first byte, like those in the index.
    /// The position of the beginning of the row.
    private(set) var rowStart = 0
    /// The position of the end of the last cell in the row.
    private(set) var textEnd = 0
    /// The position after the row and its line end.
    private(set) var rowEnd = 0
    /// The positions around the row's cells: the cell at index `i` begins one byte after position `i` and ends at
    /// position `i + 1`. See ``recordedCells``.
    private(set) var positions: UnsafePointer<UInt32>
    /// Whether the row is known to be ASCII. If not, it was checked to be UTF-8.
    private(set) var isASCII = true
    /// Whether the row was found, or which problem it has.
    private var state = State.atRow

    private enum State {
      /// A row begins at `rowEnd`, where a line feed of a preceding carriage return may come first.
      case atRow, afterCarriageReturn
      /// The rest of a line must be skipped, because of a quote in it.
      case inBadLine
      case ended
    }

    init(_ source: any ByteSource, delimiter: UInt8, comment: UInt8?, maximumRowSize: Int, capacity: Int) {
      buffer = StreamBuffer(for: source, capacity: capacity)
      self.source = source
      index = CellIndex(delimiter: delimiter)
      unsafe positions = index.positions(from: 0)
      self.comment = comment
      self.maximumRowSize = maximumRowSize
    }

    /// Whether no row can follow, after an error or after the last row.
    var hasEnded: Bool { state == .ended }

    /// The offset of the row's first byte in the source.
    var rowOffset: Int { unsafe buffer.offset(of: buffer.start + rowStart) }

    /// The number of bytes of the source, if it is known before it was read.
    var byteCount: Int? { (source as? DescriptorSource)?.fileSize }

    /// The window's first byte.
    var start: UnsafePointer<UInt8> { unsafe UnsafePointer(buffer.start) }

    /// The number of cells in the row.
    var cellCount: Int { index.cellCount }

    /// The number of cells whose positions are known in each row. Default: all.
    var recordedCells: Int {
      get { index.recordedCells }
      set { index.recordedCells = newValue }
    }

    private var available: Int { unsafe buffer.end - buffer.start }
  }
}

extension CSV.RowWindow {
  /// Skips a byte order mark.
  mutating func begin() throws {
    while buffer.count < 3, !buffer.isComplete { try fill() }
    if buffer.count >= 3, unsafe start[0] == 0xEF, unsafe start[1] == 0xBB, unsafe start[2] == 0xBF {
      rowEnd = 3
      unsafe index.restart(at: 3, in: start)
    }
  }

  /// Ends the table.
  mutating func end() { state = .ended }

  /// Finds the next row, or a blank line. Comment lines are skipped.
  ///
  /// - Returns: `false` after the last row.
  /// - Throws: ``FormatError`` for a row whose cells cannot be separated, and errors of the source.
  mutating func next() throws -> Bool {
    while true {
      index.beginRow()
      guard try advanceToRow() else { return false }
      if let comment, try isComment(comment) { continue }
      return try findEnd()
    }
  }

  /// Moves `rowStart` after the last row.
  ///
  /// - Returns: `false` if there are no more bytes.
  private mutating func advanceToRow() throws -> Bool {
    if state == .ended { return false }
    if state == .inBadLine { try skipLine() }
    rowStart = rowEnd
    if state == .afterCarriageReturn {
      if rowStart == available, !buffer.isComplete { try fill() }
      if rowStart < available, unsafe start[rowStart] == ASCII.lineFeed { rowStart += 1 }
      // The line feed is indexed together with the carriage return, to which it belongs.
      if index.indexed < rowStart { extendIndex() }
      rowEnd = rowStart
      state = .atRow
    }
    return true
  }

  private mutating func findEnd() throws -> Bool {
    while true {
      if let end = index.takeRow() {
        try takeRow(upTo: end)
        return true
      }
      if index.misplaced == nil, index.indexed < available {
        extendIndex()
        continue
      }
      // The size is checked first, so that the result does not depend on how much of the row is in memory.
      if (index.misplaced ?? available) - rowStart > maximumRowSize { try failTooLarge() }
      if index.misplaced != nil { try failMisplaced() }
      if buffer.isComplete {
        if index.isQuoted { try failEnding(.unclosedQuote) }
        guard rowStart < available else {
          state = .ended
          return false
        }
        index.takeLastRow(upTo: available)
        try takeRow(upTo: available)
        return true
      }
      try fill()
    }
  }

  /// Accepts the row that was found.
  private mutating func takeRow(upTo end: Int) throws {
    unsafe positions = index.positions(from: rowStart)
    textEnd = end
    if _slowPath(end - rowStart > maximumRowSize) { try failTooLarge() }
    if end == available {
      // The end of the input, without a line end.
      rowEnd = end
    } else {
      state = unsafe start[end] == ASCII.carriageReturn ? .afterCarriageReturn : .atRow
      rowEnd = end + 1
    }
    isASCII = index.nonASCII.upperBound <= rowStart || index.nonASCII.lowerBound >= end
    if _slowPath(rowStart < index.invalidTextEnd || end == available && index.endsWithinCharacter) {
      try checkText(upTo: end)
    }
  }

  /// Checks that the row is UTF-8.
  private mutating func checkText(upTo end: Int) throws {
    if unsafe isValidUTF8(from: start + rowStart, to: start + end) { return }
    recordAllCells()
    let column = (0..<cellCount).first { column in
      let (cellStart, cellEnd) = unsafe (Int(positions[column] &+ 1), Int(positions[column + 1]))
      return unsafe !isValidUTF8(from: start + cellStart, to: start + cellEnd)
    }
    throw FormatError(.invalidUTF8, at: place(of: column.map { unsafe Int(positions[$0] &+ 1) } ?? rowStart))
  }

  /// Makes the positions of all cells of the row known.
  mutating func recordAllCells() {
    index.recordAllCells(upTo: textEnd)
    unsafe positions = index.positions(from: rowStart)
  }

  /// Indexes a further part of the window: as much as was indexed since the last bad row, so that the work for bad rows
  /// grows with the number of bytes between them, but not more than stays in the cache until its rows are read.
  private mutating func extendIndex() {
    index.dropRows(before: rowStart)
    let size = min(max(1 << 10, (index.indexed - index.restarted) / 64 * 64), 1 << 14)
    unsafe index.extend(in: start, to: min(available, index.indexed + size))
  }

  /// Reads more bytes after the row.
  private mutating func fill() throws {
    unsafe buffer.cursor = unsafe buffer.start + rowStart
    let offset = unsafe buffer.offset(of: buffer.start)
    var failure: (any Error)?
    do { try buffer.fill(from: &source) } catch { failure = error }
    let distance = unsafe buffer.offset(of: buffer.start) - offset
    index.move(by: distance)
    rowStart -= distance
    rowEnd = max(rowEnd - distance, 0)
    if let failure {
      state = .ended
      throw FormatError(wrapping: failure, at: place(of: available))
    }
  }

  // MARK: The delimiter

  var delimiter: UInt8 { index.delimiter }

  /// Skips bytes that were read, before the first row is requested.
  mutating func skip(_ count: Int) throws {
    rowEnd += count
    setDelimiter(delimiter)
  }

  /// Restarts the table with another delimiter, before the first row is requested.
  mutating func setDelimiter(_ delimiter: UInt8) {
    index = CSV.CellIndex(delimiter: delimiter)
    unsafe index.restart(at: rowEnd, in: start)
  }

  /// Calls a function with the beginning of the table: a number of lines, but not more than fit in the window. Further
  /// bytes that have arrived are ignored, so that the result does not depend on how the source splits its bytes.
  ///
  /// - Parameter body: A function that receives these lines, and whether they are the whole table.
  mutating func withBeginning<Result>(
    lines: Int, _ body: (UnsafeBufferPointer<UInt8>, _ isComplete: Bool) -> Result
  ) throws -> Result {
    while !buffer.isComplete, available < StreamBuffer.initialCapacity,
      unsafe LaneCount.lineFeeds(in: buffer.bytes) < lines
    {
      try fill()
    }
    let present = unsafe UnsafeBufferPointer(rebasing: buffer.bytes[rowEnd...])
    var end = 0
    var found = 0
    while end < min(present.count, StreamBuffer.initialCapacity - rowEnd), found < lines {
      if unsafe present[end] == ASCII.lineFeed { found += 1 }
      end += 1
    }
    return unsafe body(UnsafeBufferPointer(rebasing: present[..<end]), buffer.isComplete && end == present.count)
  }

  // MARK: Lines that are not rows

  private mutating func isComment(_ comment: UInt8) throws -> Bool {
    if rowStart == available, !buffer.isComplete { try fill() }
    guard rowStart < available, unsafe start[rowStart] == comment else { return false }
    rowEnd = rowStart
    try skipLine()
    return true
  }

  /// Continues after the line that contains `rowEnd`.
  private mutating func skipLine() throws {
    while true {
      while rowEnd < available, unsafe start[rowEnd] != ASCII.lineFeed, unsafe start[rowEnd] != ASCII.carriageReturn {
        rowEnd += 1
      }
      if rowEnd < available || buffer.isComplete { break }
      rowStart = rowEnd
      unsafe index.restart(at: rowEnd, in: start)
      try fill()
    }
    state = .atRow
    if rowEnd < available {
      if unsafe start[rowEnd] == ASCII.carriageReturn { state = .afterCarriageReturn }
      rowEnd += 1
    }
    unsafe index.restart(at: rowEnd, in: start)
  }

  // MARK: Errors

  private mutating func failMisplaced() throws -> Never {
    let position = index.misplaced ?? rowStart
    let byte = unsafe start[position]
    state = .inBadLine
    rowEnd = position
    throw FormatError(byte == ASCII.quote ? .quoteInCell : .textAfterQuote(byte), at: place(of: position))
  }

  private mutating func failEnding(_ problem: CSV.Problem) throws -> Never {
    state = .ended
    throw FormatError(problem, at: place(of: rowStart))
  }

  private mutating func failTooLarge() throws -> Never {
    state = .ended
    throw FormatError(.elementTooLarge(limit: maximumRowSize), at: place(of: rowStart))
  }

  /// Returns the location of a byte of the row.
  ///
  /// - Parameter position: A position in the row, or after it.
  func place(of position: Int) -> FormatError.Place {
    var line = unsafe buffer.position(of: buffer.start + rowStart).lines + index.loneCarriageReturns
    if index.hasCarriageReturns {
      unsafe line -= CSV.CellIndex.loneCarriageReturns(in: start, from: rowStart, to: index.indexed)
    }
    var column = 1
    for place in rowStart..<max(position, rowStart) {
      switch unsafe start[place] {
      case ASCII.lineFeed where unsafe place > rowStart && start[place - 1] == ASCII.carriageReturn: break
      case ASCII.lineFeed, ASCII.carriageReturn:
        line += 1
        column = 1
      case 0x80..<0xC0: break
      default: column += 1
      }
    }
    return unsafe FormatError.Place(offset: buffer.offset(of: buffer.start + position), line: line + 1, column: column)
  }
}
