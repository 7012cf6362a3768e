/// Names for the bytes in the grammars of text formats.
///
/// They are computed rather than stored, so that they are literals in every module that the code is inlined into.
@usableFromInline
package enum ASCII {
  @inlinable static var backspace: UInt8 { 0x08 }
  @inlinable package static var tab: UInt8 { 0x09 }
  @inlinable package static var lineFeed: UInt8 { 0x0A }
  @inlinable static var verticalTab: UInt8 { 0x0B }
  @inlinable static var formFeed: UInt8 { 0x0C }
  @inlinable package static var carriageReturn: UInt8 { 0x0D }
  @inlinable package static var recordSeparator: UInt8 { 0x1E }
  @inlinable package static var space: UInt8 { 0x20 }
  @inlinable package static var quote: UInt8 { 0x22 }
  @inlinable static var dollar: UInt8 { 0x24 }
  @inlinable static var apostrophe: UInt8 { 0x27 }
  @inlinable static var asterisk: UInt8 { 0x2A }
  @inlinable package static var plus: UInt8 { 0x2B }
  @inlinable package static var comma: UInt8 { 0x2C }
  @inlinable package static var minus: UInt8 { 0x2D }
  @inlinable package static var dot: UInt8 { 0x2E }
  @inlinable package static var slash: UInt8 { 0x2F }
  @inlinable package static var zero: UInt8 { 0x30 }
  @inlinable static var one: UInt8 { 0x31 }
  @inlinable package static var nine: UInt8 { 0x39 }
  @inlinable package static var colon: UInt8 { 0x3A }
  @inlinable static var equals: UInt8 { 0x3D }
  @inlinable static var uppercaseA: UInt8 { 0x41 }
  @inlinable package static var uppercaseE: UInt8 { 0x45 }
  @inlinable static var uppercaseI: UInt8 { 0x49 }
  @inlinable static var uppercaseN: UInt8 { 0x4E }
  @inlinable package static var uppercaseT: UInt8 { 0x54 }
  @inlinable static var uppercaseZ: UInt8 { 0x5A }
  @inlinable package static var openBracket: UInt8 { 0x5B }
  @inlinable package static var backslash: UInt8 { 0x5C }
  @inlinable package static var closeBracket: UInt8 { 0x5D }
  @inlinable static var underscore: UInt8 { 0x5F }
  @inlinable static var lowercaseA: UInt8 { 0x61 }
  @inlinable static var lowercaseB: UInt8 { 0x62 }
  @inlinable package static var lowercaseE: UInt8 { 0x65 }
  @inlinable package static var lowercaseF: UInt8 { 0x66 }
  @inlinable package static var lowercaseN: UInt8 { 0x6E }
  @inlinable static var lowercaseR: UInt8 { 0x72 }
  @inlinable package static var lowercaseT: UInt8 { 0x74 }
  @inlinable package static var lowercaseU: UInt8 { 0x75 }
  @inlinable static var lowercaseV: UInt8 { 0x76 }
  @inlinable static var lowercaseX: UInt8 { 0x78 }
  @inlinable static var lowercaseZ: UInt8 { 0x7A }
  @inlinable package static var openBrace: UInt8 { 0x7B }
  @inlinable package static var closeBrace: UInt8 { 0x7D }

  /// Whether `byte` is one of `0` to `9`.
  @inlinable @inline(__always)
  package static func isDigit(_ byte: UInt8) -> Bool { byte &- zero <= 9 }

  /// Whether a token follows `byte`: a comma, `[` or `{`.
  @inlinable
  static func isCommaOrOpeningBracket(_ byte: UInt8) -> Bool {
    byte == comma || byte == openBracket || byte == openBrace
  }

  /// Whether `byte` is a line feed or a carriage return.
  package static func isLineBreak(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }

  /// Whether `byte` is an `e` or an `E`.
  @inlinable @inline(__always)
  package static func isExponentMark(_ byte: UInt8) -> Bool { byte | 0x20 == lowercaseE }

  /// The value of a hexadecimal digit in either case, or nil.
  @inlinable @inline(__always)
  package static func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    if isDigit(byte) { return byte &- zero }
    let letter = (byte | 0x20) &- 0x61
    return letter < 6 ? letter &+ 10 : nil
  }

  /// The lower-case hexadecimal digit of a value below 16.
  @inlinable @inline(__always)
  static func lowercaseHexadecimalDigit(_ value: UInt8) -> UInt8 { value < 10 ? zero | value : 0x57 &+ value }
}
