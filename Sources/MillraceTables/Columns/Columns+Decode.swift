import Millrace

// Functions that create tables from bytes, readers and sources.

extension Columns {
  /// Reads values of a type from JSON, and stores them by column. The columns are the fields of the type, in order of
  /// declaration.
  ///
  /// If there is at least one row, every field has a column, even if it has no values.
  ///
  /// ```swift
  /// let films = try Columns.decode([Film].self, from: bytes)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the array, such as `[Film].self`.
  ///   - bytes: An array of values, or values one after the other, such as one on each line, as UTF-8 bytes.
  ///   - options: The options for reading the stream: how the values are separated, and limits.
  ///   - limits: The limits of the table. See ``Limits``.
  /// - Throws: `FormatError` with offset, line and path.
  @inlinable
  public static func decode<Value: Readable & Writable>(
    _ type: [Value].Type, from bytes: [UInt8], options: JSON.StreamOptions = JSON.StreamOptions(),
    limits: Limits = Limits()
  ) throws -> Table {
    var writer = Writer(limits: limits)
    try JSON.stream(Value.self, from: bytes, options: options).forEach { try writer.append($0) }
    return try writer.finish()
  }

  /// Reads all elements of a source as values of a type, and stores them by column.
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - source: The source, which is read to its end.
  ///   - limits: The limits of the table. See ``Limits``.
  /// - Throws: `FormatError` for the first element that cannot be read or stored.
  @inlinable
  public static func decode<Value: Readable & Writable, Source: ElementSource & ~Copyable>(
    _ type: [Value].Type, fromElements source: inout Source, limits: Limits = Limits()
  ) throws -> Table {
    var writer = Writer(limits: limits)
    while let value = try source.next(Value.self) { try writer.append(value) }
    return try writer.finish()
  }

  /// Reads an array of values of a type, and stores them by column. A reader that is also a source is read as a source.
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - reader: The reader, at the beginning of an array.
  ///   - limits: The limits of the table. See ``Limits``.
  /// - Throws: `FormatError` if the reader is not at such an array, or if a value cannot be stored in columns.
  @inlinable @_disfavoredOverload
  public static func decode<Value: Readable & Writable, Reader: FormatReader & ~Copyable & ~Escapable>(
    _ type: [Value].Type, from reader: inout Reader, limits: Limits = Limits()
  ) throws -> Table {
    var writer = Writer(limits: limits)
    if try reader.beginArray() {
      repeat { try writer.append(try reader.read(Value.self)) } while try reader.nextElement()
    }
    return try writer.finish()
  }

  /// Stores values by column.
  ///
  /// - Parameters:
  ///   - values: The values, each of which becomes a row.
  ///   - limits: The limits of the table. See ``Limits``.
  /// - Throws: `FormatError` if a value cannot be stored in columns.
  @inlinable
  public static func table<Value: Writable>(of values: [Value], limits: Limits = Limits()) throws -> Table {
    var writer = Writer(limits: limits)
    for value in values { try writer.append(value) }
    return try writer.finish()
  }

  /// Stores JSON by column, without intermediate values.
  ///
  /// - Parameters:
  ///   - bytes: An array of rows, or rows one after the other, such as one on each line, as UTF-8 bytes.
  ///   - options: The options for reading the stream: how the rows are separated, and limits.
  ///   - limits: The limits of the table. See ``Limits``.
  /// - Throws: `FormatError` with offset, line and path.
  @inlinable
  public static func table(
    from bytes: [UInt8], options: JSON.StreamOptions = JSON.StreamOptions(), limits: Limits = Limits()
  ) throws -> Table {
    var elements = try JSON.stream(JSON.Value.self, from: bytes, options: options)
    return try table(fromElements: &elements, limits: limits)
  }

  /// Stores all elements of a source by column, without intermediate values.
  ///
  /// - Parameters:
  ///   - source: The source, which is read to its end.
  ///   - limits: The limits of the table. See ``Limits``.
  /// - Throws: As the source does, and `FormatError` if a value cannot be stored in columns.
  @inlinable
  public static func table<Source: ElementSource & ~Copyable>(
    fromElements source: inout Source, limits: Limits = Limits()
  ) throws -> Table {
    var writer = Writer(limits: limits)
    try writer.append(contentsOf: &source)
    return try writer.finish()
  }

  /// Stores the array at a reader by column, without intermediate values. A reader that is also a source is read as a
  /// source.
  ///
  /// - Parameters:
  ///   - reader: The reader, at the beginning of an array.
  ///   - limits: The limits of the table. See ``Limits``.
  /// - Throws: As the reader does, and `FormatError` if a value cannot be stored in columns.
  @inlinable @_disfavoredOverload
  public static func table<Reader: FormatReader & ~Copyable & ~Escapable>(
    from reader: inout Reader, limits: Limits = Limits()
  ) throws -> Table {
    var writer = Writer(limits: limits)
    try forward(from: &reader, to: &writer)
    return try writer.finish()
  }
}
