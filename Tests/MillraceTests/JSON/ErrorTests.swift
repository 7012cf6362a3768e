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
      (.unexpectedEnd(expected: .value), "the document ends where a value is expected"),
      (.unexpectedEnd(expected: .endOfString), "the document ends where the end of a string is expected"),
      (.unexpectedByte(0x7D, expected: .key), "'}' where a key is expected"),
      (.unexpectedByte(0x20, expected: .colon), "a space where a colon is expected"),
      (.unexpectedByte(0x00, expected: .integer), "the control character 00 where an integer is expected"),
      (.unexpectedByte(0x7F, expected: .null), "the control character 7F where null is expected"),
      (.unexpectedByte(0xEF, expected: .commaOrEndOfArray), "the byte EF where a comma or ']' is expected"),
      (.unexpectedByte(0x61, expected: .commaOrEndOfObject), "'a' where a comma or '}' is expected"),
      (.mismatch(expected: .boolean, found: .object), "expected true or false, found an object"),
      (.mismatch(expected: .array, found: .null), "expected an array, found null"),
      (.trailingContent, "more follows behind the end of the document"),
      (.numberOutOfRange(type: "Int8"), "the number does not fit into Int8"),
      (.notAnInteger, "expected an integer, found a number with a fraction or an exponent"),
      (.controlCharacter(0x0A), "the control character 0A in a string must be escaped"),
      (.invalidEscape, "a backslash that begins no escape"),
      (.loneSurrogate, "an escape that is half a surrogate pair"),
      (.invalidUTF8, "bytes that are not UTF-8"),
      (.missingField("name"), "the field \"name\" is missing"),
      (.duplicateKey("a"), "the key \"a\" is there already"),
      (.invalidValue(type: "Colour", found: "blue"), "blue is no value of Colour"),
      (.nestedTooDeep(limit: 512), "nested more than 512 levels deep"),
      (.stackExhausted, "nested deeper than the stack of this thread has room for"),
      (.notFinite(.infinity), "inf cannot be expressed in this format"),
      (.noSuchPath("/a"), "there is nothing at /a"),
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
    #expect(FormatError(.invalidUTF8).description == "bytes that are not UTF-8")
    #expect(FormatError(.invalidUTF8, at: Place(path: "/a")).description == "at /a: bytes that are not UTF-8")
  }
}
