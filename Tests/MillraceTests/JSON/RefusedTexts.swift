/// Texts that are not JSON, by the sections of RFC 8259, also with blanks around them.
enum RefusedTexts {
  static let all: [[UInt8]] =
    (texts + values + objects + arrays + numbers + strings).map { Array($0.utf8) } + controlCharacters + encodings

  /// Section 2: one value, and only four kinds of white space around tokens.
  static let texts: [String] = [
    "", "1 2", "[] []", "{} 1", "null null", "true false", "\"a\" \"b\"", "1 \"a\"", "[1] ]", "[]]", "{}}", "[]{}",
    "1,", ",1",
    ",", ":", "]", "}", "],", "1:", "1\0", "\0", "\u{0}1", "[1]\0", "[\0]", "{\0}", "\u{FEFF}1", "\u{FEFF}",
    "1\u{FEFF}",
    "\u{A0}1", "1\u{A0}", "\u{2028}1", "1\u{2029}", "\u{B}1", "1\u{B}", "\u{C}1", "1\u{C}", "[\u{C}1]", "[1\u{B}]",
    "{\u{A0}\"a\":1}", "// c\n1", "/* c */ 1", "1 // c", "[1 /* c */]", "# c\n1", "1 ;", "\u{7F}", "\u{1B}", "\u{85}1",
  ]

  /// Section 3: three literals in lower case.
  static let values: [String] = [
    "n", "nu", "nul", "nulll", "nullx", "null1", "Null", "NULL", "nuLL", "nil", "none", "None", "undefined", "t", "tru",
    "truee", "truex", "true1", "True", "TRUE", "trUe", "f", "fals", "falsee", "falsey", "false0", "False", "FALSE",
    "falze",
    "NaN", "-NaN", "nan", "Infinity", "-Infinity", "inf", "-inf", "a", "abc", "'a'", "`a`", "(1)", "<a>", "@", "$", "~",
    "=",
    "…", "é", "truefalse", "nullnull", "[nul]", "[truex]", "[null false]", "tr ue", "n ull", "nul\0", "tru\0", "fals\0",
    "\\n", "\\u0031", "yes", "no", "?",
  ]

  /// Section 4.
  static let objects: [String] = [
    "{", "{\"", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,\"", "{\"a\":1,\"b\"",
    "{\"a\":1,\"b\":", "{,}",
    "{\"a\"}", "{\"a\":}", "{\"a\":,}", "{\"a\" 1}", "{\"a\"::1}", "{\"a\":1,}", "{\"a\":1 ,}", "{\"a\":1,,\"b\":2}",
    "{\"a\":1 \"b\":2}", "{\"a\":1;\"b\":2}", "{a:1}", "{'a':1}", "{1:1}", "{null:1}", "{true:1}", "{\"a\":1]", "{]",
    "{\"a\",1}", "{\"a\"=1}", "{:1}", "{\"a\":1}}", "{\"a\":1:2}", "{[]:1}", "{{}:1}", "{\"a\":nul}", "{,\"a\":1}",
    "{\"a\" \"b\"}", "{\"a\":1,2}", "{\"a\":1,\"b\"}", "{\"a\n\":1}", "{\"\\x\":1}", "{\"\\ud800\":1}", "{\"a\":\"b}",
    "{\"a:1}", "{a\":1}", "{\"a\":{\"b\":1}", "{\"a\":[1}", "{\"a\":1}{\"b\":2}", "{1}", "{\"a\":1,b:2}", "{\"a\":1,}}",
    "{\"a\".1}", "{\"a\":'b'}", "{\"a\":(1)}", "{\"a\"\u{A0}:1}",
  ]

  /// Section 5.
  static let arrays: [String] = [
    "[", "[1", "[1,", "[,", "[,]", "[,1]", "[1,]", "[1, ]", "[1,\n]", "[1,,2]", "[1 2]", "[1;2]", "[1:2]", "[1}", "[}",
    "[[1]",
    "[\"a\"", "[\"a\" \"b\"]", "[\"a\"1]", "[{]", "[{}", "[[[]]", "[1,[2]", "[\"a\":1]", "[1e]", "[-]", "[+1]", "[0x1]",
    "[ ,1]", "[1,2,]", "[[],]", "[1,null,]", "[1]]", "[[1],", "[1[2]]", "[[1]2]", "[true false]", "[null,",
    "[\"a\",\"b",
    "[1 , , 2]", "[\"\\\"]", "[a]", "[1,a]", "[*]", "[1,\"a\",{\"b\":[}]}]",
  ]

  /// Section 6.
  static let numbers: [String] = [
    "-", "+", "+1", "--1", "-+1", "+-1", "- 1", "00", "01", "-01", "-00", "007", "0123", "00.5", "-00.5", "00000000",
    "000000000", "01234567", "012345678", "0123456789012345678901", "-0123456789", "1.", "-1.", "0.", "-0.", ".5",
    "-.5", ".",
    "..", "1..2", "1.2.3", "1.e5", "1.e", "1.-5", "1.+5", "1e", "1E", "1e+", "1e-", "1E+", "1e++1", "1e+-1", "1e1.5",
    "1e1e1",
    "1e 1", "1 e1", "e1", "E1", "0e", "0e+", "0.e1", "-0e", "0x10", "0X1F", "0b1", "0o7", "1_000", "1,000", "1 000",
    "1a",
    "1f", "1L", "0.1f", "1d", "\u{FF11}", "\u{663}", "½", "²", "1/2", "-a", "-\"1\"", "-[1]", "-null", "1e\u{663}",
    "$1", "1%",
    "1-1", "1+1", "12345678901x", "12345678x", "123456789012345678x", "1234567890123456789x",
    "1234567890123456789012345678901234567890x", "1.2345678901234567890.", "1.23456789012345678901234567890x",
    "99999999999999999999.", "99999999999999999999e", "99999999999999999999e+", "1e400x",
    "1e123456789012345678901234567890x",
    "123456789.e1", "-1x", "1.0x", "1.5e3x", "12345678.", "123456789.", "-12345678.", "0.0.1", "1e1.", "1.\05",
    "1e\05",
    "−1", "1,5", "1'000", "0x", "1.2e", "1.23456789e", "1.23456789e+",
    "0.00000000000000000000000000000000000000000000.",
  ]

  /// Section 7: quotes, escapes, surrogates.
  static let strings: [String] = [
    "\"", "\"a", "a\"", "\"a\"b\"", "\"\\\"", "\"\\", "\"a\\", "\"\\a\"", "\"\\x41\"", "\"\\0\"", "\"\\'\"", "\"\\ \"",
    "\"\\U0041\"", "\"\\v\"", "\"\\e\"", "\"\\1\"", "\"\\N\"", "\"\\u\"", "\"\\u1\"", "\"\\u12\"", "\"\\u123\"",
    "\"\\u123g\"",
    "\"\\ug123\"", "\"\\u 123\"", "\"\\u+123\"", "\"\\u-123\"", "\"\\u{41}\"", "\"\\u0x41\"", "\"\\u\u{661}234\"",
    "\"\\uD800\"", "\"\\uDBFF\"", "\"\\uDC00\"", "\"\\uDFFF\"", "\"\\uDFFF\\uD800\"", "\"\\uDC00\\uDC00\"",
    "\"\\uDC00\\uDFFF\"", "\"\\uD800\\u0041\"",
    "\"\\uD800a\"",
    "\"\\uD800\\uD800\"", "\"\\uD800\\n\"", "\"\\uD800\\uD800\\uDC00\"", "\"\\uD800\\\"", "\"\\uD800\\u\"",
    "\"\\uD800\\uDC0\"",
    "\"\\uD834\\uFFFF\"", "\"\\é\"", "\"\\u00é9\"", "'a\"", "\"a'", "“a”", "\"\\\\\\\"",
    "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\\", "\"aaaaaaaaaaaaaaaa\\u12\"", "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaa\\q\"",
    "\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\\udc00\"", "\"\" \"", "\"\"\"", "\"\"a", "\"a\" b",
  ]

  /// Section 7: every control character, alone, after other text, as an escape and in an escape.
  static let controlCharacters: [[UInt8]] = (UInt8(0)..<0x20).flatMap { control -> [[UInt8]] in
    let text = [UInt8](repeating: 0x61, count: Int(control) + 5)
    return [
      [0x22, control, 0x22], [0x22] + text + [control] + text + [0x22], [0x22, 0x5C, control, 0x22],
      [0x22, 0x5C, 0x75, 0x30, 0x30, control, 0x30, 0x22],
    ]
  }

  /// Section 8.1: UTF-8 and nothing else, in strings, in keys and outside.
  static let encodings: [[UInt8]] = {
    let sequences: [[UInt8]] = [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
      [0xE2, 0x82],
      [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xEF, 0xBF],
      [0xF0, 0x80, 0x80, 0x80],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF0, 0x28, 0x8C, 0xBC], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80],
      [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xC3, 0xA9, 0x80],
    ]
    let text = [UInt8](repeating: 0x61, count: 30)
    let others: [[UInt8]] = [
      [0xFF, 0xFE, 0x31, 0x00], [0xFE, 0xFF, 0x00, 0x31], [0xEF, 0xBB, 0xBF, 0x5B, 0x5D],
      [0x31, 0x80], [0x5B, 0xC3, 0xA9, 0x5D], [0x22, 0xC3], [0x22, 0xE2, 0x82], [0x5B, 0x22, 0x80],
      [0x22, 0x00, 0x61, 0x00, 0x22, 0x00],
    ]
    return sequences.flatMap { sequence -> [[UInt8]] in
      [
        [0x22] + sequence + [0x22], [0x22] + text + sequence + text + [0x22], sequence,
        [0x7B, 0x22] + sequence + [0x22, 0x3A, 0x31, 0x7D], [0x22, 0x5C, 0x6E] + sequence + [0x22],
      ]
    } + others
  }()
}
