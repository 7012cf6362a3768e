import SystemLibrary

/// A file, pipe, socket or terminal as a sink of bytes.
///
/// ```swift
/// var writer = JSON.StreamWriter(to: DescriptorSink(descriptor: 1), as: .lines)
/// try writer.append(films[0])
/// try writer.finish()
/// ```
public struct DescriptorSink: ByteSink, Sendable {
  private let descriptor: FileDescriptor

  /// Creates a file, or truncates an existing one. The file is closed with the last copy of the sink.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: ``SystemError`` if the file cannot be opened.
  public init(path: String) throws {
    descriptor = try FileDescriptor(opening: path, flags: O_WRONLY | O_CREAT | O_TRUNC, action: "write")
  }

  /// Writes to an open descriptor, which the sink does not close.
  ///
  /// - Parameter number: A file descriptor in blocking mode; 1 is standard output.
  public init(descriptor number: Int32) {
    descriptor = FileDescriptor(number: number, name: "descriptor \(number)", isOurs: false)
  }

  /// - Throws: ``SystemError`` if the bytes cannot be written.
  public func write(_ bytes: Span<UInt8>) throws { try descriptor.write(bytes) }
}
