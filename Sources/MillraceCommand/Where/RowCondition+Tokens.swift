import Millrace

extension RowCondition {
  enum Token {
    case name([String], isQuoted: Bool)
    case pointer(JSON.Pointer)
    case text(ArraySlice<UInt8>)
    case number(ComparedNumber)
    case comparison(Operator)
    case openParenthesis, closeParenthesis, comma
    case end
  }

  /// Splits the text of a condition into tokens.
  struct Tokens {
    private let text: [UInt8]
    /// The offset of the text after the last token.
    private var position = 0
    /// The offset of the last token.
    private(set) var start = 0
    private(set) var next = Token.end

    init(_ text: String) throws(SyntaxError) {
      self.text = Array(text.utf8)
      try advance()
    }

    /// The next token, as it is written.
    var nextText: String {
      if case .end = next { return "the end" }
      let shown = String(decoding: text[start..<position], as: UTF8.self)
      return shown.count > 40 ? "'\(shown.prefix(40))…'" : "'\(shown)'"
    }

    /// Where a byte of the text in quotes that comes next is in the text of the condition, in which quotes are doubled.
    func offset(ofByte index: Int) -> Int {
      var offset = start + 1
      for _ in 0..<index where offset < position { offset += text[offset] == text[start] ? 2 : 1 }
      return offset
    }

    mutating func advance() throws(SyntaxError) {
      while let byte = peek, byte == 0x20 || (0x09...0x0D).contains(byte) { position += 1 }
      start = position
      guard let byte = peek else {
        next = .end
        return
      }
      switch byte {
      case UInt8(ascii: "("): next = symbol(.openParenthesis)
      case UInt8(ascii: ")"): next = symbol(.closeParenthesis)
      case UInt8(ascii: ","): next = symbol(.comma)
      case UInt8(ascii: "="): next = operation(.equal, ["=": .equal])
      case UInt8(ascii: "<"): next = operation(.less, ["=": .lessOrEqual, ">": .different])
      case UInt8(ascii: ">"): next = operation(.greater, ["=": .greaterOrEqual])
      case UInt8(ascii: "!"):
        position += 1
        guard peek == UInt8(ascii: "=") else { throw error("unexpected '!'; expected '!=' or 'not'", at: start) }
        next = symbol(.comparison(.different))
      case UInt8(ascii: "'"), UInt8(ascii: "\""): next = .text(try quoted(until: byte)[...])
      case UInt8(ascii: "/"): next = try pointer()
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): next = try number()
      case UInt8(ascii: "`"), UInt8(ascii: "["): next = try name()
      case _ where Self.isOfName(byte): next = try name()
      default: throw error("unexpected \(character)", at: start)
      }
    }

    private func error(_ problem: String, at offset: Int) -> SyntaxError {
      SyntaxError(problem: problem, offset: offset)
    }

    private var peek: UInt8? { position < text.count ? text[position] : nil }

    private var character: String {
      let rest = String(decoding: text[position...].prefix(4), as: UTF8.self)
      return rest.first.map { "'\(visible(String($0)))'" } ?? "the end"
    }

    private mutating func symbol(_ token: Token) -> Token {
      position += 1
      return token
    }

    private mutating func operation(_ alone: Operator, _ followed: [Character: Operator]) -> Token {
      position += 1
      guard let byte = peek, let longer = followed[Character(UnicodeScalar(byte))] else { return .comparison(alone) }
      return symbol(.comparison(longer))
    }

    /// A text in quotes, in which the closing quote may be doubled.
    private mutating func quoted(until end: UInt8) throws(SyntaxError) -> [UInt8] {
      position += 1
      var quoted: [UInt8] = []
      while let byte = peek {
        position += 1
        if byte == end {
          guard peek == end else { return quoted }
          position += 1
        }
        quoted.append(byte)
      }
      throw error(
        "missing closing \(end == UInt8(ascii: "'") ? "quote" : "\(Character(UnicodeScalar(end)))")", at: start)
    }

    private mutating func number() throws(SyntaxError) -> Token {
      position += 1
      if text[start] == UInt8(ascii: "-"), peek.map({ $0 &- 0x30 < 10 }) != true {
        throw error("unexpected '-'; a column with a hyphen in its name is written as `first-name`", at: start)
      }
      while let byte = peek {
        let isSign = byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
        guard
          Self.isOfName(byte) || byte == UInt8(ascii: ".") || isSign && text[position - 1] | 0x20 == UInt8(ascii: "e")
        else { break }
        position += 1
      }
      let written = text[start..<position]
      guard let number = ComparedNumber(written) else {
        throw error("invalid number '\(String(decoding: written.prefix(40), as: UTF8.self))'", at: start)
      }
      return .number(number)
    }

    private mutating func pointer() throws(SyntaxError) -> Token {
      let ends = Array(" \t\r\n()=<>!,".utf8)
      while let byte = peek, !ends.contains(byte) { position += 1 }
      guard let pointer = JSON.Pointer(String(decoding: text[start..<position], as: UTF8.self)) else {
        throw error("invalid JSON Pointer; '~' must be written as '~0'", at: start)
      }
      return .pointer(pointer)
    }

    /// Names with dots between them.
    private mutating func name() throws(SyntaxError) -> Token {
      var names: [String] = []
      var isQuoted = false
      while true {
        if let byte = peek, byte == UInt8(ascii: "`") || byte == UInt8(ascii: "[") {
          isQuoted = true
          let name = try quoted(until: byte == UInt8(ascii: "[") ? UInt8(ascii: "]") : byte)
          names.append(String(decoding: name, as: UTF8.self))
        } else {
          let start = position
          while let byte = peek, Self.isOfName(byte) { position += 1 }
          guard position > start else { throw error("missing name after '.'", at: position) }
          names.append(String(decoding: text[start..<position], as: UTF8.self))
        }
        guard peek == UInt8(ascii: ".") else { return .name(names, isQuoted: isQuoted) }
        position += 1
      }
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
      byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || (byte | 0x20) &- 0x61 < 26
        || byte &- 0x30 < 10
    }
  }
}
