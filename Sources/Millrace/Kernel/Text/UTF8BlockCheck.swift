// UTF-8 (RFC 3629, section 4) in words of bits: the first byte of a character determines how many continuation bytes
// follow it, so the bits of the first bytes, shifted, must equal those of the continuation bytes. The time does not
// depend on the script or on where the characters begin.
//
// This is for code that looks at blocks of sixty-four bytes anyway. A text as a whole is checked by `isValidUTF8`.

/// Checks that consecutive blocks of sixty-four bytes are well-formed UTF-8.
@frozen @usableFromInline
package struct UTF8BlockCheck {
  private typealias Vector = SixtyFourBytes.Vector
  private typealias SignedVector = SixtyFourBytes.SignedVector

  /// A bit for each byte of the next block that must be a continuation byte.
  @usableFromInline var expected: UInt64 = 0
  /// First bytes that limit the range of the second byte.
  @usableFromInline var limiting = LimitingBytes()

  @frozen @usableFromInline
  struct LimitingBytes {
    /// A bit for each byte E0, ED, F0 and F4.
    @usableFromInline var e0: UInt64 = 0
    @usableFromInline var ed: UInt64 = 0
    @usableFromInline var f0: UInt64 = 0
    @usableFromInline var f4: UInt64 = 0

    @usableFromInline init() {}
  }

  @inlinable package init() {}

  /// Whether the last character of the last block is incomplete.
  @inlinable @inline(__always)
  package var isIncomplete: Bool { expected != 0 }

  /// Checks the next block.
  ///
  /// After a block that is not accepted, the next block must begin with a character.
  ///
  /// - Parameter size: The number of bytes in the block, 1 to 64. Zeros must follow them.
  package mutating func accepts(_ block: SixtyFourBytes, size: Int) -> Bool {
    // As signed numbers: ASCII is 0 and more, continuation bytes are below -64, first bytes are -64 to -1.
    let continuations = block.bits { unsafe unsafeBitCast($0, to: SignedVector.self) .< SignedVector(repeating: -64) }
    // First bytes of characters of at least two, three and four bytes.
    let two = block.nonASCII & ~continuations
    var (three, four): (UInt64, UInt64) = (0, 0)
    // C0 and C1 begin overlong forms.
    var wrong = block.bits { ($0 .== Vector(repeating: 0xC0)) .| ($0 .== Vector(repeating: 0xC1)) }
    if isIncomplete || block.contains(where: { $0 .>= Vector(repeating: 0xE0) }) {
      three = block.bits { $0 .>= Vector(repeating: 0xE0) }
      four = block.bits { $0 .>= Vector(repeating: 0xF0) }
      wrong |= secondBytesOutOfRange(block, size: size) | block.bits { $0 .>= Vector(repeating: 0xF5) }
    }
    wrong |= (two &<< 1 | three &<< 2 | four &<< 3 | expected) ^ continuations
    if wrong & UInt64.max &>> UInt64(64 - size) != 0 {
      self = UTF8BlockCheck()
      return false
    }
    expected = expected >> size | two >> (size - 1) | three >> (size - 2) | four >> (size - 3)
    return true
  }

  /// Continuation bytes that make a character overlong (after E0 and F0), a surrogate (after ED), or too large (after
  /// F4).
  @inline(__always)
  private mutating func secondBytesOutOfRange(_ block: SixtyFourBytes, size: Int) -> UInt64 {
    let (e0, ed) = (block.bits(of: 0xE0), block.bits(of: 0xED))
    let (f0, f4) = (block.bits(of: 0xF0), block.bits(of: 0xF4))
    let upTo8F = block.bits { $0 .<= Vector(repeating: 0x8F) }
    let upTo9F = block.bits { $0 .<= Vector(repeating: 0x9F) }
    let wrong =
      (e0 &<< 1 | limiting.e0) & upTo9F | (ed &<< 1 | limiting.ed) & ~upTo9F
      | (f0 &<< 1 | limiting.f0) & upTo8F | (f4 &<< 1 | limiting.f4) & ~upTo8F
    let last = UInt64(size - 1)
    (limiting.e0, limiting.ed, limiting.f0, limiting.f4) = (e0 &>> last, ed &>> last, f0 &>> last, f4 &>> last)
    return wrong
  }
}
