/// What became of the text between two quotes.
@usableFromInline
enum Unescaped {
  /// `count` bytes were written; `isASCII` when all of them are below 0x80.
  case text(count: Int, isASCII: Bool)
  /// A backslash that begins none of the escapes of RFC 8259, section 7.
  case invalidEscape(at: UnsafePointer<UInt8>)
  /// `\u` that names half of a surrogate pair without its other half.
  case loneSurrogate(at: UnsafePointer<UInt8>)
}

/// Writes the text of a JSON string with its escapes resolved (RFC 8259, section 7).
///
/// Text between escapes is copied eight bytes at a time, before it is known how many of them belong to it: what was
/// copied too much is overwritten by what follows.
///
/// - Parameters:
///   - start: the first byte after the opening quote.
///   - end: the closing quote.
///   - output: where the text goes.
/// - Safety: `start` to `end` must be readable; `end - start + 8` bytes from `output` on must be writable. The result
///   is never longer than the source: the shortest escape of a character is longer than its UTF-8 form.
@usableFromInline
func unescape(
  from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, into output: UnsafeMutablePointer<UInt8>
) -> Unescaped {
  var source = start
  var target = output
  var nonASCII: UInt64 = 0
  while source < end {
    if end - source >= 8 {
      let bytes = EightBytes(at: source)
      let specials = bytes.stringSpecials
      bytes.store(at: target)
      if specials == 0 {
        nonASCII |= bytes.nonASCII
        source += 8
        target += 8
        continue
      }
      nonASCII |= bytes.nonASCII(below: specials)
      let plain = EightBytes.firstLane(of: specials)
      source += plain
      target += plain
    }
    let byte = source.pointee
    if byte != ASCII.backslash {
      nonASCII |= UInt64(byte & 0x80)
      target.pointee = byte
      source += 1
      target += 1
      continue
    }
    let escape = source
    guard end - escape >= 2 else { return .invalidEscape(at: escape) }
    source += 2
    switch escape[1] {
    case ASCII.quote, ASCII.backslash, ASCII.slash: target.pointee = escape[1]
    case ASCII.lowercaseB: target.pointee = ASCII.backspace
    case ASCII.lowercaseF: target.pointee = ASCII.formFeed
    case ASCII.lowercaseN: target.pointee = ASCII.lineFeed
    case ASCII.lowercaseR: target.pointee = ASCII.carriageReturn
    case ASCII.lowercaseT: target.pointee = ASCII.tab
    case ASCII.lowercaseU:
      guard let first = fourHexadecimalDigits(at: source, before: end) else { return .invalidEscape(at: escape) }
      source += 4
      var scalar = first
      if first & 0xF800 == 0xD800 {
        guard first < 0xDC00, end - source >= 6, source[0] == ASCII.backslash, source[1] == ASCII.lowercaseU,
          let second = fourHexadecimalDigits(at: source + 2, before: end), second & 0xFC00 == 0xDC00
        else { return .loneSurrogate(at: escape) }
        source += 6
        scalar = 0x10000 &+ (first &- 0xD800) &<< 10 &+ (second &- 0xDC00)
      }
      if scalar >= 0x80 { nonASCII = 1 }
      target += encodeUTF8(scalar, at: target)
      continue
    default: return .invalidEscape(at: escape)
    }
    target += 1
  }
  return .text(count: target - output, isASCII: nonASCII == 0)
}

private func fourHexadecimalDigits(at start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) -> UInt32? {
  guard end - start >= 4 else { return nil }
  var value: UInt32 = 0
  for index in 0..<4 {
    guard let digit = ASCII.hexadecimalValue(start[index]) else { return nil }
    value = value &<< 4 | UInt32(digit)
  }
  return value
}

/// Writes a scalar value as UTF-8 and returns its length in bytes.
///
/// - Safety: `scalar` must be a scalar value, and four bytes from `target` on writable.
private func encodeUTF8(_ scalar: UInt32, at target: UnsafeMutablePointer<UInt8>) -> Int {
  func continuation(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(truncatingIfNeeded: scalar &>> shift) & 0x3F }
  switch scalar {
  case 0..<0x80:
    target[0] = UInt8(truncatingIfNeeded: scalar)
    return 1
  case 0x80..<0x800:
    target[0] = 0xC0 | UInt8(truncatingIfNeeded: scalar &>> 6)
    target[1] = continuation(0)
    return 2
  case 0x800..<0x10000:
    target[0] = 0xE0 | UInt8(truncatingIfNeeded: scalar &>> 12)
    target[1] = continuation(6)
    target[2] = continuation(0)
    return 3
  default:
    target[0] = 0xF0 | UInt8(truncatingIfNeeded: scalar &>> 18)
    target[1] = continuation(12)
    target[2] = continuation(6)
    target[3] = continuation(0)
    return 4
  }
}
