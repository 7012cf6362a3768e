extension JSON {
  /// Writes a value as a JSON document in UTF-8.
  ///
  /// ```swift
  /// let bytes = try JSON.encode(films)
  /// let readable = try JSON.encode(films, style: JSON.Pretty.self)
  /// ```
  ///
  /// - Throws: ``FormatError`` for what JSON cannot express, such as NaN, with the path of the value.
  @inlinable
  public static func encode<Value: Writable & ~Copyable, Style: JSON.Style>(
    _ value: borrowing Value, style: Style.Type
  ) throws(FormatError) -> [UInt8] {
    try written(value, style: style) { (writer: consuming StyledWriter<Style>) in writer.output.takeArray() }
  }

  /// Writes a value as a JSON document in UTF-8, in the standard style.
  @inlinable
  public static func encode<Value: Writable & ~Copyable>(_ value: borrowing Value) throws(FormatError) -> [UInt8] {
    try encode(value, style: Standard.self)
  }

  /// Writes a value as a JSON document.
  @inlinable
  public static func encode<Value: Writable & ~Copyable, Style: JSON.Style>(
    _ value: borrowing Value, as type: String.Type, style: Style.Type
  ) throws(FormatError) -> String {
    try written(value, style: style) { (writer: consuming StyledWriter<Style>) in
      writer.bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
  }

  /// Writes a value as a JSON document in the standard style.
  @inlinable
  public static func encode<Value: Writable & ~Copyable>(
    _ value: borrowing Value, as type: String.Type
  ) throws(FormatError) -> String {
    try encode(value, as: type, style: Standard.self)
  }

  /// Writes a document with a writer that begins on the stack, and hands over the writer.
  @inlinable @inline(__always)
  static func written<Value: Writable & ~Copyable, Style: JSON.Style, Result>(
    _ value: borrowing Value, style: Style.Type, _ result: (consuming StyledWriter<Style>) -> Result
  ) throws(FormatError) -> Result {
    try withUnsafeTemporaryAllocation(byteCount: OutputBuffer.scratchCapacity, alignment: 1) {
      (scratch) throws(FormatError) in
      // SAFETY: an allocation that is not empty has an address, and the writer ends before it does.
      var writer = StyledWriter<Style>(scratch: scratch.baseAddress.unsafelyUnwrapped)
      writer.write(value: value)
      try writer.finish()
      return result(writer)
    }
  }
}
