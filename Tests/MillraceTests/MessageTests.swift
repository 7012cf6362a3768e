import Millrace
import TestSupport
import Testing

@Suite("Messages of errors")
struct MessageTests {
  private struct Rejected: Error, CustomStringConvertible {
    var description: String { "name must not be empty" }
  }

  @Test func `each message is listed, short and without a full stop`() throws {
    typealias Place = FormatError.Place
    var table = MessageTable()
    try table.add(
      "FormatError.Problem", declaredIn: "Sources/Millrace/Protocols/Errors/FormatError.swift",
      [
        ("unexpectedEnd", .unexpectedEnd(expected: .endOfString)),
        ("unexpectedByte", .unexpectedByte(0x7D, expected: .value)),
        ("unexpectedByte", .unexpectedByte(0x20, expected: .key)),
        ("unexpectedByte", .unexpectedByte(0x0A, expected: .commaOrEndOfObject)),
        ("unexpectedByte", .unexpectedByte(0xFF, expected: .commaOrEndOfArray)),
        ("mismatch", .mismatch(expected: .integer, found: .string)),
        ("trailingContent", .trailingContent),
        ("malformedNumber", .malformedNumber),
        ("numberOutOfRange", .numberOutOfRange(type: "Int8")),
        ("notAnInteger", .notAnInteger),
        ("controlCharacter", .controlCharacter(0x09)),
        ("invalidEscape", .invalidEscape),
        ("loneSurrogate", .loneSurrogate),
        ("byteOrderMark", .byteOrderMark),
        ("invalidUTF8", .invalidUTF8),
        ("missingField", .missingField("name")),
        ("unknownField", .unknownField(expected: ["id", "name"])),
        ("unknownField", .unknownField(expected: [])),
        ("unknownField", .unknownField(expected: (1...200).map { "field\($0)" })),
        ("duplicateKey", .duplicateKey("id")),
        ("invalidValue", .invalidValue(type: "Color", found: "\"purple\"")),
        ("nestedTooDeep", .nestedTooDeep(limit: 512)),
        ("stackExhausted", .stackExhausted),
        ("elementTooLarge", .elementTooLarge(limit: 67_108_864)),
        ("notFinite", .notFinite(.infinity)),
        ("noSuchPath", .noSuchPath("/films/7")),
        ("testFailed", .testFailed(path: "/year", expected: "1979", found: "1986")),
        ("patchTooLarge", .patchTooLarge(limit: 1_000_000)),
        ("custom", .custom(Rejected())),
      ] as [(String, FormatError.Problem)])
    try table.add(
      "FormatError.Expectation", declaredIn: "Sources/Millrace/Protocols/Errors/FormatError.swift",
      [
        ("value", .value), ("null", .null), ("boolean", .boolean), ("number", .number), ("integer", .integer),
        ("string", .string), ("array", .array), ("object", .object), ("key", .key), ("colon", .colon),
        ("commaOrEndOfArray", .commaOrEndOfArray), ("commaOrEndOfObject", .commaOrEndOfObject),
        ("endOfString", .endOfString), ("endOfComment", .endOfComment), ("recordSeparator", .recordSeparator),
        ("lineFeed", .lineFeed),
      ] as [(String, FormatError.Expectation)])
    table.add(
      "FormatError",
      [
        ("no place", FormatError(.trailingContent).description),
        ("path", FormatError(.notAnInteger, at: Place(path: "/3/id")).description),
        ("all", FormatError(.missingField("id"), at: Place(offset: 9, line: 2, column: 3, path: "/3")).description),
        (
          "unknown field",
          FormatError(.unknownField(expected: ["id"]), at: Place(offset: 9, path: "/3/na~1me")).description
        ),
      ])
    try table.add(
      "JSON.StreamOptions.InvalidOptions", declaredIn: "Sources/Millrace/JSON/Stream/JSON+StreamOptions.swift",
      [("cannotSkip", JSON.StreamOptions.InvalidOptions.cannotSkip(.array))])
    table.add(
      "SystemError", [("ENOENT", SystemError(code: 2, action: "cannot read films.json").description)])
    try table.check()
  }

  @Test func `the name of an unknown field comes from the path`() {
    let error = FormatError(.unknownField(expected: ["a", "b"]), at: FormatError.Place(path: "/0/x~0y~1z"))
    #expect(error.description == "at /0/x~0y~1z: unknown field 'x~y/z'; expected one of: a, b")
    #expect(FormatError.Problem.unknownField(expected: ["a"]).description == "unknown field; expected one of: a")
  }
}
