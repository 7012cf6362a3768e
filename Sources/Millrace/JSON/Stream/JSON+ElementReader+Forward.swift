extension JSON.ElementReader {
  /// Writes the next element if it is complete. Like ``next(_:)``, it reads the bytes in memory as if the element were
  /// complete.
  ///
  /// - Parameter restart: Called before anything is written, and again if the element is read a second time.
  /// - Returns: `false` if more bytes are needed, or at the end of the stream. Part of an element may have been
  ///   written.
  @inlinable
  mutating func forwardNext<Writer: FormatWriter & ~Copyable>(
    to writer: inout Writer, restart: (inout Writer) -> Void
  ) throws -> Bool {
    while true {
      if unsafe _fastPath(UInt16(buffer.cursor[0]) == separator && buffer.cursor[1] > ASCII.space) {
        unsafe buffer.cursor += 1
      } else {
        guard try advance() else { return false }
      }
      var failure: (any Error)?
      if _fastPath(!scansFirst) {
        let start = unsafe buffer.cursor
        var reader = makeReader()
        restart(&writer)
        do {
          try forward(from: &reader, to: &writer)
          let end = unsafe UnsafeMutablePointer(mutating: reader.input.cursor)
          if unsafe _fastPath(isFollowedByExpectedSeparator(from: start, to: end) || isWhole(from: start, to: end)) {
            indentation = reader.indentation
            unsafe accept(upTo: end)
            return true
          }
        } catch {
          failure = error
        }
      }
      switch try forwardIfComplete(to: &writer, after: failure, restart: restart) {
      case .value: return true
      case .none: return false
      case .skipped: continue
      }
    }
  }

  /// Writes the element at the cursor if all its bytes are in memory.
  @inlinable @inline(never)
  mutating func forwardIfComplete<Writer: FormatWriter & ~Copyable>(
    to writer: inout Writer, after failure: (any Error)?, restart: (inout Writer) -> Void
  ) throws -> Result<Void> {
    guard let size = try sizeOfElement(after: failure) else { return state == .atElement ? .none : .skipped }
    restart(&writer)
    do {
      try readWhole(size) { reader in try forward(from: &reader, to: &writer) }
      unsafe accept(upTo: buffer.cursor + size)
      return .value(())
    } catch {
      try reject(error)
      return .skipped
    }
  }
}
