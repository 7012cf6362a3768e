// The decimal digits of hexadecimal numbers of any length.
//
// Dividing by ten again and again takes quadratic time, and the length of a number is up to whoever wrote the document. So
// long numbers are split into blocks, each of which is converted by itself, in time that depends on its length only. Then
// neighbouring blocks are joined, high * 16^k + low, and these again, until one is left. For n digits this is O(log n)
// rounds of products of O(n) digits in total, and a product takes O(n log n) steps: O(n log^2 n) together, and O(n) bytes.
//
// Numbers are in base 100,000. A coefficient of a product of l limbs is below l * 10^10, far below the prime modulo which
// products are computed, for every number that fits into memory.

/// The decimal digits of a number, without leading zeros.
///
/// - Parameter digits: One or more hexadecimal digits, in either case, as ASCII.
/// - Complexity: O(*n* log² *n*), where *n* is the number of digits; O(*n*) for up to 530 digits.
func decimalDigits(ofHexadecimal digits: Span<UInt8>) -> [UInt8] {
  var first = 0
  while first < digits.count, digits[first] == ASCII.zero { first += 1 }
  let digits = digits.extracting(first...)
  if digits.count > 32 { return DecimalBlocks(digits).decimalDigits }
  var value: UInt128 = 0
  for index in digits.indices { value = value << 4 | UInt128(hexadecimalValue(digits[index])) }
  return Array((digits.count > 16 ? value.description : UInt64(truncatingIfNeeded: value).description).utf8)
}

@inline(__always)
private func hexadecimalValue(_ digit: UInt8) -> UInt64 { UInt64(ASCII.hexadecimalValue(digit) ?? 0) }

/// A number as blocks of decimal digits: the sum of each block, times a power of 16 to the number of the block.
private struct DecimalBlocks {
  private static var base: UInt64 { 100_000 }
  private static var digitsOfLimb: Int { 5 }
  /// 16^530 is just below 100,000^128.
  private static var hexadecimalDigitsOfBlock: Int { 530 }
  private static var limbsOfSmallestBlock: Int { 128 }

  /// All blocks, the lowest first, and in each of them the lowest limb first.
  private var limbs: [UInt32]
  private var blockCount: Int
  private var limbsOfBlock = limbsOfSmallestBlock

  init(_ digits: Span<UInt8>) {
    blockCount = (digits.count + Self.hexadecimalDigitsOfBlock - 1) / Self.hexadecimalDigitsOfBlock
    // Blocks are joined in pairs, so that there is room for a power of two.
    let capacity = 1 << (Int.bitWidth - (blockCount - 1).leadingZeroBitCount)
    limbs = [UInt32](repeating: 0, count: capacity * limbsOfBlock)
    var end = digits.count
    for block in 0..<blockCount {
      let start = max(0, end - Self.hexadecimalDigitsOfBlock)
      Self.convert(digits.extracting(start..<end), to: &limbs, from: block * limbsOfBlock)
      end = start
    }
    join()
  }

  /// Converts a few digits, in quadratic time.
  ///
  /// - Parameter start: The index of the lowest limb. The limbs must be zero.
  private static func convert(_ digits: Span<UInt8>, to limbs: inout [UInt32], from start: Int) {
    var end = start
    var position = 0
    while position < digits.count {
      // Ten digits at a time: a limb times 2^40 fits into 64 bits.
      let count = min(10, digits.count - position)
      var carry: UInt64 = 0
      for index in position..<position + count { carry = carry << 4 | hexadecimalValue(digits[index]) }
      for index in start..<end {
        carry += UInt64(limbs[index]) << UInt64(4 * count)
        limbs[index] = UInt32(carry % base)
        carry /= base
      }
      while carry > 0 {
        limbs[end] = UInt32(carry % base)
        carry /= base
        end += 1
      }
      position += count
    }
  }

  /// Joins all blocks to one.
  private mutating func join() {
    // 16 to the number of hexadecimal digits of a block
    var power = [UInt32](repeating: 0, count: limbsOfBlock)
    let digits = [ASCII.one] + [UInt8](repeating: ASCII.zero, count: Self.hexadecimalDigitsOfBlock)
    Self.convert(digits.span, to: &power, from: 0)
    while blockCount > 1 {
      let transform = NumberTheoreticTransform(count: 2 * limbsOfBlock)
      var transformedPower = transform.padded(power[...])
      transform.transform(&transformedPower)
      for high in stride(from: 1, to: blockCount, by: 2) {
        joinPair(high, transform, transformedPower)
      }
      if blockCount > 2 {
        var square = transformedPower
        transform.convolve(&square, with: transformedPower)
        power = [UInt32](repeating: 0, count: transform.count)
        Self.add(square, to: &power, from: 0)
      }
      limbsOfBlock *= 2
      blockCount = (blockCount + 1) / 2
    }
  }

  /// Multiplies a block by the power of 16 and adds it to the block below.
  private mutating func joinPair(_ high: Int, _ transform: NumberTheoreticTransform, _ transformedPower: [UInt64]) {
    let middle = high * limbsOfBlock
    let (start, end) = (middle - limbsOfBlock, middle + limbsOfBlock)
    var product = transform.padded(limbs[middle..<end])
    transform.transform(&product)
    transform.convolve(&product, with: transformedPower)
    for index in middle..<end { limbs[index] = 0 }
    Self.add(product, to: &limbs, from: start)
  }

  /// Adds the coefficients of a product to limbs.
  ///
  /// - Parameter start: The index of the lowest limb. There must be as many limbs as coefficients.
  private static func add(_ product: [UInt64], to limbs: inout [UInt32], from start: Int) {
    var carry: UInt64 = 0
    for index in product.indices {
      carry += product[index] + UInt64(limbs[start + index])
      limbs[start + index] = UInt32(carry % base)
      carry /= base
    }
  }

  var decimalDigits: [UInt8] {
    var digits: [UInt8] = []
    for var limb in limbs {
      for _ in 0..<Self.digitsOfLimb {
        digits.append(ASCII.zero + UInt8(limb % 10))
        limb /= 10
      }
    }
    while digits.last == ASCII.zero { digits.removeLast() }
    return digits.reversed()
  }
}

extension NumberTheoreticTransform {
  /// Limbs as a sequence to be transformed, with zeros behind them.
  fileprivate func padded(_ limbs: ArraySlice<UInt32>) -> [UInt64] {
    var values = [UInt64](repeating: 0, count: count)
    for (index, limb) in limbs.enumerated() { values[index] = UInt64(limb) }
    return values
  }
}
