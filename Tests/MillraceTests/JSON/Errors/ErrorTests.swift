import Testing

@testable import Millrace

@Suite("Errors of reading")
struct ErrorTests {
  @Test func `problem, offset, line, column and path, before the tail, in it and across`() throws {
    var mismatches = Mismatches()
    let cases = ErrorTable.all
    #expect(cases.count >= 60)
    for errorCase in cases {
      for linesBefore in [0, 1, 150, 185, 191, 192, 193, 300] {
        let lines = String(repeating: "\n", count: linesBefore)
        try errorCase.check(before: lines, &mismatches)
        if errorCase.problem.isAtEnd { continue }
        try errorCase.check(before: lines, behind: String(repeating: " ", count: 300), &mismatches)
      }
    }
    mismatches.report()
  }

  @Test func `lines and columns, counted by hand`() throws {
    let error = #expect(throws: FormatError.self) {
      try JSON.decode([Person].self, from: "[\n  {\"name\": \"é\"},\n  {\"name\": \"😀 — ü\", \"age\": \"x\"}\n]")
    }
    #expect(error?.place == FormatError.Place(offset: 53, line: 3, column: 28, path: "/1/age"))
    let other = #expect(throws: FormatError.self) { try JSON.decode([Int].self, from: "[1,\r\n\r\n  true]") }
    #expect(other?.place == FormatError.Place(offset: 9, line: 3, column: 3, path: "/1"))
  }

  private struct Refusal: Error {}

  private struct Picky: Readable {
    static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Picky {
      if try reader.readInt() > 1 { throw Refusal() }
      return Picky()
    }
  }

  @Test func `a type's own error is wrapped`() throws {
    let error = #expect(throws: FormatError.self) { try JSON.decode([Picky].self, from: "[1,2,3]") }
    #expect(try #require(error).problem.isSame(as: .custom(Refusal())))
  }

  @Test func `a type's own error is reported with its place`() {
    let error = #expect(throws: FormatError.self) { try JSON.decode([Picky].self, from: "[1,2,3]") }
    #expect(error?.place.path == "/1")
    #expect(error?.place.offset == 4)
  }

  @Test func `texts, bytes and spans give the same errors`() {
    let text = "{\"name\":\"a\",\"age\":\"b\"}"
    let bytes = Array(text.utf8)
    let errors = [
      #expect(throws: FormatError.self) { try JSON.decode(Person.self, from: text) },
      #expect(throws: FormatError.self) { try JSON.decode(Person.self, from: bytes) },
      #expect(throws: FormatError.self) { try JSON.decode(Person.self, from: bytes.span) },
    ]
    for error in errors {
      #expect(error?.description == "line 1, column 19 (byte 18), at /age: expected an integer, found a string")
    }
  }
}

@Suite("Errors in words")
struct ErrorDescriptionTests {
  @Test(
    arguments: [
      (.unexpectedEnd(expected: .value), "unexpected end of the document; expected a value"),
      (.unexpectedEnd(expected: .endOfString), "unexpected end of the document; expected the end of a string"),
      (.unexpectedByte(0x7D, expected: .key), "unexpected '}'; expected a key"),
      (.unexpectedByte(0x20, expected: .colon), "unexpected space; expected a colon"),
      (.unexpectedByte(0x00, expected: .integer), "unexpected control character 0x00; expected an integer"),
      (.unexpectedByte(0x7F, expected: .null), "unexpected control character 0x7F; expected null"),
      (.unexpectedByte(0xEF, expected: .commaOrEndOfArray), "unexpected byte 0xEF; expected a comma or ']'"),
      (.unexpectedByte(0x61, expected: .commaOrEndOfObject), "unexpected 'a'; expected a comma or '}'"),
      (.mismatch(expected: .boolean, found: .object), "expected true or false, found an object"),
      (.mismatch(expected: .array, found: .null), "expected an array, found null"),
      (.trailingContent, "unexpected content after the end of the document"),
      (.numberOutOfRange(type: "Int8"), "number out of range for Int8"),
      (.notAnInteger, "expected an integer, found a number with a fraction or an exponent"),
      (.controlCharacter(0x0A), "unescaped control character 0x0A in a string; expected \\u000A"),
      (.invalidEscape, "invalid escape sequence"),
      (.loneSurrogate, "unpaired surrogate in a \\u escape"),
      (.invalidUTF8, "invalid UTF-8"),
      (.missingField("name"), "missing field \"name\""),
      (.duplicateKey("a"), "duplicate key \"a\""),
      (.invalidValue(type: "Colour", found: "blue"), "invalid Colour: blue"),
      (.nestedTooDeep(limit: 512), "nesting exceeds the maximum depth of 512 levels"),
      (.stackExhausted, "nesting is too deep for the stack of this thread"),
      (.notFinite(.infinity), "inf cannot be represented in this format"),
      (.noSuchPath("/a"), "no value at /a"),
    ] as [(FormatError.Problem, String)])
  func `each problem`(_ problem: FormatError.Problem, _ text: String) {
    #expect(problem.description == text)
  }

  @Test func `places, as far as they are known`() {
    typealias Place = FormatError.Place
    #expect(Place().description.isEmpty)
    #expect(Place(offset: 5).description == "byte 5")
    #expect(Place(path: "/a").description == "at /a")
    #expect(Place(offset: 5, path: "").description == "byte 5")
    #expect(Place(offset: 5, line: 2, column: 3, path: "/a/0").description == "line 2, column 3 (byte 5), at /a/0")
    #expect(FormatError(.invalidUTF8).description == "invalid UTF-8")
    #expect(FormatError(.invalidUTF8, at: Place(path: "/a")).description == "at /a: invalid UTF-8")
  }
}
