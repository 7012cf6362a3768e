// From binary to decimal: the shortest digits that read back as the same number, and of these the nearest.
//
// Let v = c × 2^q be the number and 10^k the power of ten just below 2^q. Divided by 10^k, v becomes a number w + f (w
// an integer of sixteen or seventeen digits, f a fraction) whose neighbours are between one and ten away, so that half
// the distance is between 0.5 and 5. Then
//
// - if a multiple of ten is within that half distance of w + f, it is the shortest (there is at most one, and if it
//   has more zeros at its end, those go as well);
// - if not, the integer nearest to w + f is within it, and no shorter number is.
//
// One multiplication of 64 × 128 bits gives w and f; the remainder of w by ten decides. The time of a number is the latency of
// all steps in turn, so the first digits of w are split off while this is decided: the decision changes the last eight only,
// unless there is a carry (one in ten million numbers). Everything is exact to a few
// units of 2^-60. If a comparison is closer than that to its boundary, and for powers of two (whose lower neighbour is
// nearer) and subnormals, Schubfach decides exactly (R. Giulietti, "The Schubfach way to render doubles", 2020): about
// one in 2^55 random numbers, but all ties, for example those of 2^53 and above.
//
// The tests compare this with the standard library's `description`: an error of one in the constants is found within a
// million random numbers.

/// `digits × 10^exponent`, with sixteen or seventeen digits, of which the last ones may be zeros.
struct ShortestDecimal {
  /// The first of seventeen digits, or zero if there are sixteen.
  var first: UInt64
  /// The eight digits after it.
  var high: UInt64
  /// The last eight digits.
  var low: UInt64
  var exponent: Int

  var digits: UInt64 { (first * 100_000_000 + high) * 100_000_000 + low }

  /// The position of the point: the number is 0.digits × 10^point.
  var point: Int { (first != 0 ? 17 : 16) + exponent }
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
    guard let decided = Self.byOneProduct(fraction | 1 &<< 52, timesTwoToThe: biasedExponent &- 1075) else {
      return nil
    }
    self = decided
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
    self.init(
      fraction: UInt64(number.bitPattern & ((1 &<< 23) &- 1)),
      biasedExponent: Int(truncatingIfNeeded: number.bitPattern &>> 23 & 0xFF),
      fractionBits: 23, smallestExponent: -149)
  }

  private init(fraction: UInt64, biasedExponent: Int, fractionBits: UInt64, smallestExponent: Int) {
    let isNormal = biasedExponent != 0
    var (digits, exponent) = Self.schubfach(
      isNormal ? fraction | 1 &<< fractionBits : fraction,
      timesTwoToThe: isNormal ? biasedExponent &- 1 &+ smallestExponent : smallestExponent,
      hasNearerNeighbour: fraction == 0 && biasedExponent > 1)
    while digits < Self.smallestOfSeventeenDigits {
      digits *= 10
      exponent -= 1
    }
    let head = digits / 100_000_000
    self.init(
      first: head / 100_000_000, high: head % 100_000_000, low: digits % 100_000_000, exponent: exponent)
  }

  private static var smallestOfSeventeenDigits: UInt64 { 10_000_000_000_000_000 }

  /// floor(exponent × log10(2)), exact for the exponents of doubles.
  @inline(__always)
  private static func decimalExponent(of exponent: Int) -> Int { (exponent &* 1_262_611) &>> 22 }

  /// The shift of a significand so that its product with the table's 10^-k, divided by 2^128, is v / 10^k: 1 to 4.
  @inline(__always)
  private static func shift(_ exponent: Int, _ k: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: exponent &+ ((0 &- k) &* 1_741_647) &>> 19 &+ 1)
  }

  /// The two halves of the table's entry for a power.
  @inline(__always)
  private static func powerOfTen(_ exponent: Int) -> (high: UInt64, low: UInt64) {
    unsafe powersOfTen.withUnsafeBufferPointer { powers in
      // SAFETY: the exponents of doubles, -1074 to 971, require the powers -292 to 324; the table has -342 to 324.
      let entry = unsafe powers.baseAddress.unsafelyUnwrapped + 2 &* (342 &+ exponent)
      return unsafe (entry[0], entry[1])
    }
  }

  /// Returns nil if a comparison is too close to its boundary.
  @inline(__always)
  private static func byOneProduct(_ significand: UInt64, timesTwoToThe exponent: Int) -> ShortestDecimal? {
    let k = decimalExponent(of: exponent)
    let shift = shift(exponent, k)
    let (powerHigh, powerLow) = powerOfTen(-k)
    let x = significand &<< shift
    let product = powerHigh.multipliedFullWidth(by: x)
    let (fraction, carry) = product.low.addingReportingOverflow(powerLow.multipliedFullWidth(by: x).high)
    let integer = product.high &+ (carry ? 1 : 0)

    // Fixed point, four bits before the point and sixty after it.
    let tens = integer / 10
    let lastDigit = integer &- tens &* 10
    let aboveMultiple = lastDigit &<< 60 | fraction &>> 4
    let belowMultiple = (10 &<< 60) &- aboveMultiple
    let halfDistance = powerHigh &>> (5 &- shift)
    let tolerance: UInt64 = 4
    if _slowPath(
      aboveMultiple &- halfDistance &+ tolerance <= 2 &* tolerance
        || belowMultiple &- halfDistance &+ tolerance <= 2 &* tolerance
        || fraction &- (1 &<< 63) &+ tolerance <= 2 &* tolerance)
    {
      return nil
    }
    // There are no branches, because a processor would mispredict half of the cases and numbers of digits. Each
    // misprediction would take as long as the rest of the function.
    let isMultipleBelow: UInt64 = aboveMultiple < halfDistance ? 1 : 0
    let isMultipleAbove: UInt64 = belowMultiple < halfDistance ? 1 : 0
    let multiple = integer &- lastDigit &+ 10 &* isMultipleAbove
    let nearest = integer &+ fraction &>> 63
    let digits = isMultipleBelow | isMultipleAbove != 0 ? multiple : nearest
    // The digits before the last eight are those of the integer, unless there is a carry.
    let head = integer / 100_000_000
    let low = digits &- head &* 100_000_000
    if _slowPath(low >= 100_000_000) { return nil }
    let first = head / 100_000_000
    return ShortestDecimal(first: first, high: head &- first &* 100_000_000, low: low, exponent: k)
  }

  /// Schubfach: all quantities are four times their actual values, rounded to odd, so that comparisons with the
  /// boundaries (odd multiples of a half or a quarter distance) are exact.
  private static func schubfach(
    _ significand: UInt64, timesTwoToThe exponent: Int, hasNearerNeighbour: Bool
  ) -> (digits: UInt64, exponent: Int) {
    // The lower neighbour of a power of two is at half the distance of the upper one: log10(3/4) moves k.
    let k = hasNearerNeighbour ? (exponent &* 1_262_611 &- 524_031) &>> 22 : decimalExponent(of: exponent)
    let shift = shift(exponent, k)
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
