/// A destination of bytes: a file, a pipe, a socket, a compressor, an array.
public protocol ByteSink: ~Copyable {
  /// Writes all of the bytes, or throws.
  ///
  /// - Throws: ``SystemError``, or an error of the sink's own code. Some of the bytes may have been written.
  mutating func write(_ bytes: Span<UInt8>) throws

  /// Writes buffered bytes. No bytes are written afterwards.
  ///
  /// - Throws: ``SystemError``, or an error of the sink's own code.
  mutating func finish() throws
}

extension ByteSink where Self: ~Copyable {
  public mutating func finish() throws {}
}

extension [UInt8]: ByteSink {
  /// Appends the bytes.
  public mutating func write(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
  }
}
