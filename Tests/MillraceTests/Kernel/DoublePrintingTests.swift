import Testing

@testable import Millrace

/// What is asked of printed numbers: that they are valid JSON numbers, that the standard library reads the same bits back,
/// and that they have the digits of `description`, which are the fewest.
private func checkPrinting<Number: BinaryFloatingPoint & Writable & LosslessStringConvertible>(
  _ numbers: [Number], _ mismatches: inout Mismatches
) throws {
  let json = try JSON.encode(numbers)
  json.withUnsafeBufferPointer { json in
    var position = 1
    for number in numbers {
      let start = position
      while json[position] != UInt8(ascii: ","), json[position] != UInt8(ascii: "]") { position += 1 }
      let bytes = UnsafeBufferPointer(rebasing: json[start..<position])
      position += 1
      let text = String(decoding: bytes, as: UTF8.self)
      let back = Number(text)
      // Equal bits: equal, and zeros of the same sign.
      if back != number || back?.sign != number.sign { mismatches.note("\(number) is written \(text)") }
      if !NaiveNumbers.isNumber(bytes) { mismatches.note("\(text) is not a number") }
      let digits = NaiveNumbers.significantDigits(bytes)
      let expected = NaiveNumbers.significantDigits(number.description)
      if digits != expected { mismatches.note("\(number) has the digits \(digits)") }
    }
    if position != json.count { mismatches.note("more than \(numbers.count) numbers") }
  }
}

@Suite("Printing doubles")
struct DoublePrintingTests {
  private static func check(_ numbers: [Double], _ mismatches: inout Mismatches) throws {
    try checkPrinting(numbers.filter(\.isFinite), &mismatches)
  }

  /// A million numbers in all, in batches, so that encoding costs little besides the numbers.
  private static func checkRandom(
    _ stream: StaticString = #function, number: (inout SeededGenerator) -> Double
  ) throws {
    var random = SeededGenerator(stream)
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(334) {
      try check((0..<1_000).map { _ in number(&random) }, &mismatches)
    }
    mismatches.report()
  }

  @Test func `random bits`() throws {
    try Self.checkRandom { Double(bitPattern: $0.next()) }
  }

  @Test func `random decimals`() throws {
    let powers: [Double] = (0...22).map { exponent in (0..<exponent).reduce(1) { power, _ in power * 10 } }
    try Self.checkRandom { random in
      let number = Double(random.ofAnyLength()) / powers[random.below(23)]
      return random.once(in: 2) ? -number : number
    }
  }

  @Test func `random integers and scaled ones`() throws {
    try Self.checkRandom { random in
      let integer = Double(Int64(bitPattern: random.ofAnyLength()))
      return random.once(in: 2)
        ? integer : integer * Double(sign: .plus, exponent: random.below(40) - 20, significand: 1)
    }
  }

  @Test func `numbers of few digits and their neighbours`() throws {
    try Self.checkRandom { random in
      let power = (0..<random.below(10)).reduce(1) { power, _ in power * 10 } as Double
      let number = Double(random.below(1 << (1 + random.below(52)))) / power
      return random.once(in: 4) ? number.nextUp : random.once(in: 4) ? -number.nextDown : number
    }
  }

  @Test func `powers of two and their neighbours`() throws {
    var mismatches = Mismatches()
    for exponent in -1074...1023 {
      let power = Double(sign: .plus, exponent: exponent, significand: 1)
      let near = [power.nextDown.nextDown, power.nextDown, power, power.nextUp, power.nextUp.nextUp]
      try Self.check(near + near.map { -$0 } + near.map { $0 * 3 }, &mismatches)
    }
    mismatches.report()
  }

  @Test func `powers of ten and their neighbours`() throws {
    var mismatches = Mismatches()
    for exponent in -323...308 {
      for digit in 1...9 {
        let number = try #require(Double("\(digit)e\(exponent)"))
        try Self.check(
          [number.nextDown.nextDown, number.nextDown, number, number.nextUp, number.nextUp.nextUp], &mismatches)
      }
    }
    mismatches.report()
  }

  @Test func `subnormals`() throws {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    try Self.check((0...2_000).map { Double(bitPattern: $0) }, &mismatches)
    let smallestNormal = Double.leastNormalMagnitude.bitPattern
    try Self.check((0...2_000).map { Double(bitPattern: smallestNormal - 1_000 + $0) }, &mismatches)
    for _ in 0..<Scale.count(20) {
      try Self.check(
        (0..<1_000).map { _ in Double(bitPattern: random.next() >> UInt64(12 + random.below(52))) }, &mismatches)
    }
    mismatches.report()
  }

  @Test func `the ends of the range and the last integers that are exact`() throws {
    var mismatches = Mismatches()
    let largest = Double.greatestFiniteMagnitude.bitPattern
    try Self.check((0...1_000).map { Double(bitPattern: largest - $0) }, &mismatches)
    try Self.check(
      [0, -0.0, .pi, 1, -1, 0.1, 0.3, 2 / 3, 1.1, .leastNonzeroMagnitude, .greatestFiniteMagnitude], &mismatches)
    for exponent: UInt64 in 50...63 {
      let power = Double(UInt64(1) << exponent)
      let around = (0...1_000).map { Double(bitPattern: power.bitPattern - 500 + $0) }
      try Self.check(around + around.map { $0 / 2 } + around.map { -$0 }, &mismatches)
    }
    mismatches.report()
  }

  @Test func `every position of the point and every number of digits`() throws {
    var mismatches = Mismatches()
    for point in -30...30 {
      for count in 1...15 {
        // 0.digits × 10^point, written as the documentation of `append` says.
        let digits = String("987654321987654".prefix(count))
        let number = try #require(Double("0.\(digits)e\(point)"))
        let expected =
          switch point {
          case -4...0: "0." + String(repeating: "0", count: -point) + digits
          case 1..<count: "\(digits.prefix(point)).\(digits.dropFirst(point))"
          case 1...17: digits + String(repeating: "0", count: point - count)
          default: "9" + (count > 1 ? "." : "") + digits.dropFirst() + "e\(point - 1)"
          }
        try mismatches.expect(JSON.encode(-number, as: String.self), "-" + expected, expected)
      }
    }
    mismatches.report()
  }

  @Test(
    arguments: [
      (0, "0"), (-0.0, "-0"), (34, "34"), (-1, "-1"), (0.1, "0.1"), (1.5, "1.5"), (100, "100"),
      (1e16, "10000000000000000"),
      (9_007_199_254_740_992, "9007199254740992"), (12_345_678_901_234_568, "12345678901234568"),
      (99_999_999_999_999_984, "99999999999999980"), (1e17, "1e17"), (123_456_789_012_345_680, "1.2345678901234568e17"),
      (1e21, "1e21"), (1.5e300, "1.5e300"), (1.7976931348623157e308, "1.7976931348623157e308"),
      (.leastNonzeroMagnitude, "5e-324"),
      (0.01, "0.01"), (0.00001, "0.00001"), (0.000012345678901234567, "0.000012345678901234568"), (0.000001, "1e-6"),
      (0.0000015, "1.5e-6"), (1e-7, "1e-7"), (1e100, "1e100"), (123456.789, "123456.789"), (-2.5e-10, "-2.5e-10"),
      (0.12345678901234568, "0.12345678901234568"), (1234567890123456.5, "1234567890123456.5"),
      (1e15, "1000000000000000"), (999_999_999_999_999.9, "999999999999999.9"),
      (1_234_567_890_123_456, "1234567890123456"),
      (0.00012345678901234567, "0.00012345678901234567"), (0.5, "0.5"), (-0.0625, "-0.0625"),
    ] as [(Double, String)])
  func `digits are laid out as documented`(_ number: Double, _ text: String) throws {
    #expect(try JSON.encode(number, as: String.self) == text)
  }
}

@Suite("Printing floats")
struct FloatPrintingTests {
  @Test func `random bits`() throws {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(200) {
      let numbers = (0..<1_010).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) }
      try checkPrinting(Array(numbers.filter(\.isFinite)), &mismatches)
    }
    mismatches.report()
  }

  @Test func `powers of two and ten, and their neighbours`() throws {
    var mismatches = Mismatches()
    for exponent in -149...127 {
      let power = Float(sign: .plus, exponent: exponent, significand: 1)
      try checkPrinting([power.nextDown, power, power.nextUp, -power, power.nextUp.nextUp], &mismatches)
    }
    for exponent in -45...38 {
      let power = try #require(Float("1e\(exponent)"))
      try checkPrinting([power.nextDown, power, power.nextUp, power.nextUp.nextUp], &mismatches)
    }
    mismatches.report()
  }

  @Test func `the ends of the range, subnormals, and the last integers that are exact`() throws {
    var mismatches = Mismatches()
    for middle in [
      1_000, Float.leastNormalMagnitude.bitPattern, Float(0x1p23).bitPattern, Float(0x1p24).bitPattern,
      Float(0x1p25).bitPattern, Float.greatestFiniteMagnitude.bitPattern - 1_000,
    ] {
      try checkPrinting((0...2_000).map { Float(bitPattern: middle - 1_000 + $0) }, &mismatches)
    }
    mismatches.report()
  }

  @Test(
    arguments: [
      (0.1, "0.1"), (3.4028235e38, "3.4028235e38"), (.leastNonzeroMagnitude, "1e-45"), (16_777_216, "16777216"),
      (-0.0, "-0"),
      (16_777_220, "16777220"), (1e10, "10000000000"), (0.00001, "0.00001"), (2.5e-6, "2.5e-6"),
    ] as [(Float, String)])
  func `digits are laid out as documented`(_ number: Float, _ text: String) throws {
    #expect(try JSON.encode(number, as: String.self) == text)
  }
}
