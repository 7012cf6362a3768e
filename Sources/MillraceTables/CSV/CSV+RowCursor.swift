import Millrace

extension CSV {
  /// Reads values from the rows of a table.
  public typealias Reader = RowReader<RowCursor>

  /// The cells of a table, one row at a time, in as much memory as the largest row takes.
  ///
  /// SAFETY: the window belongs to this value. Texts of cells are in it until the next row.
  @safe
  public struct RowCursor: TextCellReader, ~Copyable {
    private var window: RowWindow
    let options: ReadingOptions
    /// The source that converts the text to RFC 4180, if necessary.
    private var rewriting: RewritingSource?
    private(set) var names: [String] = []
    private var isPrepared = false
    /// Whether the first row was already found, to determine the number of columns.
    private var hasFirstRow = false
    /// Whether all cells are read by position, even if there is a header.
    private let readsByPosition: Bool
    /// The number of rows that have been read or skipped.
    public private(set) var rowCount = 0

    // The current row.
    @usableFromInline private(set) var row: Row
    /// Whether the whole row is ASCII.
    private(set) var isASCII = true
    /// The declared kind of each column.
    @usableFromInline private(set) var kinds: [CellKind?] = []
    /// Whether the instants of each column are dates.
    @usableFromInline private(set) var areDates: [Bool] = []
    /// Whether one of the columns was declared to be JSON.
    private(set) var hasJSON = false
    /// The copy of the row in which cells were converted; nil if no column needs it.
    private var convertedRow: ConvertedRow?
    /// Whether there is such a copy.
    private var convertsRows = false
    /// The row before its cells were converted.
    private var originalRow: Row
    /// The positions of a row that was padded.
    private var paddedPositions = GrowingArray<UInt32>()
    /// Texts that mean null.
    private let nullTexts: [[UInt8]]
    /// Whether cells that are not empty may be null.
    @usableFromInline let hasNullTexts: Bool
    let knowsLayoutOfShortStrings = layoutOfShortStringsIsKnown

    /// - Parameters:
    ///   - windowSize: The initial size of the window in memory, in bytes.
    ///   - readsByPosition: Whether the names of the columns are ignored.
    /// - Throws: ``InvalidOptions`` if the options contradict each other.
    init(
      _ source: some ByteSource, options: ReadingOptions, windowSize: Int = StreamBuffer.initialCapacity,
      readsByPosition: Bool = false
    ) throws {
      try options.check()
      self.options = options
      self.readsByPosition = readsByPosition
      nullTexts = options.nullTexts.map { Array($0.utf8) }
      let omitsNonFinite = if case .absent = options.nonFiniteNumbers { true } else { false }
      hasNullTexts = !nullTexts.isEmpty || omitsNonFinite
      var source: any ByteSource = source
      if options.encoding != .utf8 { source = SingleByteSource(source, options.encoding) }
      if options.needsRewriting {
        let rewriting = CSV.RewritingSource(source, options)
        self.rewriting = rewriting
        source = rewriting
      }
      window = RowWindow(
        source, delimiter: options.dialect.delimiter, comment: options.dialect.comment,
        maximumRowSize: options.maximumRowSize, capacity: windowSize)
      row = unsafe Row(start: window.start, positions: window.positions)
      originalRow = row
    }

    public var isPositional: Bool { readsByPosition || !options.dialect.hasHeader && options.columnNames == nil }

    public var nameSeparator: String? { options.nameSeparator }

    public var columnNames: [String] {
      mutating get throws {
        try prepare()
        return names
      }
    }

    /// The delimiter. It is known as soon as the columns are.
    package var delimiter: UInt8 { window.delimiter }

    /// The number of cells that are read of each row, from the first one on; the others are only counted. Default: all.
    var readCells: Int {
      get { window.recordedCells }
      set { window.recordedCells = newValue }
    }

    /// Whether no row can follow, after an error or after the last row.
    @usableFromInline var hasEnded: Bool { window.hasEnded }

    /// Ends the table.
    @usableFromInline mutating func end() { window.end() }

    /// The number of rows of the table if the rest of it is like the rows so far; nil if its size is not known.
    var likelyRowCount: Int? {
      guard let byteCount = window.byteCount, offset > 0 else { return nil }
      return Int(Double(rowCount) * Double(byteCount) / Double(offset))
    }

    /// The number of bytes of the uncompressed text that have been read.
    public var offset: Int { unsafe window.buffer.offset(of: window.buffer.start + window.rowEnd) }
  }
}

extension CSV.RowCursor {
  /// The cells of a row. Whoever reads several of them reads a copy of this value, which stays in registers.
  ///
  /// SAFETY: the memory belongs to the window, and is valid until the next row.
  @frozen @usableFromInline
  @safe
  struct Row {
    /// The window's first byte.
    @usableFromInline let start: UnsafePointer<UInt8>
    /// The position before each cell, and its end after it: see ``RowWindow/positions``.
    @usableFromInline let positions: UnsafePointer<UInt32>

    @inlinable @inline(__always)
    func isEmpty(at column: Int) -> Bool { unsafe positions[column + 1] == positions[column] &+ 1 }

    @inlinable @inline(__always)
    func isQuoted(at column: Int) -> Bool {
      unsafe !isEmpty(at: column) && start[Int(truncatingIfNeeded: positions[column] &+ 1)] == ASCII.quote
    }

    /// Returns the text of a cell without the quotes around it. Quotes in it may still be doubled.
    @inlinable @inline(__always)
    func text(at column: Int) -> UnsafeBufferPointer<UInt8> {
      let first = unsafe Int(truncatingIfNeeded: positions[column] &+ 1)
      let end = unsafe Int(truncatingIfNeeded: positions[column + 1])
      let isQuoted = isQuoted(at: column)
      return unsafe UnsafeBufferPointer(
        start: start + (isQuoted ? first &+ 1 : first), count: end &- first &- (isQuoted ? 2 : 0))
    }

    /// Returns the text of a cell with the quotes around it.
    func writtenText(at column: Int) -> UnsafeBufferPointer<UInt8> {
      let first = unsafe Int(truncatingIfNeeded: positions[column] &+ 1)
      return unsafe UnsafeBufferPointer(
        start: start + first, count: Int(truncatingIfNeeded: positions[column + 1]) &- first)
    }

    /// Whether the text of a cell contains doubled quotes that must be replaced by single quotes.
    @inlinable @inline(__always)
    func hasDoubledQuotes(_ text: UnsafeBufferPointer<UInt8>, at column: Int) -> Bool {
      unsafe isQuoted(at: column) && containsQuote(text)
    }
  }
}

// MARK: - The header

extension CSV.RowCursor {
  /// Determines the columns.
  private mutating func prepare() throws {
    if isPrepared { return }
    isPrepared = true
    do {
      if !options.isContinuation { try window.begin() }
      if options.sniffsDelimiter {
        let comment = options.dialect.comment
        let rewriting = rewriting
        let (line, delimiter) = try unsafe window.withBeginning(lines: CSV.rowsToSniff + 1) { text, isComplete in
          let line = unsafe CSV.separatorLine(of: text)
          let known = line?.delimiter ?? rewriting?.delimiter
          return unsafe (line, known ?? CSV.sniffedDelimiter(of: text, isComplete: isComplete, comment: comment))
        }
        if let line { try window.skip(line.count) }
        if let delimiter, delimiter != window.delimiter { window.setDelimiter(delimiter) }
      } else if !options.isContinuation {
        let line = try unsafe window.withBeginning(lines: 1) { text, _ in unsafe CSV.separatorLine(of: text) }
        if let line, line.delimiter == window.delimiter { try window.skip(line.count) }
      }
      if !options.dialect.hasHeader, let known = options.columnNames {
        // The first row is read like the others, so it may be skipped if it is bad.
        names = known
      } else if try !findFirstRow() {
        names = options.columnNames ?? []
        return
      } else if options.dialect.hasHeader {
        var header = try (0..<window.cellCount).map { try readString(at: $0) }
        if options.headerNames == .numbered { header = CSV.numbered(header) }
        names = options.columnNames ?? header
        if names.count != header.count {
          throw FormatError(
            .wrongNumberOfCells(found: header.count, expected: names.count), at: window.place(of: window.rowStart))
        }
        if !readsByPosition { try checkNames() }
      } else {
        hasFirstRow = true
        names = (1...window.cellCount).map { "column\($0)" }
      }
      for name in options.columns.keys.sorted() where !names.contains(name) {
        throw FormatError(.noSuchColumn(name), at: window.place(of: window.rowStart))
      }
      kinds = names.map { options.columns[$0] ?? options.inferredKinds[Array($0.utf8)] }
      areDates = zip(names, kinds).map { $1 == .instant && options.instants[$0]?.form == .date }
      hasJSON = kinds.contains(.json)
      convertedRow = CSV.ConvertedRow(options, names: names, kinds: kinds)
      convertsRows = convertedRow != nil
    } catch {
      window.end()
      var error = FormatError(wrapping: error)
      error.place.path = ""
      throw error
    }
  }

  /// Finds the first row that is not blank. Blank lines are skipped until the names are known.
  private mutating func findFirstRow() throws -> Bool {
    while try window.next() {
      takeRow()
      if window.cellCount > 1 || !isNull(at: 0) { return true }
    }
    return false
  }

  private func checkNames() throws {
    var seen: Set<[UInt8]> = []
    for (column, name) in names.enumerated() where !seen.insert(Array(name.utf8)).inserted {
      throw unsafe FormatError(.duplicateColumn(name), at: window.place(of: Int(row.positions[column] &+ 1)))
    }
  }
}

// MARK: - Rows

extension CSV.RowCursor {
  private mutating func takeRow() {
    row = unsafe Row(start: window.start, positions: window.positions)
    isASCII = window.isASCII
  }

  public mutating func nextRow() throws -> Bool {
    try prepare()
    if hasFirstRow {
      hasFirstRow = false
      rowCount += 1
      if convertsRows { try convertRow() }
      return true
    }
    while true {
      do {
        guard try window.next() else { return false }
      } catch {
        rowCount += 1
        throw located(error)
      }
      takeRow()
      let fits = window.cellCount == names.count
      if !fits {
        window.recordAllCells()
        takeRow()
        // A blank line is not a row, except in a table with one column, where it is a row with a missing cell.
        if window.cellCount == 1, isNull(at: 0) { continue }
      }
      rowCount += 1
      if !fits { try fitRow() }
      if _slowPath(convertsRows) { try convertRow() }
      return true
    }
  }

  /// Handles a row whose cell count differs from the column count. The positions of all its cells are known.
  @inline(never)
  private mutating func fitRow() throws {
    let count = window.cellCount
    let error = FormatError(.wrongNumberOfCells(found: count, expected: names.count), at: place(at: nil))
    let isRejected =
      switch options.raggedRows {
      case .rejected: true
      case .padded: names.count < count && (names.count..<count).contains { !isNull(at: $0) }
      case .reported: false
      }
    if case .reported(let report) = options.raggedRows { report(error) }
    if isRejected {
      guard let keepRow = options.keepRow else { throw error }
      keepRow(error)
    }
    guard count < names.count else { return }
    paddedPositions.reserve(names.count + 1)
    unsafe paddedPositions.start.update(from: window.positions, count: count + 1)
    // The added cells after the last cell have the length of a missing cell.
    let end = paddedPositions[count]
    for cell in count..<names.count { paddedPositions[cell + 1] = end &+ UInt32(cell - count + 1) }
    row = unsafe Row(start: row.start, positions: UnsafePointer(paddedPositions.start))
  }

  /// Reads the row from a copy in which cells are converted.
  @inline(never)
  private mutating func convertRow() throws {
    guard var converted = convertedRow.take() else { return }
    originalRow = row
    let failed = converted.convert(row, cellCount: min(names.count, readCells)) { isNull(at: $0) }
    if failed == nil { row = converted.row }
    let instants: CSV.InstantFormat? =
      if let failed, case .instant(let format) = converted.conversions[failed] { format } else { nil }
    convertedRow = consume converted
    guard let failed else { return }
    guard let instants else { try failKind(kinds[failed] ?? .number, at: failed) }
    throw FormatError(.wrongNotation(expected: "\(instants)", found: shownText(at: failed)), at: place(at: failed))
  }

  /// The row as it is in the table.
  private var writtenRow: Row { convertsRows ? originalRow : row }

  @inlinable @inline(__always)
  public func isNull(at column: Int) -> Bool {
    row.isEmpty(at: column) || _slowPath(hasNullTexts) && hasNullText(at: column)
  }

  /// Whether the text of a cell, as it is written in the table, means null.
  @usableFromInline @inline(never)
  func hasNullText(at column: Int) -> Bool {
    let row = writtenRow
    guard !row.isQuoted(at: column) else { return false }
    let text = unsafe row.text(at: column)
    return unsafe isNullText(text) || isOmittedNonFinite(text)
  }

  /// Whether a cell is null only because NaN and infinities count as null by the options.
  func isOmittedNonFinite(at column: Int) -> Bool {
    let row = writtenRow
    guard !row.isQuoted(at: column) else { return false }
    let text = unsafe row.text(at: column)
    return unsafe isOmittedNonFinite(text) && !isNullText(text)
  }

  private func isNullText(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    nullTexts.contains { unsafe $0.elementsEqual(text) }
  }

  private func isOmittedNonFinite(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard case .absent = options.nonFiniteNumbers else { return false }
    return unsafe CSV.nonFiniteNumber(text) != nil
  }

  /// Returns the text of a cell without the quotes around it. Quotes in it may still be doubled.
  @inlinable @inline(__always)
  func text(at column: Int) -> UnsafeBufferPointer<UInt8> { unsafe row.text(at: column) }

  /// The text of the row, without its line break.
  var rowText: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(
      start: writtenRow.start + window.rowStart, count: max(window.textEnd - window.rowStart, 0))
  }

  /// The offset in the source of the current row, or of the row that was rejected last.
  var rowOffset: Int { window.rowOffset }

  // MARK: Errors

  public func place(at column: Int?) -> FormatError.Place {
    guard let column else { return located(window.place(of: window.rowStart), column: nil) }
    // Cells that were added to a row are located at its end.
    let position = unsafe min(Int(writtenRow.positions[column] &+ 1), max(window.rowEnd - 1, window.rowStart))
    return located(window.place(of: position), column: column)
  }

  private func located(_ place: FormatError.Place, column: Int?) -> FormatError.Place {
    var place = place
    place.path = "/\(max(rowCount - 1, 0))"
    if let column {
      place.path?.append("/" + (isPositional ? String(column) : JSON.pointerToken(names[column])))
    }
    return place
  }

  /// Returns an error with the location of the current row.
  @usableFromInline
  func located(_ error: any Error) -> FormatError {
    var error = FormatError(wrapping: error, at: place(at: nil))
    if error.place.path == nil { error.place = located(error.place, column: nil) }
    return error
  }
}

extension CSV {
  /// Returns column names in which empty and duplicate names are replaced by numbered names.
  static func numbered(_ names: [String]) -> [String] {
    // Names are equal if their bytes are.
    var taken = Set(names.map { Array($0.utf8) })
    var seen: Set<[UInt8]> = []
    var nextNumber: [[UInt8]: Int] = [:]
    return names.enumerated().map { index, name in
      let key = Array(name.utf8)
      if !name.isEmpty, seen.insert(key).inserted { return name }
      let base = name.isEmpty ? "column" : name + "_"
      var number = name.isEmpty ? index + 1 : nextNumber[key] ?? 2
      while !taken.insert(Array((base + String(number)).utf8)).inserted { number += 1 }
      nextNumber[key] = number + 1
      return base + String(number)
    }
  }
}
