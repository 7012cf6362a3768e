import TestSupport
import Testing

@testable import Millrace

/// Hash values of ASCII text, beside those of the strings.
@Suite struct TextHashTests {
  @Test func `the hash values of this standard library are known`() {
    #expect(TextHash.known != nil)
  }

  @Test func `texts of all lengths have the hash values of their strings`() throws {
    let hash = try #require(TextHash.known)
    var random = SeededGenerator()
    var mismatches = Mismatches()
    let memory = GuardedMemory(capacity: 300)
    for count in 0...300 {
      for _ in 0..<20 {
        let bytes = (0..<count).map { _ in random.byte() & 0x7F }
        let text = String(decoding: bytes, as: UTF8.self)
        let seed = Int(truncatingIfNeeded: random.ofAnyLength())
        let found = hash.hashValue(of: memory.copy(bytes), seed: seed)
        mismatches.expect(found, text._rawHashValue(seed: seed), text)
      }
    }
    mismatches.report()
  }
}
