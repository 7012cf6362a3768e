import Testing

@testable import Millrace

@Suite("Sixteen bytes at a time")
struct SixteenBytesTests {
  private static func sixteen(_ bytes: [UInt8]) -> SixteenBytes {
    bytes.withUnsafeBufferPointer { SixteenBytes(at: $0.baseAddress.unsafelyUnwrapped) }
  }

  /// Which lanes a mask marks; nil if it has more bits than there are lanes.
  private static func lanes(of mask: SixteenBytes.Mask) -> [Bool]? {
    mask.bits >> 16 == 0 ? (0..<16).map { mask.bits >> $0 & 1 == 1 } : nil
  }

  private static func check(_ bytes: [UInt8], _ mismatches: inout Mismatches) {
    let sixteen = sixteen(bytes)
    let specials = bytes.map(EightBytesTests.isStringSpecial)
    let mask = sixteen.stringSpecials
    mismatches.expect(lanes(of: mask), specials, "specials of \(bytes)")
    mismatches.expect(mask.isEmpty, !specials.contains(true), "whether \(bytes) have specials")
    mismatches.expect(mask.firstLane, specials.firstIndex(of: true) ?? 16, "first special of \(bytes)")
    let ends = bytes.map { EightBytesTests.isStringSpecial($0) || $0 >= 0x80 }
    mismatches.expect(lanes(of: sixteen.plainTextEnds), ends, "ends of plain text in \(bytes)")
    mismatches.expect(lanes(of: sixteen.nonDigits), bytes.map { !(0x30...0x39).contains($0) }, "others in \(bytes)")
    mismatches.expect(lanes(of: sixteen.quotes), bytes.map { $0 == 0x22 }, "quotes in \(bytes)")
    for count in 0...16 {
      let isASCII = bytes.prefix(count).allSatisfy { $0 < 0x80 }
      mismatches.expect(sixteen.isASCII(first: count), isASCII, "whether the first \(count) of \(bytes) are ASCII")
    }
    mismatches.expect(sixteen.isASCII, bytes.allSatisfy { $0 < 0x80 }, "whether \(bytes) are ASCII")
  }

  @Test func `every byte in every lane among every kind of neighbour`() {
    var mismatches = Mismatches()
    for byte in UInt8.min...UInt8.max {
      for lane in 0..<16 {
        for filler in [0x61, EightBytesTests.fillers[Int(byte) % 16], EightBytesTests.fillers[(Int(byte) + lane) % 16]]
        {
          var bytes = [UInt8](repeating: filler, count: 16)
          bytes[lane] = byte
          Self.check(bytes, &mismatches)
        }
      }
    }
    mismatches.report()
  }

  @Test func `random bytes and random text`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for round in 0..<Scale.count(20_000) {
      let bytes = (0..<16).map { _ in
        round.isMultiple(of: 2) ? random.byte() : random.element(of: EightBytesTests.fillers)
      }
      Self.check(bytes, &mismatches)
    }
    mismatches.report()
  }

  @Test func `loading, joining and storing keep the order of the bytes at every offset`() {
    let source = (0..<48).map { UInt8(240 - $0) }
    for offset in 0...32 {
      let expected = Array(source[offset..<(offset + 16)])
      var copies = [[UInt8]](repeating: [UInt8](repeating: 1, count: 48), count: 2)
      source.withUnsafeBufferPointer { source in
        let place = source.baseAddress.unsafelyUnwrapped + offset
        let loaded = SixteenBytes(at: place)
        let joined = SixteenBytes(EightBytes(at: place), EightBytes(at: place + 8))
        for (index, sixteen) in [loaded, joined].enumerated() {
          copies[index].withUnsafeMutableBufferPointer { sixteen.store(at: $0.baseAddress.unsafelyUnwrapped + offset) }
        }
      }
      for copy in copies {
        #expect(
          copy == [UInt8](repeating: 1, count: offset) + expected + [UInt8](repeating: 1, count: 32 - offset))
      }
    }
  }

  @Test func `the digits of numbers below 100,000,000 are those of their description`() {
    var random = SeededGenerator("digits")
    let edges = (0...8).flatMap { exponent -> [UInt64] in
      let power = (0..<exponent).reduce(1) { power, _ in power * 10 } as UInt64
      return [power - 1, power, power + 1, 5 * power].filter { $0 < 100_000_000 }
    }
    let numbers =
      edges + (0..<10_000).map { _ in UInt64(random.below(10_000)) }
      + (0..<Scale.count(100_000)).map { _ in UInt64(random.below(100_000_000)) }
    var mismatches = Mismatches()
    for (upper, lower) in zip(numbers, numbers.reversed()) {
      let characters = SixteenBytes(digitCharactersOf: upper, lower).vector
      let text = [upper, lower].map { String(String(100_000_000 + $0).dropFirst()) }.joined()
      mismatches.expect((0..<16).map { characters[$0] }, Array(text.utf8), text)
    }
    mismatches.report()
  }

  @Test func `a gap moves the bytes from its index on`() {
    let bytes = (0..<16).map { UInt8(0xF0 ^ 17 &* $0) }
    let vector = SixteenBytes.Vector(bytes)
    for index in 0..<16 {
      let moved = SixteenBytes(vector).withGap(at: index).vector
      #expect((0..<index).map { moved[$0] } == Array(bytes[..<index]), "before \(index)")
      #expect((index + 1..<16).map { moved[$0] } == Array(bytes[index..<15]), "after \(index)")
    }
  }
}
