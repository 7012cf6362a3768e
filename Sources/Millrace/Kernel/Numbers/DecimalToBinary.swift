// From decimal to binary: the nearest floating-point number to `significand × 10^exponent`.
//
// The method is Eisel and Lemire's (D. Lemire, "Number Parsing at a Gigabyte per Second", Software: Practice and
// Experience 51, 2021). The significand, shifted to the top of a word, is multiplied by the highest 64 bits of the
// power of ten. The product's leading bits are the result, unless all relevant bits below them are ones. Then the error
// of the omitted bits of the power could carry into the result, and the next 64 bits of the power are used too. N.
// Mushtak and D. Lemire ("Fast Number Parsing Without Fallback", 2023) prove that this always decides for significands
// below 2^64.
//
// Numbers with more than nineteen digits do not fit in the significand. They are bounded from below by their first
// nineteen digits and from above by those plus one. Usually both bounds have the same nearest double. The remaining
// cases (a number of twenty or more digits close to the middle between two doubles) are left to the standard library.

/// The properties of a binary format that the method depends on (IEEE 754-2019, table 3.5).
package protocol DecimalRounding: BinaryFloatingPoint, LosslessStringConvertible
where RawSignificand: FixedWidthInteger {
  /// The decimal exponents for which a product can be exactly between two numbers.
  static var exponentsOfTies: ClosedRange<Int> { get }
  /// Below the lower decimal exponent every 64-bit significand rounds to zero, above the upper one to infinity.
  static var decimalExponents: ClosedRange<Int> { get }
  /// The powers of ten that the format represents exactly, from 10^0 to 10^`largestExactPowerOfTen`.
  static var exactPowersOfTen: [Self] { get }
  static var largestExactPowerOfTen: Int { get }

  init(biasedExponent: UInt64, significandBits: UInt64)

  /// Returns the number nearest to `significand × 10^exponent`, ties to even, or infinity if it is larger than the
  /// largest number.
  ///
  /// One function for each format, which is not inlined. It is for other modules, which cannot specialize
  /// ``Millrace/nearest(_:timesTenToThe:)``.
  static func nearest(to significand: UInt64, timesTenToThe exponent: Int) -> Self
}

extension Double: DecimalRounding {
  package static var exponentsOfTies: ClosedRange<Int> { -4...23 }
  package static var decimalExponents: ClosedRange<Int> { -342...308 }
  package static var exactPowersOfTen: [Double] { exactPowersOfTenInDouble }
  package static var largestExactPowerOfTen: Int { 22 }
  @inline(__always)
  package init(biasedExponent: UInt64, significandBits: UInt64) {
    self.init(bitPattern: biasedExponent &<< 52 | significandBits)
  }

  @inline(never)
  package static func nearest(to significand: UInt64, timesTenToThe exponent: Int) -> Double {
    Millrace.nearest(significand, timesTenToThe: exponent)
  }
}

extension Float: DecimalRounding {
  package static var exponentsOfTies: ClosedRange<Int> { -17...10 }
  package static var decimalExponents: ClosedRange<Int> { -64...38 }
  package static var exactPowersOfTen: [Float] { exactPowersOfTenInFloat }
  package static var largestExactPowerOfTen: Int { 10 }
  @inline(__always)
  package init(biasedExponent: UInt64, significandBits: UInt64) {
    self.init(bitPattern: UInt32(truncatingIfNeeded: biasedExponent &<< 23 | significandBits))
  }

  @inline(never)
  package static func nearest(to significand: UInt64, timesTenToThe exponent: Int) -> Float {
    Millrace.nearest(significand, timesTenToThe: exponent)
  }
}

private let exactPowersOfTenInDouble: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
]
private let exactPowersOfTenInFloat: [Float] = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10]

/// Returns the number nearest to `significand × 10^exponent`, ties to even, or infinity if it is larger than the
/// largest number.
@inline(__always)
func nearest<Number: DecimalRounding>(_ significand: UInt64, timesTenToThe exponent: Int) -> Number {
  // Both factors are exact, so the single rounding of the hardware is correct (Clinger 1990). Longer significands may be exact, too.
  // But numbers of 15 to 17 digits would then take both paths in turn, and the processor would predict the wrong one.
  let largest = Number.largestExactPowerOfTen
  let isExact = significand <= min(UInt64(UInt32.max), 1 &<< UInt64(Number.significandBitCount + 1))
  if isExact, -largest <= exponent, exponent <= largest {
    let number = Number(significand)
    return unsafe Number.exactPowersOfTen.withUnsafeBufferPointer {
      unsafe exponent < 0 ? number / $0[0 &- exponent] : number * $0[exponent]
    }
  }
  return nearestByProduct(significand, timesTenToThe: exponent)
}

@inline(__always)
private func nearestByProduct<Number: DecimalRounding>(
  _ significand: UInt64, timesTenToThe exponent: Int
) -> Number {
  if significand == 0 || exponent < Number.decimalExponents.lowerBound { return 0 }
  if exponent > Number.decimalExponents.upperBound { return .infinity }
  let significandBits = UInt64(Number.significandBitCount)

  let leadingZeros = significand.leadingZeroBitCount
  let normalized = significand &<< UInt64(leadingZeros)
  let index = 2 &* (exponent &+ 342)
  let (high, low) = unsafe powersOfTen.withUnsafeBufferPointer { powers in
    var product = unsafe normalized.multipliedFullWidth(by: powers[index])
    // The bits below the result, its rounding bit and one more bit.
    let undecided = UInt64.max &>> (significandBits &+ 3)
    if product.high & undecided == undecided {
      // The table contains the power rounded up; the proof requires rounding up only if the power of ten divides
      // exactly.
      let next = unsafe powers[index &+ 1] &- (exponent < 0 && exponent >= -27 ? 0 : 1)
      let (sum, carry) = product.low.addingReportingOverflow(normalized.multipliedFullWidth(by: next).high)
      product.low = sum
      product.high &+= carry ? 1 : 0
    }
    return (product.high, product.low)
  }
  let upperBit = high &>> 63
  let shift = upperBit &+ 64 &- significandBits &- 3
  var mantissa = high &>> shift

  // floor(exponent × log2(10)) by a multiplication, which is exact for this range.
  let binaryExponent = (217_706 &* exponent) &>> 16 &+ 63
  let bias = (1 &<< (Number.exponentBitCount &- 1)) &- 1
  var power = binaryExponent &+ Int(truncatingIfNeeded: upperBit) &- leadingZeros &+ bias

  if _slowPath(power <= 0) {
    // Subnormal: shift to the fixed exponent of these numbers, and round there.
    if 1 &- power >= 64 { return 0 }
    mantissa >>= UInt64(1 &- power)
    mantissa = (mantissa &+ mantissa & 1) &>> 1
    return Number(
      biasedExponent: mantissa &>> significandBits, significandBits: mantissa & ((1 &<< significandBits) &- 1))
  }
  // Exactly in the middle: round to the even neighbour, which is down if the bit above is zero.
  if _slowPath(low <= 1) {
    if Number.exponentsOfTies.contains(exponent), mantissa & 3 == 1, mantissa &<< shift == high { mantissa &= ~1 }
  }
  mantissa = (mantissa &+ mantissa & 1) &>> 1
  if mantissa >= 2 &<< significandBits {
    mantissa = 1 &<< significandBits
    power &+= 1
  }
  if power >= (1 &<< Number.exponentBitCount) &- 1 { return .infinity }
  return Number(
    biasedExponent: UInt64(truncatingIfNeeded: power), significandBits: mantissa & ((1 &<< significandBits) &- 1))
}
