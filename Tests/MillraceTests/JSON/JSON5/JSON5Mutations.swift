import TestSupport

/// Small JSON5 documents of every form, most of them damaged in one to three places.
struct JSON5Mutations {
  private var random: SeededGenerator
  private var text: [Unicode.Scalar] = []

  init(_ random: SeededGenerator) { self.random = random }

  /// A valid document, mostly damaged afterwards.
  mutating func document() -> String {
    _ = validDocument()
    for _ in 0..<random.element(of: [0, 1, 1, 1, 1, 2, 2, 3]) { mutate() }
    return String(String.UnicodeScalarView(text))
  }

  mutating func validDocument() -> String {
    text = []
    blanks()
    switch random.below(10) {
    case 0...3: inArray { $0.number() }
    case 4, 5: inArray { $0.string() }
    case 6, 7:
      append("{")
      key()
      append(":1")
      if random.once(in: 4) { append(",") }
      append("}")
    default: value(depth: 0)
    }
    blanks()
    return String(String.UnicodeScalarView(text))
  }

  private mutating func append(_ piece: String) { text += piece.unicodeScalars }

  private mutating func append(oneOf pieces: [String]) { append(random.element(of: pieces)) }
}

// MARK: - Valid documents

extension JSON5Mutations {
  private mutating func inArray(_ element: (inout JSON5Mutations) -> Void) {
    if random.once(in: 4) { return element(&self) }
    append("[")
    for index in 0...random.below(2) {
      if index > 0 { append(",") }
      element(&self)
    }
    if random.once(in: 8) { append(",") }
    append("]")
  }

  private mutating func value(depth: Int) {
    switch random.below(depth < 3 ? 8 : 4) {
    case 0: append(oneOf: ["null", "true", "false"])
    case 1: string()
    case 2, 3: number()
    case 4, 5:
      append("[")
      members(depth: depth) { _ in }
      append("]")
    default:
      append("{")
      members(depth: depth) { generator in
        generator.key()
        generator.blanks()
        generator.append(":")
        generator.blanks()
      }
      append("}")
    }
  }

  private mutating func members(depth: Int, _ key: (inout JSON5Mutations) -> Void) {
    blanks()
    let count = random.below(3)
    for index in 0..<count {
      key(&self)
      value(depth: depth + 1)
      blanks()
      if index < count - 1 || random.once(in: 4) { append(",") }
      blanks()
    }
  }

  private mutating func number() {
    append(oneOf: ["", "", "", "+", "-"])
    switch random.below(8) {
    case 0: append(oneOf: ["NaN", "Infinity"])
    case 1, 2:
      append(oneOf: ["0x", "0X"])
      for _ in 0...random.below(random.once(in: 8) ? 40 : 6) { append(oneOf: ["0", "1", "9", "a", "e", "F", "B"]) }
    default:
      let form = random.below(5)
      if form > 0 { append(oneOf: ["0", "1", "5", "10", "42", "9007199254740993", "123456789012345678901234567890"]) }
      if form < 4 {
        append(".")
        if form < 3 { append(oneOf: ["0", "5", "25", "1234567890123456789"]) }
      }
      if random.once(in: 3) {
        append(oneOf: ["e", "E"])
        append(oneOf: ["", "+", "-"])
        append(oneOf: ["0", "1", "05", "12", "300"])
      }
    }
  }

  private mutating func string() {
    let quote = random.element(of: ["'", "\""])
    append(quote)
    for _ in 0..<random.below(5) {
      append(
        oneOf: ["a", " ", "é", "名", "😀", "\t", "//", "/*", ",", "]", "0", "1", quote == "'" ? "\"" : "'"] + Self.escapes
      )
    }
    append(quote)
  }

  private static let escapes = [
    "\\'", "\\\"", "\\\\", "\\b", "\\f", "\\n", "\\r", "\\t", "\\v", "\\0 ", "\\x41", "\\xe9", "\\u0041", "\\u540D",
    "\\uD83D\\uDE00", "\\\n", "\\\r\n", "\\\r", "\\\u{2028}", "\\\u{2029}", "\\a", "\\/", "\\é", "\\😀", "\u{2028}",
    "\u{1}",
  ]

  private mutating func key() {
    if random.once(in: 3) { return string() }
    append(oneOf: ["a", "b", "$", "_", "é", "名", "\\u0061", "Ⅷ", "null", "NaN", "Infinity", "𐐀", "ǅ", "e", "x"])
    for _ in 0..<random.below(3) {
      append(oneOf: [
        "a", "1", "$", "_", "\u{301}", "\u{200C}", "\u{200D}", "٠", "‿", "\\u0062", "\\u0031", "𝟘", "e1", "x1",
      ])
    }
  }

  private mutating func blanks() {
    guard random.once(in: 6) else { return }
    append(
      oneOf: [
        " ", "\n", "\t", "\r\n", "\u{B}", "\u{C}", "\u{A0}", "\u{FEFF}", "\u{2028}", "\u{2029}", "\u{3000}", "\u{2003}",
        "/**/",
        "/* a */", "/***/", "// a\n", "//\r", "//\u{2028}", "/*\n*/",
      ])
  }
}

// MARK: - Damage

extension JSON5Mutations {
  private static let pieces = [
    "0", "1", "9", "00", "01", "+", "-", ".", "e", "E", "x", "0x", "0X", "_", "n", "N", "I", "f", "g", "p", "NaN",
    "Infinity",
    "null", "true", "false", "'", "\"", "`", "\\", "\\u", "\\x", "\\u0041", "\\u0031", "\\u0020", "\\uD83D", "\\uDE00",
    "\\uD801\\uDC00",
    "\\u{61}", "\\U", "\\0", "\\1", "\\x4", "\n", "\r", "\u{2028}", "\u{2029}", " ", "\t", "\u{B}", "\u{A0}",
    "\u{FEFF}",
    "\u{3000}", "\u{85}",
    "\u{200B}", "\u{180E}", "\0", "\u{7F}", "/", "*", "//", "/*", "*/", "/**/", ",", ":", ";", "[", "]", "{", "}", "(",
    "#", "a", "é", "Ⅷ", "\u{301}",
    "\u{903}", "٠", "‿", "\u{200C}", "\u{200D}", "𐐀", "😀", "℘", "℮", "·", "ⸯ", "፩",
  ]

  private mutating func mutate() {
    let place = random.below(text.count + 1)
    let end = min(text.count, place + 1 + random.below(random.once(in: 4) ? 6 : 2))
    switch random.below(8) {
    case 0, 1, 2: text.insert(contentsOf: random.element(of: Self.pieces).unicodeScalars, at: place)
    case 3: text.replaceSubrange(place..<end, with: random.element(of: Self.pieces).unicodeScalars)
    case 4, 5: text.removeSubrange(place..<end)
    case 6: text.insert(contentsOf: text[place..<end], at: random.below(text.count + 1))
    default:
      if end < text.count { text.swapAt(place, end) } else { text.removeSubrange(place...) }
    }
  }
}
