/// A destination of bytes: a file, a pipe, a socket, a compressor, an array.
///
/// ```swift
/// struct ByteCounter: ByteSink {
///   var count = 0
///   mutating func write(_ bytes: Span<UInt8>) { count += bytes.count }
/// }
/// ```
public protocol ByteSink: ~Copyable {
  /// Writes all bytes, or throws.
  ///
  /// - Parameter bytes: The bytes.
  /// - Throws: ``SystemError``, or an error of the sink's own code. Some of the bytes may have been written.
  mutating func write(_ bytes: Span<UInt8>) throws

  /// Writes buffered bytes. No bytes are written afterwards. The default does nothing.
  ///
  /// - Throws: ``SystemError``, or an error of the sink's own code.
  mutating func finish() throws
}

extension ByteSink where Self: ~Copyable {
  public mutating func finish() throws {}

  /// Writes the bytes of an array. See ``write(_:)``.
  ///
  /// - Throws: The errors of ``write(_:)``.
  public mutating func write(_ bytes: [UInt8]) throws { try bytes.withSpan { try write($0) } }

  /// Writes a text as UTF-8.
  ///
  /// - Throws: The errors of ``write(_:)``.
  public mutating func write(text: String) throws { try text.withUTF8Span { try write($0) } }
}

extension [UInt8]: ByteSink {
  /// Appends the bytes.
  public mutating func write(_ bytes: Span<UInt8>) { append(contentsOf: bytes) }
}
