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

  /// Copies the rest of a text that contains a byte to be escaped, in blocks of sixteen bytes. After each escape the bytes that
  /// follow it are copied again, which overwrites what was copied too much. Where a block starts does not depend on the
  /// escapes before it, so the processor does not wait for them. In the last bytes each step starts after an escape.
  ///
  /// - Parameter place: The destination; the bytes between it and the cursor have already been written.
  /// - Returns: The end of the text.
  @inline(never)
  private mutating func copyWithEscapes(
    from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, at place: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    unsafe self.target = unsafe place
    var source = unsafe start
    while unsafe end - source >= 32 { unsafe copyBlock(from: &source) }
    while unsafe end - source >= 16 { unsafe copyStep(from: &source) }
    // The last bytes are copied to memory that continues with spaces. A step may copy some of them.
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { padded in
      // SAFETY: a temporary allocation that is not empty has a base address.
      let memory = unsafe padded.baseAddress.unsafelyUnwrapped
      let count = unsafe end - source
      unsafe memory.initialize(repeating: ASCII.space, count: 32)
      unsafe memory.update(from: source, count: count)
      var position = unsafe UnsafePointer(memory)
      let paddedEnd = unsafe position + count
      while unsafe position < paddedEnd { unsafe copyStep(from: &position) }
      return unsafe target - (position - paddedEnd)
    }
  }

  /// Copies sixteen bytes with their escapes.
  ///
  /// - Safety: thirty-two bytes from `source` on must be readable.
  @inline(__always)
  private mutating func copyBlock(from source: inout UnsafePointer<UInt8>) {
    growIfFull()
    let bytes = unsafe SixteenBytes(at: source)
    unsafe bytes.store(at: target)
    var specials = bytes.stringSpecials.bits
    var copied = 0
    while specials != 0 {
      let lane = specials.trailingZeroBitCount
      unsafe target += lane &- copied
      unsafe appendEscape(of: source[lane])
      growIfFull()
      copied = lane &+ 1
      unsafe SixteenBytes(at: source + copied).store(at: target)
      specials &= specials &- 1
    }
    unsafe target += 16 &- copied
    unsafe source += 16
  }

  /// Copies sixteen bytes, or those before the first one that must be escaped and its escape.
  @inline(__always)
  private mutating func copyStep(from source: inout UnsafePointer<UInt8>) {
    growIfFull()
    let bytes = unsafe SixteenBytes(at: source)
    unsafe bytes.store(at: target)
    let specials = bytes.stringSpecials
    unsafe source += specials.firstLane
    unsafe target += specials.firstLane
    if specials.isEmpty { return }
    unsafe appendEscape(of: source.pointee)
    unsafe source += 1
  }

  /// Appends the escape of a byte that must be escaped.
  @inline(__always)
  private mutating func appendEscape(of byte: UInt8) {
    // SAFETY: the last byte of the table is the backslash.
    let letter = unsafe escapeLetters.utf8Start[Int(byte)]
    unsafe target[0] = ASCII.backslash
    unsafe target[1] = letter
    if letter == ASCII.lowercaseU {
      unsafe target[2] = ASCII.zero
      unsafe target[3] = ASCII.zero
      unsafe target[4] = ASCII.zero | byte &>> 4
      unsafe target[5] = ASCII.lowercaseHexadecimalDigit(byte & 0x0F)
      unsafe target += 4
    }
    unsafe target += 2
  }
}

/// For each byte that must be escaped, the letter of its escape.
private let escapeLetters: StaticString = """
  uuuuuuuubtnufruu\
  uuuuuuuuuuuuuuuu\
    \"             \
                  \
                  \
              \\
  """
