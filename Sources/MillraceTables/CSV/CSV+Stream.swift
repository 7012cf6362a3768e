import Millrace

extension CSV {
  /// Returns the rows of a file, one at a time.
  ///
  /// - Parameters:
  ///   - type: The type of the rows.
  ///   - path: The file's path. For a compressed file, see `DecompressingSource` in MillraceCompression.
  ///   - options: The options. See ``ReadingOptions``.
  /// - Throws: `SystemError` if the file cannot be opened, ``InvalidOptions`` if the options contradict each other.
  public static func stream<Value: Readable>(
    _ type: Value.Type = Value.self, from path: String, options: ReadingOptions = ReadingOptions()
  ) throws -> Elements<Value> {
    try stream(from: try DescriptorSource(path: path), options: options)
  }

  /// Returns the rows of a file descriptor, one at a time.
  ///
  /// - Parameters:
  ///   - type: The type of the rows.
  ///   - descriptor: An open file, pipe or socket in blocking mode. The stream does not close it.
  ///   - options: The options. See ``ReadingOptions``.
  /// - Throws: ``CSV/InvalidOptions`` if the options contradict each other.
  public static func stream<Value: Readable>(
    _ type: Value.Type = Value.self, fromDescriptor descriptor: Int32, options: ReadingOptions = ReadingOptions()
  ) throws -> Elements<Value> {
    try stream(from: DescriptorSource(descriptor: descriptor), options: options)
  }

  /// Returns the rows of bytes in memory, one at a time.
  ///
  /// - Parameters:
  ///   - type: The type of the rows.
  ///   - bytes: A table, as UTF-8 or in the encoding of the options.
  ///   - options: The options. See ``ReadingOptions``.
  /// - Throws: ``CSV/InvalidOptions`` if the options contradict each other.
  public static func stream<Value: Readable>(
    _ type: Value.Type = Value.self, from bytes: [UInt8], options: ReadingOptions = ReadingOptions()
  ) throws -> Elements<Value> {
    try stream(from: ArraySource(bytes), options: options)
  }

  /// Returns the rows of borrowed bytes, one at a time. The bytes are copied, because the stream may outlive them.
  ///
  /// - Parameters:
  ///   - type: The type of the rows.
  ///   - bytes: A table, as UTF-8 or in the encoding of the options.
  ///   - options: The options. See ``ReadingOptions``.
  /// - Throws: ``CSV/InvalidOptions`` if the options contradict each other.
  public static func stream<Value: Readable>(
    _ type: Value.Type = Value.self, from bytes: Span<UInt8>, options: ReadingOptions = ReadingOptions()
  ) throws -> Elements<Value> {
    try unsafe stream(from: ArraySource(bytes.withUnsafeBufferPointer { unsafe [UInt8]($0) }), options: options)
  }

  /// Returns the rows of a source, one at a time.
  ///
  /// - Parameters:
  ///   - type: The type of the rows.
  ///   - source: The bytes of the table.
  ///   - options: The options. See ``ReadingOptions``.
  /// - Throws: ``CSV/InvalidOptions`` if the options contradict each other.
  public static func stream<Value: Readable>(
    _ type: Value.Type = Value.self, from source: some ByteSource, options: ReadingOptions = ReadingOptions()
  ) throws -> Elements<Value> {
    Elements(try Rows(source, options: options))
  }

  /// Returns a reader of a table, for code that reads it with a `FormatReader`.
  ///
  /// - Parameters:
  ///   - source: The bytes of the table.
  ///   - options: The options. See ``ReadingOptions``.
  /// - Throws: ``InvalidOptions`` if the options contradict each other.
  public static func makeReader(
    of source: some ByteSource, options: ReadingOptions = ReadingOptions()
  ) throws -> Reader {
    Reader(try RowCursor(source, options: options))
  }
}

// MARK: - All at once

extension CSV {
  /// Reads all rows of a table.
  ///
  /// ```swift
  /// let stops = try CSV.decode([StopTime].self, from: table)
  /// ```
  ///
  /// - Parameters:
  ///   - type: An array of the type of the rows.
  ///   - bytes: A table, as UTF-8 or in the encoding of the options.
  ///   - options: The options. See ``ReadingOptions``.
  /// - Throws: `FormatError` with line, column and path, and ``InvalidOptions`` if the options contradict each other.
  @inlinable
  public static func decode<Row: Readable>(
    _ type: [Row].Type = [Row].self, from bytes: [UInt8], options: ReadingOptions = ReadingOptions()
  ) throws -> [Row] {
    var elements = try stream(Row.self, from: bytes, options: options)
    var rows: [Row] = []
    while let row = try elements.next() { rows.append(row) }
    return rows
  }

  /// Reads all rows of a table. See ``decode(_:from:options:)-(_,[UInt8],_)``.
  @inlinable
  public static func decode<Row: Readable>(
    _ type: [Row].Type = [Row].self, from text: String, options: ReadingOptions = ReadingOptions()
  ) throws -> [Row] {
    try decode(type, from: Array(text.utf8), options: options)
  }

  /// Reads all rows of a table. See ``decode(_:from:options:)-(_,[UInt8],_)``.
  @inlinable
  public static func decode<Row: Readable>(
    _ type: [Row].Type = [Row].self, from bytes: Span<UInt8>, options: ReadingOptions = ReadingOptions()
  ) throws -> [Row] {
    try unsafe decode(type, from: bytes.withUnsafeBufferPointer { unsafe [UInt8]($0) }, options: options)
  }
}
