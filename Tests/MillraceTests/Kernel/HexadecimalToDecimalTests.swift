import Testing

@testable import Millrace

@Suite("Hexadecimal numbers in decimal digits")
struct HexadecimalToDecimalTests {
  private static func text(_ digits: [UInt8]) -> String {
    String(decoding: decimalDigits(ofHexadecimal: digits.span) ?? [], as: UTF8.self)
  }

  private static func digits(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
    let alphabet = Array((random.once(in: 2) ? "0123456789abcdefABCDEF" : random.once(in: 2) ? "0F" : "00000001").utf8)
    return (0..<count).map { _ in random.element(of: alphabet) }
  }

  @Test func `small numbers, with leading zeros and without`() {
    for number in [0, 1, 9, 10, 15, 16, 255, 99_999, 100_000, UInt64.max - 1, .max] {
      let digits = String(number, radix: 16)
      for zeros in [0, 1, 15, 16, 17, 32, 255, 256, 257, 2_000] {
        let text = String(repeating: "0", count: zeros) + digits
        #expect(Self.text(Array(text.utf8)) == "\(number)")
        #expect(Self.text(Array(text.uppercased().utf8)) == "\(number)")
      }
    }
    #expect(Self.text(Array(repeating: UInt8(ascii: "f"), count: 32)) == "\(UInt128.max)")
  }

  @Test func `every length, by the slow and obvious way`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for length in 1...256 {
      for digits in [Self.digits(length, &random), Array(repeating: UInt8(ascii: "F"), count: length)] {
        mismatches.expect(Self.text(digits), BigNatural(hexadecimal: digits).digits, "\(length) digits")
      }
    }
    mismatches.report()
  }

  @Test func `powers of sixteen and the numbers before them`() {
    var mismatches = Mismatches()
    for exponent in 0..<256 {
      let power = [UInt8(ascii: "1")] + [UInt8](repeating: UInt8(ascii: "0"), count: exponent)
      var expected = BigNatural(1)
      expected.multiply(byPowerOf: 2, 4 * exponent)
      mismatches.expect(Self.text(power), expected.digits, "16^\(exponent)")
    }
    mismatches.report()
  }

  @Test func `numbers of 1,025 bits are too large, also for a double`() {
    let largest = [UInt8](repeating: UInt8(ascii: "f"), count: 256)
    #expect(decimalDigits(ofHexadecimal: largest.span)?.count == 309)
    let larger = [UInt8(ascii: "1")] + [UInt8](repeating: UInt8(ascii: "0"), count: 256)
    #expect(decimalDigits(ofHexadecimal: larger.span) == nil)
    #expect(Double("0x1" + String(repeating: "0", count: 256)) == .infinity)
    #expect(throws: FormatError.self) {
      try JSON.decode(JSON.Value.self, from: "[0x1\(String(repeating: "0", count: 256))]", style: JSON.Lenient.self)
    }
  }

  @Test func `long numbers, against Python`() async throws {
    var random = SeededGenerator()
    let numbers = [33, 64, 128, 255, 256].map { Self.digits($0, &random) }
    let answers = try await Python.answers(to: numbers.map { .decimal($0) })
    var mismatches = Mismatches()
    for (number, answer) in zip(numbers, answers) {
      mismatches.expect(Self.text(number), String(answer), "\(number.count) digits")
    }
    mismatches.report()
  }
}
