// Conversion of numbers to text. Each function writes to memory of `numberCapacity` bytes and returns the end of the
// text.

/// The maximum length of a number's text, including the bytes that whole-word stores write after it.
@inlinable var numberCapacity: Int { 48 }

private typealias Output = UnsafeMutablePointer<UInt8>

/// Writes an integer below 100,000,000.
@inlinable @inline(__always)
func writeUpToEightDigits(_ number: UInt64, at target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
  if number < 100 {
    let tens = (number &* 103) &>> 10
    let ones = number &- tens &* 10
    // The tens are always written, and overwritten by the ones if they are zero.
    unsafe target[0] = ASCII.zero | UInt8(truncatingIfNeeded: tens)
    let last = unsafe target + (tens == 0 ? 0 : 1)
    unsafe last[0] = ASCII.zero | UInt8(truncatingIfNeeded: ones)
    return unsafe last + 1
  }
  let digits = EightBytes(digitsOf: number)
  let leadingZeroBits = digits.lanes.trailingZeroBitCount & 56
  unsafe EightBytes(lanes: digits.digitCharacters.lanes &>> UInt64(truncatingIfNeeded: leadingZeroBits)).store(
    at: target)
  return unsafe target + (8 &- leadingZeroBits &>> 3)
}

@inlinable @inline(__always)
func writeEightDigits(_ number: UInt64, at target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
  unsafe EightBytes(digitsOf: number).digitCharacters.store(at: target)
  return unsafe target + 8
}

/// Writes an integer.
@inlinable @inline(__always)
package func writeInteger(_ number: UInt64, at target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
  if _fastPath(number < 100_000_000) { return unsafe writeUpToEightDigits(number, at: target) }
  return unsafe writeLongInteger(number, at: target)
}

@usableFromInline @inline(never)
func writeLongInteger(_ number: UInt64, at target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
  if number <= UInt64(UInt32.max) { return unsafe writeNineOrTenDigits(number, at: target) }
  return unsafe writeMoreDigits(number, at: target)
}

/// Writes an integer from 100,000,000 to 2^32 - 1.
///
/// The number is made a fraction of 10^8 in units of 2^-57, and multiplied by 100 for each pair of digits. The factor is rounded up,
/// which adds at most 2^32 units of a quarter, less than one in the last digit.
@inline(__always)
private func writeNineOrTenDigits(
  _ number: UInt64, at target: UnsafeMutablePointer<UInt8>
) -> UnsafeMutablePointer<UInt8> {
  let hundredMillionth: UInt64 = 1_441_151_881  // 2^57 / 10^8
  let fraction: UInt64 = 1 &<< 57 &- 1
  let target = UnsafeMutableRawPointer(target)
  let pairs = unsafe UnsafeRawPointer(pairsOfDigits.utf8Start)
  var rest = number &* hundredMillionth
  let first = rest &>> 57
  // The tens are always written, and overwritten by the ones if they are zero.
  unsafe target.storeBytes(of: pairs.loadUnaligned(fromByteOffset: Int(first &* 2), as: UInt16.self), as: UInt16.self)
  if first < 10 { unsafe target.storeBytes(of: ASCII.zero | UInt8(first), as: UInt8.self) }
  var end = unsafe target + (first < 10 ? 1 : 2)
  for _ in 0..<4 {
    rest = (rest & fraction) &* 100
    unsafe end.storeBytes(
      of: pairs.loadUnaligned(fromByteOffset: Int(rest &>> 57 &* 2), as: UInt16.self), as: UInt16.self)
    unsafe end += 2
  }
  return unsafe end.assumingMemoryBound(to: UInt8.self)
}

private var pairsOfDigits: StaticString {
  @inline(__always) get {
    """
    00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354\
    555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
    """
  }
}

@inline(never)
private func writeMoreDigits(
  _ number: UInt64, at target: UnsafeMutablePointer<UInt8>
) -> UnsafeMutablePointer<UInt8> {
  let (high, low) = number.quotientAndRemainder(dividingBy: 100_000_000)
  if high < 100_000_000 {
    return unsafe writeEightDigits(low, at: writeUpToEightDigits(high, at: target))
  }
  let (highest, middle) = high.quotientAndRemainder(dividingBy: 100_000_000)
  return unsafe writeEightDigits(low, at: writeEightDigits(middle, at: writeUpToEightDigits(highest, at: target)))
}

/// Writes an integer of up to 39 digits.
@available(WideIntegers, *)
@usableFromInline @inline(never)
package func writeInteger(_ number: UInt128, at target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
  if let short = UInt64(exactly: number) { return unsafe writeInteger(short, at: target) }
  let sixteenDigits: UInt128 = 10_000_000_000_000_000
  let (high, low) = number.quotientAndRemainder(dividingBy: sixteenDigits)
  let (upper, lower) = UInt64(truncatingIfNeeded: low).quotientAndRemainder(dividingBy: 100_000_000)
  return unsafe writeEightDigits(lower, at: writeEightDigits(upper, at: writeInteger(high, at: target)))
}

extension OutputBuffer {
  /// Appends a number with the fewest digits that read back as the same number, and a separator. Afterwards the buffer
  /// has its slack again.
  ///
  /// An integral number below 2^53 has no point (`34`). A number with up to seventeen digits is written without an
  /// exponent, with at most four zeros after the point. All other numbers have an exponent (`1e-7`, `1.5e300`). With
  /// `numbersAreDescriptions` the numbers above 2^53 (floats: 2^24) and below 1e-4 have an exponent, of at least two
  /// digits with a sign (`1e-05`).
  ///
  /// - Returns: `false` for NaN and the infinities, which have no digits; then nothing was appended.
  @usableFromInline @inline(never)
  package mutating func append(_ number: Double, followedBy separator: UInt8) -> Bool {
    guard let decimal = ShortestDecimal(byOneProduct: number) else {
      return appendUncommon(number, followedBy: separator)
    }
    unsafe cursor.storeBytes(of: ASCII.minus, as: UInt8.self)
    let start = unsafe target + Int(truncatingIfNeeded: number.bitPattern &>> 63)
    guard let end = unsafe write(decimal, at: start, asDescription: numbersAreDescriptions) else {
      return appendUncommon(decimal, isNegative: number.sign == .minus, followedBy: separator)
    }
    unsafe target = unsafe end
    append(separator)
    growIfFull()
    return true
  }

  /// Appends any number, in the same way.
  @inline(never)
  private mutating func appendUncommon(_ number: Double, followedBy separator: UInt8) -> Bool {
    guard number.isFinite else { return false }
    let isNegative = number.sign == .minus
    if number == 0 { return append(0, isNegative: isNegative, followedBy: separator) }
    if let hundredMillionths = hundredMillionths(of: number.magnitude) {
      if isNegative { append(ASCII.minus) }
      unsafe target = unsafe write(hundredMillionths: hundredMillionths, at: target)
      append(separator)
      growIfFull()
      return true
    }
    if number.magnitude == 0x1p53 { return append(1 &<< 53, isNegative: isNegative, followedBy: separator) }
    return appendUncommon(ShortestDecimal(number), isNegative: isNegative, followedBy: separator)
  }

  /// Appends a number with the fewest digits that read back as the same number, like the function for doubles.
  @usableFromInline @inline(never)
  package mutating func append(_ number: Float, followedBy separator: UInt8) -> Bool {
    guard number.isFinite else { return false }
    let isNegative = number.sign == .minus
    let magnitude = number.magnitude
    if magnitude <= 0x1p24, magnitude.rounded(.towardZero) == magnitude {
      return append(UInt64(magnitude), isNegative: isNegative, followedBy: separator)
    }
    if numbersAreDescriptions, magnitude > 0x1p24 {
      if isNegative { append(ASCII.minus) }
      unsafe target = unsafe writeDescribedExponent(ShortestDecimal(number), at: target)
      append(separator)
      growIfFull()
      return true
    }
    return appendUncommon(ShortestDecimal(number), isNegative: isNegative, followedBy: separator)
  }

  @inline(never)
  private mutating func append(_ magnitude: UInt64, isNegative: Bool, followedBy separator: UInt8) -> Bool {
    if isNegative { append(ASCII.minus) }
    unsafe target = unsafe writeInteger(magnitude, at: target)
    append(separator)
    growIfFull()
    return true
  }

  @inline(never)
  private mutating func appendUncommon(
    _ decimal: ShortestDecimal, isNegative: Bool, followedBy separator: UInt8
  ) -> Bool {
    if isNegative { append(ASCII.minus) }
    unsafe target =
      unsafe write(decimal, at: target, asDescription: numbersAreDescriptions)
      ?? writeUncommon(decimal, at: target, asDescription: numbersAreDescriptions)
    append(separator)
    growIfFull()
    return true
  }
}

// Numbers of few digits, which is what most documents have.
//
// If v is the double nearest to m / 10^8, for an integer m below 10^15, then m / 10^8 without the zeros at its end is the
// shortest decimal that reads back as v: decimals of up to fifteen digits that differ are read as doubles that differ.
// Multiplying v by 10^8 gives m with an error of less than a quarter, and dividing m by 10^8 is correctly rounded, so it
// gives v if and only if there is such an m.

/// The number of hundred-millionths that a number consists of, if it is between 0.0001 and 10,000,000 and has at most eight
/// digits after its point.
@inline(__always)
private func hundredMillionths(of magnitude: Double) -> UInt64? {
  // Adding 2^52 rounds to an integer, and leaves it in the lowest bits.
  let sum = magnitude * 1e8 + 0x1p52
  let isInRange = magnitude >= 0.0001 && magnitude < 10_000_000
  return isInRange && (sum - 0x1p52) / 1e8 == magnitude ? sum.bitPattern & ((1 &<< 52) &- 1) : nil
}

@inline(__always)
private func write(hundredMillionths number: UInt64, at target: Output) -> Output {
  let integer = number / 100_000_000
  let fraction = number &- integer &* 100_000_000
  let point = unsafe writeUpToEightDigits(integer, at: target)
  if fraction == 0 { return unsafe point }
  let digits = EightBytes(digitsOf: fraction)
  unsafe point.pointee = ASCII.dot
  unsafe digits.digitCharacters.store(at: point + 1)
  return unsafe point + (9 &- digits.lanes.leadingZeroBitCount &>> 3)
}

/// Arranges digits, point and exponent.
///
/// The point and the exponent depend on the number, but the steps do not: the digits are written once one byte farther
/// right, for the fraction, and once more with the digits before the point in their place.
///
/// - Returns: The end, or nil if `writeUncommon` must write the number.
@inline(__always)
private func write(_ decimal: ShortestDecimal, at target: Output, asDescription: Bool) -> Output? {
  let high = decimal.leading / 100_000_000
  let characters = SixteenBytes(digitCharactersOf: high, decimal.leading &- high &* 100_000_000)
  let zeros = characters.lanes(equalTo: SixteenBytes(SixteenBytes.Vector(repeating: ASCII.zero)))
  // Bit 16 is set if the last digit is not zero.
  let lastIsNonZero = (UInt32(truncatingIfNeeded: decimal.last) &+ 0xFFFF) & 0x1_0000
  let count = 32 &- (~zeros & 0xFFFF | lastIsNonZero | 1).leadingZeroBitCount
  let last = ASCII.zero | UInt8(truncatingIfNeeded: decimal.last)
  let point = decimal.point

  // All numbers below 10^15 that are not small.
  if UInt(bitPattern: point &- 1) < 15 {
    unsafe characters.store(at: target + 1)
    unsafe characters.withGap(at: point).store(at: target)
    unsafe target[17] = last
    unsafe target[point] = ASCII.dot
    return unsafe target + (count <= point ? point : count &+ 1)
  }
  if UInt(bitPattern: point &+ 3) <= 3 {
    unsafe EightBytes(lanes: 0x3030_3030_3030_2E30).store(at: target)
    let place = unsafe target + (2 &- point)
    unsafe characters.store(at: place)
    unsafe place[16] = last
    return unsafe place + count
  }
  // The others have an exponent, with few exceptions.
  if asDescription || UInt(bitPattern: point &+ 4) <= 21 { return nil }
  unsafe characters.store(at: target + 1)
  unsafe target[17] = last
  unsafe target[0] = unsafe target[1]
  unsafe target[1] = ASCII.dot
  return unsafe writeExponent(point &- 1, at: target + (count == 1 ? 1 : count &+ 1))
}

/// Writes the letter and the digits of an exponent of up to three digits.
@inline(__always)
private func writeExponent(_ exponent: Int, at target: Output) -> Output {
  unsafe target[0] = ASCII.lowercaseE
  unsafe target[1] = ASCII.minus
  let place = unsafe target + (exponent < 0 ? 2 : 1)
  let magnitude = UInt32(truncatingIfNeeded: exponent.magnitude)
  let hundreds = (magnitude &* 41) &>> 12
  let rest = magnitude &- hundreds &* 100
  let tens = (rest &* 103) &>> 10
  let digits = hundreds | tens &<< 8 | (rest &- tens &* 10) &<< 16
  // Without the leading zeros; a digit of zero that is the only one is kept.
  let leadingZeroBits = (digits | 1 &<< 16).trailingZeroBitCount & 24
  unsafe UnsafeMutableRawPointer(place).storeBytes(
    of: ((digits | 0x30_3030) &>> UInt32(truncatingIfNeeded: leadingZeroBits)).littleEndian, as: UInt32.self)
  return unsafe place + (3 &- leadingZeroBits &>> 3)
}

/// Writes the numbers that `write` leaves: those of 10^15 and more without an exponent, those with four zeros after the
/// point, and descriptions with an exponent.
@inline(never)
private func writeUncommon(_ decimal: ShortestDecimal, at target: Output, asDescription: Bool) -> Output {
  let point = decimal.point
  if asDescription {
    // 2^53 has sixteen digits, and so do the numbers around it.
    let isUpTo2To53 = point == 16 && decimal.digits <= 90_071_992_547_409_920
    if !isUpTo2To53 { return unsafe writeDescribedExponent(decimal, at: target) }
  }
  if point <= 0 {
    unsafe EightBytes(lanes: 0x3030_3030_3030_2E30).store(at: target)
    return unsafe writeInteger(decimal.significantDigits, at: target + (2 - point))
  }
  var end = unsafe writeInteger(decimal.leading, at: target)
  if decimal.last == 0, point == 16 { return unsafe end }
  if point == 16 {
    unsafe end.pointee = ASCII.dot
    unsafe end += 1
  }
  return unsafe writeInteger(decimal.last, at: end)
}

/// Writes `1e-05` or `1.5e+16`: an exponent of at least two digits, with a sign.
@inline(never)
private func writeDescribedExponent(_ decimal: ShortestDecimal, at target: Output) -> Output {
  let digits = decimal.significantDigits
  // All digits are written one position too far right, and then the first digit is moved before the point.
  var end = unsafe writeInteger(digits, at: target + 1)
  unsafe target[0] = unsafe target[1]
  unsafe target[1] = ASCII.dot
  if digits < 10 { unsafe end = unsafe target + 1 }
  let exponent = decimal.point - 1
  unsafe end[0] = ASCII.lowercaseE
  unsafe end[1] = exponent < 0 ? ASCII.minus : ASCII.plus
  unsafe end += 2
  if exponent.magnitude < 10 {
    unsafe end[0] = ASCII.zero
    unsafe end += 1
  }
  return unsafe writeUpToEightDigits(UInt64(exponent.magnitude), at: end)
}
