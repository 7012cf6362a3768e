import Testing

@testable import Millrace

@Suite("JSON5, read by the lenient style")
struct JSON5Tests {
  private static func tree(_ text: String) throws -> JSONTree {
    try JSON.decode(JSONTree.self, from: text, style: JSON.Lenient.self)
  }

  @Test func `each section of the specification`() throws {
    let memory = GuardedMemory(capacity: 8_192)
    var mismatches = Mismatches()
    for row in JSON5ValueTable.all {
      let expected = try JSON.decode(JSONTree.self, from: row.json).canonical
      for (before, behind) in [("", ""), (" ", " "), ("/**/\u{A0}\n", "//"), ("\u{FEFF}", "\r\n")] {
        let about = "section \(row.section): \((before + row.text + behind).debugDescription)"
        do {
          let text = Array((before + row.text + behind).utf8)
          let tree = try memory.decode(JSONTree.self, from: text, style: JSON.Lenient.self)
          mismatches.expect(tree.canonical, expected, about)
          _ = try memory.decode(Skipped.self, from: text, style: JSON.Lenient.self)
        } catch {
          mismatches.note("\(about): \(error)")
        }
      }
    }
    mismatches.report()
  }

  @Test func `each mistake, with its place and path`() throws {
    var mismatches = Mismatches()
    for errorCase in JSON5ErrorTable.all {
      for before in ["", "\n", "/* é, [ */\n", "// '\u{2028}\u{A0}\u{3000}\n/**/ /* {\n\n */ \n"] {
        try errorCase.check(before: before, &mismatches)
        if !errorCase.problem.isAtEnd { try errorCase.check(before: before, behind: " // x\n", &mismatches) }
      }
    }
    mismatches.report()
  }

  /// Half of a surrogate pair is found by the reader, in the document that the rewriter made.
  @Test func `errors of the reader are located in the user's text`() throws {
    var documents = JSON5Mutations(SeededGenerator())
    var mismatches = Mismatches()
    var count = 0
    for _ in 0..<Scale.count(20_000) {
      let text = documents.validDocument()
      guard let escape = text.firstRange(of: "\\u540D") else { continue }
      let damaged = String(text[..<escape.lowerBound] + "\\uD800" + text[escape.upperBound...])
      count += 1
      do {
        _ = try JSON.decode(JSON5Tokens.self, from: damaged, style: JSON.Lenient.self)
        mismatches.note("\(damaged.debugDescription) is accepted")
      } catch {
        let offset = text.utf8.distance(from: text.startIndex, to: escape.lowerBound)
        mismatches.expect(error.place.offset, offset, "\(damaged.debugDescription): \(error)")
      }
    }
    mismatches.report()
    #expect(count > Scale.count(20_000) / 100)
  }

  @Test func `what is JavaScript as well is what JavaScript makes of it`() async throws {
    // JavaScript goes by ID_Start, which leaves U+2E2F out, and has only doubles.
    let texts = JSON5ValueTable.all.map(\.text).filter { text in
      !["\u{2E2F}", "e400", "e-456"].contains { text.contains($0) }
    }
    let answers = try await Node.answers(to: texts.map { .json5(Array($0.utf8)) })
    var mismatches = Mismatches()
    for (text, answer) in zip(texts, answers) {
      // By the rules of RFC 8785, which are JavaScript's: one of several equal keys, numbers as doubles.
      func canonical(_ value: JSON.Value) throws -> String {
        try JSON.encode(value, as: String.self, style: JSON.Canonical.self)
      }
      do {
        let ours = try JSON.decode(JSON.Value.self, from: text, style: JSON.Lenient.self)
        mismatches.expect(try canonical(ours), try canonical(JSON.decode(JSON.Value.self, from: answer)), text)
      } catch {
        mismatches.note("\(text): \(error), \(answer)")
      }
    }
    mismatches.report()
  }

  @Test func `JSON means the same as ever`() throws {
    var documents = RandomJSON(SeededGenerator())
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(2_000) {
      let text = String(decoding: documents.document(of: 20), as: UTF8.self)
      let strict = try? JSON.decode(JSONTree.self, from: text).canonical
      mismatches.expect(try? Self.tree(text).canonical, strict, text)
    }
    mismatches.report()
  }

  @Test func `every cut of a document is rejected or complete`() throws {
    let memory = Array("{a: ['x\\\ny', 0x1F, .5, /* c */ Infinity,], // d\n b: null}".utf8)
    for count in 0..<memory.count {
      #expect(throws: FormatError.self) {
        try JSON.decode(Skipped.self, from: Array(memory.prefix(count)), style: JSON.Lenient.self)
      }
    }
    _ = try JSON.decode(Skipped.self, from: memory, style: JSON.Lenient.self)
  }

  @Test func `rewriting takes no stack for nesting`() throws {
    let depth = 100_000
    func repeated(_ text: String) -> String { String(repeating: text, count: depth) }
    let pairs = [
      (repeated("[") + repeated(",]"), nil),
      (repeated("[") + "0" + repeated(",]"), repeated("[") + "0" + repeated(" ]")),
      (repeated("{a:") + "0" + repeated(",}"), repeated("{\"a\":") + "0" + repeated(" }")), (repeated("["), nil),
    ]
    for (text, expected) in pairs {
      let rewritten = onThread(stackSize: 128 << 10) { try? JSON.rewritten(json5: text.utf8.span) }
      #expect(rewritten.map { String(decoding: $0, as: UTF8.self) } == expected)
    }
  }
}
