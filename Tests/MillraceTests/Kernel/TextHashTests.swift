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

  @Test func `strings of all lengths have their hash values`() throws {
    let hash = try #require(TextHash.known)
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for count in 0...40 {
      for _ in 0..<50 {
        var text = String(decoding: (0..<count).map { _ in random.byte() & 0x7F }, as: UTF8.self)
        if random.once(in: 4) { text += "\u{e9}" }
        // A short text with storage.
        if random.once(in: 4) { text.reserveCapacity(100) }
        let seed = Int(truncatingIfNeeded: random.ofAnyLength())
        mismatches.expect(hash.hashValue(of: text, seed: seed), text._rawHashValue(seed: seed), text)
      }
    }
    mismatches.report()
  }
}
