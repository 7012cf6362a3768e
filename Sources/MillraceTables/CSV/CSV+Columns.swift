import Millrace

extension CSV {
  /// Reads the first columns of a table, by position, into an array each.
  ///
  /// ```swift
  /// let (trips, stops, sequence) = try CSV.columns(String.self, String.self, Int.self, from: table)
  /// ```
  ///
  /// The header and further columns are skipped. Rows with too few or too many cells are errors.
  ///
  /// - Parameters:
  ///   - types: The types of the columns.
  ///   - bytes: A table, as UTF-8 or in the encoding of the options.
  ///   - options: The options. See ``ReadingOptions``.
  /// - Throws: `FormatError` with line, column and path, and ``InvalidOptions`` if the options contradict each other.
  @inlinable
  public static func columns<each Value: Readable>(
    _ types: repeat (each Value).Type, from bytes: [UInt8], options: ReadingOptions = ReadingOptions()
  ) throws -> (repeat [each Value]) {
    try columns(repeat each types, from: ArraySource(bytes), options: options)
  }

  /// Reads the first columns of a table, by position, into an array each.
  ///
  /// - Throws: As the function for bytes does, and errors of the source.
  @inlinable
  public static func columns<each Value: Readable>(
    _ types: repeat (each Value).Type, from source: some ByteSource, options: ReadingOptions = ReadingOptions()
  ) throws -> (repeat [each Value]) {
    var reader = try makePositionalReader(of: source, options: options)
    let columns = (repeat Column<each Value>())
    while true {
      do {
        guard try reader.nextRow() else { break }
        // All cells of a row are read before one of them is appended.
        if try reader.beginArray() { repeat try (each columns).readNext(from: &reader) }
      } catch {
        try reader.cells.handleBadRow(error)
        continue
      }
      repeat (each columns).keepNext()
    }
    return (repeat (each columns).values)
  }

  @usableFromInline
  static func makePositionalReader(of source: some ByteSource, options: ReadingOptions) throws -> Reader {
    Reader(try RowCursor(source, options: options, readsByPosition: true))
  }

  /// A column that is being read.
  @usableFromInline
  final class Column<Value: Readable> {
    @usableFromInline var values: [Value] = []
    @usableFromInline var next: Value?

    @inlinable init() {}

    @inlinable
    func readNext(from reader: inout Reader) throws {
      guard reader.position == .cell else { try reader.failMismatch(.value) }
      next = try reader.read(Value.self)
      _ = try reader.nextElement()
    }

    @inlinable
    func keepNext() {
      if let value = next.take() { values.append(value) }
    }
  }
}
