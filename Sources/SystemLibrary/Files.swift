// The system's calls on file descriptors, with spans instead of addresses. A call that a signal has interrupted is repeated.
// After a failure `errno` has the reason. The system's own functions are hidden in types with methods of these names.
//
// SAFETY: the system reads and writes at most as many bytes as the spans have.

/// Opens a file. Programs that this process starts do not inherit it.
///
/// - Parameter flags: The flags of `open(2)`.
/// - Returns: The descriptor, or -1.
package func openFile(_ path: String, flags: Int32) -> Int32 {
  while true {
    let descriptor = unsafe open(path, flags | O_CLOEXEC, 0o666)
    if descriptor >= 0 || errno != EINTR { return descriptor }
  }
}

/// Appends the available bytes, and waits for the first one if there are none. Appends nothing at the end of the file.
///
/// - Parameters:
///   - offset: The offset in the file in bytes, or nil for the position of the descriptor, which then moves.
///   - limit: The maximum number of bytes. By default, it is the free capacity of the output.
/// - Returns: Whether the call succeeded.
package func readFile(
  _ descriptor: Int32, at offset: Int? = nil, atMost limit: Int = .max, into output: inout OutputSpan<UInt8>
) -> Bool {
  unsafe output.withUnsafeMutableBufferPointer { memory, initialized in
    let free = unsafe UnsafeMutableBufferPointer(rebasing: memory[initialized...])
    let size = min(free.count, limit)
    while true {
      let count =
        if let offset { unsafe pread(descriptor, free.baseAddress, size, off_t(offset)) } else {
          unsafe read(descriptor, free.baseAddress, size)
        }
      if count >= 0 {
        initialized += count
        return true
      }
      if errno != EINTR { return false }
    }
  }
}

/// Waits until a descriptor has bytes to read, or has ended.
///
/// - Parameter milliseconds: The longest time to wait.
/// - Returns: `false` if nothing has come.
package func waitForInput(_ descriptor: Int32, milliseconds: Int32) -> Bool {
  var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  // If the call fails, a read tells why.
  return unsafe poll(&request, 1, milliseconds) != 0
}

/// Writes all bytes, with as many calls as necessary.
///
/// - Returns: Whether all bytes were written.
package func writeFile(_ descriptor: Int32, _ bytes: Span<UInt8>) -> Bool {
  unsafe bytes.withUnsafeBytes { bytes in
    var written = 0
    while written < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
      let count = unsafe write(descriptor, rest.baseAddress, rest.count)
      if count >= 0 { written += count } else if errno != EINTR { return false }
    }
    return true
  }
}

/// Returns the target of a symbolic link; nil if the path is not a link.
package func targetOfLink(_ path: String) -> String? {
  var target = [CChar](repeating: 0, count: 4096)
  let count = unsafe readlink(path, &target, target.count)
  return count < 0 ? nil : String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
}

/// Follows links, also to a file that does not exist yet. The path is still a link if they form a loop.
package func resolvingLinks(_ path: String) -> String {
  var path = path
  // As many links as Linux follows.
  for _ in 0..<40 {
    if let resolved = unsafe realpath(path, nil) {
      defer { unsafe free(resolved) }
      return unsafe String(cString: resolved)
    }
    guard let target = targetOfLink(path) else { return path }
    let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[...$0] } ?? ""
    path = target.hasPrefix("/") ? target : folder + target
  }
  return path
}

/// Creates a file with a new name, which only the user can read.
///
/// - Parameter prefix: the path, to which six characters are appended.
/// - Returns: The open descriptor and the path, or nil.
package func makeTemporaryFile(_ prefix: String) -> (descriptor: Int32, path: String)? {
  var template = Array((prefix + ".XXXXXX").utf8CString)
  let number = unsafe mkstemp(&template)
  guard number >= 0 else { return nil }
  return (number, unsafe template.withUnsafeBufferPointer { unsafe String(cString: $0.baseAddress.unsafelyUnwrapped) })
}

/// Removes an empty file.
package func removeFileIfEmpty(_ path: String) {
  var status = stat()
  if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == 0 { unsafe unlink(path) }
}

/// The system's message for the reason why a call failed, which is the last one by default.
package func reasonOfFailure(_ code: Int32 = errno) -> String { unsafe String(cString: strerror(code)) }
