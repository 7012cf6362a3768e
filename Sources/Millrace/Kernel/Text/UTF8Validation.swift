// UTF-8, RFC 3629, section 4: no overlong form, no surrogate, nothing above U+10FFFF.
//
// Text consists of runs of characters of the same length: ASCII, two bytes (Latin with accents, Greek, Cyrillic,
// Hebrew, Arabic), three bytes (most other scripts). Runs are checked a vector at a time, by comparing the bits that
// determine the length of the characters. The rest (characters of four bytes, and bytes for which the comparison of a
// run failed) is checked one character at a time with the table of the RFC, which decides.

/// Whether the bytes are well-formed UTF-8.
///
/// - Safety: the bytes from `start` up to `end` must be readable.
@usableFromInline
package func isValidUTF8(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Bool {
  var position = unsafe start
  while unsafe position < end {
    let lead = unsafe position.pointee
    if lead < 0x80 {
      unsafe position = unsafe endOfASCII(from: position, to: end)
      continue
    }
    if lead & 0xF0 == 0xE0 {
      while unsafe end - position >= 17, unsafe areFiveCharactersOfThreeBytes(at: position) {
        unsafe position += 15
        // Long runs take half as many instructions.
        while unsafe end - position >= 49, unsafe areSixteenCharactersOfThreeBytes(at: position) {
          unsafe position += 48
        }
      }
      while unsafe end - position >= 4, unsafe isCharacterOfThreeBytes(at: position) { unsafe position += 3 }
    } else if lead & 0xE0 == 0xC0 {
      // A single one in ASCII is frequent.
      if unsafe lead >= 0xC2 && end - position >= 2 && position[1] & 0xC0 == 0x80 { unsafe position += 2 }
      while unsafe end - position >= 16, unsafe areEightCharactersOfTwoBytes(at: position) { unsafe position += 16 }
    }
    if unsafe position == end { break }
    guard let length = unsafe lengthOfCharacter(at: position, before: end) else { return false }
    unsafe position += length
  }
  return true
}

extension String {
  /// Copies text, or returns nil if it is not well-formed UTF-8.
  package init?(validating bytes: ArraySlice<UInt8>) {
    let isValid = unsafe bytes.withUnsafeBufferPointer { text in
      guard let start = text.baseAddress else { return true }
      return unsafe isValidUTF8(from: start, to: start + text.count)
    }
    guard isValid else { return nil }
    self.init(decoding: bytes, as: UTF8.self)
  }
}

/// Whether all bytes are below 0x80.
package func isAllASCII(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
  guard let start = text.baseAddress else { return true }
  let end = unsafe start + text.count
  return unsafe endOfASCII(from: start, to: end) == end
}

@inline(__always)
private func endOfASCII(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
  var position = unsafe start
  while unsafe end - position >= 64, unsafe SixtyFourBytes(at: position).isASCII { unsafe position += 64 }
  while unsafe end - position >= 8 {
    let nonASCII = unsafe EightBytes(at: position).nonASCII
    if nonASCII != 0 { return unsafe position + EightBytes.firstLane(of: nonASCII) }
    unsafe position += 8
  }
  while unsafe position < end, unsafe position.pointee < 0x80 { unsafe position += 1 }
  return unsafe position
}

/// Whether the next fifteen bytes have the shape `1110xxxx 10xxxxxx 10xxxxxx` and are well-formed.
///
/// - Safety: seventeen bytes must be readable.
@inline(__always)
private func areFiveCharactersOfThreeBytes(at start: UnsafePointer<UInt8>) -> Bool {
  let shape = SixteenBytes(EightBytes(lanes: 0x80E0_8080_E080_80E0), EightBytes(lanes: 0x0080_80E0_8080_E080))
  let mask = SixteenBytes(EightBytes(lanes: 0xC0F0_C0C0_F0C0_C0F0), EightBytes(lanes: 0x00C0_C0F0_C0C0_F0C0))
  return SixteenBytes.Mask(unsafe malformedThrees(at: start, shape, mask)).isEmpty
}

/// Whether the next forty-eight bytes are sixteen such characters.
///
/// - Safety: forty-nine bytes must be readable.
@inline(__always)
private func areSixteenCharactersOfThreeBytes(at start: UnsafePointer<UInt8>) -> Bool {
  let first = EightBytes(lanes: 0x80E0_8080_E080_80E0)
  let second = EightBytes(lanes: 0xE080_80E0_8080_E080)
  let third = EightBytes(lanes: 0x8080_E080_80E0_8080)
  let firstMask = EightBytes(lanes: 0xC0F0_C0C0_F0C0_C0F0)
  let secondMask = EightBytes(lanes: 0xF0C0_C0F0_C0C0_F0C0)
  let thirdMask = EightBytes(lanes: 0xC0C0_F0C0_C0F0_C0C0)
  let malformed =
    unsafe malformedThrees(at: start, SixteenBytes(first, second), SixteenBytes(firstMask, secondMask))
    .| malformedThrees(at: start + 16, SixteenBytes(third, first), SixteenBytes(thirdMask, firstMask))
    .| malformedThrees(at: start + 32, SixteenBytes(second, third), SixteenBytes(secondMask, thirdMask))
  return SixteenBytes.Mask(malformed).isEmpty
}

/// The bytes that differ from the shape under the mask, and the first ones of overlong characters and surrogates.
///
/// Bit 5 of the second byte tells these: E0 must be followed by A0 or more (or it is overlong), ED by 9F or less (or it is a
/// surrogate). Combined with it by `^`, only the first byte of an overlong character is E0, and only that of a surrogate is CD.
///
/// - Safety: seventeen bytes must be readable.
@inline(__always)
private func malformedThrees(
  at start: UnsafePointer<UInt8>, _ shape: SixteenBytes, _ mask: SixteenBytes
) -> SIMDMask<SIMD16<Int8>> {
  typealias Vector = SixteenBytes.Vector
  let bytes = unsafe SixteenBytes(at: start).vector
  let successors = unsafe SixteenBytes(at: start + 1).vector
  let combined = bytes ^ (successors & Vector(repeating: 0x20))
  return ((bytes & mask.vector) .!= shape.vector) .| (combined .== Vector(repeating: 0xE0))
    .| (combined .== Vector(repeating: 0xCD))
}

/// Does the same for one character. Of its sixteen payload bits the highest five are zero in an overlong form and
/// `11011` in a surrogate.
///
/// - Safety: four bytes must be readable.
@inline(__always)
private func isCharacterOfThreeBytes(at start: UnsafePointer<UInt8>) -> Bool {
  let word = unsafe UInt32(littleEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt32.self))
  let highestFive = word & 0x0000_200F
  return word & 0x00C0_C0F0 == 0x0080_80E0 && highestFive != 0 && highestFive != 0x0000_200D
}

/// Whether the next sixteen bytes have the shape `110xxxxx 10xxxxxx` and none of them is overlong (C0 or C1).
///
/// - Safety: sixteen bytes must be readable.
@inline(__always)
private func areEightCharactersOfTwoBytes(at start: UnsafePointer<UInt8>) -> Bool {
  typealias Vector = SixteenBytes.Vector
  let shape = unsafe unsafeBitCast(SIMD8<UInt16>(repeating: UInt16(littleEndian: 0x80C0)), to: Vector.self)
  let mask = unsafe unsafeBitCast(SIMD8<UInt16>(repeating: UInt16(littleEndian: 0xC0E0)), to: Vector.self)
  let bytes = unsafe SixteenBytes(at: start).vector
  let misshapen = (bytes & mask) .!= shape
  let overlong = (bytes & Vector(repeating: 0xFE)) .== Vector(repeating: 0xC0)
  return SixteenBytes.Mask(misshapen .| overlong).isEmpty
}

/// Returns the length of the character that starts here, by the table of RFC 3629: the range of the second byte depends
/// on the first, all other bytes are 80 to BF. Returns nil if no valid character starts here.
@inline(__always)
private func lengthOfCharacter(at start: UnsafePointer<UInt8>, before end: UnsafePointer<UInt8>) -> Int? {
  let length: Int
  var lowest: UInt8 = 0x80
  var highest: UInt8 = 0xBF
  switch unsafe start.pointee {
  case 0x00...0x7F: return 1
  case 0xC2...0xDF: length = 2
  case 0xE0: (length, lowest) = (3, 0xA0)
  case 0xED: (length, highest) = (3, 0x9F)
  case 0xE1...0xEF: length = 3
  case 0xF0: (length, lowest) = (4, 0x90)
  case 0xF1...0xF3: length = 4
  case 0xF4: (length, highest) = (4, 0x8F)
  default: return nil
  }
  guard unsafe end - start >= length, unsafe lowest <= start[1], unsafe start[1] <= highest else { return nil }
  if length > 2, unsafe start[2] & 0xC0 != 0x80 { return nil }
  if length > 3, unsafe start[3] & 0xC0 != 0x80 { return nil }
  return length
}
