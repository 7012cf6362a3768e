// The grammar of numbers (RFC 8259, section 6) and their digits, one byte at a time.

package enum NaiveNumbers {
  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  /// Whether the bytes are one number and nothing else.
  package static func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var position = 0
    func byte() -> UInt8 { position < text.count ? text[position] : 0 }
    func skipDigits() -> Int {
      let start = position
      while isDigit(byte()) { position += 1 }
      return position - start
    }
    if byte() == UInt8(ascii: "-") { position += 1 }
    let startsWithZero = byte() == UInt8(ascii: "0")
    let digits = skipDigits()
    if digits == 0 || (startsWithZero && digits > 1) { return false }
    if byte() == UInt8(ascii: ".") {
      position += 1
      if skipDigits() == 0 { return false }
    }
    if byte() == UInt8(ascii: "e") || byte() == UInt8(ascii: "E") {
      position += 1
      if byte() == UInt8(ascii: "+") || byte() == UInt8(ascii: "-") { position += 1 }
      if skipDigits() == 0 { return false }
    }
    return position == text.count
  }

  /// The digits before the exponent as one integer, without zeros at either end. There must be at most nineteen.
  package static func significantDigits(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    var digits: UInt64 = 0
    var zeros = 0
    for byte in text {
      if byte == UInt8(ascii: "e") { break }
      if byte == UInt8(ascii: "0") { zeros += 1 }
      guard byte > UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { continue }
      while zeros > 0, digits != 0 {
        digits *= 10
        zeros -= 1
      }
      zeros = 0
      digits = digits * 10 + UInt64(byte - UInt8(ascii: "0"))
    }
    return digits
  }

  /// The same of a text.
  package static func significantDigits(_ text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { significantDigits($0) }
  }

  /// Whether there is a digit other than zero before the exponent.
  package static func isZero(_ text: String) -> Bool {
    !text.utf8.prefix { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }.contains { $0 > 0x30 && $0 <= 0x39 }
  }
}
