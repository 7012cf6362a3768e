import SystemLibrary

/// A file, pipe, socket or terminal that bytes are written to.
public struct DescriptorSink: ByteSink, Sendable {
  private let descriptor: FileDescriptor

  /// Creates a file, or empties it. It is closed with the last copy of the sink.
  ///
  /// - Throws: ``SystemError``.
  public init(path: String) throws {
    descriptor = try FileDescriptor(opening: path, flags: O_WRONLY | O_CREAT | O_TRUNC, action: "write")
  }

  /// Writes to a descriptor that somebody else has opened and will close.
  ///
  /// - Parameter number: a descriptor in blocking mode; 1 is standard output.
  public init(descriptor number: Int32) {
    descriptor = FileDescriptor(number: number, name: "descriptor \(number)", isOurs: false)
  }

  /// - Throws: ``SystemError``.
  public func write(_ bytes: Span<UInt8>) throws { try descriptor.write(bytes) }
}
