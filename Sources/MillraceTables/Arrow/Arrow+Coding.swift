import Millrace

// Functions that decode and encode rows.

extension Arrow {
  /// Reads all rows of an Arrow stream or file.
  ///
  /// ```swift
  /// let bytes = try Arrow.encode(films)
  /// let again = try Arrow.decode([Film].self, from: bytes)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the array, such as `[Film].self`.
  ///   - bytes: An Arrow stream or file, which is detected by its first bytes.
  ///   - options: The options. See ``ReadingOptions``.
  /// - Throws: `FormatError` with the row, or the offset of the batch, and the column.
  @inlinable
  public static func decode<Row: Readable>(
    _ type: [Row].Type = [Row].self, from bytes: [UInt8], options: ReadingOptions = ReadingOptions()
  ) throws -> [Row] {
    var reader = try Rows(bytes: bytes, options: options)
    var rows: [Row] = []
    while let row = try reader.next(Row.self) { rows.append(row) }
    return rows
  }

  /// Returns the rows of bytes in memory, one at a time.
  ///
  /// - Parameters:
  ///   - type: The type of the rows.
  ///   - bytes: An Arrow stream or file, which is detected by its first bytes.
  ///   - options: The options. See ``ReadingOptions``.
  /// - Throws: `FormatError` if the footer of a file cannot be read.
  public static func stream<Row: Readable>(
    _ type: Row.Type = Row.self, from bytes: [UInt8], options: ReadingOptions = ReadingOptions()
  ) throws -> Elements<Row> {
    Elements(try Rows(bytes: bytes, options: options))
  }

  /// Returns the rows of a file, one at a time.
  ///
  /// - Parameters:
  ///   - type: The type of the rows.
  ///   - path: The path of a file or a pipe, which contains an Arrow stream or file.
  ///   - options: The options. See ``ReadingOptions``.
  /// - Throws: `SystemError` if the file cannot be opened, `FormatError` if its footer cannot be read.
  public static func stream<Row: Readable>(
    _ type: Row.Type = Row.self, from path: String, options: ReadingOptions = ReadingOptions()
  ) throws -> Elements<Row> {
    Elements(try Rows(path: path, options: options))
  }

  /// Returns the rows of a source, one at a time.
  ///
  /// - Parameters:
  ///   - type: The type of the rows.
  ///   - source: An Arrow stream or file, which is detected by its first bytes.
  ///   - options: The options. See ``ReadingOptions``.
  public static func stream<Row: Readable>(
    _ type: Row.Type = Row.self, from source: some ByteSource, options: ReadingOptions = ReadingOptions()
  ) -> Elements<Row> {
    Elements(Rows(source, options: options))
  }

  /// Writes rows as an Arrow stream or file.
  ///
  /// ```swift
  /// let bytes = try Arrow.encode(films, options: .init(container: .file))
  /// ```
  ///
  /// - Parameters:
  ///   - rows: The rows.
  ///   - options: The options. See ``WritingOptions``.
  /// - Throws: `FormatError` with the row and the column, if a value does not fit the schema or cannot be stored in a
  ///   column.
  @inlinable
  public static func encode<Row: Writable>(
    _ rows: [Row], options: WritingOptions = WritingOptions()
  ) throws -> [UInt8] {
    var writer = try StreamWriter(to: [UInt8](), options: options)
    for row in rows { try writer.append(row) }
    return try writer.finish()
  }

  /// Writes a table as an Arrow stream or file.
  ///
  /// - Parameters:
  ///   - table: The table.
  ///   - options: The options. See ``WritingOptions``.
  /// - Throws: As ``encode(_:options:)-([Row],_)`` does.
  public static func encode(_ table: Columns.Table, options: WritingOptions = WritingOptions()) throws -> [UInt8] {
    var writer = try TableWriter(to: [UInt8](), options: options)
    try writer.write(table)
    return try writer.finish()
  }
}
