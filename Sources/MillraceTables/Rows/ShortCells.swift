import Millrace

// Fast paths for the most frequent cells: numbers of few digits, `true` and `false`. The slower functions handle all other
// text.

/// Returns the value of `true` or `false`; nil for other text, which may be a boolean, too.
///
/// - Safety: eight bytes from the start of the text must be readable.
@inline(__always)
func plainBoolean(_ text: UnsafeBufferPointer<UInt8>) -> Bool? {
  guard let start = text.baseAddress else { return nil }
  let lanes = unsafe EightBytes(at: start).lanes
  // The texts, with their first byte in the lowest lane.
  if text.count == 4, lanes & 0xFFFF_FFFF == 0x6575_7274 { return true }
  if text.count == 5, lanes & 0xFF_FFFF_FFFF == 0x65_736C_6166 { return false }
  return nil
}

extension EightBytes {
  /// The number that the first lanes form; nil if one of them is not a digit.
  ///
  /// - Parameter count: The number of lanes, 1 to 8.
  @inline(__always)
  fileprivate func number(ofDigits count: Int) -> UInt64? {
    // The digits move to the top, and the zeros below them are leading zeros of the number.
    let digits = EightBytes(lanes: digitValues.lanes &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count))
    return digits.nonDigits == 0 ? digits.decimalValue : nil
  }
}

/// Returns an integer of up to sixteen digits, possibly after a minus sign, or nil.
///
/// - Safety: seven bytes after the text must be readable.
@usableFromInline
func shortInteger(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
  guard var start = text.baseAddress else { return nil }
  var count = text.count
  let isNegative = unsafe count > 0 && start.pointee == ASCII.minus
  if isNegative {
    unsafe start += 1
    count -= 1
  }
  guard (1...16).contains(count) else { return nil }
  var high: UInt64 = 0
  if count > 8 {
    guard let number = unsafe EightBytes(at: start).number(ofDigits: count - 8) else { return nil }
    high = number
    unsafe start += count - 8
    count = 8
  }
  guard let low = unsafe EightBytes(at: start).number(ofDigits: count) else { return nil }
  let magnitude = Int64(truncatingIfNeeded: high &* 100_000_000 &+ low)
  return isNegative ? -magnitude : magnitude
}

/// Returns the number nearest to a text of up to nineteen digits, with at least one digit before and after a point, or
/// nil.
///
/// - Safety: eight bytes after the text must be readable if `isPadded`.
@inline(__always)
func shortDecimal<Number: DecimalRounding>(_ text: UnsafeBufferPointer<UInt8>, isPadded: Bool = true) -> Number? {
  guard text.count <= 20, var position = text.baseAddress else { return nil }
  let end = unsafe position + text.count
  let isNegative = unsafe position < end && position.pointee == ASCII.minus
  if isNegative { unsafe position += 1 }
  let short: Number? = unsafe isPadded ? eightDigits(from: position, to: end) : nil
  guard let magnitude = unsafe short ?? digits(from: position, to: end) else { return nil }
  return isNegative ? -magnitude : magnitude
}

/// Returns the number nearest to up to eight digits with a point between two of them, or nil.
@inline(__always)
private func eightDigits<Number: DecimalRounding>(
  from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
) -> Number? {
  let count = unsafe end - start - 1
  guard (2...8).contains(count) else { return nil }
  let eight = unsafe EightBytes(at: start)
  let integerDigits = EightBytes.firstLane(of: eight.digitValues.nonDigits)
  guard (1..<count).contains(integerDigits), unsafe start[integerDigits] == ASCII.dot else { return nil }
  // The bytes from the point on move by one, over the point.
  let integerLanes = 1 as UInt64 &<< UInt64(truncatingIfNeeded: 8 &* integerDigits) &- 1
  let moved = unsafe EightBytes(at: start + 1).lanes
  let lanes = eight.lanes & integerLanes | moved & ~integerLanes
  guard let significand = EightBytes(lanes: lanes).number(ofDigits: count) else { return nil }
  return Number.nearest(to: significand, timesTenToThe: integerDigits &- count)
}

/// Returns the number nearest to up to nineteen digits, or nil.
@inline(never)
private func digits<Number: DecimalRounding>(
  from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
) -> Number? {
  var position = unsafe start
  var significand: UInt64 = 0
  let integer = unsafe position
  while unsafe position < end, unsafe ASCII.isDigit(position.pointee) {
    significand = unsafe significand &* 10 &+ UInt64(position.pointee &- ASCII.zero)
    unsafe position += 1
  }
  guard unsafe position > integer else { return nil }
  var digits = unsafe position - integer
  var exponent = 0
  if unsafe position < end, unsafe position.pointee == ASCII.dot {
    unsafe position += 1
    let fraction = unsafe position
    while unsafe position < end, unsafe ASCII.isDigit(position.pointee) {
      significand = unsafe significand &* 10 &+ UInt64(position.pointee &- ASCII.zero)
      unsafe position += 1
    }
    exponent = unsafe fraction - position
    digits -= exponent
    guard exponent < 0 else { return nil }
  }
  guard unsafe position == end, digits <= 19 else { return nil }
  return Number.nearest(to: significand, timesTenToThe: exponent)
}
