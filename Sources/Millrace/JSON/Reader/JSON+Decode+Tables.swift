// Types with tables are read without code for each type: these functions are not inlinable.

extension JSON {
  /// Reads a value from a JSON document. See ``decode(_:from:options:)-(_,Span<UInt8>,_)``.
  @_documentation(visibility: internal) @inline(never)
  public static func decode<Value: __TableType>(
    _ type: Value.Type = Value.self, from bytes: Span<UInt8>, options: ReadingOptions = ReadingOptions()
  ) throws(FormatError) -> Value {
    try read(from: bytes, options) { reader in try reader.readValue(of: type) }
  }

  /// Reads a value from a JSON document. See ``decode(_:from:options:)-(_,Span<UInt8>,_)``.
  @_documentation(visibility: internal) @inline(never)
  public static func decode<Value: __TableType>(
    _ type: Value.Type = Value.self, from bytes: [UInt8], options: ReadingOptions = ReadingOptions()
  ) throws(FormatError) -> Value {
    try bytes.withSpan { bytes throws(FormatError) in try decode(type, from: bytes, options: options) }
  }

  /// Reads a value from a JSON document. See ``decode(_:from:options:)-(_,Span<UInt8>,_)``.
  @_documentation(visibility: internal) @inline(never)
  public static func decode<Value: __TableType>(
    _ type: Value.Type = Value.self, from text: String, options: ReadingOptions = ReadingOptions()
  ) throws(FormatError) -> Value {
    try text.withUTF8Span { bytes throws(FormatError) in try decode(type, from: bytes, options: options) }
  }

  /// Reads an array from a JSON document. See ``decode(_:from:options:)-(_,Span<UInt8>,_)``.
  @_documentation(visibility: internal) @inline(never)
  public static func decode<Value: __TableType>(
    _ type: [Value].Type = [Value].self, from bytes: Span<UInt8>, options: ReadingOptions = ReadingOptions()
  ) throws(FormatError) -> [Value] {
    try read(from: bytes, options) { reader in try reader.readValues(of: Value.self) }
  }

  /// Reads an array from a JSON document. See ``decode(_:from:options:)-(_,Span<UInt8>,_)``.
  @_documentation(visibility: internal) @inline(never)
  public static func decode<Value: __TableType>(
    _ type: [Value].Type = [Value].self, from bytes: [UInt8], options: ReadingOptions = ReadingOptions()
  ) throws(FormatError) -> [Value] {
    try bytes.withSpan { bytes throws(FormatError) in try decode(type, from: bytes, options: options) }
  }

  /// Reads an array from a JSON document. See ``decode(_:from:options:)-(_,Span<UInt8>,_)``.
  @_documentation(visibility: internal) @inline(never)
  public static func decode<Value: __TableType>(
    _ type: [Value].Type = [Value].self, from text: String, options: ReadingOptions = ReadingOptions()
  ) throws(FormatError) -> [Value] {
    try text.withUTF8Span { bytes throws(FormatError) in try decode(type, from: bytes, options: options) }
  }
}
