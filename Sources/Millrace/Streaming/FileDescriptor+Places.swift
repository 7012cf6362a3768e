import SystemLibrary

extension FileDescriptor {
  /// The number of bytes of a file; nil for a pipe and other things that cannot be read at any place.
  package var size: Int? {
    let end = lseek(number, 0, SEEK_END)
    guard end >= 0, lseek(number, 0, SEEK_SET) == 0 else { return nil }
    return Int(end)
  }

  /// Appends bytes from a place on: as many as can be had at once, and none at the end.
  ///
  /// - Throws: ``SystemError``.
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
