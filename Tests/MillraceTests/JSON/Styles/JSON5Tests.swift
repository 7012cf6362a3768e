import Testing

@testable import Millrace

@Suite("JSON5, read by the lenient style")
struct JSON5Tests {
  private static func json(_ text: String) throws -> String {
    let value = try JSON.decode(JSON.Value.self, from: text, style: JSON.Lenient.self)
    return try JSON.encode(value, as: String.self)
  }

  /// Texts of JSON5 that are JavaScript as well, each with something of what JSON5 adds.
  private static let accepted: [String] = [
    "// first\n{a: 1, /* second */ 'b': [1, 2, 3,],}", "[]", "[1,]", "{a:1,}", "{ }", "[\n]", "'it\\'s'", "\"it's\"",
    "'say \"hi\"'", "'a\\\nb'", "'a\\\r\nb'", "'\\x41\\u0042\\0\\v\\f\\b\\t\\n\\r'", "'\\a\\q\\/'", "'\\\u{2028}x'",
    "'\u{2028}'",
    "0x1F", "-0xff", "+1", "-1", ".5", "5.", "5.e3", "+.5e-3", "1E+10", "-0", "0", "[0x0, 0XABCDEF]",
    "{$a_1: 1, \u{E9}t\u{E9}: 2, a\\u0062c: 3, true: 4, NaN: 5}", "{a: {b: {c: [{}, [], '',],},},}",
    "\u{FEFF}\u{A0}\u{2003}[1\u{B}\u{C},\u{3000}2]", "{a/**/:/**/1/**/}", "[1/*,*/,2//]\n]", "'\t'", "'//'", "'/*'",
    "{'a:b': 1, \"c,]\": ',}'}", "[true, false, null]", "/**/1/***/", "[[], [[]],]",
    "{\n  // unquoted\n  unquoted: 'and you can quote me on that',\n  singleQuotes: 'I can use \"double quotes\" here',\n"
      + "  lineBreaks: 'Look, Mom! \\\nNo \\\\n\\'s!',\n  hexadecimal: 0xdecaf,\n  leadingDecimalPoint: .8675309, "
      + "andTrailing: 8675309.,\n  positiveSign: +1,\n  trailingComma: 'in objects', andIn: ['arrays',],\n"
      + "  \"backwardsCompatible\": \"with JSON\",\n}",
  ]

  @Test func `what is JavaScript as well is what JavaScript makes of it`() async throws {
    let answers = try await Node.answers(to: Self.accepted.map { .json5(Array($0.utf8)) })
    for (text, answer) in zip(Self.accepted, answers) {
      #expect(answer != Node.refused, "\(text)")
      let ours = try Self.json(text)
      // Both by the rules of RFC 8785, which are JavaScript's.
      let canonical = try JSON.decode(JSON.Value.self, from: ours)
      let theirs = try JSON.decode(JSON.Value.self, from: answer)
      #expect(
        try JSON.encode(canonical, as: String.self, style: JSON.Canonical.self)
          == JSON.encode(theirs, as: String.self, style: JSON.Canonical.self), "\(text)")
    }
  }

  @Test func `JSON means the same as ever`() throws {
    var documents = RandomJSON(SeededGenerator())
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(2_000) {
      let text = String(decoding: documents.document(of: 20), as: UTF8.self)
      let strict = try? JSON.encode(JSON.decode(JSON.Value.self, from: text), as: String.self)
      mismatches.expect(try? Self.json(text), strict, text)
    }
    mismatches.report()
  }

  /// What is refused, with the offset of what is wrong.
  @Test(arguments: [
    ("", 0), ("// nothing\n", 11), ("[,]", 1), ("[1,,]", 3), ("{,}", 1), ("{a:1,,}", 5), ("{a:,}", 3), ("[1 2]", 3),
    ("[a:1]", 2), ("{a 1}", 1), ("{1:2}", 1), ("'a", 2), ("'a\nb'", 2), ("/* a", 0), ("[1]/", 3), ("'\\1'", 1),
    ("'\\01'", 1), ("'\\x4'", 1), ("'\\u004'", 1), ("0x", 2), (".", 1), ("+", 1), ("5.e", 3), ("1e", 2), ("01", 0),
    ("[1] x", 4), ("{a\\x41:1}", 2), ("undefined", 0), ("#", 0), ("[1,2/*]", 4), ("{\"a\":1 /*x*/ 'b':2}", 13),
    ("'\\uD800'", 1),
  ])
  func `mistakes are refused where they are`(_ text: String, _ offset: Int) throws {
    let error = #expect(throws: FormatError.self) { try Self.json(text) }
    #expect(error?.place.offset == offset, "\(text): \(error.map { "\($0)" } ?? "")")
  }

  @Test func `numbers that are not finite are read and written`() throws {
    let numbers = try JSON.decode(
      [Double].self, from: "[NaN, Infinity, -Infinity, +Infinity, -NaN, 1]", style: JSON.Lenient.self)
    #expect(numbers[0].isNaN && numbers[1] == .infinity && numbers[2] == -.infinity && numbers[3] == .infinity)
    #expect(numbers[4].isNaN && numbers[5] == 1)
    let text = try JSON.encode(numbers, as: String.self, style: JSON.Lenient.self)
    #expect(text == "[NaN,Infinity,-Infinity,Infinity,NaN,1]")
    #expect(throws: FormatError.self) { try JSON.decode(JSON.Value.self, from: "NaN", style: JSON.Lenient.self) }
    #expect(throws: FormatError.self) { try JSON.decode([Int].self, from: "[NaN]", style: JSON.Lenient.self) }
    #expect(try JSON.decode([Float].self, from: "[-Infinity]", style: JSON.Lenient.self) == [-.infinity])
  }

  @Test func `an error has the line, the column and the path of the original`() throws {
    let text = "// numbers\n{\n  list: [1, 0x10, /* here */ 'three'],\n}"
    let error = #expect(throws: FormatError.self) {
      try JSON.decode([String: [Int]].self, from: text, style: JSON.Lenient.self)
    }
    #expect(error?.place == FormatError.Place(offset: 42, line: 3, column: 30, path: "/list/2"))
  }

  @Test func `bytes that are not UTF-8 are refused, in comments too`() throws {
    for text in ["/* \u{FF} */ 1", "'\u{FF}'"] {
      let bytes = Array(text.utf8).split(separator: 0xC3).joined(separator: []).map { $0 == 0xBF ? 0xFF : $0 }
      let error = #expect(throws: FormatError.self) {
        try JSON.decode(JSON.Value.self, from: bytes, style: JSON.Lenient.self)
      }
      #expect(error?.place.offset == bytes.firstIndex(of: 0xFF))
    }
  }

  @Test func `every cut of a document is refused or complete`() throws {
    let memory = Array("{a: ['x\\\ny', 0x1F, .5, /* c */ Infinity,], // d\n b: null}".utf8)
    for count in 0..<memory.count {
      #expect(throws: FormatError.self) {
        try JSON.decode(Skipped.self, from: Array(memory.prefix(count)), style: JSON.Lenient.self)
      }
    }
    _ = try JSON.decode(Skipped.self, from: memory, style: JSON.Lenient.self)
  }
}
