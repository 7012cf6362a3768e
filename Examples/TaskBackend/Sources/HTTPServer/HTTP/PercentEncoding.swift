extension String {
  /// What a part of a URL stands for (RFC 3986, section 2.1): `%74rue` for `true`.
  ///
  /// - Parameter text: nil comes out for a percent sign without two digits behind it, and for what is not UTF-8.
  init?(percentEncoded text: some StringProtocol) {
    guard text.utf8.contains(UInt8(ascii: "%")) else {
      self.init(text)
      return
    }
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(Self.digit), let low = rest.popFirst().flatMap(Self.digit) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    self.init(validating: bytes, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46, 0x61...0x66: (byte | 0x20) - 0x57
    default: nil
    }
  }
}
