import TestSupport
import Testing

@testable import MillraceTables

/// Beside `Int128`, of which the type has the bits.
@Suite("Integers of 128 bits")
struct Decimal128Tests {
  /// Digits, with many zeros and nines, and the integer that `Int128` makes of them.
  private static func digits(_ random: inout SeededGenerator) -> (digits: [UInt8], value: Int128) {
    let count = random.below(39)
    let digits = (0..<count).map { _ in random.element(of: [0, 9, UInt8(random.below(10))]) }
    return (digits, digits.reduce(0) { $0 * 10 + Int128($1) })
  }

  private static func decimal(_ digits: [UInt8]) -> Decimal128 {
    var value = Decimal128(0)
    for digit in digits { value.append(digit: digit) }
    return value
  }

  /// The text of an integer divided by a power of ten, by moving the decimal point.
  private static func text(_ value: Int128, scale: Int) -> String {
    let sign = value < 0 ? "-" : ""
    let digits = "\(value.magnitude)"
    if scale <= 0 { return value == 0 ? "0" : sign + digits + String(repeating: "0", count: -scale) }
    let padded = String(repeating: "0", count: max(0, scale + 1 - digits.count)) + digits
    return "\(sign)\(padded.dropLast(scale)).\(padded.suffix(scale))"
  }

  private static func bits(_ value: Decimal128) -> Int128 { unsafeBitCast(value, to: Int128.self) }

  @Test func `digits, signs, order and texts`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(20_000) {
      let (digits, expected) = Self.digits(&random)
      let (otherDigits, other) = Self.digits(&random)
      let scale = random.below(45) - 5
      var value = Self.decimal(digits)
      mismatches.expect(Self.bits(value), expected, "\(digits)")
      mismatches.expect(value.isLess(than: Self.decimal(otherDigits)), expected < other, "\(expected) < \(other)")
      mismatches.expect(value.text(scale: scale), Self.text(expected, scale: scale), "\(expected), scale \(scale)")
      var next = value
      next.increment()
      mismatches.expect(Self.bits(next), expected + 1, "\(expected) + 1")
      value.negate()
      mismatches.expect(Self.bits(value), -expected, "-\(expected)")
      mismatches.expect(value.text(scale: scale), Self.text(-expected, scale: scale), "-\(expected), scale \(scale)")
      mismatches.expect(value.exactly(Int64.self), Int64(exactly: -expected), "-\(expected) as Int64")
      mismatches.expect(value.exactly(UInt64.self), UInt64(exactly: -expected), "-\(expected) as UInt64")
      mismatches.expect(value.exactly(Int8.self), Int8(exactly: -expected), "-\(expected) as Int8")
    }
    mismatches.report()
  }

  @Test(arguments: [0, 1, -1, .max, .min] as [Int64])
  func `integers of 64 bits`(_ value: Int64) {
    #expect(Self.bits(Decimal128(value)) == Int128(value))
    #expect(Decimal128(value).exactly(Int64.self) == value)
    #expect(Decimal128(value).text(scale: 0) == "\(value)")
  }

  @Test func `powers of ten`() {
    var expected: Int128 = 1
    for exponent in 0...38 {
      #expect(Self.bits(.powerOfTen(exponent)) == expected)
      if exponent < 38 { expected *= 10 }
    }
  }
}
