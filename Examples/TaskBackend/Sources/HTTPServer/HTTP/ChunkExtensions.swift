/// What follows the size of a chunk (RFC 9112, section 7.1.1): `;name=value;name="quoted value"`.
///
/// Extensions are ignored, but not in a form that other programs between the client and the server could read differently.
struct ChunkExtensions: ~Escapable {
  private let bytes: Span<UInt8>
  private var position = 0

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) { self.bytes = bytes }

  /// Whether there is nothing, or extensions up to the end of the line.
  mutating func areWellFormed() -> Bool {
    while position < bytes.count {
      skipBlanks()
      guard take(ASCII.semicolon) else { return false }
      skipBlanks()
      guard takeToken() else { return false }
      let end = position
      skipBlanks()
      if !take(ASCII.equalsSign) {
        // These blanks belong to the next semicolon.
        position = end
        continue
      }
      skipBlanks()
      guard takeToken() || takeQuotedString() else { return false }
    }
    return true
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() { while next == ASCII.space || next == ASCII.tab { position += 1 } }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func takeToken() -> Bool {
    let start = position
    while let byte = next, isCharacterOfToken(byte) { position += 1 }
    return position > start
  }

  /// Takes a quoted string (RFC 9110, section 5.6.4).
  private mutating func takeQuotedString() -> Bool {
    guard take(ASCII.quote) else { return false }
    while let byte = next, isCharacterOfText(byte) {
      position += 1
      if byte == ASCII.quote { return true }
      if byte == ASCII.backslash {
        guard let escaped = next, isCharacterOfText(escaped) else { return false }
        position += 1
      }
    }
    return false
  }
}
