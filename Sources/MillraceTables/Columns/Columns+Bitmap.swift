import Millrace

extension Columns {
  /// An array of bits. The first bit is the lowest bit of the first word.
  ///
  /// ```swift
  /// var bits = Columns.Bitmap(repeating: false, count: 3)
  /// bits[1] = true
  /// print(bits.setCount)  // 1
  /// ```
  public struct Bitmap: Sendable, Equatable {
    /// The bits. Bits after the last one are zero.
    public private(set) var words: [UInt64]
    /// The number of bits.
    public private(set) var count: Int

    /// Creates an empty bitmap.
    public init() {
      words = []
      count = 0
    }

    /// Creates a bitmap of equal bits.
    ///
    /// - Parameters:
    ///   - bit: The value of all bits.
    ///   - count: The number of bits.
    public init(repeating bit: Bool, count: Int) {
      self.init(words: [UInt64](repeating: bit ? .max : 0, count: Self.wordCount(count)), count: count)
    }

    /// Creates a bitmap from words.
    ///
    /// - Parameters:
    ///   - words: The words. Bits after the last one are set to zero.
    ///   - count: The number of bits.
    /// - Precondition: The number of words is exactly the number that is needed.
    public init(words: [UInt64], count: Int) {
      precondition(words.count == Self.wordCount(count), "the number of words does not match the number of bits")
      self.words = words
      self.count = count
      clearBehindEnd()
    }

    @inlinable
    public subscript(index: Int) -> Bool {
      get {
        precondition(index >= 0 && index < count, "bit index out of range")
        return words[index &>> 6] &>> UInt64(truncatingIfNeeded: index) & 1 != 0
      }
      set {
        precondition(index >= 0 && index < count, "bit index out of range")
        setBit(at: index, to: newValue)
      }
    }

    @usableFromInline
    mutating func setBit(at index: Int, to bit: Bool) {
      let mask = 1 &<< UInt64(truncatingIfNeeded: index)
      if bit { words[index &>> 6] |= mask } else { words[index &>> 6] &= ~mask }
    }

    public mutating func append(_ bit: Bool) {
      if count & 63 == 0 { words.append(0) }
      count += 1
      if bit { setBit(at: count - 1, to: true) }
    }

    public mutating func append(repeating bit: Bool, count more: Int) {
      guard more > 0 else { return }
      let first = count
      count += more
      words.append(contentsOf: repeatElement(bit ? .max : 0, count: Self.wordCount(count) - words.count))
      // The unused bits of the last word were zero.
      if bit, first & 63 != 0 { words[first &>> 6] |= .max &<< UInt64(truncatingIfNeeded: first) }
      clearBehindEnd()
    }

    /// Appends all bits of another bitmap.
    package mutating func append(contentsOf other: Bitmap) {
      let shift = UInt64(count & 63)
      words.reserveCapacity(Self.wordCount(count + other.count))
      for word in other.words {
        // The unused bits of the last word are zero.
        if shift != 0 { words[words.count - 1] |= word &<< shift }
        words.append(shift == 0 ? word : word &>> (64 - shift))
      }
      count += other.count
      words.removeLast(words.count - Self.wordCount(count))
    }

    /// Removes the bits from an index on.
    public mutating func truncate(to count: Int) {
      guard count < self.count else { return }
      self.count = count
      words.removeLast(words.count - Self.wordCount(count))
      clearBehindEnd()
    }

    /// The number of bits that are `true`.
    public var setCount: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

    private mutating func clearBehindEnd() {
      let used = count & 63
      if used != 0 { words[words.count - 1] &= 1 &<< UInt64(truncatingIfNeeded: used) &- 1 }
    }

    private static func wordCount(_ count: Int) -> Int { (count + 63) / 64 }
  }
}
