import Testing

@testable import Millrace

@Suite("Documents with a wrong byte in them")
struct ReplacementTests {
  private static let replacements: [UInt8] = Array("\"\\{}[]:,".utf8) + [0x00, 0x80, 0xFF]

  /// The sample document with each of its bytes replaced, removed and repeated, followed by blanks, so that some of
  /// them are read before the tail and some in it.
  private static func variants(of document: [UInt8]) -> [[UInt8]] {
    var variants: [[UInt8]] = [document]
    for position in document.indices {
      for replacement in replacements where document[position] != replacement {
        var variant = document
        variant[position] = replacement
        variants.append(variant)
      }
      var shorter = document
      shorter.remove(at: position)
      variants.append(shorter)
      var longer = document
      longer.insert(document[position], at: position)
      variants.append(longer)
    }
    return variants
  }

  @Test func `Python accepts and rejects the same documents, and reads the same values`() async throws {
    let document = try Repository.fixture("sample.json")
    #expect(document.count > 400 && document.count < 500)
    let memory = GuardedMemory(capacity: 4_096)
    let variants = Self.variants(of: document)
    let answers = try await Python.answers(to: variants.map { .tree($0) })
    var mismatches = Mismatches()
    for (variant, answer) in zip(variants, answers) {
      for text in [variant, variant + [UInt8](repeating: 0x20, count: 300)] {
        let tree = try? memory.decode(JSONTree.self, from: text).canonical
        mismatches.expect(tree ?? Python.rejected, String(answer), String(decoding: variant, as: UTF8.self))
        let isSkipped = (try? memory.decode(Skipped.self, from: text)) != nil
        mismatches.expect(isSkipped, answer != Python.rejected, "skipped: \(String(decoding: variant, as: UTF8.self))")
        let forwarded = try? memory.decode(Forwarded<JSON.Standard>.self, from: text).json
        let again = try forwarded.map { try memory.decode(JSONTree.self, from: $0).canonical }
        mismatches.expect(again, tree, "forwarded: \(String(decoding: variant, as: UTF8.self))")
      }
    }
    mismatches.report()
    // Both verdicts must have occurred, or nothing was compared.
    #expect(answers.count { $0 == Python.rejected } > 2_000)
    #expect(answers.count { $0 != Python.rejected } > 500)
  }
}
