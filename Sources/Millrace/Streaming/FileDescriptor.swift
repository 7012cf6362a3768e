import SystemLibrary

/// A file descriptor of the system: an open file, pipe, socket or terminal.
///
/// If this object owns the descriptor, it is closed with the last reference.
package final class FileDescriptor: Sendable {
  let number: Int32
  /// The name in messages.
  let name: String
  private let isOurs: Bool

  init(number: Int32, name: String, isOurs: Bool) {
    self.number = number
    self.name = name
    self.isOurs = isOurs
  }

  /// - Parameter flags: The flags of `open(2)`.
  package init(opening path: String, flags: Int32, action: String) throws {
    let number = openFile(path, flags: flags)
    guard number >= 0 else { throw SystemError.last("cannot \(action) \(path)") }
    self.number = number
    name = path
    isOurs = true
  }

  deinit { if isOurs { _ = close(number) } }

  /// Appends the available bytes. Blocks if none are available.
  func read(into output: inout OutputSpan<UInt8>) throws {
    guard readFile(number, into: &output) else { throw SystemError.last("cannot read \(name)") }
  }

  /// Appends the bytes at an offset: as many as the system returns in one call, and none at the end of the file.
  ///
  /// - Throws: ``SystemError`` if the file cannot be read.
  package func read(at offset: Int, atMost limit: Int, into output: inout OutputSpan<UInt8>) throws {
    guard readFile(number, at: offset, atMost: limit, into: &output) else {
      throw SystemError.last("cannot read \(name)")
    }
  }

  /// Writes all bytes, with as many calls as necessary.
  func write(_ bytes: Span<UInt8>) throws {
    guard writeFile(number, bytes) else { throw SystemError.last("cannot write \(name)") }
  }

  /// The size of a file in bytes, or nil for a pipe and other descriptors that cannot be read at an offset.
  package var size: Int? {
    let end = lseek(number, 0, SEEK_END)
    guard end >= 0, lseek(number, 0, SEEK_SET) == 0 else { return nil }
    return Int(end)
  }
}
