import Millrace

@Serializable
struct Person: Equatable {
  var name: String
  var age: UInt8?
  var tags: [String] = []
  var home: Address?
}

@Serializable
struct Address: Equatable {
  var street: String
  var number: Int16
}

@Serializable
enum Colour: String {
  case red, green
}

/// Errors by what is wrong, each with its place.
enum ErrorTable {
  static var all: [ErrorCase] { ends + bytes + kinds + numbers + strings + members + values + layouts }

  private static func byte(_ character: Character, _ expected: FormatError.Expectation) -> FormatError.Problem {
    .unexpectedByte(character.asciiValue ?? 0, expected: expected)
  }

  static var ends: [ErrorCase] {
    [
      ErrorCase(Int.self, "‸", .unexpectedEnd(expected: .integer)),
      ErrorCase(JSONTree.self, "  ‸", .unexpectedEnd(expected: .value)),
      ErrorCase([Int].self, "[‸", .unexpectedEnd(expected: .integer), path: "/0"),
      ErrorCase([Int].self, "[1‸", .unexpectedEnd(expected: .commaOrEndOfArray), path: "/0"),
      ErrorCase([Int].self, "[1,‸", .unexpectedEnd(expected: .integer), path: "/1"),
      ErrorCase(Person.self, "{‸", .unexpectedEnd(expected: .key)),
      ErrorCase(Person.self, "{\"na‸", .unexpectedEnd(expected: .endOfString)),
      ErrorCase(Person.self, "{\"name\"‸", .unexpectedEnd(expected: .colon), path: "/name"),
      ErrorCase(Person.self, "{\"name\":‸", .unexpectedEnd(expected: .string), path: "/name"),
      ErrorCase(Person.self, "{\"name\":\"a\"‸", .unexpectedEnd(expected: .commaOrEndOfObject), path: "/name"),
      ErrorCase(Person.self, "{\"name\":\"a\",‸", .unexpectedEnd(expected: .key)),
      ErrorCase([String: Bool].self, "{\"x\" : ‸", .unexpectedEnd(expected: .boolean), path: "/x"),
      ErrorCase(String.self, "\"abc‸", .unexpectedEnd(expected: .endOfString)),
      ErrorCase(String.self, "\"abc\\‸", .unexpectedEnd(expected: .endOfString)),
      ErrorCase(Double.self, "-‸", .unexpectedEnd(expected: .number)),
      ErrorCase([Double].self, "[1.‸", .unexpectedEnd(expected: .number), path: "/0"),
      ErrorCase([Double].self, "[0,1e+‸", .unexpectedEnd(expected: .number), path: "/1"),
      ErrorCase(Skipped.self, "[[],{\"a\":[{\"b\":0‸", .unexpectedEnd(expected: .commaOrEndOfObject), path: "/1/a/0/b"),
    ]
  }

  static var bytes: [ErrorCase] {
    [
      ErrorCase([Int].self, "[1 ‸2]", byte("2", .commaOrEndOfArray), path: "/0"),
      ErrorCase([Int].self, "[1,‸]", byte("]", .integer), path: "/1"),
      ErrorCase([Int].self, "[‸,1]", byte(",", .integer), path: "/0"),
      ErrorCase(JSONTree.self, "[1‸}", byte("}", .commaOrEndOfArray), path: "/0"),
      ErrorCase(Person.self, "{\"name\":\"a\",‸}", byte("}", .key)),
      ErrorCase(Person.self, "{\"name\" ‸\"a\"}", byte("\"", .colon), path: "/name"),
      ErrorCase(Person.self, "{‸name:\"a\"}", byte("n", .key)),
      ErrorCase(Person.self, "{\"name\":\"a\" ‸\"age\":1}", byte("\"", .commaOrEndOfObject), path: "/name"),
      ErrorCase([String: Int].self, "{\"a\":1,\"b\"‸=2}", byte("=", .colon), path: "/b"),
      ErrorCase([String: Int].self, "{\"a\":1,‸2}", byte("2", .key)),
      ErrorCase(Skipped.self, "{\"a\":[1,2,‸x]}", byte("x", .value), path: "/a/2"),
      ErrorCase(Skipped.self, "[‸nul]", byte("n", .null), path: "/0"),
      ErrorCase([Bool].self, "[true,‸tru]", byte("t", .boolean), path: "/1"),
      ErrorCase(Int.self, "‸+1", byte("+", .integer)),
      ErrorCase(Double.self, "‸.5", byte(".", .number)),
      ErrorCase(Int.self, "1 ‸x", .trailingContent),
      ErrorCase(Person.self, "{\"name\":\"a\"} ‸{}", .trailingContent),
      ErrorCase([Int].self, "[1]‸]", .trailingContent),
      ErrorCase(Int.self, "1‸\u{0}", .trailingContent),
    ]
  }

  static var kinds: [ErrorCase] {
    [
      ErrorCase(Int.self, "‸\"1\"", .mismatch(expected: .integer, found: .string)),
      ErrorCase(String.self, "‸1", .mismatch(expected: .string, found: .number)),
      ErrorCase(Bool.self, "‸1", .mismatch(expected: .boolean, found: .number)),
      ErrorCase([Int].self, "‸{}", .mismatch(expected: .array, found: .object)),
      ErrorCase(Person.self, "‸[]", .mismatch(expected: .object, found: .array)),
      ErrorCase(Double.self, "‸\"NaN\"", .mismatch(expected: .number, found: .string)),
      ErrorCase([Double].self, "[1,‸null]", .mismatch(expected: .number, found: .null), path: "/1"),
      ErrorCase(Person.self, "{\"name\":‸null}", .mismatch(expected: .string, found: .null), path: "/name"),
      ErrorCase(
        Person.self, "{\"age\":1,\"name\":‸true}", .mismatch(expected: .string, found: .boolean), path: "/name"),
      ErrorCase(
        [[Person]].self, "[[{\"name\":\"a\"}],[{\"name\":\"b\",\"age\":‸\"c\"}]]",
        .mismatch(expected: .integer, found: .string), path: "/1/0/age"),
      ErrorCase([[String]?].self, "[null,[‸[]]]", .mismatch(expected: .string, found: .array), path: "/1/0"),
    ]
  }

  /// An integer that is too large for its type's reader is rejected at its first digit, one that is read and then found
  /// not to fit a narrower type after its last digit.
  static var numbers: [ErrorCase] {
    [
      ErrorCase(Int8.self, "128‸", .numberOutOfRange(type: "Int8")),
      ErrorCase([Int8].self, "[127,-129‸]", .numberOutOfRange(type: "Int8"), path: "/1"),
      ErrorCase(UInt8.self, "-1‸", .numberOutOfRange(type: "UInt8")),
      ErrorCase(Person.self, "{\"name\":\"a\",\"age\":256‸}", .numberOutOfRange(type: "UInt8"), path: "/age"),
      ErrorCase(UInt32.self, "4294967296‸", .numberOutOfRange(type: "UInt32")),
      ErrorCase(Int64.self, "‸9223372036854775808", .numberOutOfRange(type: "Int64")),
      ErrorCase([UInt64].self, "[0, ‸18446744073709551616]", .numberOutOfRange(type: "UInt64"), path: "/1"),
      ErrorCase(UInt64.self, "‸-1", .numberOutOfRange(type: "UInt64")),
      ErrorCase(Int128.self, "‸170141183460469231731687303715884105728", .numberOutOfRange(type: "Int128")),
      ErrorCase(UInt128.self, "‸340282366920938463463374607431768211456", .numberOutOfRange(type: "UInt128")),
      ErrorCase([Double].self, "[1e308,‸1e309]", .numberOutOfRange(type: "Double"), path: "/1"),
      ErrorCase(Double.self, "‸-1e-400", .numberOutOfRange(type: "Double")),
      ErrorCase(Float.self, "‸3.5e38", .numberOutOfRange(type: "Float")),
      ErrorCase(Int.self, "‸1.5", .notAnInteger),
      ErrorCase([Int].self, "[1, ‸2e3]", .notAnInteger, path: "/1"),
      ErrorCase(Int.self, "‸01", .malformedNumber),
      ErrorCase(Double.self, "-‸01.5", .malformedNumber),
      ErrorCase(Double.self, "1.‸x", .malformedNumber),
      ErrorCase([Double].self, "[1e‸]", .malformedNumber, path: "/0"),
      ErrorCase(Skipped.self, "{\"a\":-‸}", .malformedNumber, path: "/a"),
    ]
  }

  static var strings: [ErrorCase] {
    [
      ErrorCase(String.self, "\"a‸\nb\"", .controlCharacter(0x0A)),
      ErrorCase([String].self, "[\"\",\"a tab‸\tin a string\"]", .controlCharacter(0x09), path: "/1"),
      ErrorCase(String.self, "\"\\‸\u{1}\"", .controlCharacter(0x01)),
      ErrorCase(String.self, "\"a‸\\qb\"", .invalidEscape),
      ErrorCase(String.self, "\"\\n\\\\‸\\u12g4\"", .invalidEscape),
      ErrorCase([String: String].self, "{\"k\":\"‸\\ud800x\"}", .loneSurrogate, path: "/k"),
      ErrorCase([String].self, "[\"é\",\"‸■\"]", .invalidUTF8, path: "/1"),
      ErrorCase(Skipped.self, "[\"‸\\né■\"]", .invalidUTF8, path: "/0"),
      ErrorCase([String: Int].self, "{\"a‸\u{1}b\":1}", .controlCharacter(0x01)),
      ErrorCase([String: Int].self, "{\"x\":1,\"‸\\q\":2}", .invalidEscape),
      ErrorCase(Person.self, "{\"name\":\"a\",\"‸■\":2}", .invalidUTF8),
      ErrorCase(Skipped.self, "[0,{\"ab‸\\uDC00\":2}]", .loneSurrogate, path: "/1"),
    ]
  }

  static var members: [ErrorCase] {
    let rejecting = JSON.ReadingOptions(duplicateKeys: .rejected)
    return [
      ErrorCase(Person.self, "{}‸", .missingField("name")),
      ErrorCase([Person].self, "[{\"name\":\"a\"},{\"age\":1}‸]", .missingField("name"), path: "/1"),
      ErrorCase(
        Person.self, "{\"name\":\"a\",\"home\":{\"street\":\"b\"}‸}", .missingField("number"), path: "/home"),
      ErrorCase(
        [String: [[Person]]].self, "{\"k\":[[],[{\"name\":\"a\"},{}‸]]}", .missingField("name"), path: "/k/1/1"),
      ErrorCase([String: Int].self, "{\"a\":1,‸\"a\":2}", .duplicateKey("a"), options: rejecting),
      ErrorCase(
        Skipped.self, "[{\"x\":{\"k\":1, ‸\"\\u006b\" :2}}]", .duplicateKey("k"), path: "/0/x", options: rejecting),
      ErrorCase(Person.self, "{\"name\":\"a\",\"tags\":[],‸\"name\":\"b\"}", .duplicateKey("name"), options: rejecting),
      ErrorCase(
        [String: [String: Int]].self, "{\"a/b\":{\"c~d\":‸\"x\"}}", .mismatch(expected: .integer, found: .string),
        path: "/a~1b/c~0d"),
      ErrorCase([String: Int].self, "{\"~1/\":‸[]}", .mismatch(expected: .integer, found: .array), path: "/~01~1"),
      ErrorCase(
        [String: Int].self, "{\"\\u0061\\n\\\"\":‸{}}", .mismatch(expected: .integer, found: .object), path: "/a\n\""),
      ErrorCase(
        [String: [String: Int]].self, "{\"\":{\"\":‸\"x\"}}", .mismatch(expected: .integer, found: .string), path: "//"),
      ErrorCase([String: Int].self, "{\"é😀\":‸true}", .mismatch(expected: .integer, found: .boolean), path: "/é😀"),
      ErrorCase(
        [String: Int].self, "{\"a,]}{[:\":‸true}", .mismatch(expected: .integer, found: .boolean), path: "/a,]}{[:"),
    ]
  }

  static var values: [ErrorCase] {
    let range = "expected two bounds in ascending order"
    return [
      ErrorCase([Colour].self, "[\"red\",\"blue\"‸]", .invalidValue(type: "Colour", found: "blue"), path: "/1"),
      ErrorCase(Character.self, "\"ab\"‸", .invalidValue(type: "Character", found: "\"ab\"")),
      ErrorCase(
        [String: ClosedRange<Int>].self, "{\"r\":[2,1]‸}", .invalidValue(type: "ClosedRange", found: range), path: "/r"),
      ErrorCase([ClosedRange<Int>].self, "[[1,2],[1]‸]", .invalidValue(type: "ClosedRange", found: range), path: "/1"),
      ErrorCase([Int: Int].self, "{\"1\":1,\"x\":‸2}", .invalidValue(type: "Int", found: "key \"x\""), path: "/x"),
      ErrorCase([Int8: Int].self, "{\"128\":‸2}", .invalidValue(type: "Int8", found: "key \"128\""), path: "/128"),
      ErrorCase(
        [Colour: Int].self, "{\"blue\":‸2}", .invalidValue(type: "Colour", found: "key \"blue\""), path: "/blue"),
      ErrorCase(
        Skipped.self, "[[[‸[]]]]", .nestedTooDeep(limit: 3), path: "/0/0/0",
        options: JSON.ReadingOptions(maximumDepth: 3)),
    ]
  }

  /// Documents of several lines, with characters of more than one byte before the error.
  static var layouts: [ErrorCase] {
    [
      ErrorCase(
        [Person].self, "[\n  {\"name\": \"é\"},\n  {\"name\": \"😀 — ü\", \"age\": ‸\"x\"}\n]",
        .mismatch(expected: .integer, found: .string), path: "/1/age"),
      ErrorCase([String].self, "[\r\n\"a\",\r\n\"é\", ‸1]", .mismatch(expected: .string, found: .number), path: "/2"),
      ErrorCase([[Int]].self, "[\n[1,\n2],\n\n[3\n‸x]]", byte("x", .commaOrEndOfArray), path: "/1/0"),
      ErrorCase(
        [String: Int].self, "\n\n{\"日本語\"\n:\n\t‸\"x\"}", .mismatch(expected: .integer, found: .string), path: "/日本語"),
      ErrorCase(Skipped.self, "{\"e\u{301}\":\n [\"e\u{301}\", ‸*]}", byte("*", .value), path: "/e\u{301}/1"),
    ]
  }
}
