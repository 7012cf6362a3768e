import Millrace

/// An integer of 128 bits in two's complement, as columns of decimal numbers store it. `Int128` is newer than the oldest systems.
package struct Decimal128: BitwiseCopyable {
  private var low: UInt64
  private var high: Int64

  /// Creates an integer of 64 bits.
  package init(_ value: Int64) {
    low = UInt64(bitPattern: value)
    high = value < 0 ? -1 : 0
  }

  /// Creates an integer from its halves.
  init(high: Int64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Creates an integer from its bytes in a file or in an array of Arrow, lowest first.
  package init(littleEndian value: Decimal128) {
    low = UInt64(littleEndian: value.low)
    high = Int64(littleEndian: value.high)
  }

  /// The bytes, highest first.
  var bigEndianBytes: [UInt8] {
    var (high, low) = (UInt64(bitPattern: high), low)
    var bytes = [UInt8](repeating: 0, count: 16)
    for index in 0..<8 {
      bytes[7 - index] = UInt8(truncatingIfNeeded: high)
      bytes[15 - index] = UInt8(truncatingIfNeeded: low)
      (high, low) = (high >> 8, low >> 8)
    }
    return bytes
  }

  /// Multiplies by ten and adds a digit. Correct up to 38 digits.
  mutating func append(digit: UInt8) {
    let (carry, product) = low.multipliedFullWidth(by: 10)
    let (sum, overflow) = product.addingReportingOverflow(UInt64(digit))
    low = sum
    high = high &* 10 &+ Int64(truncatingIfNeeded: carry) &+ (overflow ? 1 : 0)
  }

  /// Adds one.
  mutating func increment() {
    low &+= 1
    if low == 0 { high &+= 1 }
  }

  mutating func negate() {
    low = 0 &- low
    high = ~high &+ (low == 0 ? 1 : 0)
  }

  /// Whether this integer, which must not be negative, is less than another one that is not.
  func isLess(than other: Decimal128) -> Bool { high != other.high ? high < other.high : low < other.low }

  /// Ten to the power of an exponent up to 38.
  static func powerOfTen(_ exponent: Int) -> Decimal128 {
    var power = Decimal128(1)
    for _ in 0..<exponent { power.append(digit: 0) }
    return power
  }

  /// Returns the same integer in another type of up to 64 bits, or nil if it is out of range.
  func exactly<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self) -> Integer? {
    if high == 0 { return Integer(exactly: low) }
    let value = Int64(bitPattern: low)
    return high == -1 && value < 0 ? Integer(exactly: value) : nil
  }

  /// Returns the text of this integer divided by a power of ten, with all its digits.
  package func text(scale: Int) -> String {
    let isNegative = high < 0
    var magnitude = self
    if isNegative { magnitude.negate() }
    var digits = magnitude.digitsOfMagnitude
    let sign = isNegative ? "-" : ""
    guard scale > 0 else { return digits == "0" ? "0" : sign + digits + String(repeating: "0", count: -scale) }
    if digits.utf8.count <= scale { digits = String(repeating: "0", count: scale + 1 - digits.utf8.count) + digits }
    return sign + digits.dropLast(scale) + "." + digits.suffix(scale)
  }

  /// The decimal digits of the bits as an integer without a sign.
  private var digitsOfMagnitude: String {
    var (high, low) = (UInt64(bitPattern: high), low)
    let base: UInt64 = 1_000_000_000_000_000_000
    var lower = ""
    while high != 0 {
      let (quotient, rest) = high.quotientAndRemainder(dividingBy: base)
      let (nextLow, limb) = base.dividingFullWidth((rest, low))
      (high, low) = (quotient, nextLow)
      lower = String(String(base + limb).dropFirst()) + lower
    }
    return lower.isEmpty || low != 0 ? String(low) + lower : lower
  }
}
