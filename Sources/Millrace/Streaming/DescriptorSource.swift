import SystemLibrary

/// A file, pipe, socket or terminal as a source of bytes.
///
/// Copies of a source share their position.
///
/// ```swift
/// let source = try DescriptorSource(path: "films.jsonl")
/// var films = try JSON.stream(Film.self, from: source, options: JSON.StreamOptions(framing: .lines))
/// print(try films.next()?.name ?? "none")  // Alien
/// ```
public struct DescriptorSource: ByteSource, Sendable {
  private let descriptor: FileDescriptor
  /// The size of the file, if the source has opened it and it has a size.
  package let fileSize: Int?

  /// Opens a file, which is closed with the last copy of the source.
  ///
  /// - Parameter path: The path of the file.
  /// - Throws: ``SystemError`` if the file cannot be opened.
  public init(path: String) throws {
    descriptor = try FileDescriptor(opening: path, flags: O_RDONLY, action: "read")
    fileSize = descriptor.size
  }

  /// Reads from an open descriptor, which the source does not close.
  ///
  /// - Parameter number: A file descriptor in blocking mode; 0 is standard input.
  public init(descriptor number: Int32) {
    descriptor = FileDescriptor(number: number, name: "descriptor \(number)", isOurs: false)
    fileSize = nil
  }

  package init(_ descriptor: FileDescriptor) {
    self.descriptor = descriptor
    fileSize = nil
  }

  public func read(into output: inout OutputSpan<UInt8>) throws { try descriptor.read(into: &output) }
}
