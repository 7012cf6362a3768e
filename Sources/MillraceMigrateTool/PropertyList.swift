/// A property list in the old text format, in which Xcode writes its projects.
enum PropertyList: Equatable {
  case string(String)
  case array([PropertyList])
  case dictionary([String: PropertyList])

  /// Nil if the text is none.
  init?(_ text: String) {
    var parser = Parser(bytes: Array(text.utf8))
    guard let value = parser.value(depth: 0) else { return nil }
    self = value
  }

  subscript(key: String) -> PropertyList? {
    if case .dictionary(let members) = self { members[key] } else { nil }
  }

  var string: String? { if case .string(let text) = self { text } else { nil } }
  var strings: [String] { if case .array(let elements) = self { elements.compactMap(\.string) } else { [] } }
}

private struct Parser {
  let bytes: [UInt8]
  var position = 0

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func value(depth: Int) -> PropertyList? {
    skipSpace()
    guard depth < 64, let byte = next else { return nil }
    switch byte {
    case UInt8(ascii: "{"): return dictionary(depth: depth)
    case UInt8(ascii: "("): return array(depth: depth)
    default: return string().map(PropertyList.string)
    }
  }

  private mutating func dictionary(depth: Int) -> PropertyList? {
    position += 1
    var members: [String: PropertyList] = [:]
    while true {
      skipSpace()
      if take("}") { return .dictionary(members) }
      guard let key = string() else { return nil }
      skipSpace()
      guard take("="), let value = value(depth: depth + 1) else { return nil }
      members[key] = value
      skipSpace()
      guard take(";") else { return nil }
    }
  }

  private mutating func array(depth: Int) -> PropertyList? {
    position += 1
    var elements: [PropertyList] = []
    while true {
      skipSpace()
      if take(")") { return .array(elements) }
      guard let value = value(depth: depth + 1) else { return nil }
      elements.append(value)
      skipSpace()
      if !take(",") {
        skipSpace()
        return take(")") ? .array(elements) : nil
      }
    }
  }

  private mutating func string() -> String? {
    guard let quote = next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let start = position
      while let byte = next, isUnquoted(byte) { position += 1 }
      return position > start ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
    }
    position += 1
    var text: [UInt8] = []
    while let byte = next {
      position += 1
      if byte == quote { return String(decoding: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\\"), let escaped = next {
        position += 1
        text.append(escaped)
      } else {
        text.append(byte)
      }
    }
    return nil
  }

  private func isUnquoted(_ byte: UInt8) -> Bool {
    byte > 32 && !"{}()=;,\"'".utf8.contains(byte)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  /// Skips white space and comments.
  private mutating func skipSpace() {
    while let byte = next {
      if byte <= 32 {
        position += 1
      } else if bytes[position...].starts(with: "//".utf8) {
        while let byte = next, byte != 10 { position += 1 }
      } else if bytes[position...].starts(with: "/*".utf8) {
        position += 2
        while position < bytes.count, !bytes[position...].starts(with: "*/".utf8) { position += 1 }
        position = min(position + 2, bytes.count)
      } else {
        return
      }
    }
  }
}
