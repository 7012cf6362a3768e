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
    var number: Int32
    repeat { number = open(path, flags | O_CLOEXEC, 0o666) } while number < 0 && errno == EINTR
    guard number >= 0 else { throw SystemError.last("cannot \(action) \(path)") }
    self.number = number
    name = path
    isOurs = true
  }

  deinit { if isOurs { _ = close(number) } }

  /// Appends the available bytes. Blocks if none are available.
  func read(into output: inout OutputSpan<UInt8>) throws {
    var count = 0
    output.withUnsafeMutableBufferPointer { memory, initialized in
      let free = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(memory)[initialized...])
      repeat { count = systemRead(number, free.baseAddress, free.count) } while count < 0 && errno == EINTR
      if count > 0 { initialized += count }
    }
    if count < 0 { throw SystemError.last("cannot read \(name)") }
  }

  /// Writes all bytes, with as many calls as necessary.
  func write(_ bytes: Span<UInt8>) throws {
    let isWritten = bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let memory = UnsafeRawBufferPointer(rebasing: rest)
        let count = systemWrite(number, memory.baseAddress, memory.count)
        if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
      }
      return true
    }
    if !isWritten { throw SystemError.last("cannot write \(name)") }
  }
}

// Inside a type that has methods with these names, the system's functions are hidden.

private func systemRead(_ number: Int32, _ memory: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(number, memory, count)
}

private func systemWrite(_ number: Int32, _ memory: UnsafeRawPointer?, _ count: Int) -> Int {
  write(number, memory, count)
}
