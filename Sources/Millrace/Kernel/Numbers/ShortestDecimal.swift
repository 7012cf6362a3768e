// From binary to decimal: the shortest digits that read back as the same number, and of these the nearest.
//
// Let v = c × 2^q be the number and 10^k the power of ten just below 2^q. Divided by 10^k, the distance of v to its
// neighbours is between one and ten, so that half of it is between 0.5 and 5. Divided by 10^(k+1), v becomes w + f (w an
// integer of fifteen or sixteen digits, f a fraction), and half the distance is h, between 0.05 and 0.5. Then
//
// - if f < h, or f > 1 - h, then w or w + 1 is within the half distance (never both), and it is the shortest. If it ends
//   with zeros, those go as well;
// - if not, one more digit is needed: the integer nearest to 10 f.
//
// One multiplication of 64 × 128 bits gives w and f, and f has a word of its own: the comparisons are carries, and the
// last digit is the upper word of a product. Everything is exact to a few units of 2^-64. If a comparison is closer than
// that to its boundary, and for powers of two (whose lower neighbour is nearer) and subnormals, Schubfach decides exactly
// (R. Giulietti, "The Schubfach way to render doubles", 2020): about one in 2^57 random numbers, but all ties, for example
// those of 2^53 and above. That the division by 10^(k+1) saves a division by ten is from V. Zverovich's zmij (2025).
//
// The tests compare this with the standard library's `description`: an error of one in the constants is found within a
// million random numbers.

/// `0.digits × 10^point`, with seventeen digits, of which the last ones may be zeros.
struct ShortestDecimal {
  /// The first sixteen digits; the first one is not zero.
  var leading: UInt64
  /// The seventeenth digit.
  var last: UInt64
  /// The position of the decimal point, counted from the first digit.
  var point: Int

  var digits: UInt64 { leading * 10 + last }

  /// The digits without the zeros at the end.
  var significantDigits: UInt64 {
    var digits = digits
    while digits % 10 == 0 { digits /= 10 }
    return digits
  }
}

extension ShortestDecimal {
  /// The digits of a number that one product decides; nil for all other numbers, including the infinities and NaN.
  @inline(__always)
  init?(byOneProduct number: Double) {
    let fraction = number.bitPattern & ((1 &<< 52) &- 1)
    let biasedExponent = Int(truncatingIfNeeded: number.bitPattern &>> 52 & 0x7FF)
    let isNormal = UInt(bitPattern: biasedExponent &- 1) < 0x7FE
    if _slowPath(fraction == 0) { return nil }
    if _slowPath(!isNormal) { return nil }
    guard
      let (rounded, digit, exponent) = Self.byOneProduct(
        fraction | 1 &<< 52, timesTwoToThe: biasedExponent &- 1075)
    else { return nil }
    let oneMore = rounded &* 10 &+ digit
    let isShort = rounded < Self.smallestOfSixteenDigits
    leading = isShort ? oneMore : rounded
    last = isShort ? 0 : digit
    point = isShort ? exponent &+ 15 : exponent &+ 16
  }

  /// - Precondition: `number` is finite and not zero. Its sign is ignored.
  init(_ number: Double) {
    self.init(
      fraction: number.bitPattern & ((1 &<< 52) &- 1),
      biasedExponent: Int(truncatingIfNeeded: number.bitPattern &>> 52 & 0x7FF),
      fractionBits: 52, smallestExponent: -1074)
  }

  /// - Precondition: `number` is finite and not zero. Its sign is ignored.
  init(_ number: Float) {
    let fraction = UInt64(number.bitPattern & ((1 &<< 23) &- 1))
    let biasedExponent = Int(truncatingIfNeeded: number.bitPattern &>> 23 & 0xFF)
    if fraction != 0, biasedExponent != 0,
      let (rounded, digit, exponent) = Self.byOneProduct(
        fraction | 1 &<< 23, timesTwoToThe: biasedExponent &- 150)
    {
      // Seven to nine digits.
      self.init(digits: (rounded &* 10 &+ digit) &* 100_000_000, exponent: exponent &- 9)
    } else {
      self.init(
        fraction: fraction, biasedExponent: biasedExponent, fractionBits: 23, smallestExponent: -149)
    }
  }

  private init(fraction: UInt64, biasedExponent: Int, fractionBits: UInt64, smallestExponent: Int) {
    let isNormal = biasedExponent != 0
    let (digits, exponent) = Self.schubfach(
      isNormal ? fraction | 1 &<< fractionBits : fraction,
      timesTwoToThe: isNormal ? biasedExponent &- 1 &+ smallestExponent : smallestExponent,
      hasNearerNeighbour: fraction == 0 && biasedExponent > 1)
    self.init(digits: digits, exponent: exponent)
  }

  /// - Parameter digits: A number of up to seventeen digits, not zero, that is multiplied by 10^exponent.
  private init(digits: UInt64, exponent: Int) {
    var (digits, point) = (digits, exponent &+ 17)
    while digits < 10 * Self.smallestOfSixteenDigits {
      digits *= 10
      point -= 1
    }
    self.init(leading: digits / 10, last: digits % 10, point: point)
  }

  private static var smallestOfSixteenDigits: UInt64 { 1_000_000_000_000_000 }

  /// floor(exponent × log10(2)), exact for the exponents of doubles.
  @inline(__always)
  private static func decimalExponent(of exponent: Int) -> Int { (exponent &* 1_262_611) &>> 22 }

  /// The shift of a significand so that its product with the table's 10^-k, divided by 2^128, is v / 10^k. It is 1 to 4 if
  /// 10^k is the power just below 2^exponent.
  @inline(__always)
  private static func shift(_ exponent: Int, _ k: Int) -> Int {
    exponent &+ ((0 &- k) &* 1_741_647) &>> 19 &+ 1
  }

  /// The two halves of the table's entry for a power.
  @inline(__always)
  private static func powerOfTen(_ exponent: Int) -> (high: UInt64, low: UInt64) {
    unsafe powersOfTen.withUnsafeBufferPointer { powers in
      // SAFETY: the exponents of doubles, -1074 to 971, require the powers -293 to 324; the table has -342 to 324.
      let entry = unsafe powers.baseAddress.unsafelyUnwrapped + 2 &* (342 &+ exponent)
      return unsafe (entry[0], entry[1])
    }
  }

  /// Returns nil if a comparison is too close to its boundary.
  ///
  /// - Parameter significand: A number that is not a power of two, with the significand's highest bit set.
  /// - Returns: The number is about `rounded × 10^exponent`, and `digit` is the next digit after it, or zero.
  @inline(__always)
  private static func byOneProduct(
    _ significand: UInt64, timesTwoToThe exponent: Int
  ) -> (rounded: UInt64, digit: UInt64, exponent: Int)? {
    let k = decimalExponent(of: exponent) &+ 1
    // From -3 to 0. Six more make it positive, and leave the highest six bits of the fraction in the upper word.
    let shift = UInt64(truncatingIfNeeded: shift(exponent, k) &+ 6)
    let (powerHigh, powerLow) = powerOfTen(0 &- k)
    let x = significand &<< shift
    let product = powerHigh.multipliedFullWidth(by: x)
    let (low, carry) = product.low.addingReportingOverflow(powerLow.multipliedFullWidth(by: x).high)
    let high = product.high &+ (carry ? 1 : 0)
    let integer = high &>> 6
    let fraction = high &<< 58 | low &>> 6

    let halfDistance = powerHigh &>> (7 &- shift)
    let nextDigit = fraction.multipliedFullWidth(by: 10)
    if _slowPath(
      fraction &- halfDistance &+ 4 <= 8 || fraction &+ halfDistance &+ 4 <= 8
        || nextDigit.low &- (1 &<< 63) &+ 32 <= 64)
    {
      return nil
    }
    // From here on there are no branches, because a processor would mispredict half of the cases and numbers of digits.
    // Each misprediction would take as long as the rest of the function. Flags that are numbers stay without branches.
    let isIntegerBelow: UInt64 = fraction < halfDistance ? 1 : 0
    let isIntegerAbove: UInt64 = fraction &+ halfDistance < halfDistance ? 1 : 0
    let digit = nextDigit.high &+ nextDigit.low &>> 63
    return (integer &+ isIntegerAbove, digit & ((isIntegerBelow | isIntegerAbove) &- 1), k)
  }

  /// Schubfach: all quantities are four times their actual values, rounded to odd, so that comparisons with the
  /// boundaries (odd multiples of a half or a quarter distance) are exact.
  private static func schubfach(
    _ significand: UInt64, timesTwoToThe exponent: Int, hasNearerNeighbour: Bool
  ) -> (digits: UInt64, exponent: Int) {
    // The lower neighbour of a power of two is at half the distance of the upper one: log10(3/4) moves k.
    let k = hasNearerNeighbour ? (exponent &* 1_262_611 &- 524_031) &>> 22 : decimalExponent(of: exponent)
    let shift = UInt64(truncatingIfNeeded: shift(exponent, k))
    let (powerHigh, powerLow) = powerOfTen(-k)
    func scaledRoundedToOdd(_ x: UInt64) -> UInt64 {
      let product = powerHigh.multipliedFullWidth(by: x)
      let (fraction, carry) = product.low.addingReportingOverflow(powerLow.multipliedFullWidth(by: x).high)
      return (product.high &+ (carry ? 1 : 0)) | (fraction > 1 ? 1 : 0)
    }
    // Even significands include their boundaries (ties to even), odd ones do not.
    let odd = significand & 1
    let lower = scaledRoundedToOdd((4 &* significand &- (hasNearerNeighbour ? 1 : 2)) &<< shift) &+ odd
    let value = scaledRoundedToOdd((4 &* significand) &<< shift)
    let upper = scaledRoundedToOdd((4 &* significand &+ 2) &<< shift) &- odd

    let integer = value / 4
    if integer >= 10 {
      let tens = integer / 10
      let downIsIn = lower <= 40 &* tens
      let upIsIn = 40 &* tens &+ 40 <= upper
      if downIsIn != upIsIn { return (tens &+ (upIsIn ? 1 : 0), k &+ 1) }
    }
    let downIsIn = lower <= 4 &* integer
    let upIsIn = 4 &* integer &+ 4 <= upper
    if downIsIn != upIsIn { return (integer &+ (upIsIn ? 1 : 0), k) }
    let middle = 4 &* integer &+ 2
    let roundsUp = value > middle || (value == middle && integer & 1 == 1)
    return (integer &+ (roundsUp ? 1 : 0), k)
  }
}
