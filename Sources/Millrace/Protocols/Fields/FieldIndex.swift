// Finding a field by its name in a table of many names.
//
// The macro computes the index, an open-addressing hash table with linear probing (D. Knuth, The Art of Computer
// Programming, volume 3, section 6.4, algorithm L), and chooses a seed with which nearly each name is in its own slot.
// `IndexLiteral.swift` of MillraceSyntax builds the index that is read here, with the same hash function.
//
// The hash function takes the first eight bytes of a name, the last eight, and the count. Shorter names are shifted to
// the top of a word, and names of up to 32 bytes are compared as two vectors, so that no branch depends on the length: in
// documents with an unknown order of members it would often be mispredicted. The index follows the names in the same
// literal, so two vectors may be loaded from any of them.

/// An index of the names in a ``FieldTable``.
///
/// It consists of bytes below 128: the binary logarithm of the number of slots; the seed, plus 64 if all bytes of names
/// longer than sixteen are hashed; the number of names, in two bytes; the ``Filter``, in ten bytes; for each name two bytes with
/// its offset in the table of names; and for each slot one byte with the index of a name, or two if there are 127 names or
/// more. Each number has its lowest seven bits first; all bits set mean an empty slot. Small, because its cache lines compete
/// with those of the document.
///
/// - Safety: It is only valid as long as the literal that it is a part of.
@safe
package struct FieldIndex {
  private let names: UnsafePointer<UInt8>
  private let header: UnsafePointer<UInt8>

  /// - Parameters:
  ///   - names: The names, each preceded by a byte with its length.
  ///   - header: The first byte of the index, directly after the last name.
  package init(names: UnsafePointer<UInt8>, header: UnsafePointer<UInt8>) {
    unsafe self.names = unsafe names
    unsafe self.header = unsafe header
  }

  /// The index of a name, or ``FieldSearch/unknown``.
  ///
  /// - Complexity: O(length of the name), and as many comparisons as there are names with neighbouring hash values. The
  ///   macro has checked that they are few.
  package func find(_ name: UnsafeBufferPointer<UInt8>) -> Int {
    guard let start = name.baseAddress else { return unsafe find(first: 0, last: 0, count: 0) { _ in true } }
    let count = name.count
    if count >= 8 {
      return unsafe find(first: firstWord(start, count), last: EightBytes(at: start + (count &- 8)).lanes, count: count)
      {
        unsafe isSame($0, start, count: count)
      }
    }
    let word = unsafe shortWord(start, count) << UInt64(truncatingIfNeeded: 64 &- 8 &* count)
    return unsafe find(first: word, last: word, count: count) { unsafe isSame($0, start, count: count) }
  }

  /// The index of a name of 1 to 32 bytes, or ``FieldSearch/unknown``.
  ///
  /// - Safety: 32 bytes from `start` on must be readable.
  @inline(__always)
  package func find(padded start: UnsafePointer<UInt8>, count: Int) -> Int {
    let shift = UInt64(truncatingIfNeeded: 64 &- 8 &* min(count, 8))
    var first = unsafe EightBytes(at: start).lanes &<< shift
    if _slowPath(hashesAllBytes), count > 16 { first = unsafe firstWord(start, count) }
    let last = unsafe EightBytes(at: start + (max(count, 8) &- 8)).lanes &<< shift
    let (low, high) = unsafe (SixteenBytes(at: start), SixteenBytes(at: start + 16))
    let ignored = ~0 as UInt64 &<< UInt64(truncatingIfNeeded: count)
    return unsafe find(first: first, last: last, count: count) { name in
      let same =
        unsafe low.lanes(equalTo: SixteenBytes(at: name)) | high.lanes(equalTo: SixteenBytes(at: name + 16)) &<< 16
      return UInt32(truncatingIfNeeded: ignored) | same == ~0
    }
  }

  /// - Parameter isSame: Whether the bytes from an address on are those of the name, which has the same count.
  @inline(__always)
  private func find(first: UInt64, last: UInt64, count: Int, isSame: (UnsafePointer<UInt8>) -> Bool) -> Int {
    let slotBits = unsafe UInt64(header[0])
    let nameCount = unsafe twoBytes(at: header + 2)
    let offsets = unsafe header + 14
    let slots = unsafe offsets + 2 &* nameCount
    var slot = Int(truncatingIfNeeded: hash(first, last, count) &>> (64 &- slotBits))
    while true {
      let index: Int
      if _fastPath(nameCount < 127) {
        index = unsafe Int(slots[slot])
        if index == 0x7F { return FieldSearch.unknown }
      } else {
        index = unsafe twoBytes(at: slots + 2 &* slot)
        if index == 0x3FFF { return FieldSearch.unknown }
      }
      let name = unsafe names + twoBytes(at: offsets + 2 &* index)
      if unsafe Int(name.pointee) == count, unsafe isSame(name + 1) { return index }
      slot = (slot &+ 1) & (1 &<< Int(slotBits) &- 1)
    }
  }

  @inline(__always)
  private func twoBytes(at address: UnsafePointer<UInt8>) -> Int { unsafe Int(address[0]) | Int(address[1]) &<< 7 }

  /// A set of names that tells for most other names that they are not in it: a bit for each first byte and length.
  package struct Filter {
    fileprivate var bits: UInt64 = 0

    /// - Parameter count: The number of bytes from `start` on, at least 1.
    @inline(__always)
    package func mayContain(_ start: UnsafePointer<UInt8>, count: Int) -> Bool {
      unsafe bits &>> (UInt64(start.pointee) &* 5 &+ UInt64(truncatingIfNeeded: count)) & 1 != 0
    }
  }

  package var filter: Filter {
    // Seven bits of each of ten bytes: those of eight are joined to groups of 14, 28 and 56 bits.
    var word = unsafe EightBytes(at: header + 4).lanes
    word = word & 0x007F_007F_007F_007F | word &>> 1 & 0x3F80_3F80_3F80_3F80
    word = word & 0x0000_3FFF_0000_3FFF | word &>> 2 & 0x0FFF_C000_0FFF_C000
    word = word & 0x0000_0000_0FFF_FFFF | word &>> 4 & 0x00FF_FFFF_F000_0000
    return unsafe Filter(bits: word | UInt64(header[12]) &<< 56 | UInt64(header[13]) &<< 63)
  }

  // MARK: The hash function

  @inline(__always)
  private func hash(_ first: UInt64, _ last: UInt64, _ count: Int) -> UInt64 {
    let factor = unsafe 0x9E37_79B9_7F4A_7C15 &+ UInt64(header[1]) &<< 32
    return ((first ^ UInt64(truncatingIfNeeded: count)) &* factor) ^ (last &* 0xD6E8_FEB8_6659_FD93)
  }

  /// Whether all bytes of names longer than sixteen are hashed.
  @inline(__always)
  private var hashesAllBytes: Bool { unsafe header[1] >= 64 }

  /// The bytes of a name of fewer than eight, the first one in the lowest lane.
  @inline(__always)
  private func shortWord(_ start: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    func fourBytes(at offset: Int) -> UInt64 {
      unsafe UInt64(UInt32(littleEndian: UnsafeRawPointer(start + offset).loadUnaligned(as: UInt32.self)))
    }
    // Words of four bytes that overlap, or the first, the middle and the last byte, include all of them.
    if count >= 4 {
      return fourBytes(at: 0) | fourBytes(at: count &- 4) &<< UInt64(truncatingIfNeeded: 8 &* (count &- 4))
    }
    guard count > 0 else { return 0 }
    let middle = UInt64(truncatingIfNeeded: count &>> 1)
    let last = UInt64(truncatingIfNeeded: count &- 1)
    return unsafe UInt64(start[0]) | UInt64(start[Int(middle)]) &<< (8 &* middle) | UInt64(start[Int(last)])
      &<< (8 &* last)
  }

  /// The first word that is hashed of a name of eight or more bytes.
  private func firstWord(_ start: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    var first = unsafe EightBytes(at: start).lanes
    guard hashesAllBytes, count > 16 else { return first }
    var offset = 8
    while offset < count &- 8 {
      first = unsafe (first ^ first &>> 29) &* 0x9E37_79B9_7F4A_7C15 &+ EightBytes(at: start + offset).lanes
      offset &+= 8
    }
    return first
  }
}

/// Whether an entry of a table of names has this name.
@inline(__always)
func isEntry(_ entry: UnsafePointer<UInt8>, of name: UnsafeBufferPointer<UInt8>) -> Bool {
  guard unsafe Int(entry.pointee) == name.count, let start = name.baseAddress else { return false }
  return unsafe isSame(entry + 1, start, count: name.count)
}

/// Whether the bytes at two addresses are equal. The rest after words of eight bytes is compared as the last eight
/// bytes, which overlap.
@inline(__always)
func isSame(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int) -> Bool {
  let (left, right) = unsafe (UnsafeRawPointer(left), UnsafeRawPointer(right))
  func isSame<Word: FixedWidthInteger>(_ type: Word.Type, at offset: Int) -> Bool {
    unsafe left.loadUnaligned(fromByteOffset: offset, as: Word.self)
      == right.loadUnaligned(fromByteOffset: offset, as: Word.self)
  }
  if count >= 8 {
    var offset = 0
    while offset < count &- 8 {
      if !isSame(UInt64.self, at: offset) { return false }
      offset &+= 8
    }
    return isSame(UInt64.self, at: count &- 8)
  }
  if count >= 4 { return isSame(UInt32.self, at: 0) && isSame(UInt32.self, at: count &- 4) }
  if count >= 2 { return isSame(UInt16.self, at: 0) && isSame(UInt16.self, at: count &- 2) }
  return count == 0 || isSame(UInt8.self, at: 0)
}
