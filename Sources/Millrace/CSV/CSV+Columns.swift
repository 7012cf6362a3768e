extension CSV {
  /// Reads the first columns of a table, by position, into an array each.
  ///
  /// ```swift
  /// let (trips, stops, sequence) = try CSV.columns(String.self, String.self, Int.self, from: bytes)
  /// ```
  ///
  /// A header is passed over. Columns behind those are passed over as well, but not rows with too few or too many cells.
  ///
  /// - Parameters:
  ///   - types: what the cells of each column are read into.
  ///   - bytes: a table in UTF-8, or what the options say.
  /// - Throws: ``FormatError`` with line, column and path, and ``Contradiction``.
  @inlinable
  public static func columns<each Value: Readable>(
    _ types: repeat (each Value).Type, from bytes: [UInt8], options: ReadingOptions = ReadingOptions()
  ) throws -> (repeat [each Value]) {
    try columns(repeat each types, from: ArraySource(bytes), options: options)
  }

  /// Reads the first columns of a table, by position, into an array each.
  ///
  /// - Throws: as the function for bytes does, and what the source throws.
  @inlinable
  public static func columns<each Value: Readable>(
    _ types: repeat (each Value).Type, from source: some ByteSource, options: ReadingOptions = ReadingOptions()
  ) throws -> (repeat [each Value]) {
    var reader = try makePositionalReader(of: source, options: options)
    let columns = (repeat Column<each Value>())
    while try reader.nextRow(passing: { reader throws in
      // All cells of a row are read before one is kept.
      guard try reader.beginArray() else { return }
      repeat try (each columns).readNext(from: &reader)
    }) {
      repeat (each columns).keepNext()
    }
    return (repeat (each columns).values)
  }

  @usableFromInline
  static func makePositionalReader(of source: some ByteSource, options: ReadingOptions) throws -> Reader {
    Reader(try Cells(source, options: options, readsByPosition: true))
  }

  /// A column that is being read.
  @usableFromInline
  final class Column<Value: Readable> {
    @usableFromInline private(set) var values: [Value] = []
    private var next: Value?

    @usableFromInline init() {}

    @usableFromInline
    func readNext(from reader: inout Reader) throws {
      guard reader.standsAtCell else { try reader.failTooFewColumns() }
      next = try reader.read(Value.self)
      _ = try reader.nextElement()
    }

    @usableFromInline
    func keepNext() {
      if let value = next.take() { values.append(value) }
    }
  }
}

extension CSV.Reader {
  /// Goes on to the next row, and reads it.
  ///
  /// - Returns: `false` behind the last row.
  @usableFromInline
  mutating func nextRow(passing read: (inout CSV.Reader) throws -> Void) throws -> Bool {
    while true {
      do {
        guard try nextRow() else { return false }
        try read(&self)
        return true
      } catch {
        try cells.pass(error)
      }
    }
  }

  /// Whether there is another cell in the row.
  var standsAtCell: Bool { standing == .cell }

  /// Throws the error for more types than columns.
  func failTooFewColumns() throws -> Never {
    throw FormatError(.mismatch(expected: .value, found: .null), at: cells.place(at: nil))
  }
}
