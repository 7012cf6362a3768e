// Finding a field by its name in a table of many names.
//
// The macro computes the table, an open-addressing hash table with linear probing (D. Knuth, The Art of Computer
// Programming, volume 3, section 6.4, algorithm L), and chooses a seed with which nearly each name is in its own slot.
// `IndexLiteral.swift` of MillraceSyntax builds the index that is read here, with the same hash function.

/// An index of the names in a ``FieldTable``.
///
/// The literal consists of bytes below 128: the binary logarithm of the number of slots; the seed, plus 64 if all bytes of
/// long names are hashed; for each name two bytes with its offset in the table of names; and for each slot one byte with the
/// index of a name, or two if there are 127 names or more. Each number has its lowest seven bits first; all bits set mean an
/// empty slot.
@usableFromInline
package struct FieldIndex {
  private let bytes: UnsafePointer<UInt8>
  private let names: UnsafePointer<UInt8>
  private let nameCount: Int

  /// - Parameters:
  ///   - literal: The index.
  ///   - names: The names, each preceded by a byte with its length.
  package init(_ literal: UnsafeBufferPointer<UInt8>, names: UnsafePointer<UInt8>) {
    // SAFETY: an index is never empty.
    bytes = literal.baseAddress.unsafelyUnwrapped
    self.names = names
    let slotCount = 1 &<< Int(bytes[0])
    let rest = literal.count - 2
    // An index with one byte for each slot has at most 126 names; with two bytes it has more.
    nameCount = rest - slotCount < 2 * 127 ? (rest - slotCount) >> 1 : (rest - 2 * slotCount) >> 1
  }

  /// Returns the index of a name and the offset of its entry, or nil.
  ///
  /// - Complexity: O(length of the name), and as many comparisons as there are names with neighbouring hash values. The
  ///   macro has checked that they are few.
  package func find(_ name: UnsafeBufferPointer<UInt8>) -> (index: Int, offset: Int)? {
    let mask = 1 &<< Int(bytes[0]) &- 1
    let offsets = bytes + 2
    let slots = offsets + 2 &* nameCount
    var slot = Int(truncatingIfNeeded: hash(name) &>> (64 &- UInt64(bytes[0])))
    while true {
      var index = Int(slots[slot])
      if nameCount < 127 {
        if index == 0x7F { return nil }
      } else {
        index = Int(slots[2 &* slot]) | Int(slots[2 &* slot &+ 1]) &<< 7
        if index == 0x3FFF { return nil }
      }
      let offset = Int(offsets[2 &* index]) | Int(offsets[2 &* index &+ 1]) &<< 7
      if isEntry(names + offset, of: name) { return (index, offset) }
      slot = (slot &+ 1) & mask
    }
  }

  private func hash(_ name: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let count = name.count
    guard count > 0, let start = name.baseAddress else { return 0 }
    let raw = UnsafeRawPointer(start)
    var (first, last): (UInt64, UInt64) = (0, 0)
    if count >= 8 {
      first = UInt64(littleEndian: raw.loadUnaligned(as: UInt64.self))
      last = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
    } else if count >= 4 {
      first = UInt64(UInt32(littleEndian: raw.loadUnaligned(as: UInt32.self)))
      last = UInt64(UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)))
    } else {
      first = UInt64(start[0]) | UInt64(start[count / 2]) &<< 8 | UInt64(start[count &- 1]) &<< 16
    }
    let seed = UInt64(bytes[1])
    if seed >= 64 {
      var offset = 8
      while offset < count &- 8 {
        first = folded(
          first ^ 0x9E37_79B9_7F4A_7C15,
          UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) ^ 0xD6E8_FEB8_6659_FD93)
        offset &+= 8
      }
    }
    return folded(
      first ^ 0xA076_1D64_78BD_642F &+ seed, last ^ 0xE703_7ED1_A0B4_28DB ^ UInt64(truncatingIfNeeded: count) &<< 56)
      &* 0x9E37_79B9_7F4A_7C15
  }

  /// Both halves of a product, combined by exclusive or.
  @inline(__always)
  private func folded(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
}

/// Whether an entry of a table of names has this name.
@inline(__always)
func isEntry(_ entry: UnsafePointer<UInt8>, of name: UnsafeBufferPointer<UInt8>) -> Bool {
  guard Int(entry.pointee) == name.count, let start = name.baseAddress else { return false }
  return isSame(entry + 1, start, count: name.count)
}

/// Whether the bytes at two addresses are equal. The rest after words of eight bytes is compared as the last eight
/// bytes, which overlap.
@inline(__always)
func isSame(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int) -> Bool {
  let (left, right) = (UnsafeRawPointer(left), UnsafeRawPointer(right))
  func isSame<Word: FixedWidthInteger>(_ type: Word.Type, at offset: Int) -> Bool {
    left.loadUnaligned(fromByteOffset: offset, as: Word.self)
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
