/// Returns the decimal digits of a hexadecimal number, without leading zeros.
///
/// - Parameter digits: One or more hexadecimal digits, in either case, as ASCII.
/// - Returns: Nil if the number is 2^1024 or more, which is larger than all doubles.
func decimalDigits(ofHexadecimal digits: Span<UInt8>) -> [UInt8]? {
  var first = 0
  while first < digits.count - 1, digits[first] == ASCII.zero { first += 1 }
  let digits = digits.extracting(first...)
  if digits.count > 256 { return nil }
  // In base 10^18, the lowest limb first. Fifteen digits are less than 2^60, and so is what is carried, but for the highest limb.
  let base: UInt64 = 1_000_000_000_000_000_000
  var limbs: [UInt64] = [0]
  var position = 0
  while position < digits.count {
    let end = min(position + 15, digits.count)
    var carry: UInt64 = 0
    for index in position..<end { carry = carry << 4 | UInt64(ASCII.hexadecimalValue(digits[index]) ?? 0) }
    for index in limbs.indices {
      var (high, low) = limbs[index].multipliedFullWidth(by: 1 << UInt64(4 * (end - position)))
      let (sum, overflow) = low.addingReportingOverflow(carry)
      (high, low) = (overflow ? high + 1 : high, sum)
      (carry, limbs[index]) = base.dividingFullWidth((high, low))
    }
    if carry > 0 { limbs.append(carry) }
    position = end
  }
  var text = String(limbs.removeLast())
  for limb in limbs.reversed() {
    let digits = String(limb)
    text += String(repeating: "0", count: 18 - digits.utf8.count) + digits
  }
  return Array(text.utf8)
}
