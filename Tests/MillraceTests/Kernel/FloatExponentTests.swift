import SystemLibrary
import TestSupport
import Testing

@testable import Millrace

/// Floats of every exponent, with decimals that exact integers give.
@Suite("Floats of every exponent")
struct FloatExponentTests {
  /// A significand of 24 bits at most and a power of two, as text with all digits.
  private static func text(_ significand: UInt64, _ exponent: Int) -> String {
    let (digits, scale) = BigNatural.decimal(significand, timesTwoToThe: exponent)
    return "\(digits)e\(scale)"
  }

  /// The significands at the ends of the range and in the middle, the subnormal ones with fewer bits among them.
  private static let fractions: [UInt32] = [0, 1, 2, 0x3F_FFFF, 0x40_0000, 0x55_5555, 0x7F_FFFE, 0x7F_FFFF]

  @Test func `exact decimals are read as their float, and halves as the even one`() throws {
    var mismatches = Mismatches()
    for biased in UInt32(0)...254 {
      for fraction in Self.fractions where biased > 0 || fraction > 0 {
        let number = Float(bitPattern: biased << 23 | fraction)
        let significand = UInt64(biased == 0 ? fraction : fraction | 1 << 23)
        let exponent = Int(max(biased, 1)) - 150
        mismatches.expect(
          try JSON.decode(Float.self, from: Self.text(significand, exponent)).bitPattern, number.bitPattern, "\(number)"
        )
        let half = Self.text(2 * significand + 1, exponent - 1)
        let even = fraction % 2 == 0 ? number : number.nextUp
        if even.isInfinite {
          if (try? JSON.decode(Float.self, from: half)) != nil { mismatches.note("\(half) is not rejected") }
        } else {
          mismatches.expect(
            try JSON.decode(Float.self, from: half).bitPattern, even.bitPattern, "the half above \(number)")
        }
      }
    }
    mismatches.report()
  }

  /// The digits of a number without zeros at either end.
  private static func significantDigits(_ text: String) -> String {
    let digits = text.prefix { $0 != "e" && $0 != "E" }.filter(\.isNumber)
    return String(digits.drop { $0 == "0" }.reversed().drop { $0 == "0" }.reversed())
  }

  @Test func `what is written is read by the C library as the same float, with the digits that Swift prints`() throws {
    var mismatches = Mismatches()
    for biased in UInt32(0)...254 {
      for fraction in Self.fractions {
        let number = Float(bitPattern: biased << 23 | fraction)
        let text = try JSON.encode(number, as: String.self)
        mismatches.expect(strtof(text, nil).bitPattern, number.bitPattern, text)
        if Self.significantDigits(text) != Self.significantDigits(number.description) {
          mismatches.note("\(text) does not have the digits of \(number)")
        }
      }
    }
    mismatches.report()
  }

  @Test(.enabled(if: environmentVariable("MILLRACE_TEST_FLOATS") != nil))
  func `as many random bit patterns as MILLRACE_TEST_FLOATS says`() throws {
    let count = environmentVariable("MILLRACE_TEST_FLOATS").flatMap { Int($0) } ?? 0
    var random = SeededGenerator("float patterns")
    var mismatches = Mismatches()
    for _ in 0..<count {
      let number = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
      guard number.isFinite else { continue }
      let text = try JSON.encode(number, as: String.self)
      if strtof(text, nil).bitPattern != number.bitPattern { mismatches.note("\(number) is written as \(text)") }
      let read = try JSON.decode(Float.self, from: number.description)
      if read.bitPattern != number.bitPattern { mismatches.note("\(number) is read as \(read)") }
    }
    mismatches.report()
  }
}
