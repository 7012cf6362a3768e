import Millrace

// Writing rows as text.
//
// Cells are written one after the other, each with a delimiter after it, and the last delimiter of a row becomes the
// end of its line. This is sufficient as long as cells are written in the order of the columns. Otherwise the row is
// rearranged at its end, with the recorded positions of its cells.

extension CSV {
  /// Writes values as rows of a table.
  public typealias Writer = RowWriter<CellText>

  /// The cells of a written table.
  public struct CellText: CellWriter, ~Copyable {
    var output: OutputBuffer
    let options: WritingOptions
    private let listed: Set<[UInt8]>?
    private var names: [String] = []
    /// Whether the columns are fixed, because a row was written.
    private var isHeaderWritten = false
    /// The number of rows that were begun and not discarded.
    private var rowCount = 0
    public var failure: (any Error)?

    // The row that is being written.
    private var rowStart = 0
    /// The next column, if cells are written in the order of the columns.
    private var next = 0
    private var isInOrder = true
    /// The positions in the output of the cells of the columns before the next one.
    private var places = GrowingArray<Place>()

    private struct Place: BitwiseCopyable {
      var start: Int
      var end: Int
    }

    /// - Throws: ``InvalidOptions`` if the options contradict each other.
    init(_ options: WritingOptions, capacity: Int) throws {
      try options.check()
      self.options = options
      listed = options.columns.map { Set($0.map { Array($0.utf8) }) }
      output = OutputBuffer(minimumCapacity: capacity)
      if options.hasByteOrderMark { for byte: UInt8 in [0xEF, 0xBB, 0xBF] { output.append(byte) } }
    }

    /// Returns the text, together with its memory.
    consuming func takeArray() -> [UInt8] { output.takeArray() }

    private var delimiter: UInt8 { options.dialect.delimiter }
  }
}

// MARK: - Columns and rows

extension CSV.CellText {
  public mutating func beginTable() {}
  public mutating func endTable() {}

  public mutating func addColumn(named name: String) -> Bool {
    if let listed, !listed.contains(Array(name.utf8)) {
      if options.unlistedMembers == .rejected { fail(.unlistedColumn(name, row: rowCount - 1)) }
      return false
    }
    if isHeaderWritten {
      fail(.lateColumn(name, row: rowCount - 1))
      return false
    }
    names.append(name)
    places.reserve(names.count)
    return true
  }

  public mutating func beginRow() {
    rowCount += 1
    rowStart = output.count
    next = 0
    isInOrder = true
  }

  public mutating func discardRow() {
    // The source may begin the same row again.
    rowCount -= 1
    output.removeLast(output.count - rowStart)
  }

  public mutating func endRow() {
    if names.isEmpty { return fail(.noColumns(row: rowCount - 1)) }
    if !isInOrder { putInOrder() }
    output.append(repeating: delimiter, count: names.count - next)
    endLine()
    if !isHeaderWritten { writeHeader() }
  }

  /// Replaces the last delimiter by the end of the line.
  mutating func endLine() {
    switch options.dialect.lineEnd {
    case .lineFeed: output.lastByte = ASCII.lineFeed
    case .carriageReturnAndLineFeed:
      output.lastByte = ASCII.carriageReturn
      output.append(ASCII.lineFeed)
    }
    output.growIfFull()
  }

  /// Writes the header before the first row.
  private mutating func writeHeader() {
    isHeaderWritten = true
    guard options.dialect.hasHeader, !names.isEmpty else { return }
    let row = taken(from: rowStart)
    for column in names.indices {
      names[column].withUTF8Span { append(text: $0, isFirst: column == 0) }
      output.append(delimiter)
    }
    endLine()
    unsafe row.withUnsafeBufferPointer { unsafe output.append($0) }
  }

  /// Removes the output from a position on, and returns it.
  private mutating func taken(from start: Int) -> [UInt8] {
    let count = output.count - start
    let bytes = unsafe Array(UnsafeRawBufferPointer(start: UnsafeRawPointer(output.start + start), count: count))
    output.removeLast(count)
    return bytes
  }

  private mutating func putInOrder() {
    let row = taken(from: rowStart)
    unsafe row.withUnsafeBufferPointer { row in
      for column in 0..<next {
        let place = places[column]
        unsafe output.append(UnsafeBufferPointer(rebasing: row[place.start - rowStart..<place.end - rowStart]))
        output.append(delimiter)
        output.growIfFull()
      }
    }
  }

  public mutating func finish() throws {
    if !isHeaderWritten {
      rowStart = output.count
      writeHeader()
    }
  }
}

// MARK: - Cells

extension CSV.CellText {
  private mutating func begin(_ column: Int) {
    if column < next {
      isInOrder = false
    } else if column > next {
      output.append(repeating: delimiter, count: column - next)
      for absent in next..<column { places[absent] = Place(start: rowStart, end: rowStart) }
    }
    places[column] = Place(start: output.count, end: output.count)
  }

  private mutating func end(_ column: Int) {
    places[column].end = output.count
    output.append(delimiter)
    output.growIfFull()
    next = max(next, column + 1)
  }

  private mutating func beginScalar(_ column: Int) {
    begin(column)
    appendScalarQuote()
  }

  private mutating func endScalar(_ column: Int) {
    appendScalarQuote()
    end(column)
  }

  public mutating func write(_ value: Bool, at column: Int) {
    beginScalar(column)
    output.append(value ? "true" : "false")
    endScalar(column)
  }

  public mutating func write(_ value: Int64, at column: Int) {
    beginScalar(column)
    if value < 0 { output.append(ASCII.minus) }
    unsafe output.target = unsafe writeInteger(value.magnitude, at: output.target)
    endScalar(column)
  }

  public mutating func write(_ value: Double, at column: Int) {
    write(value, at: column) { output, delimiter in output.append(value, followedBy: delimiter) }
  }

  public mutating func write(_ value: Float, at column: Int) {
    write(Double(value), at: column) { output, delimiter in output.append(value, followedBy: delimiter) }
  }

  /// - Parameter append: Appends the number and a delimiter. Returns `false` if the number is not finite.
  @inline(__always)
  private mutating func write(_ value: Double, at column: Int, _ append: (inout OutputBuffer, UInt8) -> Bool) {
    beginScalar(column)
    if append(&output, delimiter) { output.removeLast(1) } else { fail(.notFinite(value), at: column) }
    endScalar(column)
  }

  public mutating func write(_ value: Instant, at column: Int) {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: instantCapacity) { text in
      if let start = text.baseAddress, let end = unsafe writeInstant(value, fraction: .shortest, at: start) {
        unsafe writeString(utf8: UnsafeBufferPointer(start: start, count: end - start).span, at: column)
      } else {
        fail(.invalidValue(type: "RFC 3339 date and time", found: value.description), at: column)
      }
    }
  }

  public mutating func write(bytes: [UInt8], at column: Int) {
    base64(bytes, .standard).withUTF8Span { writeString(utf8: $0, at: column) }
  }

  public mutating func writeNumber(text: Span<UInt8>, at column: Int) {
    beginScalar(column)
    unsafe text.withUnsafeBufferPointer { unsafe output.append($0) }
    endScalar(column)
  }

  public mutating func write(json: Span<UInt8>, at column: Int) { writeString(utf8: json, at: column) }

  public mutating func writeString(utf8: Span<UInt8>, at column: Int) {
    begin(column)
    append(text: utf8, isFirst: column == 0)
    end(column)
  }

  // MARK: Errors

  public func place(at column: Int?) -> FormatError.Place {
    let row = "/\(max(rowCount - 1, 0))"
    return FormatError.Place(path: column.map { "\(row)/\(JSON.pointerToken(names[$0]))" } ?? row)
  }

  private mutating func fail(_ problem: CSV.Problem) {
    if failure == nil { failure = FormatError(problem, at: place(at: nil)) }
  }

  private mutating func fail(_ problem: FormatError.Problem, at column: Int) {
    if failure == nil { failure = FormatError(problem, at: place(at: column)) }
  }
}
