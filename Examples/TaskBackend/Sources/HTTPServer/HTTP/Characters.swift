// The characters that HTTP is made of.

enum ASCII {
  static let tab: UInt8 = 0x09
  static let lineFeed: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let asterisk = UInt8(ascii: "*")
  static let dot = UInt8(ascii: ".")
  static let slash = UInt8(ascii: "/")
  static let colon = UInt8(ascii: ":")
  static let semicolon = UInt8(ascii: ";")
  static let questionMark = UInt8(ascii: "?")
  static let equalsSign = UInt8(ascii: "=")
  static let quote = UInt8(ascii: "\"")
  static let backslash = UInt8(ascii: "\\")
}

func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

func isHexadecimalDigit(_ byte: UInt8) -> Bool { isDigit(byte) || (0x61...0x66).contains(byte | 0x20) }

/// Whether values of fields and quoted strings may have this character: all but control characters.
func isCharacterOfText(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == ASCII.tab }

/// Whether methods and names of fields may have this character (RFC 9110, section 5.6.2).
func isCharacterOfToken(_ byte: UInt8) -> Bool {
  switch Unicode.Scalar(byte) {
  case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "!", "#", "$", "%", "&", "'", "*", "+", "^", "`", "|", "~": true
  default: false
  }
}

/// Whether a host with its port may have this character. Of what RFC 3986, section 3.2.2 admits only those that names and
/// addresses really have: hosts are written into URLs.
func isCharacterOfHost(_ byte: UInt8) -> Bool {
  switch Unicode.Scalar(byte) {
  case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", ":", "[", "]": true
  default: false
  }
}

extension Span<UInt8> {
  func firstIndex(from start: Int, where matches: (UInt8) -> Bool) -> Int? {
    var index = start
    while index < count {
      if matches(self[index]) { return index }
      index += 1
    }
    return nil
  }

  func firstIndex(of byte: UInt8, from start: Int) -> Int? { firstIndex(from: start) { $0 == byte } }

  func hasPrefix(_ text: StaticString) -> Bool {
    count >= text.utf8CodeUnitCount && extracting(..<text.utf8CodeUnitCount).equals(text)
  }

  /// Whether this is a text, whose letters are small ones, in whatever case.
  func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { text in
      indices.allSatisfy { index in
        let byte = self[index]
        return byte == text[index] || (0x41...0x5A).contains(byte) && byte | 0x20 == text[index]
      }
    }
  }

  /// Without spaces and tabs at both ends.
  @_lifetime(copy self)
  func withoutBlanks() -> Span<UInt8> {
    var start = 0
    var end = count
    while start < end, self[start] == ASCII.space || self[start] == ASCII.tab { start += 1 }
    while end > start, self[end - 1] == ASCII.space || self[end - 1] == ASCII.tab { end -= 1 }
    return extracting(start..<end)
  }
}

extension String {
  /// Bytes as a string; those that are not UTF-8 are replaced.
  init(ascii bytes: Span<UInt8>) { self = bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }
}
