import Testing

@testable import Millrace

@Suite("Hexadecimal numbers in decimal digits")
struct HexadecimalToDecimalTests {
  private static func text(_ digits: [UInt8]) -> String {
    String(decoding: decimalDigits(ofHexadecimal: digits.span), as: UTF8.self)
  }

  private static func digits(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
    let alphabet = Array((random.once(in: 2) ? "0123456789abcdefABCDEF" : random.once(in: 2) ? "0F" : "00000001").utf8)
    return (0..<count).map { _ in random.element(of: alphabet) }
  }

  @Test func `small numbers, with leading zeros and without`() {
    for number in [0, 1, 9, 10, 15, 16, 255, 99_999, 100_000, UInt64.max - 1, .max] {
      let digits = String(number, radix: 16)
      for zeros in [0, 1, 15, 16, 17, 32, 529, 530, 531, 2_000] {
        let text = String(repeating: "0", count: zeros) + digits
        #expect(Self.text(Array(text.utf8)) == "\(number)")
        #expect(Self.text(Array(text.uppercased().utf8)) == "\(number)")
      }
    }
    #expect(Self.text(Array(repeating: UInt8(ascii: "f"), count: 32)) == "\(UInt128.max)")
  }

  /// Every length up to two blocks, and those around the lengths at which blocks are joined once more.
  @Test func `every length, by the slow and obvious way`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    let lengths = Array(1...1_070) + [2, 3, 4, 5, 8].flatMap { [530 * $0 - 1, 530 * $0, 530 * $0 + 1] }
    for length in lengths {
      for digits in [Self.digits(length, &random), Array(repeating: UInt8(ascii: "F"), count: length)] {
        mismatches.expect(Self.text(digits), BigNatural(hexadecimal: digits).digits, "\(length) digits")
      }
    }
    mismatches.report()
  }

  @Test func `powers of sixteen and the numbers before them`() {
    var mismatches = Mismatches()
    for exponent in [31, 32, 33, 529, 530, 531, 1_059, 1_060, 1_061, 2_119, 2_120, 2_121, 3_000] {
      let power = [UInt8(ascii: "1")] + [UInt8](repeating: UInt8(ascii: "0"), count: exponent)
      var expected = BigNatural(1)
      expected.multiply(byPowerOf: 2, 4 * exponent)
      mismatches.expect(Self.text(power), expected.digits, "16^\(exponent)")
    }
    mismatches.report()
  }

  @Test func `long numbers, against Python`() async throws {
    var random = SeededGenerator()
    let numbers = [10_000, 33_920, 33_921, 50_000, 67_840].map { Self.digits($0, &random) }
    let answers = try await Python.answers(to: numbers.map { .decimal($0) })
    var mismatches = Mismatches()
    for (number, answer) in zip(numbers, answers) {
      mismatches.expect(Self.text(number), String(answer), "\(number.count) digits")
    }
    mismatches.report()
  }
}

@Suite("Number-theoretic transforms")
struct NumberTheoreticTransformTests {
  private static let modulus: UInt64 = 0xFFFF_FFFF_0000_0001

  /// By the definition.
  private static func convolution(_ one: [UInt64], _ other: [UInt64]) -> [UInt64] {
    var sums = [UInt128](repeating: 0, count: one.count)
    for first in one.indices {
      for second in other.indices {
        let index = (first + second) % one.count
        sums[index] = (sums[index] + UInt128(one[first]) * UInt128(other[second])) % UInt128(modulus)
      }
    }
    return sums.map { UInt64($0) }
  }

  @Test(arguments: [2, 4, 8, 64, 256])
  func `convolutions are those of the definition`(_ count: Int) {
    var random = SeededGenerator("convolutions", part: count)
    var mismatches = Mismatches()
    let transform = NumberTheoreticTransform(count: count)
    let extremes: [UInt64] = [
      0, 1, 0xFFFF_FFFF, 0x1_0000_0000, Self.modulus - 1, Self.modulus - 2, 0xFFFF_FFFE_FFFF_FFFF,
    ]
    for round in 0..<20 {
      func sequence() -> [UInt64] {
        (0..<count).map { _ in
          round % 2 == 0 ? random.element(of: extremes) % Self.modulus : random.next() % Self.modulus
        }
      }
      var (one, other) = (sequence(), sequence())
      let expected = Self.convolution(one, other)
      transform.transform(&one)
      transform.transform(&other)
      transform.convolve(&one, with: other)
      mismatches.expect(one, expected, "\(count) elements, round \(round)")
    }
    mismatches.report()
  }
}
