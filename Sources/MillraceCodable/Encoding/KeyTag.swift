import Millrace

// Writing a key and computing its tag in one step.
//
// A duplicate key is found by a number that is computed from its text. It need not be unique: equal numbers only cause
// a closer check. But equal keys must have equal numbers, regardless of how the string is stored.

extension OutputBuffer {
  /// Appends a key with its quotes and a colon. Afterwards the buffer has its slack again.
  ///
  /// - Returns: The key's tag. Equal keys have equal tags.
  @inline(__always)
  mutating func append(key: String) -> UInt64 {
    if _fastPath(knowsLayoutOfShortStrings), let (bytes, count) = key.shortUTF8,
      _fastPath(bytes.stringSpecials.firstLane >= count)
    {
      unsafe target.pointee = ASCII.quote
      unsafe bytes.store(at: target + 1)
      unsafe target += count &+ 1
      append(0x3A22, count: 2)
      growIfFull()
      let words = unsafe unsafeBitCast(bytes.vector, to: SIMD2<UInt64>.self)
      return Self.tag(UInt64(littleEndian: words[0]), UInt64(littleEndian: words[1]), count)
    }
    return append(longKey: key)
  }

  @inline(never)
  private mutating func append(longKey key: String) -> UInt64 {
    let offset = count + 1
    append(quoting: key, followedBy: ASCII.colon)
    return unsafe Self.tag(of: UnsafeRawBufferPointer(start: start + offset, count: count - 2 - offset))
  }

  /// Returns the tag of a key's text as it is encoded in the document.
  private static func tag(of text: UnsafeRawBufferPointer) -> UInt64 {
    var tag: UInt64 = 0
    var index = 0
    repeat {
      var words: (UInt64, UInt64) = (0, 0)
      let piece = min(16, text.count - index)
      unsafe withUnsafeMutableBytes(of: &words) {
        unsafe $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: text[index..<(index + piece)]))
      }
      tag = tag &* 31 &+ Self.tag(UInt64(littleEndian: words.0), UInt64(littleEndian: words.1), piece)
      index += 16
    } while index < text.count
    return tag
  }

  @inline(__always)
  private static func tag(_ low: UInt64, _ high: UInt64, _ count: Int) -> UInt64 {
    let mixed = (low ^ high &* 0x9E37_79B9_7F4A_7C15) &+ UInt64(truncatingIfNeeded: count)
    let (upper, lower) = mixed.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return upper ^ lower
  }
}
