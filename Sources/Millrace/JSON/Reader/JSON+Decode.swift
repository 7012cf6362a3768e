extension JSON {
  /// Reads a value from a JSON document.
  ///
  /// ```swift
  /// let films = try JSON.decode([Film].self, from: bytes)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - bytes: One JSON text (RFC 8259), as UTF-8 bytes without a byte order mark.
  ///   - options: The limits, and how duplicate keys are handled.
  /// - Throws: ``FormatError`` with line, column and path if the document is not well-formed or does not match the
  ///   type.
  /// - Complexity: One pass over the bytes. Only the memory of the value is allocated.
  @inlinable
  public static func decode<Value: Readable>(
    _ type: Value.Type = Value.self, from bytes: Span<UInt8>, options: ReadingOptions = ReadingOptions()
  ) throws(FormatError) -> Value {
    try read(from: bytes, options) { reader in try Value.readJSON(from: &reader) }
  }

  @inlinable @inline(__always)
  static func read<Value>(
    from bytes: Span<UInt8>, _ options: ReadingOptions, _ readValue: (inout Reader) throws -> Value
  ) throws(FormatError) -> Value {
    do {
      // SAFETY: both memory regions outlive the reader, which ends with the inner closure.
      return try unsafe bytes.withUnsafeBufferPointer { bytes in
        try unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: GuardedInput.scratchCapacity) { scratch in
          var reader = try unsafe Reader(unsafeBytes: bytes, options: options, scratch: scratch.baseAddress)
          do {
            let value = try readValue(&reader)
            try reader.finish()
            return value
          } catch {
            throw FormatError(wrapping: error, at: FormatError.Place(offset: reader.offset))
          }
        }
      }
    } catch {
      throw located(error, in: bytes)
    }
  }

  /// Reads a value from a JSON document. See ``decode(_:from:options:)-(_,Span<UInt8>,_)``.
  @inlinable
  public static func decode<Value: Readable>(
    _ type: Value.Type = Value.self, from bytes: [UInt8], options: ReadingOptions = ReadingOptions()
  ) throws(FormatError) -> Value {
    try bytes.withSpan { bytes throws(FormatError) in try decode(type, from: bytes, options: options) }
  }

  /// Reads a value from a JSON document. See ``decode(_:from:options:)-(_,Span<UInt8>,_)``.
  @inlinable
  public static func decode<Value: Readable>(
    _ type: Value.Type = Value.self, from text: String, options: ReadingOptions = ReadingOptions()
  ) throws(FormatError) -> Value {
    try text.withUTF8Span { bytes throws(FormatError) in try decode(type, from: bytes, options: options) }
  }
}

// MARK: - In a style

extension JSON {
  /// Reads a value from a document in a style.
  ///
  /// ```swift
  /// let films = try JSON.decode([Film].self, from: bytes, style: JSON.Lenient.self)
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - bytes: One document in the grammar of the style, as UTF-8 bytes without a byte order mark.
  ///   - options: The limits, and how duplicate keys are handled.
  ///   - style: The style of the document.
  /// - Throws: ``FormatError`` with line, column and path if the document is not well-formed or does not match the
  ///   type.
  @inlinable
  public static func decode<Value: Readable, Style: JSON.Style>(
    _ type: Value.Type = Value.self, from bytes: Span<UInt8>, options: ReadingOptions = ReadingOptions(),
    style: Style.Type
  ) throws(FormatError) -> Value {
    guard Style.grammar == .json else {
      let json = try rewritten(json5: bytes)
      do {
        return try json.withSpan { try value(type, in: $0, options, style) }
      } catch {
        throw json.withSpan { located(error, in: $0, rewrittenFromJSON5: bytes) }
      }
    }
    do {
      return try value(type, in: bytes, options, style)
    } catch {
      throw located(error, in: bytes)
    }
  }

  /// Reads a value from a document in a style. See ``decode(_:from:options:style:)-(_,Span<UInt8>,_,_)``.
  @inlinable
  public static func decode<Value: Readable, Style: JSON.Style>(
    _ type: Value.Type = Value.self, from bytes: [UInt8], options: ReadingOptions = ReadingOptions(),
    style: Style.Type
  ) throws(FormatError) -> Value {
    try bytes.withSpan { bytes throws(FormatError) in
      try decode(type, from: bytes, options: options, style: style)
    }
  }

  /// Reads a value from a document in a style. See ``decode(_:from:options:style:)-(_,Span<UInt8>,_,_)``.
  @inlinable
  public static func decode<Value: Readable, Style: JSON.Style>(
    _ type: Value.Type = Value.self, from text: String, options: ReadingOptions = ReadingOptions(),
    style: Style.Type
  ) throws(FormatError) -> Value {
    try text.withUTF8Span { bytes throws(FormatError) in
      try decode(type, from: bytes, options: options, style: style)
    }
  }

  @inlinable
  static func value<Value: Readable, Style: JSON.Style>(
    _ type: Value.Type, in bytes: Span<UInt8>, _ options: ReadingOptions, _ style: Style.Type
  ) throws -> Value {
    var reader = try StyledReader<Style>(bytes, options: options)
    do {
      let value = try reader.read(type)
      try reader.finish()
      return value
    } catch {
      throw FormatError(wrapping: error, at: FormatError.Place(offset: reader.reader.offset))
    }
  }
}
