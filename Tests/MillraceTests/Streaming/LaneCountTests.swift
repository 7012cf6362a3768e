import Testing

@testable import Millrace

@Suite("Counting lanes")
struct LaneCountTests {
  @Test func `lines and scalars are counted as a loop over bytes counts them, at every length`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for length in [Int](0...200) + [16_319, 16_320, 16_321, 40_000] {
      for kind in 0..<4 {
        let bytes = (0..<length).map { _ -> UInt8 in
          switch kind {
          case 0: random.byte()
          case 1: random.element(of: [0x0A, 0x61])
          case 2: 0x0A
          default: 0xBF
          }
        }
        let guarded = GuardedMemory(capacity: length)
        let memory = guarded.copy(bytes)
        defer { withExtendedLifetime(guarded) {} }
        mismatches.expect(
          LaneCount.lineFeeds(in: memory), bytes.count { $0 == 0x0A }, "\(length) bytes of kind \(kind)")
        mismatches.expect(LaneCount.scalars(in: memory), bytes.count { $0 & 0xC0 != 0x80 }, "\(length) bytes")
      }
    }
    mismatches.report()
  }
}
