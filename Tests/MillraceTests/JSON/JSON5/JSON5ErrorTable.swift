import Millrace

/// Texts that are not JSON5, with what is wrong with them and where, by the sections of the specification
/// (https://spec.json5.org, version 1.0.0).
enum JSON5ErrorTable {
  static var all: [ErrorCase] { grammar + limits }

  /// What the grammar does not derive.
  static var grammar: [ErrorCase] {
    values + separators + objects + identifiers + arrays + strings + numbers + comments + blanks
  }

  private static func lenient<Value: Readable>(
    _ type: Value.Type, _ marked: String, _ problem: FormatError.Problem, path: String = "",
    options: JSON.ReadingOptions = JSON.ReadingOptions()
  ) -> ErrorCase {
    ErrorCase(type, marked, problem, path: path, options: options, style: JSON.Lenient.self)
  }

  private static func row(_ marked: String, _ problem: FormatError.Problem, path: String = "") -> ErrorCase {
    lenient(Skipped.self, marked, problem, path: path)
  }

  private static func unexpected(
    _ marked: String, _ byte: Character, _ expected: FormatError.Expectation, path: String = ""
  ) -> ErrorCase {
    row(marked, .unexpectedByte(byte.utf8.first ?? 0, expected: expected), path: path)
  }

  private static func end(_ marked: String, _ expected: FormatError.Expectation, path: String = "") -> ErrorCase {
    row(marked, .unexpectedEnd(expected: expected), path: path)
  }

  /// Section 2.
  private static var values: [ErrorCase] {
    [
      end("‸", .value), end("  \n‸", .value), end("// nothing\n‸", .value), end("/**/‸", .value),
      unexpected("‸undefined", "u", .value), unexpected("‸#", "#", .value), unexpected("‸`a`", "`", .value),
      unexpected("‸True", "T", .value), unexpected("‸a", "a", .value), unexpected("‸é", "é", .value),
      unexpected("‸\0", "\0", .value), unexpected("‸\u{1}1", "\u{1}", .value), unexpected("‸\u{7F}", "\u{7F}", .value),
      unexpected("‸,", ",", .value), unexpected("‸]", "]", .value), unexpected("‸}", "}", .value),
      unexpected("‸:", ":", .value), unexpected("‸\\u0031", "\\", .value), unexpected("‸(1)", "(", .value),
      unexpected("‸tru", "t", .boolean), unexpected("‸TRUE", "T", .value), unexpected("‸tr/**/ue", "t", .boolean),
      unexpected("‸tru\\u0065", "t", .boolean), unexpected("‸fals", "f", .boolean), unexpected("‸nul", "n", .null),
      unexpected("‸nan", "n", .null), unexpected("‸infinity", "i", .value),
      row("1 ‸x", .trailingContent), row("{}‸{}", .trailingContent), row("[1]‸]", .trailingContent),
    ]
  }

  /// Two tokens without a separator are never one.
  private static var separators: [ErrorCase] {
    [
      row("0x1‸.8", .trailingContent), row("5‸+9", .trailingContent), row("1.‸.0", .trailingContent),
      unexpected("[3‸+4]", "+", .commaOrEndOfArray, path: "/0"), row("-0xE‸+1", .trailingContent),
      row("1 ‸2", .trailingContent), row("1/**/‸2", .trailingContent), row("1\n‸2", .trailingContent),
      row("true ‸false", .trailingContent), row("true‸false", .trailingContent), row("null‸null", .trailingContent),
      row("true‸1", .trailingContent), row("1‸true", .trailingContent), row("true‸x", .trailingContent),
      row("1‸a", .trailingContent), row("1‸$", .trailingContent), row("1‸_0", .trailingContent),
      row("1‸n", .trailingContent), row("1‸'a'", .trailingContent), row("'a'‸1", .trailingContent),
      row("'a'‸'b'", .trailingContent), row("'a'‸\"b\"", .trailingContent), row("'a'‸b", .trailingContent),
      row("1‸[]", .trailingContent), row("[]‸1", .trailingContent), row("''‸{}", .trailingContent),
      row("NaN‸NaN", .trailingContent), row("Infinity‸1", .trailingContent), row("NaN‸1", .trailingContent),
      row("5.‸.5", .trailingContent), row("1.5‸.5", .trailingContent), row("1e5‸.5", .trailingContent),
      row("1e5‸e5", .trailingContent), row("1‸-1", .trailingContent), row(".5‸.5", .trailingContent),
      row("0x1‸g", .trailingContent), row("0x1‸-1", .trailingContent), row("0x1‸p3", .trailingContent),
      row("0‸b1", .trailingContent), row("0‸o7", .trailingContent), row("0x1‸x1", .trailingContent),
      row("1‸\\u0031", .trailingContent), row("1‸\u{301}", .trailingContent), row("1‸٢", .trailingContent),
      unexpected("[1 ‸2]", "2", .commaOrEndOfArray, path: "/0"),
      unexpected("[1‸;2]", ";", .commaOrEndOfArray, path: "/0"),
      unexpected("[1/* , */‸2]", "2", .commaOrEndOfArray, path: "/0"),
      unexpected("[0, 1‸'a']", "'", .commaOrEndOfArray, path: "/1"),
      unexpected("['a'‸'b']", "'", .commaOrEndOfArray, path: "/0"),
      unexpected("[[]‸[]]", "[", .commaOrEndOfArray, path: "/0"),
      unexpected("{a:1‸b:2}", "b", .commaOrEndOfObject, path: "/a"),
      unexpected("{a:1 ‸b:2}", "b", .commaOrEndOfObject, path: "/a"),
      unexpected("{a:1‸'b':2}", "'", .commaOrEndOfObject, path: "/a"),
      unexpected("{\"a\":1 /*x*/ ‸'b':2}", "'", .commaOrEndOfObject, path: "/a"),
      unexpected("{a:''‸b:2}", "b", .commaOrEndOfObject, path: "/a"),
      unexpected("{a:{}‸b:2}", "b", .commaOrEndOfObject, path: "/a"),
      unexpected("{a:1‸:2}", ":", .commaOrEndOfObject, path: "/a"),
      unexpected("{a:1‸]", "]", .commaOrEndOfObject, path: "/a"),
      unexpected("[1‸}", "}", .commaOrEndOfArray, path: "/0"),
      unexpected("[1‸:2]", ":", .commaOrEndOfArray, path: "/0"),
      unexpected("[{a:[1,2,]‸]}", "]", .commaOrEndOfObject, path: "/0/a"),
    ]
  }

  /// Section 3.
  private static var objects: [ErrorCase] {
    [
      unexpected("{‸,}", ",", .key), unexpected("{a:1,‸,}", ",", .key), unexpected("{a:1,‸,b:2}", ",", .key),
      unexpected("{a:‸}", "}", .value, path: "/a"), unexpected("{a:‸,}", ",", .value, path: "/a"),
      unexpected("{a‸}", "}", .colon, path: "/a"), unexpected("{a ‸1}", "1", .colon, path: "/a"),
      unexpected("{a/**/‸b:1}", "b", .colon, path: "/a"), unexpected("{'a'‸b:1}", "b", .colon, path: "/a"),
      unexpected("{'a'‸,}", ",", .colon, path: "/a"), unexpected("{a:‸:1}", ":", .value, path: "/a"),
      unexpected("{a:‸b}", "b", .value, path: "/a"), unexpected("{‸:1}", ":", .key), unexpected("{‸[1]:1}", "[", .key),
      unexpected("{‸{}:1}", "{", .key), unexpected("{‸]", "]", .key),
      end("{‸", .key), end("{a‸", .colon, path: "/a"), end("{a:‸", .value, path: "/a"),
      end("{a:1‸", .commaOrEndOfObject, path: "/a"), end("{a:1,‸", .key), end("{'a'‸", .colon, path: "/a"),
    ]
  }

  /// Section 3, and ECMAScript 5.1, section 7.6.
  private static var identifiers: [ErrorCase] {
    [
      unexpected("{‸1:2}", "1", .key), unexpected("{‸0x1:2}", "0", .key), unexpected("{‸1a:1}", "1", .key),
      unexpected("{‸.5:1}", ".", .key), unexpected("{‸+Infinity:1}", "+", .key),
      unexpected("{‸-Infinity:1}", "-", .key),
      unexpected("{‸+NaN:1}", "+", .key), unexpected("{‸-a:1}", "-", .key),
      unexpected("{a‸-b:1}", "-", .colon, path: "/a"),
      unexpected("{a‸.b:1}", ".", .colon, path: "/a"), unexpected("{a ‸b:1}", "b", .colon, path: "/a"),
      unexpected("{NaN‸+:1}", "+", .colon, path: "/NaN"), unexpected("{‸\u{200C}:1}", "\u{200C}", .key),
      unexpected("{‸\u{301}:1}", "\u{301}", .key), unexpected("{‸٢:1}", "٢", .key), unexpected("{‸‿:1}", "‿", .key),
      // Not letters by their category, though in Unicode's ID_Start or ID_Continue.
      unexpected("{‸℘:1}", "℘", .key), unexpected("{‸℮:1}", "℮", .key), unexpected("{‸゛:1}", "゛", .key),
      unexpected("{a‸·:1}", "·", .colon, path: "/a"), unexpected("{a‸፩:1}", "፩", .colon, path: "/a"),
      unexpected("{‸😀:1}", "😀", .key), unexpected("{a‸\u{200B}:1}", "\u{200B}", .colon, path: "/a"),
      row("{a‸\\x41:1}", .invalidEscape), row("{a‸\\u{62}:1}", .invalidEscape), row("{a‸\\u006:1}", .invalidEscape),
      row("{a‸\\", .invalidEscape), row("{‸\\u0031:1}", .invalidEscape), row("{‸\\u0301:1}", .invalidEscape),
      row("{a‸\\u0020:1}", .invalidEscape), row("{a‸\\u002D:1}", .invalidEscape), row("{‸\\n:1}", .invalidEscape),
      row("{a‸\\u2028:1}", .invalidEscape), row("{a‸\\\n:1}", .invalidEscape),
      // An unpaired surrogate is not a letter, and neither is a pair of escapes.
      row("{‸\\uD801\\uDC00:1}", .invalidEscape), row("{a‸\\uD801\\uDC00:1}", .invalidEscape),
      row("{a‸\\uDC00:1}", .invalidEscape),
    ]
  }

  /// Section 4.
  private static var arrays: [ErrorCase] {
    [
      unexpected("[‸,]", ",", .value, path: "/0"), unexpected("[‸,1]", ",", .value, path: "/0"),
      unexpected("[1,‸,]", ",", .value, path: "/1"), unexpected("[1,‸,2]", ",", .value, path: "/1"),
      unexpected("[1,/*,*/‸,2]", ",", .value, path: "/1"), unexpected("[‸}", "}", .value, path: "/0"),
      unexpected("[‸a:1]", "a", .value, path: "/0"), end("[‸", .value, path: "/0"),
      end("[1‸", .commaOrEndOfArray, path: "/0"),
      end("[1,‸", .value, path: "/1"), end("[[]‸", .commaOrEndOfArray, path: "/0"),
      end("[{a:[0,/* , */1,‸", .value, path: "/0/a/2"),
    ]
  }

  /// Section 5.
  private static var strings: [ErrorCase] {
    [
      end("'‸", .endOfString), end("'a‸", .endOfString), end("'a\"‸", .endOfString), end("\"a'‸", .endOfString),
      end("'\\‸", .endOfString), end("'\\'‸", .endOfString), end("'a\\\n‸", .endOfString), end("'\0‸", .endOfString),
      row("'a‸\nb'", .controlCharacter(0x0A)), row("'a‸\rb'", .controlCharacter(0x0D)),
      row("\"‸\n\"", .controlCharacter(0x0A)), row("['', 'a\\\n‸\n']", .controlCharacter(0x0A), path: "/1"),
      row("'\\\r\n‸\n'", .controlCharacter(0x0A)), row("'\\\n‸\r'", .controlCharacter(0x0D)),
      row("'‸\\1'", .invalidEscape), row("'‸\\8'", .invalidEscape), row("'‸\\9'", .invalidEscape),
      row("'‸\\00'", .invalidEscape), row("'‸\\01'", .invalidEscape), row("'a‸\\09'", .invalidEscape),
      row("'‸\\x'", .invalidEscape), row("'‸\\x4'", .invalidEscape), row("'‸\\x4g'", .invalidEscape),
      row("'\\\n‸\\xg4'", .invalidEscape),
      row("'‸\\u'", .invalidEscape), row("'‸\\u004'", .invalidEscape), row("'‸\\u004g'", .invalidEscape),
      row("'‸\\u{41}'", .invalidEscape), row("'‸\\u 041'", .invalidEscape), row("'‸\\u-041'", .invalidEscape),
      row("'‸\\x+1'", .invalidEscape), row("[0, {a: 'é\\a‸\\1'}]", .invalidEscape, path: "/1/a"),
      row("'‸\\x\\x41'", .invalidEscape),
      row("{'‸\\1':1}", .invalidEscape), row("'‸\\u00\\\n41'", .invalidEscape),
      // What the grammar allows and a string cannot hold.
      row("'‸\\uD800'", .loneSurrogate), row("'\\x41\\a\\\n‸\\uDC00'", .loneSurrogate),
      row("'\\v‸\\uD83Dx'", .loneSurrogate),
      row("/**/{a:['\\'', '\"‸\\uD83D\\x41']}", .loneSurrogate, path: "/a/1"), row("{'\\a‸\\uD800':1}", .loneSurrogate),
      row("'‸\\uD83D\\uD83D\\uDE00'", .loneSurrogate),
    ]
  }

  /// Section 6, and ECMAScript 5.1, section 7.8.3.
  private static var numbers: [ErrorCase] {
    [
      end(".‸", .number), end("+‸", .number), end("-‸", .number), end("-.‸", .number), end("+.‸", .number),
      end("0x‸", .number), end("-0X‸", .number), end("1e‸", .number), end("1e+‸", .number), end("5.e‸", .number),
      end(".5E-‸", .number), row("[.‸]", .malformedNumber, path: "/0"), row("[+‸]", .malformedNumber, path: "/0"),
      row("[0x‸]", .malformedNumber, path: "/0"), row("[1e‸]", .malformedNumber, path: "/0"),
      row(".‸.5", .malformedNumber), row(".‸e1", .malformedNumber), row("-.‸e1", .malformedNumber),
      row(".‸-1", .malformedNumber),
      row("0x‸g", .malformedNumber), row("0x‸.1", .malformedNumber), row("0x‸-1", .malformedNumber),
      row("0x‸ 1", .malformedNumber),
      row("1e‸.5", .malformedNumber), row("1e‸e", .malformedNumber), row("1e+‸-1", .malformedNumber),
      row("1e‸ 1", .malformedNumber),
      row("1e‸x1", .malformedNumber),
      row("+‸ 1", .malformedNumber), row("-‸ 1", .malformedNumber), row("-‸/**/1", .malformedNumber),
      row("+‸\n1", .malformedNumber),
      row("-‸-1", .malformedNumber), row("+‸+1", .malformedNumber), row("+‸-1", .malformedNumber),
      row("-‸+1", .malformedNumber),
      row("-‸a", .malformedNumber), row("+‸'1'", .malformedNumber), row("-‸[]", .malformedNumber),
      row("-‸ Infinity", .malformedNumber),
      row("-‸infinity", .malformedNumber), row("-‸null", .malformedNumber), row("-‸\\u0031", .malformedNumber),
      row("‸01", .malformedNumber), row("‸00", .malformedNumber), row("-‸01", .malformedNumber),
      row("+‸01", .malformedNumber),
      row("‸08", .malformedNumber), row("‸09.5", .malformedNumber), row("‸00x1", .malformedNumber),
      row("[1, ‸01e1]", .malformedNumber, path: "/1"),
      row("{a: [+1, +‸01]}", .malformedNumber, path: "/a/1"),
      unexpected("‸Inf", "I", .number), unexpected("‸NAN", "N", .number), unexpected("-‸Infinit", "I", .number),
      unexpected("+‸Nan", "N", .number), unexpected("[‸Na\\u004e]", "N", .number, path: "/0"),
      unexpected("‸Infinit/**/y", "I", .number),
    ]
  }

  /// Section 7.
  private static var comments: [ErrorCase] {
    [
      end("‸/*", .endOfComment), end("‸/* a", .endOfComment), end("‸/*/", .endOfComment), end("‸/* *", .endOfComment),
      end("1‸/*", .endOfComment), end("[1,2‸/*]", .endOfComment, path: "/1"),
      end("[1,/*,[{*/ ‸/*,]", .endOfComment, path: "/1"),
      end("[1 /*,*/ ‸/*,]", .endOfComment, path: "/0"), end("{a:1,//,\n‸/*}", .endOfComment),
      unexpected("‸/", "/", .value), unexpected("[1]‸/", "/", .value), unexpected("‸/ /1", "/", .value),
      unexpected("[1,//[,\n ‸/ 2]", "/", .value, path: "/1"), unexpected("/* /* */ ‸*/1", "*", .value),
      unexpected("[/* /* */ ‸*/", "*", .value, path: "/0"), end("//1‸", .value), end("[//]‸", .value, path: "/0"),
      unexpected("[1//\u{2028}‸2]", "2", .commaOrEndOfArray, path: "/0"),
      unexpected("[1//\r‸2]", "2", .commaOrEndOfArray, path: "/0"),
    ]
  }

  /// Section 8. A next-line character, a zero-width space and the Mongolian vowel separator are not white space.
  private static var blanks: [ErrorCase] {
    [
      unexpected("‸\u{85}1", "\u{85}", .value), unexpected("‸\u{200B}1", "\u{200B}", .value),
      unexpected("‸\u{180E}1", "\u{180E}", .value),
      unexpected("‸\u{1C}1", "\u{1C}", .value), unexpected("‸\u{2060}1", "\u{2060}", .value),
      row("1‸\0", .trailingContent), row("1\u{A0}‸\u{85}", .trailingContent),
      unexpected("[1\u{3000}‸\u{8}]", "\u{8}", .commaOrEndOfArray, path: "/0"), row("‸■", .invalidUTF8),
      row("/* é‸■ */1", .invalidUTF8),
      row("// ‸■\n1", .invalidUTF8), row("'‸■'", .invalidUTF8), row("{a‸■:1}", .invalidUTF8, path: "/a"),
      row("1 ‸■", .invalidUTF8),
    ]
  }

  /// Section 10: what an implementation may limit, with places in the text before it is rewritten.
  private static var limits: [ErrorCase] {
    [
      lenient([UInt8].self, "[1, +256‸]", .numberOutOfRange(type: "UInt8"), path: "/1"),
      lenient([UInt8].self, "[/*[,*/ 0x100‸ /**/, 1]", .numberOutOfRange(type: "UInt8"), path: "/0"),
      lenient([UInt8].self, "[256‸,]", .numberOutOfRange(type: "UInt8"), path: "/0"),
      lenient([Int64].self, "[/**/ ‸+9223372036854775808]", .numberOutOfRange(type: "Int64"), path: "/0"),
      lenient([Int64].self, "[0,\u{A0}‸0xFFFFFFFFFFFFFFFFF]", .numberOutOfRange(type: "Int64"), path: "/1"),
      lenient([Int].self, "[‸+.5]", .notAnInteger, path: "/0"),
      lenient([Double].self, "[.1, ‸+1e309]", .numberOutOfRange(type: "Double"), path: "/1"),
      lenient([String].self, "['', ‸+1]", .mismatch(expected: .string, found: .number), path: "/1"),
      lenient([Int].self, "[0x10, /* here */ ‸'three']", .mismatch(expected: .integer, found: .string), path: "/1"),
      lenient(
        [String: Int].self, "{a: 1,\n\u{2003}'b': /**/‸[]}", .mismatch(expected: .integer, found: .array), path: "/b"),
      lenient([[Int]].self, "[[1,], ‸{}]", .mismatch(expected: .array, found: .object), path: "/1"),
      lenient(
        Skipped.self, "// deep\n[[‸[]]]", .nestedTooDeep(limit: 2), path: "/0/0",
        options: JSON.ReadingOptions(maximumDepth: 2)),
      lenient(
        Skipped.self, "{a: NaN, /**/ ‸'a': 2}", .duplicateKey("a"),
        options: JSON.ReadingOptions(duplicateKeys: .rejected)
      ),
    ]
  }
}
