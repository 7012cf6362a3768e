extension JSON {
  /// Which characters of strings and keys are escaped, in addition to the quote, the backslash and control
  /// characters (RFC 8259, section 7).
  ///
  /// ```swift
  /// enum WithoutDelete: JSON.Escapes {
  ///   static func escapes(_ scalar: Unicode.Scalar) -> Bool { scalar == "\u{7F}" }
  /// }
  /// ```
  public protocol Escapes {
    /// Whether a scalar is escaped although JSON does not require it. Called for every scalar, so it should be a
    /// comparison.
    static func escapes(_ scalar: Unicode.Scalar) -> Bool

    /// Whether this type adds no escapes, so that the check is skipped. Default: `false`.
    static var areMinimal: Bool { get }
  }

  /// Only required escapes.
  public enum Minimal: Escapes {
    @inlinable public static func escapes(_ scalar: Unicode.Scalar) -> Bool { false }
    @inlinable public static var areMinimal: Bool { true }
  }

  /// `/` becomes `\/`, so that `</script>` does not appear in a page.
  public enum WithSlashes: Escapes {
    @inlinable public static func escapes(_ scalar: Unicode.Scalar) -> Bool { scalar == "/" }
  }

  /// `<`, `>`, `&`, U+2028 and U+2029 are escaped, so that the text can be part of HTML and of scripts.
  public enum ForScripts: Escapes {
    @inlinable
    public static func escapes(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "<" || scalar == ">" || scalar == "&" || scalar == "\u{2028}" || scalar == "\u{2029}"
    }
  }

  /// Everything outside ASCII is escaped, above U+FFFF as a surrogate pair.
  public enum ASCIIOnly: Escapes {
    @inlinable public static func escapes(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 0x80 }
  }
}

extension JSON.Escapes {
  @inlinable public static var areMinimal: Bool { false }
}

extension OutputBuffer {
  /// Appends a JSON string with its quotes, and a separator. Afterwards the buffer has its slack again.
  ///
  /// Sixteen bytes at a time are checked without a branch between them, so that the compiler generates vector
  /// instructions for the condition of the style.
  @inlinable @inline(never)
  mutating func append<Escapes: JSON.Escapes>(
    quoting utf8: UnsafeBufferPointer<UInt8>, followedBy separator: UInt8, escaping: Escapes.Type
  ) {
    // The longest escape has six bytes for a scalar of one to three bytes, and twelve for one of four bytes.
    reserve(utf8.count * 6 + 2)
    append(ASCII.quote)
    var position = 0
    while position < utf8.count {
      let end = min(position + 16, utf8.count)
      var isPlain = true
      for index in position..<end { isPlain = unsafe isPlain && !isSpecial(utf8[index], Escapes.self) }
      if isPlain, let start = utf8.baseAddress {
        unsafe cursor.copyMemory(from: start + position, byteCount: end - position)
        unsafe cursor += end - position
        position = end
      } else {
        // The bytes of a scalar are processed together, so the position may end up a few bytes after `end`.
        while position < end { unsafe appendScalar(of: utf8, &position, Escapes.self) }
      }
    }
    append(ASCII.quote)
    append(separator)
    growIfFull()
  }

  /// Whether a byte needs a closer check: one that is escaped, or any byte of a scalar outside ASCII.
  @inlinable @inline(__always)
  func isSpecial<Escapes: JSON.Escapes>(_ byte: UInt8, _ escaping: Escapes.Type) -> Bool {
    byte < 0x20 || byte == ASCII.quote || byte == ASCII.backslash || byte >= 0x80
      || Escapes.escapes(Unicode.Scalar(byte))
  }

  /// Whether a key, which already has the required escapes, has no characters that the style escapes in addition.
  @inlinable @inline(__always)
  func isPlain<Escapes: JSON.Escapes>(_ key: StaticString, _ escaping: Escapes.Type) -> Bool {
    let name = unsafe UnsafeBufferPointer(start: key.utf8Start + 1, count: key.utf8CodeUnitCount - 3)
    var isPlain = true
    for index in name.indices { isPlain = unsafe isPlain && !isSpecial(name[index], Escapes.self) }
    return isPlain
  }

  @inlinable @inline(__always)
  mutating func appendScalar<Escapes: JSON.Escapes>(
    of utf8: UnsafeBufferPointer<UInt8>, _ position: inout Int, _ escaping: Escapes.Type
  ) {
    let first = unsafe utf8[position]
    let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let bytes = unsafe UnsafeBufferPointer(rebasing: utf8[position..<min(position + length, utf8.count)])
    position += bytes.count
    let scalar = unsafe bytes.scalar
    let mustBeEscaped = scalar.value < 0x20 || first == ASCII.quote || first == ASCII.backslash
    if mustBeEscaped || Escapes.escapes(scalar) {
      append(escaped: scalar)
    } else {
      for index in bytes.indices { append(unsafe bytes[index]) }
    }
  }

  /// Appends the escape of a scalar, in its short form if there is one.
  @usableFromInline
  mutating func append(escaped scalar: Unicode.Scalar) {
    let short: UInt8? =
      switch scalar {
      case "\"", "\\", "/": UInt8(truncatingIfNeeded: scalar.value)
      case "\u{8}": ASCII.lowercaseB
      case "\t": ASCII.lowercaseT
      case "\n": ASCII.lowercaseN
      case "\u{C}": ASCII.lowercaseF
      case "\r": ASCII.lowercaseR
      default: nil
      }
    if let short {
      append(ASCII.backslash)
      append(short)
      return
    }
    for unit in UTF16.encode(scalar).map(Array.init) ?? [] {
      append(ASCII.backslash)
      append(ASCII.lowercaseU)
      for shift in [12, 8, 4, 0] {
        append(ASCII.lowercaseHexadecimalDigit(UInt8(truncatingIfNeeded: unit &>> UInt16(shift)) & 0x0F))
      }
    }
  }
}

extension UnsafeBufferPointer where Element == UInt8 {
  /// The scalar that is encoded by one to four bytes of UTF-8.
  @usableFromInline var scalar: Unicode.Scalar {
    guard let first = unsafe first else { return "\u{FFFD}" }
    if first < 0x80 { return Unicode.Scalar(first) }
    var value = UInt32(first) & (0x7F &>> UInt32(count))
    for index in 1..<count { value = unsafe value &<< 6 | UInt32(self[index] & 0x3F) }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }
}
