/// The result of resolving the escapes between two quotes.
///
/// SAFETY: the addresses are in the text, and are only compared.
@usableFromInline
@safe
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
  var source = unsafe start
  var target = unsafe output
  var nonASCII: UInt64 = 0
  var largestEscaped: UInt32 = 0
  while unsafe source < end {
    if unsafe source.pointee != ASCII.backslash, unsafe end - source >= 8 {
      let bytes = unsafe EightBytes(at: source)
      let specials = bytes.stringSpecials
      unsafe bytes.store(at: target)
      if specials == 0 {
        nonASCII |= bytes.nonASCII
        unsafe source += 8
        unsafe target += 8
        continue
      }
      nonASCII |= bytes.nonASCII(below: specials)
      let plain = EightBytes.firstLane(of: specials)
      unsafe source += plain
      unsafe target += plain
    }
    let byte = unsafe source.pointee
    if byte != ASCII.backslash {
      nonASCII |= UInt64(byte & 0x80)
      unsafe target.pointee = byte
      unsafe source += 1
      unsafe target += 1
      continue
    }
    let escape = unsafe source
    guard unsafe end - escape >= 2 else { return unsafe .invalidEscape(at: escape) }
    unsafe source += 2
    switch unsafe escape[1] {
    case ASCII.quote, ASCII.backslash, ASCII.slash: unsafe target.pointee = unsafe escape[1]
    case ASCII.lowercaseB: unsafe target.pointee = ASCII.backspace
    case ASCII.lowercaseF: unsafe target.pointee = ASCII.formFeed
    case ASCII.lowercaseN: unsafe target.pointee = ASCII.lineFeed
    case ASCII.lowercaseR: unsafe target.pointee = ASCII.carriageReturn
    case ASCII.lowercaseT: unsafe target.pointee = ASCII.tab
    case ASCII.lowercaseU:
      unsafe source = unsafe escape
      // Text of other scripts consists of such escapes, one after the other.
      repeat {
        guard let (scalar, size) = unsafe escapedScalar(at: source, before: end) else {
          return unsafe escapeProblem(at: source, before: end)
        }
        largestEscaped |= scalar
        unsafe source += size
        unsafe target += encodeUTF8(scalar, at: target)
      } while unsafe end - source >= 2 && source[0] == ASCII.backslash && source[1] == ASCII.lowercaseU
      continue
    default: return unsafe .invalidEscape(at: escape)
    }
    unsafe target += 1
  }
  return unsafe .text(count: target - output, isASCII: nonASCII == 0 && largestEscaped < 0x80, isValid: nonASCII == 0)
}

/// Checks the escapes between two quotes as ``unescape(from:to:into:)`` does, without resolving them.
///
/// - Returns: Nil if all of them are valid.
func invalidEscape(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Unescaped? {
  var source = unsafe start
  while unsafe source < end {
    if unsafe source.pointee != ASCII.backslash {
      unsafe source += end - source >= 8 ? max(1, EightBytes.firstLane(of: EightBytes(at: source).stringSpecials)) : 1
      continue
    }
    let escape = unsafe source
    guard unsafe end - escape >= 2 else { return unsafe .invalidEscape(at: escape) }
    unsafe source += 2
    switch unsafe escape[1] {
    case ASCII.quote, ASCII.backslash, ASCII.slash, ASCII.lowercaseB, ASCII.lowercaseF, ASCII.lowercaseN,
      ASCII.lowercaseR, ASCII.lowercaseT:
      continue
    case ASCII.lowercaseU:
      guard let (_, size) = unsafe escapedScalar(at: escape, before: end) else {
        return unsafe escapeProblem(at: escape, before: end)
      }
      unsafe source = unsafe escape + size
    default: return unsafe .invalidEscape(at: escape)
    }
  }
  return nil
}

/// Returns the scalar value of the `\u` escape at a position, or of two that are a surrogate pair, and their size in bytes.
///
/// - Returns: Nil if the escape is invalid; ``escapeProblem(at:before:)`` returns the reason.
@inline(__always)
private func escapedScalar(
  at escape: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>
) -> (scalar: UInt32, size: Int)? {
  guard unsafe end - escape >= 6, let first = unsafe fourHexadecimalDigits(at: escape + 2) else { return nil }
  if first & 0xF800 != 0xD800 { return (first, 6) }
  guard first < 0xDC00, unsafe end - escape >= 12, unsafe escape[6] == ASCII.backslash,
    unsafe escape[7] == ASCII.lowercaseU,
    let second = unsafe fourHexadecimalDigits(at: escape + 8), second & 0xFC00 == 0xDC00
  else { return nil }
  return (0x10000 &+ (first &- 0xD800) &<< 10 &+ (second &- 0xDC00), 12)
}

/// Returns the reason for which the `\u` escape at a position is invalid.
private func escapeProblem(at escape: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) -> Unescaped {
  unsafe end - escape >= 6 && fourHexadecimalDigits(at: escape + 2) != nil
    ? .loneSurrogate(at: escape) : .invalidEscape(at: escape)
}

/// Returns the value of four hexadecimal digits, which are checked together: a byte of `digits` or `letters` has its
/// highest bit set if the text has a digit, or a letter from A to F in either case, at this position.
///
/// - Safety: four bytes must be readable.
@inline(__always)
private func fourHexadecimalDigits(at start: UnsafePointer<UInt8>) -> UInt32? {
  let text = unsafe UInt32(bigEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt32.self))
  let lowercase = text | 0x2020_2020
  let digits = (text &+ 0x5050_5050) ^ (text &+ 0x4646_4646)  // 0x30 or more, and less than 0x3A
  let letters = (lowercase &+ 0x1F1F_1F1F) ^ (lowercase &+ 0x1919_1919)  // 0x61 or more, and less than 0x67
  // A byte outside ASCII may carry into the next one, but is invalid by itself.
  guard (~(digits ^ letters) | text) & 0x8080_8080 == 0 else { return nil }
  let values = (text & 0x0F0F_0F0F) &+ 9 &* (text &>> 6 & 0x0101_0101)
  let pairs = (values | values &>> 4) & 0x00FF_00FF
  return (pairs | pairs &>> 8) & 0xFFFF
}

/// Writes a scalar value as UTF-8 and returns its length in bytes.
///
/// - Safety: `scalar` must be a scalar value, and four bytes from `target` on writable.
@inline(__always)
private func encodeUTF8(_ scalar: UInt32, at target: UnsafeMutablePointer<UInt8>) -> Int {
  let (bytes, count) =
    switch scalar {
    case 0..<0x80: (scalar, 1)
    case 0x80..<0x800: (0x80C0 | scalar &>> 6 | scalar &<< 8 & 0x3F00, 2)
    case 0x800..<0x10000: (0x80_80E0 | scalar &>> 12 | scalar &<< 2 & 0x3F00 | scalar &<< 16 & 0x3F_0000, 3)
    default:
      (
        0x8080_80F0 | scalar &>> 18 | scalar &>> 4 & 0x3F00 | scalar &<< 10 & 0x3F_0000
          | scalar &<< 24 & 0x3F00_0000, 4
      )
    }
  unsafe UnsafeMutableRawPointer(target).storeBytes(of: bytes.littleEndian, as: UInt32.self)
  return count
}
