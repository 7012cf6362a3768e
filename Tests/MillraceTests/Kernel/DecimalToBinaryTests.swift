import Testing

@testable import Millrace

/// Compares a read number, or its rejection, with what the standard library reads: bit for bit, and what would become an
/// infinity, or zero without being zero, is to be rejected.
private func check<Number: BinaryFloatingPoint & Readable & LosslessStringConvertible>(
  _ text: String, as type: Number.Type, _ memory: GuardedMemory, _ mismatches: inout Mismatches
) {
  guard let expected = Number(text) else { return mismatches.note("the standard library cannot read \(text)") }
  let isRefused = expected.isInfinite || (expected == 0 && !NaiveNumbers.isZero(text))
  check(text, isRefused ? nil : expected, memory, &mismatches)
}

/// Compares a read number, or its rejection, with what it is known to be.
private func check<Number: BinaryFloatingPoint & Readable>(
  _ text: String, _ expected: Number?, _ memory: GuardedMemory, _ mismatches: inout Mismatches
) {
  do {
    let number = try memory.decode(Number.self, from: text.utf8)
    guard let expected else { return mismatches.note("\(text) is read as \(number)") }
    if number != expected || number.sign != expected.sign { mismatches.note("\(text) is read as \(number)") }
  } catch {
    if expected != nil { return mismatches.note("\(text) is rejected: \(error)") }
    if case .numberOutOfRange = error.problem { return }
    mismatches.note("\(text) is rejected for another reason: \(error)")
  }
}

/// A significand and an exponent as text, with the point somewhere and the exponent corrected for it.
private func layout(_ digits: String, _ exponent: Int, _ random: inout SeededGenerator) -> String {
  let behindPoint = random.below(digits.count + 3)
  let padded = String(repeating: "0", count: max(0, behindPoint + 1 - digits.count)) + digits
  var text = (random.once(in: 3) ? "-" : "") + padded.dropLast(behindPoint)
  if behindPoint > 0 { text += "." + padded.suffix(behindPoint) }
  let scaled = exponent + behindPoint
  if scaled == 0, !random.once(in: 8) { return text }
  return text + (random.once(in: 2) ? "e" : "E") + (scaled >= 0 && random.once(in: 2) ? "+" : "") + String(scaled)
}

/// Halfway cases that are short because they are multiples of powers of ten: a significand of at most nineteen digits,
/// and an exponent in `exponents`, whose product is exactly between two numbers of `bits` bits.
///
/// - Returns: the text, and the significand and exponent of two of the number below.
private func shortHalfway(
  exponents: ClosedRange<Int>, bits: UInt64, _ random: inout SeededGenerator
) -> (text: String, significand: UInt64, exponent: Int)? {
  let exponent = exponents.lowerBound + random.below(exponents.count)
  let powerOfFive = (0..<abs(exponent)).reduce(UInt64(1)) { power, _ in power * 5 }
  // One bit more than the numbers have, and odd, so that it is the midpoint.
  var odd = (1 << bits | random.next() & ((1 << bits) - 1)) | 1
  if exponent > 0 {
    let factor = odd / powerOfFive | 1
    odd = factor * powerOfFive
    guard odd >> bits == 1 else { return nil }
    let shift = random.below(max(1, factor.leadingZeroBitCount - 1))
    return ("\(factor << UInt64(shift))e\(exponent)", odd >> 1, shift + exponent + 1)
  }
  let (significand, isTooLong) = odd.multipliedReportingOverflow(by: powerOfFive)
  guard !isTooLong, significand < 10_000_000_000_000_000_000 else { return nil }
  return ("\(significand)e\(exponent)", odd >> 1, exponent + 1)
}

@Suite("Reading doubles")
struct DecimalToBinaryTests {
  private let memory = GuardedMemory(capacity: 8_192)

  private static func digits(_ count: Int, _ random: inout SeededGenerator) -> String {
    var digits = String(1 + random.below(9))
    for _ in 1..<max(count, 1) { digits += String(random.below(10)) }
    return digits
  }

  @Test func `random digits with exponents over the whole range`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(150_000) {
      let count = 1 + random.below(30)
      let exponent = random.below(660) - 345 - count
      check(layout(Self.digits(count, &random), exponent, &random), as: Double.self, memory, &mismatches)
    }
    mismatches.report()
  }

  @Test func `random decimals as people write them`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(100_000) {
      let count = 1 + random.below(20)
      check(
        layout(Self.digits(count, &random), -random.below(count + 3), &random), as: Double.self, memory, &mismatches)
    }
    mismatches.report()
  }

  @Test func `all digits of random doubles, and their descriptions`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(50_000) {
      let number = Double(bitPattern: random.next())
      guard number.isFinite, number != 0 else { continue }
      check(number.description.replacing("e+", with: "e"), number, memory, &mismatches)
    }
    mismatches.report()
  }

  /// Halfway between two doubles, by exact arithmetic, so that the answer is known and needs no oracle: the even one;
  /// and one digit below and above it.
  private func checkHalfway(_ significand: UInt64, _ exponent: Int, _ mismatches: inout Mismatches) {
    let below = Double(sign: .plus, exponent: exponent, significand: Double(significand))
    let above = Double(sign: .plus, exponent: exponent, significand: Double(significand + 1))
    let (digits, scale) = BigNatural.decimal(2 * significand + 1, timesTwoToThe: exponent - 1)
    let even = significand.isMultiple(of: 2) ? below : above
    func refusable(_ number: Double) -> Double? { number.isInfinite || number == 0 ? nil : number }
    check("\(digits)e\(scale)", refusable(even), memory, &mismatches)
    check("\(digits.dropLast(10)).\(digits.suffix(10))0e\(scale + 10)", refusable(even), memory, &mismatches)
    check("\(digits)1e\(scale - 1)", refusable(above), memory, &mismatches)
    check("\(digits).00000000000000000000000000000001e\(scale)", refusable(above), memory, &mismatches)
    // The last digit of the digits is not zero unless the exponent is positive, so that one less is easily written.
    if digits.last != "0", let last = digits.last?.wholeNumberValue {
      check("\(digits.dropLast())\(last - 1)9e\(scale - 1)", refusable(below), memory, &mismatches)
    }
  }

  @Test func `the exact decimals used here are right`() {
    var random = SeededGenerator()
    for _ in 0..<200 {
      let number = Double(bitPattern: random.next()).magnitude
      guard number.isNormal else { continue }
      let significand = UInt64(number.significandBitPattern | 1 << 52)
      let (digits, scale) = BigNatural.decimal(significand, timesTwoToThe: Int(number.exponent) - 52)
      #expect(Double("\(digits)e\(scale)") == number)
    }
    #expect(BigNatural.decimal(1, timesTwoToThe: 100).digits == "1267650600228229401496703205376")
    #expect(BigNatural.decimal(3, timesTwoToThe: -4) == ("1875", -4))
  }

  @Test func `halfway cases over the whole range`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(6_000) {
      let significand = 1 << 52 | random.next() >> 12
      checkHalfway(significand, random.below(2_046) - 1074, &mismatches)
    }
    mismatches.report()
  }

  @Test func `halfway cases of subnormals and at the ends of the range`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for significand in UInt64(0)...20 { checkHalfway(significand, -1074, &mismatches) }
    for difference in UInt64(0)...20 {
      checkHalfway(1 << 52 - 10 + difference, -1074, &mismatches)
      checkHalfway(1 << 53 - 1 - difference, 971, &mismatches)
    }
    for _ in 0..<Scale.count(1_000) { checkHalfway(random.next() >> UInt64(12 + random.below(52)), -1074, &mismatches) }
    mismatches.report()
  }

  @Test func `halfway cases of at most nineteen digits`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(20_000) {
      let significand = 1 << 52 | random.next() >> 12
      // Up to 2^63: integers. Below: with one to four digits after the point.
      let exponent = random.below(14) - 3
      let (digits, scale) = BigNatural.decimal(2 * significand + 1, timesTwoToThe: exponent - 1)
      let below = Double(sign: .plus, exponent: exponent, significand: Double(significand))
      let even = significand.isMultiple(of: 2) ? below : below.nextUp
      check("\(digits)e\(scale)", even, memory, &mismatches)
      check("-\(digits.dropLast(-scale))\(scale < 0 ? "." : "")\(digits.suffix(-scale))", -even, memory, &mismatches)
    }
    mismatches.report()
  }

  @Test func `halfway cases of at most nineteen digits and an exponent`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    var count = 0
    while count < Scale.count(20_000) {
      guard let halfway = shortHalfway(exponents: -5...24, bits: 53, &random) else { continue }
      count += 1
      let below = Double(sign: .plus, exponent: halfway.exponent, significand: Double(halfway.significand))
      let even = halfway.significand.isMultiple(of: 2) ? below : below.nextUp
      check(halfway.text, even, memory, &mismatches)
      check(halfway.text, as: Double.self, memory, &mismatches)
    }
    mismatches.report()
  }

  @Test func `the known hard cases`() {
    var mismatches = Mismatches()
    for text in hardCases {
      check(text, as: Double.self, memory, &mismatches)
      check("-\(text)", as: Double.self, memory, &mismatches)
    }
    check("1.7976931348623157e308", Double.greatestFiniteMagnitude, memory, &mismatches)
    check("1.7976931348623159e308", nil as Double?, memory, &mismatches)
    check("5e-324", Double.leastNonzeroMagnitude, memory, &mismatches)
    check("2.47e-324", nil as Double?, memory, &mismatches)
    check("2.48e-324", Double.leastNonzeroMagnitude, memory, &mismatches)
    check("9007199254740993", 9_007_199_254_740_992 as Double, memory, &mismatches)
    check("9007199254740993.00000000000000000001", 9_007_199_254_740_994 as Double, memory, &mismatches)
    check("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown, memory, &mismatches)
    mismatches.report()
  }

  @Test func `zeros of every form keep their sign and are not rejected`() {
    var mismatches = Mismatches()
    for text in ["0", "0.0", "0e0", "0e999999999999", "0.000e-99999999999999999999", "0E+5"] {
      check(text, 0.0 as Double, memory, &mismatches)
      check("-\(text)", -0.0 as Double, memory, &mismatches)
    }
    for count in 0...400 {
      let zeros = String(repeating: "0", count: count)
      check("0.\(zeros)0", 0 as Double, memory, &mismatches)
      check("0.\(zeros)1e\(count + 1)", 1 as Double, memory, &mismatches)
      check("1\(zeros)e-\(count)", 1 as Double, memory, &mismatches)
      check("1.\(zeros)0e1", 10 as Double, memory, &mismatches)
      check("1e\(zeros)1", 10 as Double, memory, &mismatches)
      check("25e-\(zeros)1", 2.5 as Double, memory, &mismatches)
    }
    mismatches.report()
  }
}

@Suite("Reading floats")
struct DecimalToFloatTests {
  private let memory = GuardedMemory(capacity: 8_192)

  @Test func `random digits and the descriptions of random floats`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(50_000) {
      let digits = String(random.ofAnyLength())
      let exponent = random.below(100) - 50 - digits.count
      check(layout(digits, exponent, &random), as: Float.self, memory, &mismatches)
      let number = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
      guard number.isFinite, number != 0 else { continue }
      check(number.description.replacing("e+", with: "e"), number, memory, &mismatches)
      check(Double(number.nextUp).description.replacing("e+", with: "e"), as: Float.self, memory, &mismatches)
    }
    mismatches.report()
  }

  @Test func `halfway cases, rounded once and not by way of a double`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(20_000) {
      let exponent = random.once(in: 2) ? random.below(253) - 149 : random.below(30) - 15
      let significand =
        exponent == -149 ? random.next() >> UInt64(41 + random.below(23)) : 1 << 23 | random.next() >> 41
      let below = Float(sign: .plus, exponent: exponent, significand: Float(significand))
      let above = Float(sign: .plus, exponent: exponent, significand: Float(significand + 1))
      let (digits, scale) = BigNatural.decimal(2 * significand + 1, timesTwoToThe: exponent - 1)
      let even = significand.isMultiple(of: 2) ? below : above
      func refusable(_ number: Float) -> Float? { number.isInfinite || number == 0 ? nil : number }
      check("\(digits)e\(scale)", refusable(even), memory, &mismatches)
      check("\(digits).00000000000000000000001e\(scale)", refusable(above), memory, &mismatches)
    }
    mismatches.report()
  }

  @Test func `halfway cases of at most nineteen digits and an exponent`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    var count = 0
    while count < Scale.count(20_000) {
      guard let halfway = shortHalfway(exponents: -18...11, bits: 24, &random) else { continue }
      count += 1
      let below = Float(sign: .plus, exponent: halfway.exponent, significand: Float(halfway.significand))
      let even = halfway.significand.isMultiple(of: 2) ? below : below.nextUp
      check(halfway.text, even, memory, &mismatches)
      check(halfway.text, as: Float.self, memory, &mismatches)
    }
    mismatches.report()
  }

  @Test func `the ends of the range`() {
    var mismatches = Mismatches()
    check("3.4028235e38", Float.greatestFiniteMagnitude, memory, &mismatches)
    check("3.4028235677973366e38", Float.greatestFiniteMagnitude, memory, &mismatches)
    check("3.4028235677973367e38", nil as Float?, memory, &mismatches)
    check("1e-45", Float.leastNonzeroMagnitude, memory, &mismatches)
    check("7.0064923216240853e-46", nil as Float?, memory, &mismatches)
    check("7.0064923216240854e-46", Float.leastNonzeroMagnitude, memory, &mismatches)
    check("16777217", 16_777_216 as Float, memory, &mismatches)
    check("16777217.000001", 16_777_218 as Float, memory, &mismatches)
    for text in hardCases { check(text, as: Float.self, memory, &mismatches) }
    mismatches.report()
  }
}
