// The encoding RLE/bit-packed hybrid of levels and of indices into a dictionary: runs of equal numbers, and groups of eight
// numbers whose lowest bits are packed.

extension [UInt8] {
  /// Appends the levels of a data page of version 1: their size, and the runs.
  ///
  /// - Parameters:
  ///   - levels: The levels.
  ///   - maximum: The maximum level of the column. If it is 0, levels are not stored.
  mutating func append(levels: [UInt8], maximum: UInt8) {
    guard maximum > 0 else { return }
    appendSized { $0.append(runs: levels, width: 8 - maximum.leadingZeroBitCount) }
  }

  /// Appends levels that are 1 for bits that are set, and 0 for others.
  ///
  /// - Parameters:
  ///   - bits: The bits, in words whose lowest bit is the first.
  ///   - count: The number of levels.
  mutating func append(levels bits: [UInt64], count: Int) {
    let groups = (count + 7) / 8
    appendSized { bytes in
      bytes.append(variable: UInt64(groups) << 1 | 1)
      for group in 0..<groups { bytes.append(UInt8(truncatingIfNeeded: bits[group / 8] >> UInt64(group % 8 * 8))) }
    }
  }

  /// Appends equal levels of 0 or 1.
  mutating func append(level: UInt8, count: Int) {
    appendSized { bytes in
      guard count > 0 else { return }
      bytes.append(variable: UInt64(count) << 1)
      bytes.append(level)
    }
  }

  /// Appends what a function appends, after its size.
  private mutating func appendSized(_ body: (inout [UInt8]) -> Void) {
    let start = count
    append(contentsOf: [0, 0, 0, 0])
    body(&self)
    let size = UInt32(truncatingIfNeeded: count - start - 4)
    for byte in 0..<4 { self[start + byte] = UInt8(truncatingIfNeeded: size >> (8 * UInt32(byte))) }
  }

  /// Appends numbers as runs.
  ///
  /// - Parameters:
  ///   - numbers: The numbers.
  ///   - width: The number of bits of a number, at most 32.
  mutating func append<Number: FixedWidthInteger & UnsignedInteger>(runs numbers: [Number], width: Int) {
    var index = 0
    while index < numbers.count {
      let run = numbers.runLength(from: index)
      if run >= 8 || index + run == numbers.count {
        append(variable: UInt64(run) << 1)
        let number = UInt64(numbers[index])
        for byte in 0..<(width + 7) / 8 { append(UInt8(truncatingIfNeeded: number >> UInt64(8 * byte))) }
        index += run
        continue
      }
      // Groups of eight, up to the next long run.
      let first = index
      while index < numbers.count, numbers.runLength(from: index, limit: 8) < 8 { index += 8 }
      append(variable: UInt64((index - first) / 8) << 1 | 1)
      append(packing: numbers[first..<Swift.min(index, numbers.count)], width: width, count: index - first)
    }
  }

  /// Appends the lowest bits of numbers, with zeros for missing numbers.
  private mutating func append<Number: FixedWidthInteger & UnsignedInteger>(
    packing numbers: ArraySlice<Number>, width: Int, count numberCount: Int
  ) {
    reserveCapacity(count + numberCount / 8 * width)
    var (bits, bitCount): (UInt64, Int) = (0, 0)
    for number in numbers {
      bits |= UInt64(number) << UInt64(bitCount)
      bitCount += width
      if bitCount >= 32 {
        append(integer: UInt32(truncatingIfNeeded: bits))
        bits >>= 32
        bitCount -= 32
      }
    }
    bitCount += (numberCount - numbers.count) * width
    while bitCount > 0 {
      append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      bitCount -= 8
    }
  }
}

extension [UInt8] {
  /// Appends the bytes of an integer, the lowest first.
  mutating func append<Integer: FixedWidthInteger>(integer: Integer) {
    unsafe Swift.withUnsafeBytes(of: integer.littleEndian) { unsafe append(contentsOf: $0) }
  }
}

extension Array where Element: Equatable {
  /// The number of elements from an index on that are equal, up to a limit.
  fileprivate func runLength(from start: Int, limit: Int = .max) -> Int {
    var end = start + 1
    while end < count, end - start < limit, self[end] == self[start] { end += 1 }
    return end - start
  }
}
