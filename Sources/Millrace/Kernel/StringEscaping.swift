extension OutputBuffer {
  /// Appends a JSON string with its quotes, and a separator. Afterwards the buffer has its slack again.
  @usableFromInline @inline(never)
  package mutating func append(quoting text: String, followedBy separator: UInt8) {
    if _fastPath(knowsLayoutOfShortStrings), let end = unsafe quoteShort(text, at: cursor) {
      unsafe cursor = end
      append(separator)
      growIfFull()
    } else {
      append(quotingLong: text, followedBy: separator)
    }
  }

  /// Writes a string with its quotes, if it is a short one without escapes.
  ///
  /// - Returns: The end of what was written, or nil.
  /// - Safety: the slack must be writable at the place, and the layout of short strings known.
  @inlinable @inline(__always)
  func quoteShort(_ text: String, at place: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    guard let (bytes, count) = text.shortUTF8 else { return nil }
    // The zeros after the text are control bytes, so the first match must be one of them.
    guard _fastPath(bytes.stringSpecials.firstLane >= count) else { return nil }
    unsafe place.storeBytes(of: ASCII.quote, as: UInt8.self)
    unsafe bytes.store(at: (place + 1).assumingMemoryBound(to: UInt8.self))
    unsafe (place + 1 + count).storeBytes(of: ASCII.quote, as: UInt8.self)
    return unsafe place + 2 + count
  }

  @usableFromInline @inline(never)
  mutating func append(quotingLong text: String, followedBy separator: UInt8) {
    let isContiguous: Void? = unsafe text.utf8.withContiguousStorageIfAvailable {
      unsafe append(quoting: $0, followedBy: separator)
    }
    if isContiguous == nil { append(quotingCopyOf: text, followedBy: separator) }
  }

  /// Appends a string whose UTF-8 cannot be accessed directly: one bridged from Objective-C.
  @inline(never)
  private mutating func append(quotingCopyOf text: String, followedBy separator: UInt8) {
    var text = text
    text.withUTF8 { unsafe append(quoting: $0, followedBy: separator) }
  }

  /// Appends a JSON string with its quotes, and a separator. Afterwards the buffer has its slack again.
  ///
  /// - Parameter utf8: The text, which is not validated.
  @usableFromInline @inline(__always)
  package mutating func append(quoting utf8: UnsafeBufferPointer<UInt8>, followedBy separator: UInt8) {
    reserve(utf8.count)
    unsafe target.pointee = ASCII.quote
    unsafe end(quoted: copyEscaping(utf8, to: target + 1), with: separator)
  }

  @inline(__always)
  private mutating func end(quoted place: UnsafeMutablePointer<UInt8>, with separator: UInt8) {
    unsafe place[0] = ASCII.quote
    unsafe place[1] = separator
    unsafe target = unsafe place + 2
    growIfFull()
  }

  /// Copies text with the escapes that RFC 8259, section 7 requires: quote, backslash and the controls below 0x20.
  ///
  /// Text is copied sixteen bytes at a time while it is scanned. The rest at the end, and shorter text, is copied as
  /// two overlapping words instead of a loop. At the first byte that must be escaped, `copyWithEscapes` copies the
  /// rest.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8, which is not validated.
  ///   - place: The destination, at the cursor or a few bytes after it.
  /// - Returns: The end of the text. The cursor moves only if a byte was escaped.
  /// - Safety: `bytes.count` bytes must have been reserved from the cursor on, and the slack after them.
  @inline(__always)
  mutating func copyEscaping(
    _ bytes: UnsafeBufferPointer<UInt8>, to place: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    let count = bytes.count
    guard let source = bytes.baseAddress, count != 0 else { return unsafe place }
    let end = unsafe source + count
    let target = unsafe place
    if count > 16 {
      var offset = 0
      let lastOffset = count &- 16
      repeat {
        let bytes = unsafe SixteenBytes(at: source + offset)
        unsafe bytes.store(at: target + offset)
        if _slowPath(!bytes.stringSpecials.isEmpty) {
          return unsafe copyWithEscapes(from: source + offset, to: end, at: target + offset)
        }
        offset &+= 16
      } while offset < lastOffset
      let bytes = unsafe SixteenBytes(at: source + lastOffset)
      if _slowPath(!bytes.stringSpecials.isEmpty) {
        return unsafe copyWithEscapes(from: source + offset, to: end, at: target + offset)
      }
      unsafe bytes.store(at: target + lastOffset)
      return unsafe target + count
    }
    if count >= 8 {
      let first = unsafe EightBytes(at: source)
      let last = unsafe EightBytes(at: end - 8)
      if _slowPath(!SixteenBytes(first, last).stringSpecials.isEmpty) {
        return unsafe copyWithEscapes(from: source, to: end, at: target)
      }
      unsafe first.store(at: target)
      unsafe last.store(at: target + (count &- 8))
      return unsafe target + count
    }
    if count >= 4 {
      let first = unsafe UnsafeRawPointer(source).loadUnaligned(as: UInt32.self)
      let last = unsafe UnsafeRawPointer(end - 4).loadUnaligned(as: UInt32.self)
      if _slowPath(EightBytes(lanes: UInt64(first) | UInt64(last) &<< 32).stringSpecials != 0) {
        return unsafe copyWithEscapes(from: source, to: end, at: target)
      }
      unsafe UnsafeMutableRawPointer(target).storeBytes(of: first, as: UInt32.self)
      unsafe UnsafeMutableRawPointer(target + (count &- 4)).storeBytes(of: last, as: UInt32.self)
      return unsafe target + count
    }
    // One to three bytes: the first, the middle and the last byte include all of them.
    let (first, middle, last) = unsafe (source[0], source[count &>> 1], source[count &- 1])
    let blanks: UInt64 = 0x2020_2020_2000_0000
    let lanes = UInt64(first) | UInt64(middle) &<< 8 | UInt64(last) &<< 16 | blanks
    if _slowPath(EightBytes(lanes: lanes).stringSpecials != 0) {
      return unsafe copyWithEscapes(from: source, to: end, at: target)
    }
    unsafe target[0] = first
    unsafe target[count &>> 1] = middle
    unsafe target[count &- 1] = last
    return unsafe target + count
  }

  /// Copies the rest of a text that contains a byte to be escaped, and reserves memory for it.
  ///
  /// - Parameter place: The destination; the bytes between it and the cursor have already been written.
  /// - Returns: The end of the text.
  @inline(never)
  private mutating func copyWithEscapes(
    from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, at place: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    unsafe self.target = unsafe place
    unsafe reserve((end - start) * 6)  // the longest escape of a byte: \u001F
    var source = unsafe start
    var target = unsafe self.target
    while unsafe source < end {
      if unsafe end - source >= 8 {
        let eight = unsafe EightBytes(at: source)
        let specials = eight.stringSpecials
        unsafe eight.store(at: target)
        let plain = specials == 0 ? 8 : EightBytes.firstLane(of: specials)
        unsafe source += plain
        unsafe target += plain
        if specials == 0 { continue }
      }
      let byte = unsafe source.pointee
      unsafe source += 1
      if byte >= 0x20, byte != ASCII.quote, byte != ASCII.backslash {
        unsafe target.pointee = byte
        unsafe target += 1
        continue
      }
      unsafe target[0] = ASCII.backslash
      switch byte {
      case ASCII.quote, ASCII.backslash: unsafe target[1] = byte
      case ASCII.backspace: unsafe target[1] = ASCII.lowercaseB
      case ASCII.tab: unsafe target[1] = ASCII.lowercaseT
      case ASCII.lineFeed: unsafe target[1] = ASCII.lowercaseN
      case ASCII.formFeed: unsafe target[1] = ASCII.lowercaseF
      case ASCII.carriageReturn: unsafe target[1] = ASCII.lowercaseR
      default:
        let low = byte & 0x0F
        unsafe target[1] = ASCII.lowercaseU
        unsafe target[2] = ASCII.zero
        unsafe target[3] = ASCII.zero
        unsafe target[4] = ASCII.zero | byte &>> 4
        unsafe target[5] = low < 10 ? ASCII.zero | low : 0x57 &+ low
        unsafe target += 4
      }
      unsafe target += 2
    }
    return unsafe target
  }
}
