import SystemLibrary

extension FileDescriptor {
  /// The size of a file in bytes, or nil for a pipe and other descriptors that cannot be read at an offset.
  package var size: Int? {
    let end = lseek(number, 0, SEEK_END)
    guard end >= 0, lseek(number, 0, SEEK_SET) == 0 else { return nil }
    return Int(end)
  }

  /// Appends the bytes at an offset: as many as the system returns in one call, and none at the end of the file.
  ///
  /// - Throws: ``SystemError`` if the file cannot be read.
  package func read(at offset: Int, atMost limit: Int, into output: inout OutputSpan<UInt8>) throws {
    var count = 0
    output.withUnsafeMutableBufferPointer { memory, initialized in
      let free = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(memory)[initialized...])
      repeat {
        count = pread(number, free.baseAddress, min(free.count, limit), off_t(offset))
      } while count < 0 && errno == EINTR
      if count > 0 { initialized += count }
    }
    if count < 0 { throw SystemError.last("cannot read \(name)") }
  }
}
