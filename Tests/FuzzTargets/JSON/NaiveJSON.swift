/// The grammar of RFC 8259, letter by letter: the slow and obvious twin of the reader.
struct NaiveJSON {
  private let bytes: [UInt8]
  private let maximumDepth: Int
  private var position = 0

  private struct Invalid: Error {}

  /// Whether the bytes are a JSON text, in UTF-8, without unpaired surrogates in escapes.
  static func isValid(_ bytes: [UInt8], maximumDepth: Int = 512) -> Bool {
    firstError(in: bytes, maximumDepth: maximumDepth) == nil
  }

  /// The position up to which the bytes are the beginning of a JSON text, or nil if all of them are one.
  static func firstError(in bytes: [UInt8], maximumDepth: Int = 512) -> Int? {
    var grammar = NaiveJSON(bytes: bytes, maximumDepth: maximumDepth)
    do {
      try grammar.value(depth: 0)
      return grammar.position == bytes.count ? nil : grammar.position
    } catch { return grammar.position }
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: Character) throws {
    guard next == byte.asciiValue else { throw Invalid() }
    position += 1
  }

  private mutating func blanks() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  private mutating func value(depth: Int) throws {
    blanks()
    switch next.map({ Character(Unicode.Scalar($0)) }) {
    case "{":
      try list("{", "}", depth: depth + 1) { grammar in
        grammar.blanks()
        try grammar.string()
        grammar.blanks()
        try grammar.take(":")
        try grammar.value(depth: depth + 1)
      }
    case "[": try list("[", "]", depth: depth + 1) { try $0.value(depth: depth + 1) }
    case "\"": try string()
    case "t": for character in "true" { try take(character) }
    case "f": for character in "false" { try take(character) }
    case "n": for character in "null" { try take(character) }
    default: try number()
    }
    blanks()
  }

  private mutating func list(
    _ opening: Character, _ closing: Character, depth: Int, _ element: (inout NaiveJSON) throws -> Void
  ) throws {
    guard depth <= maximumDepth else { throw Invalid() }
    try take(opening)
    blanks()
    if next == closing.asciiValue {
      position += 1
      return
    }
    try element(&self)
    while next != closing.asciiValue {
      try take(",")
      try element(&self)
    }
    position += 1
  }

  private mutating func digits() throws {
    guard let first = next, (0x30...0x39).contains(first) else { throw Invalid() }
    while let byte = next, (0x30...0x39).contains(byte) { position += 1 }
  }

  private mutating func number() throws {
    if next == UInt8(ascii: "-") { position += 1 }
    if next == UInt8(ascii: "0") { position += 1 } else { try digits() }
    if next == UInt8(ascii: ".") {
      position += 1
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
  }

  private mutating func string() throws {
    try take("\"")
    let start = position
    // The end is found first: of several errors in a string, a missing end or a control character counts.
    while let byte = next, byte != UInt8(ascii: "\"") {
      guard byte >= 0x20 else { throw Invalid() }
      position += byte == UInt8(ascii: "\\") && position + 1 < bytes.count && bytes[position + 1] >= 0x20 ? 2 : 1
    }
    try take("\"")
    let end = position
    guard String(validating: bytes[start..<end], as: UTF8.self) != nil else { throw Invalid() }
    position = start
    while position < end - 1 {
      if next == UInt8(ascii: "\\") { try escape() } else { position += 1 }
    }
    position = end
  }

  private mutating func escape() throws {
    try take("\\")
    guard let letter = next else { throw Invalid() }
    if letter != UInt8(ascii: "u") {
      guard "\"\\/bfnrt".utf8.contains(letter) else { throw Invalid() }
      position += 1
      return
    }
    let unit = try hexadecimal()
    if (0xDC00...0xDFFF).contains(unit) { throw Invalid() }
    if (0xD800...0xDBFF).contains(unit) {
      try take("\\")
      guard (0xDC00...0xDFFF).contains(try hexadecimal()) else { throw Invalid() }
    }
  }

  /// The `u` of an escape and its four digits.
  private mutating func hexadecimal() throws -> Int {
    try take("u")
    var unit = 0
    for _ in 0..<4 {
      guard let digit = next.flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }), next! < 0x80 else {
        throw Invalid()
      }
      unit = unit * 16 + digit
      position += 1
    }
    return unit
  }
}
