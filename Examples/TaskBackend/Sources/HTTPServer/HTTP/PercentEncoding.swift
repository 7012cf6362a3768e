extension String {
  /// What a part of a URL stands for (RFC 3986, section 2.1): `%74rue` for `true`.
  ///
  /// - Parameter text: nil comes out for a percent sign without two digits after it, and for what is not UTF-8.
  init?(percentEncoded text: some StringProtocol) { self.init(unescaping: text, slash: [ASCII.slash]) }

  /// What the path of a URL stands for. A slash that is escaped stays so, as `%2F`, because it separates no components
  /// (RFC 3986, section 2.2).
  init?(escapedPath path: some StringProtocol) { self.init(unescaping: path, slash: Array("%2F".utf8)) }

  private init?(unescaping text: some StringProtocol, slash: [UInt8]) {
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
      let unescaped = high << 4 | low
      if unescaped == ASCII.slash { bytes += slash } else { bytes.append(unescaped) }
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
