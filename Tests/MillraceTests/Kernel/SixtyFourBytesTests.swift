import Testing

@testable import Millrace

@Suite("Sixty-four bytes at a time")
struct SixtyFourBytesTests {
  private static func load(_ bytes: [UInt8]) -> SixtyFourBytes {
    bytes.withUnsafeBufferPointer { SixtyFourBytes(at: $0.baseAddress.unsafelyUnwrapped) }
  }

  @Test func `every byte in every place`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for place in 0..<64 {
      for byte in UInt8.min...UInt8.max {
        let filler = random.byte()
        var bytes = [UInt8](repeating: filler, count: 64)
        bytes[place] = byte
        let block = Self.load(bytes)
        let bits = bytes.enumerated().reduce(UInt64(0)) { $1.element == byte ? $0 | 1 << UInt64($1.offset) : $0 }
        mismatches.expect(block.bits(of: byte), bits, "\(byte) at \(place) among \(filler)")
        mismatches.expect(block.contains(byte), true, "\(byte) at \(place) among \(filler)")
        mismatches.expect(block.contains(byte ^ 1), bytes.contains(byte ^ 1), "\(byte ^ 1) in \(bytes)")
        let isASCII = bytes.allSatisfy { $0 < 0x80 }
        mismatches.expect(block.isASCII, isASCII, "whether \(bytes) are ASCII")
      }
    }
    mismatches.report()
  }

  @Test func `the parity of the bits up to each`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(1000) {
      let number = random.next() & random.next()
      var parity: UInt64 = 0
      for place in 0..<UInt64(64) where (number & (.max >> (63 - place))).nonzeroBitCount % 2 == 1 {
        parity |= 1 << place
      }
      mismatches.expect(number.prefixParity, parity, "\(number)")
    }
    mismatches.report()
  }
}
