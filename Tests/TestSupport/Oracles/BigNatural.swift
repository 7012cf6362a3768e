/// A natural number of any size, for making decimal texts that are exact: slow and obvious.
package struct BigNatural {
  /// Groups of nine decimal digits, the lowest first.
  private var groups: [UInt32]
  private static let base: UInt64 = 1_000_000_000

  package init(_ number: UInt64) {
    groups = []
    var rest = number
    repeat {
      groups.append(UInt32(rest % Self.base))
      rest /= Self.base
    } while rest > 0
  }

  /// - Parameter factor: below the base, so that the carry is one group.
  private mutating func multiply(by factor: UInt32) {
    var carry: UInt64 = 0
    for index in groups.indices {
      let product = UInt64(groups[index]) * UInt64(factor) + carry
      groups[index] = UInt32(product % Self.base)
      carry = product / Self.base
    }
    if carry > 0 { groups.append(UInt32(carry)) }
  }

  /// Multiplies by a power of two or five, several factors at a time.
  package mutating func multiply(byPowerOf factor: UInt32, _ exponent: Int) {
    let (several, count): (UInt32, Int) = factor == 2 ? (1 << 29, 29) : (244_140_625, 12)
    precondition(factor == 2 || factor == 5)
    for _ in 0..<(exponent / count) { multiply(by: several) }
    for _ in 0..<(exponent % count) { multiply(by: factor) }
  }

  package var digits: String {
    var digits = String(groups.last ?? 0)
    for group in groups.dropLast().reversed() {
      let nine = String(group)
      digits += String(repeating: "0", count: 9 - nine.count) + nine
    }
    return digits
  }
}

extension BigNatural {
  /// - Parameter hexadecimal: Hexadecimal digits in either case.
  package init(hexadecimal: some Sequence<UInt8>) {
    self.init(0)
    for digit in hexadecimal {
      multiply(by: 16)
      var carry = UInt64(Character(Unicode.Scalar(digit)).hexDigitValue!)
      for index in groups.indices where carry > 0 {
        carry += UInt64(groups[index])
        groups[index] = UInt32(carry % Self.base)
        carry /= Self.base
      }
      if carry > 0 { groups.append(UInt32(carry)) }
    }
  }

  /// `significand × 2^exponent` as decimal digits and a power of ten, exactly.
  package static func decimal(_ significand: UInt64, timesTwoToThe exponent: Int) -> (digits: String, exponent: Int) {
    var number = BigNatural(significand)
    number.multiply(byPowerOf: exponent < 0 ? 5 : 2, abs(exponent))
    return (number.digits, min(exponent, 0))
  }
}
