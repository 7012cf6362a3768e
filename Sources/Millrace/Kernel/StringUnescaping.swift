/// The result of resolving the escapes between two quotes.
@usableFromInline
enum Unescaped {
  /// `count` bytes were written. `isASCII` if all of them are below 0x80. `isValid` if all other bytes come from
  /// escapes, so that the text need not be validated.
  case text(count: Int, isASCII: Bool, isValid: Bool)
  /// A backslash that is not followed by one of the escapes of RFC 8259, section 7.
  case invalidEscape(at: UnsafePointer<UInt8>)
  /// An unpaired surrogate in a `\u` escape.
  case loneSurrogate(at: UnsafePointer<UInt8>)
}

/// Writes the text of a JSON string with its escapes resolved (RFC 8259, section 7).
///
/// Text between escapes is copied eight bytes at a time, before its length is known. The following text overwrites the
/// excess bytes.
///
/// - Parameters:
///   - start: The first byte after the opening quote.
///   - end: The closing quote.
///   - output: The destination.
/// - Safety: `start` to `end` must be readable; `end - start + 8` bytes from `output` on must be writable. The result
///   is never longer than the source: the shortest escape of a character is longer than its UTF-8 form.
@usableFromInline
func unescape(
  from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>, into output: UnsafeMutablePointer<UInt8>
) -> Unescaped {
  var source = start
  var target = output
  var nonASCII: UInt64 = 0
  var largestEscaped: UInt32 = 0
  while source < end {
    if source.pointee != ASCII.backslash, end - source >= 8 {
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
      guard let scalar = escapedScalar(at: &source, before: end) else {
        return fourHexadecimalDigits(at: source, before: end) == nil
          ? .invalidEscape(at: escape) : .loneSurrogate(at: escape)
      }
      largestEscaped |= scalar
      target += encodeUTF8(scalar, at: target)
      continue
    default: return .invalidEscape(at: escape)
    }
    target += 1
  }
  return .text(count: target - output, isASCII: nonASCII == 0 && largestEscaped < 0x80, isValid: nonASCII == 0)
}

/// Checks the escapes between two quotes as ``unescape(from:to:into:)`` does, without resolving them.
///
/// - Returns: Nil if all of them are valid.
func invalidEscape(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Unescaped? {
  var source = start
  while source < end {
    if source.pointee != ASCII.backslash {
      source += end - source >= 8 ? max(1, EightBytes.firstLane(of: EightBytes(at: source).stringSpecials)) : 1
      continue
    }
    let escape = source
    guard end - escape >= 2 else { return .invalidEscape(at: escape) }
    source += 2
    switch escape[1] {
    case ASCII.quote, ASCII.backslash, ASCII.slash, ASCII.lowercaseB, ASCII.lowercaseF, ASCII.lowercaseN,
      ASCII.lowercaseR, ASCII.lowercaseT:
      continue
    case ASCII.lowercaseU:
      if escapedScalar(at: &source, before: end) != nil { continue }
      return fourHexadecimalDigits(at: source, before: end) == nil
        ? .invalidEscape(at: escape) : .loneSurrogate(at: escape)
    default: return .invalidEscape(at: escape)
    }
  }
  return nil
}

/// Returns the scalar value of an escape whose `\u` has been read, or of two escapes that are a surrogate pair.
///
/// - Parameter source: The position, which is unchanged if there is no such value.
@inline(__always)
private func escapedScalar(at source: inout UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) -> UInt32? {
  guard let first = fourHexadecimalDigits(at: source, before: end) else { return nil }
  if first & 0xF800 != 0xD800 {
    source += 4
    return first
  }
  guard first < 0xDC00, end - source >= 10, source[4] == ASCII.backslash, source[5] == ASCII.lowercaseU,
    let second = fourHexadecimalDigits(at: source + 6, before: end), second & 0xFC00 == 0xDC00
  else { return nil }
  source += 10
  return 0x10000 &+ (first &- 0xD800) &<< 10 &+ (second &- 0xDC00)
}

/// Returns the value of four hexadecimal digits, which are checked together: a byte of `digits` or `letters` has its
/// highest bit set if the text has a digit, or a letter from A to F in either case, at this position.
@inline(__always)
private func fourHexadecimalDigits(at start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) -> UInt32? {
  guard end - start >= 4 else { return nil }
  // SAFETY: four bytes are before the end.
  let text = UInt32(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt32.self))
  let lowercase = text | 0x2020_2020
  let digits = (text &+ 0x5050_5050) & ~(text &+ 0x4646_4646)  // 0x30 or more, and less than 0x3A
  let letters = (lowercase &+ 0x1F1F_1F1F) & ~(lowercase &+ 0x1919_1919)  // 0x61 or more, and less than 0x67
  // A byte outside ASCII may carry into the next one, but is invalid by itself.
  guard (digits | letters) & ~text & 0x8080_8080 == 0x8080_8080 else { return nil }
  let values = (text & 0x0F0F_0F0F) &+ 9 &* (text &>> 6 & 0x0101_0101)
  let pairs = (values &<< 4 | values &>> 8) & 0x00FF_00FF
  return (pairs & 0xFF) &<< 8 | pairs &>> 16
}

/// Writes a scalar value as UTF-8 and returns its length in bytes.
///
/// - Safety: `scalar` must be a scalar value, and four bytes from `target` on writable.
@inline(__always)
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
