extension JSON {
  /// A type of encoded documents: `[UInt8]`, `String`, `Data` in MillraceFoundation, and your own types.
  ///
  /// ```swift
  /// struct Body: JSON.Document {
  ///   var text: String
  ///   init(json utf8: Span<UInt8>) { text = utf8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }
  /// }
  ///
  /// let body = try JSON.encode(films, as: Body.self)
  /// ```
  public protocol Document {
    /// - Parameter utf8: a whole document.
    init(json utf8: Span<UInt8>)

    /// Takes the document out of the writer that has written it. There is a default, which copies it.
    static func take<Style: JSON.Style>(from writer: consuming StyledWriter<Style>) -> Self
  }

  /// Writes a value as a JSON document.
  ///
  /// ```swift
  /// let text = try JSON.encode(films, as: String.self, style: JSON.Pretty.self)
  /// ```
  ///
  /// - Throws: ``FormatError`` for what JSON cannot express, such as NaN, with the path of the value.
  @inlinable
  public static func encode<Value: Writable & ~Copyable, Document: JSON.Document, Style: JSON.Style>(
    _ value: borrowing Value, as type: Document.Type, style: Style.Type
  ) throws(FormatError) -> Document {
    try withUnsafeTemporaryAllocation(byteCount: OutputBuffer.scratchCapacity, alignment: 1) {
      (scratch) throws(FormatError) in
      // SAFETY: an allocation that is not empty has an address, and the writer ends before it does.
      var writer = StyledWriter<Style>(scratch: scratch.baseAddress.unsafelyUnwrapped)
      writer.write(value: value)
      try writer.finish()
      return Document.take(from: writer)
    }
  }

  /// Writes a value as a JSON document in the standard style.
  @inlinable
  public static func encode<Value: Writable & ~Copyable, Document: JSON.Document>(
    _ value: borrowing Value, as type: Document.Type
  ) throws(FormatError) -> Document {
    try encode(value, as: type, style: Standard.self)
  }

  /// Writes a value as a JSON document in UTF-8.
  @inlinable
  public static func encode<Value: Writable & ~Copyable, Style: JSON.Style>(
    _ value: borrowing Value, style: Style.Type
  ) throws(FormatError) -> [UInt8] {
    try encode(value, as: [UInt8].self, style: style)
  }

  /// Writes a value as a JSON document in UTF-8, in the standard style.
  @inlinable
  public static func encode<Value: Writable & ~Copyable>(_ value: borrowing Value) throws(FormatError) -> [UInt8] {
    try encode(value, as: [UInt8].self, style: Standard.self)
  }
}

extension JSON.Document {
  @inlinable
  public static func take<Style: JSON.Style>(from writer: consuming JSON.StyledWriter<Style>) -> Self {
    Self(json: writer.bytes)
  }
}

extension [UInt8]: JSON.Document {
  @inlinable
  public init(json utf8: Span<UInt8>) { self = utf8.withUnsafeBufferPointer { Array($0) } }

  /// Creates the document from a writer's memory.
  @inlinable
  public static func take<Style: JSON.Style>(from writer: consuming JSON.StyledWriter<Style>) -> [UInt8] {
    writer.output.takeArray()
  }
}

extension String: JSON.Document {
  @inlinable
  public init(json utf8: Span<UInt8>) { self = utf8.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }
}
