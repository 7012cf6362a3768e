// The index of a table of names, which `FieldIndex` of Millrace reads. Its documentation describes the bytes.

/// The bytes of an index of these names, or nil if a search through the names one after the other is as fast, or if there are
/// too many for an index.
public func indexBytes(of names: [String]) -> [UInt8]? {
  let names = names.map { Array($0.utf8) }
  let size = names.reduce(0) { $0 + 1 + $1.count }
  guard names.count > 8, names.count < 0x3FFF, size < 1 << 14, Set(names).count == names.count else { return nil }
  let bits = (2 * names.count - 1).bitWidth - (2 * names.count - 1).leadingZeroBitCount
  var best: (cost: Int, seed: UInt8, slots: [Int?])?
  for seed in UInt8(0)..<128 {
    let (slots, cost) = filledSlots(names, bits: bits, seed: seed)
    if cost < best?.cost ?? .max { best = (cost, seed, slots) }
    if cost <= names.count / 8 { break }  // nearly all names are in their own slots
  }
  guard let best else { return nil }

  func twoBytes(_ number: Int) -> [UInt8] { [UInt8(number & 0x7F), UInt8(number >> 7)] }
  var bytes = [UInt8(bits), best.seed]
  var offset = 0
  for name in names {
    bytes += twoBytes(offset)
    offset += 1 + name.count
  }
  for slot in best.slots {
    bytes += names.count < 127 ? [UInt8(slot ?? 0x7F)] : twoBytes(slot ?? 0x3FFF)
  }
  return bytes
}

/// - Returns: the slots, and the sum of the squares of the names' distances from their own slots.
private func filledSlots(_ names: [[UInt8]], bits: Int, seed: UInt8) -> (slots: [Int?], cost: Int) {
  var slots = [Int?](repeating: nil, count: 1 << bits)
  var cost = 0
  for (index, name) in names.enumerated() {
    var slot = Int(hash(name, seed) >> (64 - UInt64(bits)))
    var distance = 0
    while slots[slot] != nil {
      slot = (slot + 1) & (slots.count - 1)
      distance += 1
    }
    slots[slot] = index
    cost += distance * distance
  }
  return (slots, cost)
}

/// The hash function of `FieldIndex`.
private func hash(_ name: [UInt8], _ seed: UInt8) -> UInt64 {
  func number(at offset: Int, _ count: Int) -> UInt64 {
    name[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
  func folded(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }
  let count = name.count
  guard count > 0 else { return 0 }
  var (first, last): (UInt64, UInt64) = (0, 0)
  if count >= 8 {
    (first, last) = (number(at: 0, 8), number(at: count - 8, 8))
  } else if count >= 4 {
    (first, last) = (number(at: 0, 4), number(at: count - 4, 4))
  } else {
    first = UInt64(name[0]) | UInt64(name[count / 2]) << 8 | UInt64(name[count - 1]) << 16
  }
  if seed >= 64 {
    for offset in stride(from: 8, to: count - 8, by: 8) {
      first = folded(first ^ 0x9E37_79B9_7F4A_7C15, number(at: offset, 8) ^ 0xD6E8_FEB8_6659_FD93)
    }
  }
  let (left, right) = (
    first ^ 0xA076_1D64_78BD_642F &+ UInt64(seed), last ^ 0xE703_7ED1_A0B4_28DB ^ UInt64(count) << 56
  )
  return folded(left, right) &* 0x9E37_79B9_7F4A_7C15
}
