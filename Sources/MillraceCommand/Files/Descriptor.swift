import SystemLibrary

/// An open file, pipe or terminal.
package struct Descriptor {
  let number: Int32
  /// What it is called in messages.
  let path: String

  static let standardInput = Descriptor(number: STDIN_FILENO, path: "standard input")
  static let standardOutput = Descriptor(number: STDOUT_FILENO, path: "standard output")
  static let standardError = Descriptor(number: STDERR_FILENO, path: "standard error")

  /// Opens a file for reading.
  package static func open(_ path: String) throws(CommandError) -> Descriptor {
    #if canImport(Darwin)
      let number = Darwin.open(path, O_RDONLY | O_CLOEXEC)
    #elseif canImport(Glibc)
      let number = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    #elseif canImport(Musl)
      let number = Musl.open(path, O_RDONLY | O_CLOEXEC)
    #endif
    guard number >= 0 else { throw .file("read", path: path, reason: lastError()) }
    return Descriptor(number: number, path: path)
  }

  /// Whether a file, or what a link leads to, is neither a folder nor a device nor a pipe.
  static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether there is anything of this name.
  static func isThere(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0
  }

  /// Removes a file that has nothing in it.
  static func removeIfEmpty(_ path: String) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == 0 { unlink(path) }
  }

  package func closeFile() { _ = close(number) }

  var isTerminal: Bool { isatty(number) != 0 }

  /// The size of a regular file in bytes; nil for anything else.
  var size: Int? {
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Everything up to the end.
  package func readAll() throws(CommandError) -> [UInt8] {
    // One byte more than a regular file has, so that the end is seen without growing.
    var bytes: [UInt8] = []
    var chunk = max(size ?? 0, 0xFFFF) + 1
    while true {
      var problem: CommandError?
      let count = bytes.count
      bytes.append(addingCapacity: chunk) { output in
        output.withUnsafeMutableBufferPointer { buffer, initialized in
          do throws(CommandError) { initialized = try read(into: buffer) } catch { problem = error }
        }
      }
      if let problem { throw problem }
      if bytes.count == count { return bytes }
      chunk = max(bytes.count, 0x10000)
    }
  }

  /// What can be had at once, or else what comes next; nothing at the end.
  func read(into buffer: UnsafeMutableBufferPointer<UInt8>) throws(CommandError) -> Int {
    while true {
      #if canImport(Darwin)
        let count = Darwin.read(number, buffer.baseAddress, buffer.count)
      #elseif canImport(Glibc)
        let count = Glibc.read(number, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        let count = Musl.read(number, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 { return count }
      guard errno == EINTR else { throw .file("read", path: path, reason: lastError()) }
    }
  }

  /// Writes all bytes, however many calls it takes.
  func write(_ bytes: Span<UInt8>) throws(CommandError) {
    var problem: CommandError?
    bytes.withUnsafeBufferPointer { bytes in
      var written = 0
      while written < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[written...])
        #if canImport(Darwin)
          let count = Darwin.write(number, rest.baseAddress, rest.count)
        #elseif canImport(Glibc)
          let count = Glibc.write(number, rest.baseAddress, rest.count)
        #elseif canImport(Musl)
          let count = Musl.write(number, rest.baseAddress, rest.count)
        #endif
        if count >= 0 {
          written += count
        } else if errno == EPIPE, number == STDOUT_FILENO {
          problem = .closedPipe
          return
        } else if errno != EINTR {
          problem = .file("write", path: path, reason: lastError())
          return
        }
      }
    }
    if let problem { throw problem }
  }
}

/// What the system says of the call that failed last.
package func lastError() -> String { String(cString: strerror(errno)) }

/// Seconds since some fixed moment.
func monotonicSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
