// Resolving the escapes of a string (RFC 8259, section 7) in one pass.
//
// A token is scanned, copied and unescaped together, in blocks of sixteen bytes. A block is copied before it is known how many of its
// bytes are plain. After each escape of two bytes the bytes that follow it are copied again, which overwrites what was copied too
// much. Where the next block starts does not depend on these escapes, so the processor does not wait for them. After a `\u` escape a
// new block starts. Neither the end of the token nor the length of the text is known before, so each step compares both positions
// with a limit: the source moves to the padded tail of the input, and the text to larger memory.
//
// Errors are not described here: `invalidEscape(from:to:)` finds them in a second pass.

/// Memory for the text of one string: that of the caller, and allocated memory when it is full.
///
/// SAFETY: `slack` bytes after `limit` are writable. Bytes are written only after the position has been compared with `limit`.
@usableFromInline
@safe
struct UnescapedText: ~Copyable {
  /// The size of the caller's memory, in bytes: the most that Swift allocates on the stack.
  @inlinable static var scratchCapacity: Int { 1024 }
  /// The number of bytes that are writable after `limit`.
  private static var slack: Int { 32 }

  @usableFromInline let scratch: UnsafeMutablePointer<UInt8>
  @usableFromInline private(set) var start: UnsafeMutablePointer<UInt8>
  @usableFromInline fileprivate(set) var end: UnsafeMutablePointer<UInt8>
  fileprivate var limit: UnsafeMutablePointer<UInt8>
  /// Whether all bytes are below 0x80.
  @usableFromInline fileprivate(set) var isASCII = true

  /// - Safety: `scratch` must have `capacity` bytes, more than 32, and outlive this value.
  @usableFromInline
  init(scratch: UnsafeMutablePointer<UInt8>, capacity: Int) {
    unsafe self.scratch = unsafe scratch
    unsafe start = unsafe scratch
    unsafe end = unsafe scratch
    unsafe limit = unsafe scratch + (capacity - Self.slack)
  }

  @inlinable deinit {
    if unsafe start != scratch { unsafe start.deallocate() }
  }

  /// The text. From each of its bytes, 16 bytes are readable.
  @inlinable var bytes: UnsafeBufferPointer<UInt8> { unsafe UnsafeBufferPointer(start: start, count: end - start) }

  /// Moves the text to memory that is four times as large.
  ///
  /// - Parameter end: The end of the text.
  @inline(never)
  fileprivate mutating func grow(from end: UnsafeMutablePointer<UInt8>) {
    let count = unsafe end - start
    let capacity = unsafe 4 * (limit - start + Self.slack)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    unsafe larger.update(from: start, count: count)
    if unsafe start != scratch { unsafe start.deallocate() }
    unsafe start = unsafe larger
    unsafe self.end = unsafe larger + count
    unsafe limit = unsafe larger + (capacity - Self.slack)
  }
}

extension GuardedInput {
  /// Reads the string token at the cursor and writes its text, with all escapes resolved. Afterwards the cursor is after the
  /// closing quote.
  ///
  /// - Parameter text: Receives the text, which is UTF-8.
  /// - Returns: Whether the string is valid. If it is not, the cursor is somewhere in it.
  @inline(never)
  mutating func unescape(into text: inout UnescapedText) -> Bool {
    var source = unsafe cursor + 1
    var target = unsafe text.end
    var nonASCII: UInt32 = 0
    var escaped: UInt32 = 0
    while true {
      if unsafe isPastLimit(source) { unsafe source = unsafe moveToTail(at: source) }
      if unsafe _slowPath(target > text.limit) {
        unsafe text.grow(from: target)
        unsafe target = unsafe text.end
      }
      let bytes = unsafe sixteenBytes(at: source)
      unsafe bytes.store(at: target)
      var specials = bytes.stringSpecials.bits
      var copied = 0
      while specials != 0 {
        let lane = specials.trailingZeroBitCount
        guard unsafe source[lane] == ASCII.backslash, let byte = unsafe byteEscaped(by: source[lane + 1]) else { break }
        unsafe target += lane &- copied
        unsafe target.pointee = byte
        unsafe target += 1
        copied = lane &+ 2
        unsafe sixteenBytes(at: source + copied).store(at: target)
        specials &= ~(3 &<< UInt32(truncatingIfNeeded: lane))
      }
      if specials == 0 {
        nonASCII |= bytes.nonASCII
        // A branch, because the processor predicts it: with a maximum, the next load would depend on the escapes.
        if _fastPath(copied <= 16) {
          unsafe source += 16
          unsafe target += 16 &- copied
        } else {
          unsafe source += copied
        }
        continue
      }
      let plain = specials.trailingZeroBitCount
      nonASCII |= bytes.nonASCII & (1 &<< UInt32(truncatingIfNeeded: plain) &- 1)
      unsafe source += plain
      unsafe target += plain &- copied
      guard unsafe source.pointee == ASCII.backslash else { break }
      repeat {
        if let units = unsafe FourCodeUnits(escapedAt: source), let count = unsafe units.encodeUTF8(at: target) {
          escaped = .max
          unsafe source += FourCodeUnits.sourceCount
          unsafe target += count
        } else {
          guard let (scalar, size) = unsafe escapedScalar(at: source, before: end) else { return false }
          escaped |= scalar
          unsafe source += size
          unsafe target += encodeUTF8(scalar, at: target)
        }
      } while unsafe source[0] == ASCII.backslash && source[1] == ASCII.lowercaseU && !isPastLimit(source)
        && target <= text.limit
    }
    guard unsafe source.pointee == ASCII.quote else { return false }
    unsafe cursor = unsafe source + 1
    unsafe text.end = unsafe target
    text.isASCII = nonASCII == 0 && escaped < 0x80
    // What escapes stand for is valid by itself.
    return unsafe nonASCII == 0 || isValidUTF8(from: text.bytes.baseAddress.unsafelyUnwrapped, to: target)
  }

  /// Moves to the tail from a position in a token. Returns the position in the tail.
  @inline(never)
  private mutating func moveToTail(at position: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    unsafe cursor = unsafe position
    moveToTail()
    return unsafe cursor
  }
}

/// Returns the byte that the escape with a letter stands for, or nil if the letter is `u` or not one of an escape.
@inline(__always)
private func byteEscaped(by letter: UInt8) -> UInt8? {
  // SAFETY: the last letter of the table is `t`.
  let byte = unsafe letter <= ASCII.lowercaseT ? escapedBytes.utf8Start[Int(letter)] : ASCII.space
  return byte == ASCII.space ? nil : byte
}

/// For each letter, the byte that its escape stands for, or a space. (A `switch` becomes a jump, which is often mispredicted.)
private let escapedBytes: StaticString = """
                  \
                  \
    \"            /\
                  \
                  \
              \\   \
    \u{8}   \u{C}       \n \
    \r \t
  """

/// What is wrong with an escape.
///
/// SAFETY: the addresses are in the text, and are only compared.
@safe
enum EscapeProblem {
  /// A backslash that is not followed by one of the escapes of RFC 8259, section 7.
  case invalidEscape(at: UnsafePointer<UInt8>)
  /// An unpaired surrogate in a `\u` escape.
  case loneSurrogate(at: UnsafePointer<UInt8>)
}

/// Checks the escapes between two quotes, without resolving them.
///
/// - Returns: Nil if all of them are valid.
/// - Safety: the bytes from `start` up to `end` must be readable.
func invalidEscape(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> EscapeProblem? {
  var source = unsafe start
  while unsafe source < end {
    if unsafe source.pointee != ASCII.backslash {
      unsafe source += end - source >= 8 ? max(1, EightBytes.firstLane(of: EightBytes(at: source).stringSpecials)) : 1
      continue
    }
    let escape = unsafe source
    guard unsafe end - escape >= 2 else { return unsafe .invalidEscape(at: escape) }
    unsafe source += 2
    if unsafe byteEscaped(by: escape[1]) != nil { continue }
    guard let (_, size) = unsafe escapedScalar(at: escape, before: end) else {
      return unsafe escapeProblem(at: escape, before: end)
    }
    unsafe source = unsafe escape + size
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
  guard unsafe end - escape >= 6, unsafe escape[1] == ASCII.lowercaseU,
    let first = unsafe fourHexadecimalDigits(at: escape + 2)
  else { return nil }
  if first & 0xF800 != 0xD800 { return (first, 6) }
  guard first < 0xDC00, unsafe end - escape >= 12, unsafe escape[6] == ASCII.backslash,
    unsafe escape[7] == ASCII.lowercaseU,
    let second = unsafe fourHexadecimalDigits(at: escape + 8), second & 0xFC00 == 0xDC00
  else { return nil }
  return (0x10000 &+ (first &- 0xD800) &<< 10 &+ (second &- 0xDC00), 12)
}

/// Returns the reason for which the `\u` escape at a position is invalid.
private func escapeProblem(at escape: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) -> EscapeProblem {
  unsafe end - escape >= 6 && escape[1] == ASCII.lowercaseU && fourHexadecimalDigits(at: escape + 2) != nil
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
