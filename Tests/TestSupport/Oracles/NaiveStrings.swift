// The naive twins of escaping and unescaping: one byte, one scalar at a time, straight from RFC 8259, section 7.

package enum NaiveStrings {
  package enum Refusal: Error, Equatable {
    case invalidEscape(at: Int)
    case loneSurrogate(at: Int)
  }

  /// The text of a string token's inside, as bytes, which need not be UTF-8.
  package static func unescaped(_ source: some Collection<UInt8>) -> Result<[UInt8], Refusal> {
    let source = Array(source)
    var text: [UInt8] = []
    var position = 0

    /// The code unit of `\uXXXX` at a position, or nil if there is none.
    func codeUnit(at position: Int) -> UInt16? {
      guard position + 6 <= source.count, source[position] == UInt8(ascii: "\\"),
        source[position + 1] == UInt8(ascii: "u")
      else { return nil }
      let digits = source[(position + 2)..<(position + 6)]
      guard digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit && $0 < 0x80 }) else { return nil }
      return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    while position < source.count {
      let byte = source[position]
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        position += 1
        continue
      }
      guard position + 1 < source.count else { return .failure(.invalidEscape(at: position)) }
      switch UnicodeScalar(source[position + 1]) {
      case "\"": text.append(0x22)
      case "\\": text.append(0x5C)
      case "/": text.append(0x2F)
      case "b": text.append(0x08)
      case "f": text.append(0x0C)
      case "n": text.append(0x0A)
      case "r": text.append(0x0D)
      case "t": text.append(0x09)
      case "u":
        guard let first = codeUnit(at: position) else { return .failure(.invalidEscape(at: position)) }
        if let scalar = UnicodeScalar(first) {
          text += Array(String(scalar).utf8)
        } else if first < 0xDC00, let second = codeUnit(at: position + 6), (0xDC00...0xDFFF).contains(second) {
          text += Array(String(decoding: [first, second], as: UTF16.self).utf8)
          position += 6
        } else {
          return .failure(.loneSurrogate(at: position))
        }
        position += 4
      default: return .failure(.invalidEscape(at: position))
      }
      position += 2
    }
    return .success(text)
  }

  /// A text with the escapes that must be.
  package static func escaped(_ text: some Collection<UInt8>) -> [UInt8] {
    text.flatMap { byte -> [UInt8] in
      switch byte {
      case 0x22: Array("\\\"".utf8)
      case 0x5C: Array("\\\\".utf8)
      case 0x08: Array("\\b".utf8)
      case 0x09: Array("\\t".utf8)
      case 0x0A: Array("\\n".utf8)
      case 0x0C: Array("\\f".utf8)
      case 0x0D: Array("\\r".utf8)
      case 0x00..<0x20: Array(("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16)).utf8)
      default: [byte]
      }
    }
  }
}
