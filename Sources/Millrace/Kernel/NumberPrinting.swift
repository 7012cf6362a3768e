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
    target[0] = ASCII.zero | UInt8(truncatingIfNeeded: tens)
    let last = target + (tens == 0 ? 0 : 1)
    last[0] = ASCII.zero | UInt8(truncatingIfNeeded: ones)
    return last + 1
  }
  let digits = EightBytes(digitsOf: number)
  let leadingZeroBits = digits.lanes.trailingZeroBitCount & 56
  EightBytes(lanes: digits.digitCharacters.lanes &>> UInt64(truncatingIfNeeded: leadingZeroBits)).store(at: target)
  return target + (8 &- leadingZeroBits &>> 3)
}

@inlinable @inline(__always)
func writeEightDigits(_ number: UInt64, at target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
  EightBytes(digitsOf: number).digitCharacters.store(at: target)
  return target + 8
}

/// Writes an integer.
@inlinable @inline(__always)
package func writeInteger(_ number: UInt64, at target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
  if _fastPath(number < 100_000_000) { return writeUpToEightDigits(number, at: target) }
  return writeLongInteger(number, at: target)
}

@usableFromInline @inline(never)
func writeLongInteger(_ number: UInt64, at target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
  let (high, low) = number.quotientAndRemainder(dividingBy: 100_000_000)
  if high < 100_000_000 {
    return writeEightDigits(low, at: writeUpToEightDigits(high, at: target))
  }
  let (highest, middle) = high.quotientAndRemainder(dividingBy: 100_000_000)
  return writeEightDigits(low, at: writeEightDigits(middle, at: writeUpToEightDigits(highest, at: target)))
}

/// Writes an integer of up to 39 digits.
@usableFromInline @inline(never)
package func writeInteger(_ number: UInt128, at target: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
  if let short = UInt64(exactly: number) { return writeInteger(short, at: target) }
  let sixteenDigits: UInt128 = 10_000_000_000_000_000
  let (high, low) = number.quotientAndRemainder(dividingBy: sixteenDigits)
  let (upper, lower) = UInt64(truncatingIfNeeded: low).quotientAndRemainder(dividingBy: 100_000_000)
  return writeEightDigits(lower, at: writeEightDigits(upper, at: writeInteger(high, at: target)))
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
    let bits = number.bitPattern
    // The number is integral if the bits after the point are zero; it then needs no search for the shortest digits.
    let exponent = Int(truncatingIfNeeded: bits &>> 52 & 0x7FF) &- 1075
    if exponent <= 0, exponent > -53 {
      let significand = bits & ((1 &<< 52) &- 1) | 1 &<< 52
      let shift = UInt64(truncatingIfNeeded: 0 &- exponent)
      if significand & ((1 &<< shift) &- 1) == 0 {
        return append(significand &>> shift, isNegative: number.sign == .minus, followedBy: separator)
      }
    }
    guard let decimal = ShortestDecimal(byOneProduct: number) else {
      return appendUncommon(number, followedBy: separator)
    }
    cursor.storeBytes(of: ASCII.minus, as: UInt8.self)
    target = write(
      decimal, at: target + Int(truncatingIfNeeded: bits &>> 63), asDescription: numbersAreDescriptions)
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
    if number.magnitude == 0x1p53 { return append(1 &<< 53, isNegative: isNegative, followedBy: separator) }
    return append(ShortestDecimal(number), isNegative: isNegative, followedBy: separator)
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
      target = writeDescribedExponent(ShortestDecimal(number), at: target)
      append(separator)
      growIfFull()
      return true
    }
    return append(ShortestDecimal(number), isNegative: isNegative, followedBy: separator)
  }

  @inline(never)
  private mutating func append(_ magnitude: UInt64, isNegative: Bool, followedBy separator: UInt8) -> Bool {
    if isNegative { append(ASCII.minus) }
    target = writeInteger(magnitude, at: target)
    append(separator)
    growIfFull()
    return true
  }

  @inline(never)
  private mutating func append(_ decimal: ShortestDecimal, isNegative: Bool, followedBy separator: UInt8) -> Bool {
    if isNegative { append(ASCII.minus) }
    target = write(decimal, at: target, asDescription: numbersAreDescriptions)
    append(separator)
    growIfFull()
    return true
  }
}

/// Arranges digits, point and exponent.
///
/// The seventeen digits are written as one digit and twice eight digits, and then moved apart at the point: two loads
/// and two stores instead of a loop.
@inline(__always)
private func write(_ decimal: ShortestDecimal, at target: Output, asDescription: Bool) -> Output {
  let first = decimal.digits / ShortestDecimal.smallestOfSeventeenDigits
  let rest = decimal.digits &- first &* ShortestDecimal.smallestOfSeventeenDigits
  let upper = rest / 100_000_000
  let middle = EightBytes(digitsOf: upper)
  let last = EightBytes(digitsOf: rest &- upper &* 100_000_000)
  let zeroLanes = (last.lanes != 0 ? last.lanes : middle.lanes).leadingZeroBitCount &>> 3
  let count = (last.lanes != 0 ? 17 : 9) &- zeroLanes

  func writeDigits(at place: Output, restAt restPlace: Output) {
    place.pointee = ASCII.zero | UInt8(truncatingIfNeeded: first)
    middle.digitCharacters.store(at: restPlace)
    last.digitCharacters.store(at: restPlace + 8)
  }
  // The number is 0.digits × 10^point.
  let point = 17 &+ decimal.exponent
  // No number with up to fifteen digits before its point is as large as 2^53.
  if _fastPath(point > 0 && point <= (asDescription ? 15 : 17)) {
    writeDigits(at: target, restAt: target + 1)
    if point >= count { return target + point }
    let following = EightBytes(at: target + point)
    let furtherBehind = EightBytes(at: target + point + 8)
    target[point] = ASCII.dot
    following.store(at: target + point + 1)
    furtherBehind.store(at: target + point + 9)
    return target + (count &+ 1)
  }
  if point <= 0, point > (asDescription ? -4 : -5) {
    EightBytes(lanes: 0x3030_3030_3030_2E30).store(at: target)
    let place = target + (2 &- point)
    writeDigits(at: place, restAt: place + 1)
    return place + count
  }
  if asDescription { return writeDescription(decimal, at: target) }
  writeDigits(at: target, restAt: target + 2)
  target[1] = ASCII.dot
  var end = target + (count > 1 ? count &+ 1 : 1)
  end.pointee = ASCII.lowercaseE
  end[1] = ASCII.minus
  end += point - 1 < 0 ? 2 : 1
  return writeUpToEightDigits(UInt64((point - 1).magnitude), at: end)
}

/// Arranges digits, point and exponent in the format of Swift's description of a double, for rare numbers.
@inline(never)
private func writeDescription(_ decimal: ShortestDecimal, at target: Output) -> Output {
  // 2^53 has sixteen digits, and so do the numbers around it.
  let isAbove2To53 = decimal.exponent > -1 || decimal.exponent == -1 && decimal.digits > 90_071_992_547_409_920
  let point = 17 + decimal.exponent
  if point > 0, point <= 17, !isAbove2To53 { return write(decimal, at: target, asDescription: false) }
  return writeDescribedExponent(decimal, at: target)
}

/// Writes `1e-05` or `1.5e+16`: an exponent of at least two digits, with a sign.
@inline(never)
private func writeDescribedExponent(_ decimal: ShortestDecimal, at target: Output) -> Output {
  var digits = decimal.digits
  while digits % 10 == 0 { digits /= 10 }
  // All digits are written one position too far right, and then the first digit is moved before the point.
  var end = writeInteger(digits, at: target + 1)
  target[0] = target[1]
  target[1] = ASCII.dot
  if digits < 10 { end = target + 1 }
  let exponent = 16 + decimal.exponent
  end[0] = ASCII.lowercaseE
  end[1] = exponent < 0 ? ASCII.minus : ASCII.plus
  end += 2
  if exponent.magnitude < 10 {
    end[0] = ASCII.zero
    end += 1
  }
  return writeUpToEightDigits(UInt64(exponent.magnitude), at: end)
}
