import SystemLibrary

/// An open file, pipe or terminal.
package struct Descriptor {
  package let number: Int32
  /// The name in messages.
  package let path: String

  package init(number: Int32, path: String) {
    self.number = number
    self.path = path
  }

  package static let standardInput = Descriptor(number: STDIN_FILENO, path: "standard input")
  package static let standardOutput = Descriptor(number: STDOUT_FILENO, path: "standard output")
  package static let standardError = Descriptor(number: STDERR_FILENO, path: "standard error")

  /// Opens a file for reading.
  package static func open(_ path: String) throws(CommandError) -> Descriptor {
    let number = openFile(path, flags: O_RDONLY)
    if number >= 0 { return Descriptor(number: number, path: path) }
    let reason = reasonOfFailure()
    guard path.hasPrefix("https://") || path.hasPrefix("http://") else {
      throw .file("read", path: path, reason: reason)
    }
    throw .usage(
      "\(path) is an address, and millrace reads files",
      hint: "read it from a pipe, such as curl -fsS ADDRESS | millrace head -")
  }

  /// Whether a path, after links are resolved, is neither a folder nor a device nor a pipe.
  package static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Whether the path exists.
  package static func isThere(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0
  }

  package func closeFile() { _ = close(number) }

  package var isTerminal: Bool { isatty(number) != 0 }

  /// The size of a regular file in bytes; nil for anything else.
  package var size: Int? {
    var status = stat()
    guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Reads everything up to the end.
  package func readAll() throws(CommandError) -> [UInt8] {
    // One byte more than the size of a regular file, so that the end is detected without reallocation.
    var bytes: [UInt8] = []
    var chunk = max(size ?? 0, 0xFFFF) + 1
    while true {
      let count = bytes.count
      try bytes.append(addingCapacity: chunk) { output throws(CommandError) in try read(into: &output) }
      if bytes.count == count { return bytes }
      chunk = max(bytes.count, 0x10000)
    }
  }

  /// Appends the available bytes, or waits for the first ones. Appends nothing at the end.
  package func read(into output: inout OutputSpan<UInt8>) throws(CommandError) {
    guard readFile(number, into: &output) else { throw .file("read", path: path, reason: reasonOfFailure()) }
  }

  /// Waits until there are bytes to read, or the end.
  ///
  /// - Returns: `false` if no bytes have arrived in this time.
  package func waitForInput(milliseconds: Int32) -> Bool {
    SystemLibrary.waitForInput(number, milliseconds: milliseconds)
  }

  /// Writes all bytes, with as many calls as necessary.
  package func write(_ bytes: Span<UInt8>) throws(CommandError) {
    if writeFile(number, bytes) { return }
    if errno == EPIPE, number == STDOUT_FILENO { throw .closedPipe }
    throw .file("write", path: path, reason: reasonOfFailure())
  }
}
