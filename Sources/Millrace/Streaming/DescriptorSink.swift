import SystemLibrary

/// A file, pipe, socket or terminal as a sink of bytes.
public struct DescriptorSink: ByteSink, Sendable {
  private let descriptor: FileDescriptor

  /// Creates a file, or truncates an existing one. It is closed with the last copy of the sink.
  ///
  /// - Throws: ``SystemError``.
  public init(path: String) throws {
    descriptor = try FileDescriptor(opening: path, flags: O_WRONLY | O_CREAT | O_TRUNC, action: "write")
  }

  /// Writes to an open descriptor, which the sink does not close.
  ///
  /// - Parameter number: a descriptor in blocking mode; 1 is standard output.
  public init(descriptor number: Int32) {
    descriptor = FileDescriptor(number: number, name: "descriptor \(number)", isOurs: false)
  }

  /// - Throws: ``SystemError``.
  public func write(_ bytes: Span<UInt8>) throws { try descriptor.write(bytes) }
}
