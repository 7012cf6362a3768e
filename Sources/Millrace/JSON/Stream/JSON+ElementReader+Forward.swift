extension JSON.ElementReader {
  /// Writes the next element that is complete. As ``next(_:)`` does it reads what is in memory as if it were all of it.
  ///
  /// - Parameter restart: is called before anything is written, once more when the element is read a second time.
  /// - Returns: `false` when more bytes are wanted, unless the stream has ended. Part of an element may have been written.
  @inlinable
  mutating func forwardNext<Writer: FormatWriter & ~Copyable>(
    to writer: inout Writer, restart: (inout Writer) -> Void
  ) throws -> Bool {
    while true {
      if _fastPath(UInt16(buffer.cursor[0]) == separator && buffer.cursor[1] > ASCII.space) {
        buffer.cursor += 1
      } else {
        guard try advance() else { return false }
      }
      var failure: (any Error)?
      if _fastPath(!scansFirst) {
        let start = buffer.cursor
        var reader = makeReader()
        restart(&writer)
        do {
          try forward(from: &reader, to: &writer)
          let end = UnsafeMutablePointer(mutating: reader.input.cursor)
          if _fastPath(isFollowedByExpectedSeparator(from: start, to: end) || isWhole(from: start, to: end)) {
            indentation = reader.indentation
            accept(upTo: end)
            return true
          }
        } catch {
          failure = error
        }
      }
      switch try forwardWhenWhole(to: &writer, after: failure, restart: restart) {
      case .value: return true
      case .none: return false
      case .passedOver: continue
      }
    }
  }

  /// Writes the element at the cursor, when it has come as a whole.
  @inlinable @inline(never)
  mutating func forwardWhenWhole<Writer: FormatWriter & ~Copyable>(
    to writer: inout Writer, after failure: (any Error)?, restart: (inout Writer) -> Void
  ) throws -> Result<Void> {
    guard let size = try sizeOfElement(after: failure) else { return state == .atElement ? .none : .passedOver }
    restart(&writer)
    do {
      try readWhole(size) { reader in try forward(from: &reader, to: &writer) }
      accept(upTo: buffer.cursor + size)
      return .value(())
    } catch {
      try reject(error)
      return .passedOver
    }
  }
}
