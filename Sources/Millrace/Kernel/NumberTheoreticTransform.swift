// Products of long numbers in O(n log n) steps, by a Fourier transform over the integers modulo a prime (Pollard, "The
// fast Fourier transform in a finite field", 1971): the digits of both factors are transformed, multiplied one by one, and
// transformed back. Every step is exact, unlike with complex numbers.
//
// The prime is p = 2^64 - 2^32 + 1. It has roots of unity of each order that is a power of two, up to 2^32, and products
// of 128 bits are reduced without a division, because 2^64 = 2^32 - 1 and 2^96 = -1 modulo p.
//
// The transform halves the distance of the elements that it combines (Gentleman and Sande) and leaves the result in
// bit-reversed order; the way back doubles the distance (Cooley and Tukey) and takes that order. Nothing is sorted.

/// A transform for cyclic convolutions of sequences of one length.
struct NumberTheoreticTransform {
  let count: Int
  /// The powers of a root of unity of order `count`, half as many.
  private let roots: [UInt64]

  /// - Parameter count: The length of the sequences: a power of two, from 2 to 2^32.
  init(count: Int) {
    self.count = count
    // 7 generates the multiplicative group, which has p - 1 elements.
    let root = Residue.power(7, (Residue.modulus - 1) / UInt64(count))
    var roots = [UInt64](repeating: 1, count: count / 2)
    for index in roots.indices.dropFirst() { roots[index] = Residue.product(roots[index - 1], root) }
    self.roots = roots
  }

  /// Transforms a sequence of `count` numbers below p in place.
  func transform(_ values: inout [UInt64]) {
    var distance = count / 2
    while distance > 0 {
      combine(&values, distance) { one, other, root in
        (Residue.sum(one, other), Residue.product(Residue.difference(one, other), root))
      }
      distance /= 2
    }
  }

  /// Multiplies two transformed sequences and transforms the product back.
  ///
  /// - Parameter values: The first sequence. Afterwards it is the cyclic convolution of both, modulo p.
  func convolve(_ values: inout [UInt64], with other: [UInt64]) {
    // The way back leaves each element multiplied by the count.
    let scale = Residue.power(UInt64(count), Residue.modulus - 2)
    for index in 0..<count { values[index] = Residue.product(Residue.product(values[index], other[index]), scale) }
    var distance = 1
    while distance < count {
      combine(&values, distance) { one, other, root in
        let other = Residue.product(other, root)
        return (Residue.sum(one, other), Residue.difference(one, other))
      }
      distance *= 2
    }
    // The same roots were used in both directions, which reverses the sequence behind its first element.
    values[1...].reverse()
  }

  /// Combines each two elements at a distance.
  @inline(__always)
  private func combine(
    _ values: inout [UInt64], _ distance: Int, _ body: (UInt64, UInt64, UInt64) -> (UInt64, UInt64)
  ) {
    let step = count / 2 / distance
    roots.withUnsafeBufferPointer { roots in
      values.withUnsafeMutableBufferPointer { values in
        for block in stride(from: 0, to: count, by: 2 * distance) {
          for index in 0..<distance {
            let (one, other) = (block + index, block + index + distance)
            (values[one], values[other]) = body(values[one], values[other], roots[index * step])
          }
        }
      }
    }
  }
}

/// Arithmetic modulo p = 2^64 - 2^32 + 1. All operands and results are below p.
private enum Residue {
  static let modulus: UInt64 = 0xFFFF_FFFF_0000_0001
  /// 2^64 modulo p.
  private static var excess: UInt64 { 0xFFFF_FFFF }

  @inline(__always)
  static func sum(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let (sum, overflows) = one.addingReportingOverflow(other)
    return overflows || sum >= modulus ? sum &- modulus : sum
  }

  @inline(__always)
  static func difference(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let (difference, overflows) = one.subtractingReportingOverflow(other)
    return overflows ? difference &+ modulus : difference
  }

  @inline(__always)
  static func product(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let (high, low) = one.multipliedFullWidth(by: other)
    // low + 2^64 (high & 2^32 - 1) + 2^96 (high >> 32)
    var (rest, overflows) = low.subtractingReportingOverflow(high &>> 32)
    if overflows { rest &-= excess }
    (rest, overflows) = rest.addingReportingOverflow((high & excess) &* excess)
    if overflows { rest &+= excess }
    return rest >= modulus ? rest &- modulus : rest
  }

  static func power(_ base: UInt64, _ exponent: UInt64) -> UInt64 {
    var (result, base, exponent): (UInt64, UInt64, UInt64) = (1, base, exponent)
    while exponent > 0 {
      if exponent & 1 == 1 { result = product(result, base) }
      base = product(base, base)
      exponent >>= 1
    }
    return result
  }
}
