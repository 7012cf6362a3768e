import Millrace
import MillraceSyntax
import TestSupport
import Testing

/// Indices that the macro computes, read by the library. The twin looks at all names in turn.
@Suite("Indices of field names") struct FieldIndexTests {
  /// Names of a set: of any length, with the same ends, without ASCII, or alike but for one byte in the middle.
  private func names(_ count: Int, _ random: inout SeededGenerator) -> [String] {
    let kind = random.below(4)
    var names: Set<String> = []
    while names.count < count {
      let number = random.below(100 * count)
      switch kind {
      case 0: names.insert(String((0..<random.below(20)).map { _ in random.element(of: Array("abcdeFGH_09")) }))
      case 1: names.insert("profile_\(String(repeating: "x", count: random.below(9)))\(number)_image_url")
      case 2: names.insert("größe\(number)名前")
      default: names.insert("identical\(String(number + 100 * count, radix: 36))identical")
      }
    }
    return names.shuffled(using: &random)
  }

  @Test func `every name is found, and no other`() throws {
    var random = SeededGenerator()
    for round in 0..<Scale.count(10_000) {
      let count = round.isMultiple(of: 50) ? 9 + random.below(492) : 9 + random.below(40)
      let names = names(count, &random)
      let index = try #require(indexBytes(of: names), "\(names) \(SeededGenerator.note)")
      let table = names.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
      let others = [
        "", "a", names[0] + "x", String(names[1].dropLast()), String(names[2].reversed()), "profile_1_image_url",
      ]
      try #require(index.allSatisfy { $0 < 128 })
      (table + index).withUnsafeBufferPointer { bytes in
        let fields = FieldIndex(names: bytes.baseAddress!, header: bytes.baseAddress! + table.count)
        for name in names + others {
          let expected = names.firstIndex(of: name) ?? FieldSearch.unknown
          let found = Array(name.utf8).withUnsafeBufferPointer { fields.find($0) }
          // What follows the name in a document does not matter.
          let padding = (0..<32).map { _ in UInt8(truncatingIfNeeded: random.next()) }
          let padded = (Array(name.utf8) + padding).withUnsafeBufferPointer {
            1...32 ~= name.utf8.count ? fields.find(padded: $0.baseAddress!, count: name.utf8.count) : found
          }
          if found != expected || padded != expected {
            Issue.record("\(name) is found at \(found) and \(padded) of \(names); \(SeededGenerator.note)")
          }
        }
      }
    }
  }

  @Test func `names are next to their own slots`() throws {
    var random = SeededGenerator()
    for _ in 0..<Scale.count(300) {
      let names = names(9 + random.below(492), &random)
      let bytes = try #require(indexBytes(of: names))
      let slotCount = 1 << Int(bytes[0])
      let width = names.count < 127 ? 1 : 2
      let slots = stride(from: bytes.count - slotCount * width, to: bytes.count, by: width)
      // The longest row of slots that are taken bounds the comparisons of any look-up.
      var (longest, row) = (0, 0)
      for slot in slots {
        row = bytes[slot] == 0x7F && (width == 1 || bytes[slot + 1] == 0x7F) ? 0 : row + 1
        longest = max(longest, row)
      }
      #expect(longest <= 32, "\(names.count) names; \(SeededGenerator.note)")
    }
  }
}
