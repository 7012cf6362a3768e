import Millrace
import TestSupport
import Testing

@testable import MillraceTables

/// Runs and packed values of Parquet, compared with a decoder of one bit at a time.
@Suite struct PackedValueTests {
  private func naive(_ bytes: [UInt8], bit: Int, width: Int) -> UInt32 {
    var value: UInt32 = 0
    for place in bit..<bit + width { value |= UInt32(bytes[place / 8] >> UInt8(place % 8) & 1) << UInt32(place - bit) }
    return value
  }

  @Test func `values of each width are unpacked at each bit, up to the end of the memory`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    let memory = GuardedMemory(capacity: 1 << 12)
    for width in 1...32 {
      for (bit, count) in (0..<40).flatMap({ count in (0..<10).map { ($0, count) } }) {
        let bytes = (0..<(bit + width * count + 7) / 8).map { _ in random.byte() }
        let expected = (0..<count).map { naive(bytes, bit: bit + width * $0, width: width) }
        let packed = UnsafeRawBufferPointer(memory.copy(bytes))
        var found = [UInt32](repeating: 0, count: count)
        found.withUnsafeMutableBufferPointer { packed.unpack(bit: bit, width: width, into: $0) }
        mismatches.expect(found, expected, "width \(width), bit \(bit)")
        guard width <= 8 else { continue }
        var levels = [UInt8](repeating: 0, count: count)
        levels.withUnsafeMutableBufferPointer { packed.unpack(bit: bit, width: width, into: $0) }
        mismatches.expect(levels.map(UInt32.init), expected, "levels of width \(width), bit \(bit)")
      }
    }
    mismatches.report()
  }

  @Test func `levels are only skipped within a run of the value`() throws {
    // Five times 1, three times 1 in the next run, and eight packed values.
    let bytes: [UInt8] = [5 << 1, 1, 3 << 1, 1, 1 << 1 | 1, 0b1111_0000]
    try bytes.withUnsafeBytes { bytes in
      var decoder = try RunDecoder(ByteView(bytes), width: 1)
      #expect(try decoder.skip(4, of: 1))
      #expect(try !decoder.skip(2, of: 1))
      var next = [UInt8](repeating: 9, count: 2)
      try next.withUnsafeMutableBufferPointer { try decoder.read(into: $0) }
      #expect(next == [1, 1])
      #expect(try !decoder.skip(1, of: 0))
      #expect(try decoder.skip(2, of: 1))
      #expect(try !decoder.skip(4, of: 0))
      next = [UInt8](repeating: 9, count: 8)
      try next.withUnsafeMutableBufferPointer { try decoder.read(into: $0) }
      #expect(next == [0, 0, 0, 0, 1, 1, 1, 1])
      #expect(throws: ParquetDamage.self) { try decoder.skip(1, of: 1) }
    }
  }

  @Test func `a repeated value with more bits than its width is an error`() throws {
    let bytes: [UInt8] = [5 << 1, 2]
    try bytes.withUnsafeBytes { bytes in
      var decoder = try RunDecoder(ByteView(bytes), width: 1)
      #expect(throws: ParquetDamage.self) { try decoder.skip(1, of: 1) }
    }
  }
}
