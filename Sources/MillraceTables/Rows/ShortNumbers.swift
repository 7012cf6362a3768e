import Millrace

// Fast paths for numbers of few digits, which are the most frequent. The slower functions handle all other text.

/// Returns an integer of up to eight digits, possibly after a minus sign, or nil.
///
/// - Safety: seven bytes after the text must be readable.
@usableFromInline
func shortInteger(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
  guard var start = text.baseAddress else { return nil }
  var count = text.count
  let isNegative = count > 0 && start.pointee == ASCII.minus
  if isNegative {
    start += 1
    count -= 1
  }
  guard (1...8).contains(count) else { return nil }
  let digits = EightBytes(lanes: EightBytes(at: start).digitValues.lanes &<< UInt64(64 - 8 * count))
  guard digits.nonDigits == 0 else { return nil }
  let magnitude = Int64(truncatingIfNeeded: digits.decimalValue)
  return isNegative ? -magnitude : magnitude
}

/// Returns the number nearest to a text of up to nineteen digits, with at least one digit before and after a point, or
/// nil.
func shortDecimal<Number: DecimalRounding>(_ text: UnsafeBufferPointer<UInt8>) -> Number? {
  guard text.count <= 20, let start = text.baseAddress else { return nil }
  let end = start + text.count
  var position = start
  let isNegative = position < end && position.pointee == ASCII.minus
  if isNegative { position += 1 }
  var significand: UInt64 = 0
  let integer = position
  while position < end, ASCII.isDigit(position.pointee) {
    significand = significand &* 10 &+ UInt64(position.pointee &- ASCII.zero)
    position += 1
  }
  guard position > integer else { return nil }
  var digits = position - integer
  var exponent = 0
  if position < end, position.pointee == ASCII.dot {
    position += 1
    let fraction = position
    while position < end, ASCII.isDigit(position.pointee) {
      significand = significand &* 10 &+ UInt64(position.pointee &- ASCII.zero)
      position += 1
    }
    exponent = fraction - position
    digits -= exponent
    guard exponent < 0 else { return nil }
  }
  guard position == end, digits <= 19 else { return nil }
  let magnitude = Number.nearest(to: significand, timesTenToThe: exponent)
  return isNegative ? -magnitude : magnitude
}
