import Millrace
import SystemLibrary

extension Parquet {
  /// The distinct values of a column, each with its index: the dictionary of a column chunk.
  ///
  /// Hash values do not depend on the process, because neither must the file. An attacker can choose values that
  /// collide, so the number of comparisons is bounded: with too many of them a value has no index, and the column has no
  /// dictionary.
  struct DistinctValues: Sendable {
    /// The size of the values, which are numbers of four or eight bytes; nil for texts and binary data.
    let size: Int?
    /// The values in the encoding PLAIN.
    private(set) var bytes: [UInt8] = []
    /// The offset of each value in the bytes, and their end.
    private(set) var offsets: [UInt32] = [0]
    /// A hash table of indices plus one; 0 is an empty slot. The size is a power of two.
    private var slots = [UInt32](repeating: 0, count: 256)
    /// The number of comparisons with other values that may follow.
    private var comparisons = 4096

    init(size: Int?) { self.size = size }

    /// The maximum size of all values, in bytes.
    static let maximumSize = 1 << 20

    /// The number of values.
    var count: Int { offsets.count - 1 }

    /// The number of bits of an index.
    var indexWidth: Int { max(1, Int.bitWidth - (count - 1).leadingZeroBitCount) }

    /// Returns the index of a number, or nil if there are too many values.
    @inline(__always)
    mutating func index(of word: UInt64) -> UInt32? {
      let mask = slots.count - 1
      var slot = Int(truncatingIfNeeded: Self.mixed(word)) & mask
      comparisons += 4
      while slots[slot] != 0 {
        let index = slots[slot] - 1
        if self.word(at: Int(index)) == word { return index }
        comparisons -= 1
        if comparisons < 0 { return nil }
        slot = (slot + 1) & mask
      }
      return unsafe withUnsafeBytes(of: word.littleEndian) { word in
        unsafe insert(UnsafeRawBufferPointer(rebasing: word.prefix(size ?? 8)), slot: slot)
      }
    }

    /// Returns a number.
    @inline(__always)
    func word(at index: Int) -> UInt64 {
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe size == 4
          ? UInt64(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)))
          : UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
      }
    }

    /// Calls a function with a text.
    @inline(__always)
    private func withText<Result>(at index: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
      unsafe bytes.withUnsafeBytes { bytes in
        unsafe body(UnsafeRawBufferPointer(rebasing: bytes[Int(offsets[index]) + 4..<Int(offsets[index + 1])]))
      }
    }

    /// Returns the index of a text, or nil if there are too many values, or the text is large.
    mutating func index(of text: UnsafeRawBufferPointer) -> UInt32? {
      let mask = slots.count - 1
      var slot = unsafe Int(truncatingIfNeeded: Self.hash(text)) & mask
      comparisons += 4
      while slots[slot] != 0 {
        let index = Int(slots[slot] - 1)
        let isEqual = unsafe withText(at: index) { other in
          unsafe other.count == text.count
            && (text.count == 0 || memcmp(other.baseAddress!, text.baseAddress!, text.count) == 0)
        }
        if isEqual { return UInt32(truncatingIfNeeded: index) }
        comparisons -= 1
        if comparisons < 0 { return nil }
        slot = (slot + 1) & mask
      }
      return unsafe insert(text, slot: slot)
    }

    @inline(never)
    private mutating func insert(_ value: UnsafeRawBufferPointer, slot: Int) -> UInt32? {
      guard value.count <= Self.maximumSize, bytes.count + value.count + 4 <= Self.maximumSize else { return nil }
      if size == nil { bytes.append(integer: UInt32(truncatingIfNeeded: value.count)) }
      unsafe bytes.append(contentsOf: value)
      let index = UInt32(truncatingIfNeeded: count)
      offsets.append(UInt32(truncatingIfNeeded: bytes.count))
      slots[slot] = index + 1
      if 2 * count > slots.count { grow() }
      return index
    }

    private mutating func grow() {
      slots = [UInt32](repeating: 0, count: 4 * slots.count)
      let mask = slots.count - 1
      for index in 0..<count {
        let hash = size == nil ? unsafe withText(at: index) { unsafe Self.hash($0) } : Self.mixed(word(at: index))
        var slot = Int(truncatingIfNeeded: hash) & mask
        while slots[slot] != 0 { slot = (slot + 1) & mask }
        slots[slot] = UInt32(truncatingIfNeeded: index + 1)
      }
    }

    /// Returns the index of each value in another dictionary, to which missing values are added; nil if that becomes too
    /// large.
    func indices(in other: inout DistinctValues) -> [UInt32]? {
      var indices: [UInt32] = []
      indices.reserveCapacity(count)
      for index in 0..<count {
        let found =
          size == nil ? unsafe withText(at: index) { unsafe other.index(of: $0) } : other.index(of: word(at: index))
        guard let found else { return nil }
        indices.append(found)
      }
      return indices
    }

    /// Returns the values with these indices in the encoding PLAIN.
    func plain(_ indices: [UInt32]) -> [UInt8] {
      var result: [UInt8] = []
      for index in indices { result.append(contentsOf: bytes[Int(offsets[Int(index)])..<Int(offsets[Int(index) + 1])]) }
      return result
    }

    // MARK: Hash values

    private static func mixed(_ word: UInt64) -> UInt64 {
      let product = (word ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
      return product.high ^ product.low
    }

    private static func hash(_ text: UnsafeRawBufferPointer) -> UInt64 {
      var hash = UInt64(truncatingIfNeeded: text.count)
      var offset = 0
      while offset + 8 <= text.count {
        hash = mixed(hash ^ (unsafe text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        offset += 8
      }
      var rest: UInt64 = 0
      while offset < text.count {
        rest = unsafe rest << 8 | UInt64(text[offset])
        offset += 1
      }
      return mixed(hash ^ rest)
    }
  }
}
