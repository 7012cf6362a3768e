// Pointers as the fragment of a URI (RFC 6901, section 6): percent-encoded, after a number sign.

extension JSON.Pointer {
  /// Creates a pointer from a URI fragment, or returns nil if it is not a pointer.
  ///
  /// - Parameter fragment: The fragment with its `#`, such as `#/statuses/3`. It must only contain characters that are
  ///   allowed in fragments (RFC 3986, section 3.5), and be valid UTF-8 after percent-decoding.
  public init?(fragment: String) {
    var encoded = fragment.utf8.makeIterator()
    guard encoded.next() == ASCII.numberSign else { return nil }
    var bytes: [UInt8] = []
    while let byte = encoded.next() {
      if byte == ASCII.percent {
        guard let high = encoded.next().flatMap(ASCII.hexadecimalDigitValue),
          let low = encoded.next().flatMap(ASCII.hexadecimalDigitValue)
        else { return nil }
        bytes.append(high << 4 | low)
      } else {
        guard ASCII.isFragmentCharacter(byte) else { return nil }
        bytes.append(byte)
      }
    }
    guard let text = String(validating: bytes[...]) else { return nil }
    self.init(text)
  }

  /// This pointer as the fragment of a URI, with its `#`.
  public var fragment: String {
    var encoded: [UInt8] = [ASCII.numberSign]
    for byte in description.utf8 {
      if ASCII.isFragmentCharacter(byte) {
        encoded.append(byte)
      } else {
        encoded += [ASCII.percent, ASCII.hexadecimalDigit(byte >> 4), ASCII.hexadecimalDigit(byte & 15)]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}

extension ASCII {
  fileprivate static var numberSign: UInt8 { UInt8(ascii: "#") }
  fileprivate static var percent: UInt8 { UInt8(ascii: "%") }

  /// Whether a byte is allowed unescaped in a fragment (RFC 3986, sections 2.2, 2.3, 3.3 and 3.5).
  fileprivate static func isFragmentCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: "-._~!$&'()*+,;=:@/?".utf8.contains(byte)
    }
  }

  /// The value of a hexadecimal digit in either case, or nil for any other byte.
  fileprivate static func hexadecimalDigitValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// - Parameter value: A value below 16.
  fileprivate static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }
}
