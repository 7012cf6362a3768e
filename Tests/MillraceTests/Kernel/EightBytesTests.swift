import Testing

@testable import Millrace

@Suite("Eight bytes at a time")
struct EightBytesTests {
  /// Neighbours that tempt lane arithmetic to borrow and to carry.
  static let fillers: [UInt8] = [
    0x00, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x2F, 0x30, 0x39, 0x3A, 0x5B, 0x5C, 0x5D, 0x7F, 0x80, 0xFF,
  ]

  static func eight(_ bytes: [UInt8]) -> EightBytes {
    var lanes: UInt64 = 0
    for (lane, byte) in bytes.enumerated() { lanes |= UInt64(byte) << (8 * UInt64(lane)) }
    return EightBytes(lanes: lanes)
  }

  static func isStringSpecial(_ byte: UInt8) -> Bool { byte == 0x22 || byte == 0x5C || byte < 0x20 }

  /// The lane of a mask's first mark, 8 for none.
  private static func first(_ mask: UInt64) -> Int { mask == 0 ? 8 : EightBytes.firstLane(of: mask) }

  /// Compares every mask with a loop over single bytes.
  private static func check(_ bytes: [UInt8], _ mismatches: inout Mismatches) {
    let eight = eight(bytes)
    let special = bytes.firstIndex(where: isStringSpecial) ?? 8
    mismatches.expect(first(eight.stringSpecials), special, "specials of \(bytes)")
    let nonASCII = bytes.firstIndex { $0 >= 0x80 } ?? 8
    mismatches.expect(first(eight.nonASCII), nonASCII, "bytes that are not ASCII of \(bytes)")
    mismatches.expect(eight.nonASCII.nonzeroBitCount, bytes.count { $0 >= 0x80 }, "how many are not ASCII of \(bytes)")
    let nonDigit = bytes.firstIndex { !(0x30...0x39).contains($0) } ?? 8
    mismatches.expect(first(eight.digitValues.nonDigits), nonDigit, "first non-digit of \(bytes)")
    if special < 8 {
      let below = bytes[..<special].contains { $0 >= 0x80 }
      mismatches.expect(
        eight.nonASCII(below: eight.stringSpecials) != 0, below, "not ASCII before the special of \(bytes)")
    }
  }

  @Test func `every byte in every lane among every kind of neighbour`() {
    var mismatches = Mismatches()
    for byte in UInt8.min...UInt8.max {
      for lane in 0..<8 {
        for filler in Self.fillers {
          var bytes = [UInt8](repeating: filler, count: 8)
          bytes[lane] = byte
          Self.check(bytes, &mismatches)
        }
      }
    }
    mismatches.report()
  }

  @Test func `every pair of adjacent bytes`() {
    var mismatches = Mismatches()
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        var bytes = [UInt8](repeating: 0x61, count: 8)
        let lane = Int(first ^ second) % 7
        (bytes[lane], bytes[lane + 1]) = (first, second)
        Self.check(bytes, &mismatches)
      }
    }
    mismatches.report()
  }

  @Test func `random bytes and random text`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for round in 0..<Scale.count(20_000) {
      let bytes = (0..<8).map { _ in round.isMultiple(of: 2) ? random.byte() : random.element(of: Self.fillers) }
      Self.check(bytes, &mismatches)
    }
    mismatches.report()
  }

  @Test func `loading and storing keep the order of the bytes at every offset`() {
    let source = (0..<24).map { UInt8(200 - $0) }
    for offset in 0...16 {
      var copy = [UInt8](repeating: 1, count: 24)
      source.withUnsafeBufferPointer { source in
        let eight = EightBytes(at: source.baseAddress.unsafelyUnwrapped + offset)
        #expect(eight.lanes == Self.eight(Array(source[offset..<(offset + 8)])).lanes)
        copy.withUnsafeMutableBufferPointer { eight.store(at: $0.baseAddress.unsafelyUnwrapped + offset) }
      }
      #expect(
        copy == [UInt8](repeating: 1, count: offset) + source[offset..<(offset + 8)]
          + [UInt8](repeating: 1, count: 16 - offset))
    }
  }
}

@Suite("Eight digits at a time")
struct EightDigitsTests {
  /// Numbers around every power of ten and around what each step of the conversion divides by.
  static let edges: [UInt64] = {
    var edges: Set<UInt64> = [0, 99_999_999]
    var power: UInt64 = 1
    while power <= 100_000_000 {
      for factor in UInt64(1)...99 {
        for number in [power * factor, power * factor - 1, power * factor + 1] where number < 100_000_000 {
          edges.insert(number)
        }
      }
      power *= 10
    }
    return edges.sorted()
  }()

  private static func digits(of number: UInt64, count: Int) -> [UInt8] {
    var digits: [UInt8] = []
    var rest = number
    for _ in 0..<count {
      digits.insert(UInt8(rest % 10), at: 0)
      rest /= 10
    }
    return digits
  }

  private static func check(_ number: UInt64, _ mismatches: inout Mismatches) {
    let digits = digits(of: number, count: 8)
    let values = EightBytesTests.eight(digits)
    mismatches.expect(EightBytes(digitsOf: number).lanes, values.lanes, "digits of \(number)")
    mismatches.expect(values.decimalValue, number, "number of \(digits)")
    let characters = EightBytesTests.eight(digits.map { $0 + 0x30 })
    mismatches.expect(values.digitCharacters.lanes, characters.lanes, "characters of \(digits)")
    mismatches.expect(characters.digitValues.lanes, values.lanes, "values of the characters of \(digits)")
  }

  @Test func `digits and numbers at the edges of every step`() {
    var mismatches = Mismatches()
    for number in Self.edges { Self.check(number, &mismatches) }
    mismatches.report()
  }

  @Test func `digits and numbers, random`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(100_000) { Self.check(random.next() % 100_000_000, &mismatches) }
    mismatches.report()
  }

  @Test func `fewer than eight digits before anything else`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for count in 1...7 {
      for round in 0..<Scale.count(2_000) {
        let number = random.next() % UInt64((0..<count).reduce(1) { power, _ in power * 10 })
        var bytes = Self.digits(of: number, count: count).map { $0 + 0x30 }
        for lane in count..<8 {
          // The first byte after the digits is not a digit; the following bytes are arbitrary.
          var byte = round < 256 ? UInt8(round) : random.byte()
          if lane == count, (0x30...0x39).contains(byte) { byte ^= 0x40 }
          bytes.append(byte)
        }
        let values = EightBytesTests.eight(bytes).digitValues
        let bits = values.nonDigits.trailingZeroBitCount & 56
        mismatches.expect(bits, 8 * count, "digits of \(bytes)")
        mismatches.expect(values.decimalValue(digitBits: bits), number, "number of \(bytes)")
      }
    }
    mismatches.report()
  }
}
