// Token by token: see `JSON+JSON5.swift`.

/// Rewrites JSON5 to JSON.
struct JSON5Rewriter {
  let scalars: String.UnicodeScalarView
  var position: String.UnicodeScalarView.Index
  var output = JSON.Rewritten()
  /// Where in the output the last comma stands if nothing but blanks followed it, and a value came before it.
  var trailingComma: Int?
  /// Whether the last token ended a value, so that a comma may follow and be the last.
  var followsValue = false

  init(source: String) {
    scalars = source.unicodeScalars
    position = scalars.startIndex
  }

  var next: Unicode.Scalar? { position < scalars.endIndex ? scalars[position] : nil }

  func peek(_ distance: Int) -> Unicode.Scalar? {
    scalars.index(position, offsetBy: distance, limitedBy: scalars.endIndex).flatMap {
      $0 < scalars.endIndex ? scalars[$0] : nil
    }
  }

  mutating func advance() { position = scalars.index(after: position) }

  /// The distance from the start in bytes.
  var offset: Int { scalars.utf8Offset(of: position) }

  func fail(_ problem: FormatError.Problem, at offset: Int? = nil) -> FormatError {
    FormatError(problem, at: FormatError.Place(offset: offset ?? self.offset))
  }

  mutating func emit(_ scalar: Unicode.Scalar) { output.bytes.append(contentsOf: UTF8.encode(scalar) ?? .init()) }

  // MARK: Tokens

  mutating func rewrite() throws {
    while let scalar = next {
      if isBlank(scalar) {
        output.bytes.append(isLineTerminator(scalar) ? ASCII.lineFeed : ASCII.space)
        advance()
        continue
      }
      if scalar == "/" {
        try skipComment()
        continue
      }
      output.noteDistance(to: offset)
      switch scalar {
      case ",":
        trailingComma = followsValue ? output.bytes.count : nil
        followsValue = false
        emit(scalar)
        advance()
        continue
      case "]", "}":
        if let trailingComma { output.bytes[trailingComma] = ASCII.space }
        followsValue = true
        emit(scalar)
        advance()
      case "[", "{", ":":
        followsValue = false
        emit(scalar)
        advance()
      case "\"", "'":
        try rewriteString(scalar)
        followsValue = true
      case "+", "-", ".", "0"..."9":
        try rewriteNumber()
        followsValue = true
      default:
        try rewriteName()
        followsValue = true
      }
      trailingComma = nil
    }
    output.noteDistance(to: offset)
  }

  func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\t", "\u{B}", "\u{C}", " ", "\u{A0}", "\u{FEFF}": true
    default: isLineTerminator(scalar) || scalar.value >= 0x80 && scalar.properties.generalCategory == .spaceSeparator
    }
  }

  func isLineTerminator(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\n" || scalar == "\r" || scalar == "\u{2028}" || scalar == "\u{2029}"
  }

  mutating func skipComment() throws {
    let start = offset
    switch peek(1) {
    case "/":
      while let scalar = next, !isLineTerminator(scalar) { advance() }
    case "*":
      advance()
      advance()
      while let scalar = next, !(scalar == "*" && peek(1) == "/") {
        if isLineTerminator(scalar) { output.bytes.append(ASCII.lineFeed) }
        advance()
      }
      guard next != nil else { throw fail(.unexpectedEnd(expected: .endOfComment), at: start) }
      advance()
      advance()
      output.bytes.append(ASCII.space)
    default: throw fail(.unexpectedByte(ASCII.slash, expected: .value))
    }
  }

  // MARK: Strings

  mutating func rewriteString(_ quote: Unicode.Scalar) throws {
    advance()
    output.bytes.append(ASCII.quote)
    while let scalar = next, scalar != quote {
      if scalar == "\n" || scalar == "\r" {
        throw fail(.controlCharacter(UInt8(truncatingIfNeeded: scalar.value)))
      }
      if scalar == "\\" {
        try rewriteEscape()
      } else {
        emit(quoted: scalar)
        advance()
      }
    }
    guard next != nil else { throw fail(.unexpectedEnd(expected: .endOfString)) }
    advance()
    output.bytes.append(ASCII.quote)
  }

  /// Emits a scalar with the escape that JSON demands for it.
  mutating func emit(quoted scalar: Unicode.Scalar) {
    if scalar == "\"" || scalar == "\\" {
      emit("\\")
      emit(scalar)
    } else if scalar.value < 0x20 {
      emit(unit: UInt16(scalar.value))
    } else {
      emit(scalar)
    }
  }

  mutating func emit(unit: UInt16) {
    let digits = String(unit, radix: 16)
    output.bytes.append(contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
  }

  mutating func rewriteEscape() throws {
    let start = offset
    advance()
    guard let scalar = next else { throw fail(.unexpectedEnd(expected: .endOfString)) }
    advance()
    switch scalar {
    case "b": emit(unit: 0x08)
    case "f": emit(unit: 0x0C)
    case "n": emit(unit: 0x0A)
    case "r": emit(unit: 0x0D)
    case "t": emit(unit: 0x09)
    case "v": emit(unit: 0x0B)
    case "0":
      if let digit = next, ("0"..."9").contains(digit) { throw fail(.invalidEscape, at: start) }
      emit(unit: 0)
    case "1"..."9": throw fail(.invalidEscape, at: start)
    case "x": emit(unit: try hexadecimal(digits: 2, start))
    case "u": emit(unit: try hexadecimal(digits: 4, start))
    case "\r": if next == "\n" { advance() }  // the string goes on in the next line
    case "\n", "\u{2028}", "\u{2029}": break
    default: emit(quoted: scalar)
    }
  }

  mutating func hexadecimal(digits: Int, _ start: Int) throws -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<digits {
      guard let scalar = next, scalar.isASCII, let digit = ASCII.hexadecimalValue(UInt8(scalar.value)) else {
        throw fail(.invalidEscape, at: start)
      }
      value = value &<< 4 | UInt16(digit)
      advance()
    }
    return value
  }

  // MARK: Numbers

  mutating func rewriteNumber() throws {
    if next == "+" {
      advance()
    } else if next == "-" {
      emit("-")
      advance()
    }
    if next == "I" || next == "N" {
      if next == "N", output.bytes.last == ASCII.minus { output.bytes.removeLast() }  // NaN has no sign
      return try rewriteName()
    }
    if next == "0", peek(1) == "x" || peek(1) == "X" { return try rewriteHexadecimal() }
    let hasInteger = try rewriteDigits()
    if next == "." {
      advance()
      let isFraction = next.map { ("0"..."9").contains($0) } ?? false
      guard hasInteger || isFraction else { throw fail(.malformedNumber) }
      if !hasInteger { emit("0") }
      if isFraction {
        emit(".")
        _ = try rewriteDigits()
      }
    } else if !hasInteger {
      throw fail(.malformedNumber)
    }
    guard let mark = next, mark == "e" || mark == "E" else { return }
    emit(mark)
    advance()
    if let sign = next, sign == "+" || sign == "-" {
      emit(sign)
      advance()
    }
    if !(try rewriteDigits()) { throw fail(.malformedNumber) }
  }

  /// Copies digits, and says whether there were any.
  mutating func rewriteDigits() throws -> Bool {
    let start = position
    while let digit = next, ("0"..."9").contains(digit) {
      emit(digit)
      advance()
    }
    return position != start
  }

  mutating func rewriteHexadecimal() throws {
    let start = offset
    advance()
    advance()
    var value: UInt128 = 0
    var count = 0
    while let scalar = next, scalar.isASCII, let digit = ASCII.hexadecimalValue(UInt8(scalar.value)) {
      guard value >> 124 == 0 else { throw fail(.numberOutOfRange(type: "UInt128"), at: start) }
      value = value << 4 | UInt128(digit)
      count += 1
      advance()
    }
    guard count > 0 else { throw fail(.malformedNumber) }
    output.bytes.append(contentsOf: value.description.utf8)
  }

  // MARK: Names

  /// A key without quotes gets them; any other name is a literal, or wrong, and stays as it is.
  mutating func rewriteName() throws {
    let start = output.bytes.count
    while let scalar = next {
      if scalar == "\\" {
        let escape = offset
        advance()
        guard next == "u" else { throw fail(.invalidEscape, at: escape) }
        advance()
        let unit = try hexadecimal(digits: 4, escape)
        guard let named = Unicode.Scalar(unit), isName(named, isFirst: output.bytes.count == start) else {
          throw fail(.invalidEscape, at: escape)
        }
        emit(unit: unit)
      } else if isName(scalar, isFirst: output.bytes.count == start) {
        emit(scalar)
        advance()
      } else {
        break
      }
    }
    if output.bytes.count == start, let scalar = next {
      throw fail(.unexpectedByte(UTF8.encode(scalar)?.first ?? 0, expected: .value))
    }
    if isColonNext() {
      output.bytes.insert(ASCII.quote, at: start)
      output.bytes.append(ASCII.quote)
    }
  }

  /// ECMAScript 5.1, section 7.6.
  func isName(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    switch scalar {
    case "$", "_", "a"..."z", "A"..."Z": true
    case "0"..."9": !isFirst
    case "\u{200C}", "\u{200D}": !isFirst
    default:
      scalar.value >= 0x80
        && (isFirst ? scalar.properties.isIDStart : scalar.properties.isIDContinue)
    }
  }

  /// Whether a colon follows, behind blanks and comments.
  func isColonNext() -> Bool {
    var ahead = JSON5Rewriter(scalars: scalars, position: position)
    while let scalar = ahead.next {
      if ahead.isBlank(scalar) {
        ahead.advance()
      } else if scalar == "/" {
        guard (try? ahead.skipComment()) != nil else { return false }
      } else {
        return scalar == ":"
      }
    }
    return false
  }

  init(scalars: String.UnicodeScalarView, position: String.UnicodeScalarView.Index) {
    self.scalars = scalars
    self.position = position
  }
}

extension String.UnicodeScalarView {
  /// The distance of a position from the start in bytes of UTF-8. O(1) in a native string.
  fileprivate func utf8Offset(of position: Index) -> Int {
    let text = String(self)
    return text.utf8.distance(from: text.utf8.startIndex, to: position)
  }
}
