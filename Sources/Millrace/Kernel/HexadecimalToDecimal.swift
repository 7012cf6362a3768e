/// Returns the decimal digits of a hexadecimal number, without leading zeros.
///
/// - Parameter digits: One or more hexadecimal digits, in either case, as ASCII.
/// - Returns: Nil if the number is 2^1024 or more, which is larger than all doubles.
func decimalDigits(ofHexadecimal digits: Span<UInt8>) -> [UInt8]? {
  var first = 0
  while first < digits.count - 1, digits[first] == ASCII.zero { first += 1 }
  let digits = digits.extracting(first...)
  if digits.count > 256 { return nil }
  // In base 10^18, the lowest limb first. A limb times 2^60 fits in 128 bits.
  let base: UInt128 = 1_000_000_000_000_000_000
  var limbs: [UInt64] = [0]
  var position = 0
  while position < digits.count {
    let end = min(position + 15, digits.count)
    var carry: UInt128 = 0
    for index in position..<end { carry = carry << 4 | UInt128(ASCII.hexadecimalValue(digits[index]) ?? 0) }
    for index in limbs.indices {
      carry += UInt128(limbs[index]) << UInt128(4 * (end - position))
      limbs[index] = UInt64(carry % base)
      carry /= base
    }
    if carry > 0 { limbs.append(UInt64(carry)) }
    position = end
  }
  var text = String(limbs.removeLast())
  for limb in limbs.reversed() {
    let digits = String(limb)
    text += String(repeating: "0", count: 18 - digits.utf8.count) + digits
  }
  return Array(text.utf8)
}
