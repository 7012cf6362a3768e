extension JSON {
  /// A type that an encoded document can have: `[UInt8]`, `String`, `Data` in MillraceFoundation, and your own types.
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
    /// Creates a document.
    ///
    /// - Parameter utf8: A complete document, as UTF-8 bytes.
    init(json utf8: Span<UInt8>)

    /// Takes the document from the writer that has written it. The default implementation copies it.
    static func take<Style: JSON.Style>(from writer: consuming StyledWriter<Style>) -> Self
  }

  /// Writes a value as a JSON document.
  ///
  /// ```swift
  /// let text = try JSON.encode(films, as: String.self, style: JSON.Pretty.self)
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - type: The type of the document.
  ///   - style: The style of the document.
  /// - Throws: ``FormatError`` with the path of the value if JSON cannot represent it, for example NaN.
  @inlinable
  public static func encode<Value: Writable & ~Copyable, Document: JSON.Document, Style: JSON.Style>(
    _ value: borrowing Value, as type: Document.Type, style: Style.Type
  ) throws(FormatError) -> Document {
    // The closure throws no error, because the standard library would copy its result, which has the size of one.
    var failure: FormatError?
    let document: Document? = unsafe withUnsafeTemporaryAllocation(
      byteCount: OutputBuffer.scratchCapacity, alignment: 1
    ) { scratch in
      // SAFETY: an allocation that is not empty has an address, and it outlives the writer.
      var writer = unsafe StyledWriter<Style>(scratch: scratch.baseAddress.unsafelyUnwrapped)
      writer.write(value: value)
      do throws(FormatError) {
        try writer.finish()
      } catch {
        failure = error
        return nil
      }
      return Document.take(from: writer)
    }
    if let failure { throw failure }
    // SAFETY: without an error, the closure has returned a document.
    return unsafe document.unsafelyUnwrapped
  }

  /// Writes a value as a JSON document in the standard style.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - type: The type of the document.
  /// - Throws: ``FormatError`` with the path of the value if JSON cannot represent it, for example NaN.
  @inlinable
  public static func encode<Value: Writable & ~Copyable, Document: JSON.Document>(
    _ value: borrowing Value, as type: Document.Type
  ) throws(FormatError) -> Document {
    try encode(value, as: type, style: Standard.self)
  }

  /// Writes a value as a JSON document in UTF-8.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - style: The style of the document.
  /// - Throws: ``FormatError`` with the path of the value if JSON cannot represent it, for example NaN.
  @inlinable
  public static func encode<Value: Writable & ~Copyable, Style: JSON.Style>(
    _ value: borrowing Value, style: Style.Type
  ) throws(FormatError) -> [UInt8] {
    try encode(value, as: [UInt8].self, style: style)
  }

  /// Writes a value as a JSON document in UTF-8, in the standard style.
  ///
  /// - Parameter value: The value.
  /// - Throws: ``FormatError`` with the path of the value if JSON cannot represent it, for example NaN.
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
  public init(json utf8: Span<UInt8>) { self.init(copying: utf8) }

  /// Creates the document from a writer's memory.
  @inlinable
  public static func take<Style: JSON.Style>(from writer: consuming JSON.StyledWriter<Style>) -> [UInt8] {
    writer.output.takeArray()
  }
}

extension String: JSON.Document {
  @inlinable
  public init(json utf8: Span<UInt8>) {
    self = unsafe utf8.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }
}
