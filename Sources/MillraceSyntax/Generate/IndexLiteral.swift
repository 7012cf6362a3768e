// The index of a table of names, which `FieldIndex` of Millrace reads. Its documentation describes the bytes.

/// The bytes of an index of these names, or nil if a search through the names one after the other is as fast, or if there are
/// too many for an index.
public func indexBytes(of names: [String]) -> [UInt8]? {
  let names = names.map { Array($0.utf8) }
  let size = names.reduce(0) { $0 + 1 + $1.count }
  guard names.count > 2, names.count < 0x3FFF, size < 1 << 14, Set(names).count == names.count else { return nil }
  let bits = (2 * names.count - 1).bitWidth - (2 * names.count - 1).leadingZeroBitCount
  var best: (cost: Int, seed: UInt8, slots: [Int?])?
  for seed in UInt8(0)..<128 {
    let (slots, cost) = filledSlots(names, bits: bits, seed: seed)
    if cost < best?.cost ?? .max { best = (cost, seed, slots) }
    if cost <= names.count / 8 { break }  // nearly all names are in their own slots
  }
  guard let best else { return nil }

  func twoBytes(_ number: Int) -> [UInt8] { [UInt8(number & 0x7F), UInt8(number >> 7)] }
  var bytes = [UInt8(bits), best.seed] + twoBytes(names.count) + filterBytes(of: names)
  var offset = 0
  for name in names {
    bytes += twoBytes(offset)
    offset += 1 + name.count
  }
  for slot in best.slots {
    bytes += names.count < 127 ? [UInt8(slot ?? 0x7F)] : twoBytes(slot ?? 0x3FFF)
  }
  // 32 bytes may be read from each name.
  return bytes + [UInt8](repeating: 0, count: max(0, 32 - bytes.count))
}

/// The bytes of `FieldIndex.Filter`.
private func filterBytes(of names: [[UInt8]]) -> [UInt8] {
  let bits = names.reduce(0 as UInt64) { $0 | 1 << ((UInt64($1.first ?? 0) * 5 + UInt64($1.count)) % 64) }
  return (0..<10).map { UInt8(bits >> UInt64(7 * $0) & 0x7F) }
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
  func word(at offset: Int, _ count: Int) -> UInt64 {
    name[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
  var first: UInt64
  var last: UInt64
  if name.count < 8 {
    first = word(at: 0, name.count) << UInt64(64 - 8 * name.count)
    last = first
  } else {
    first = word(at: 0, 8)
    last = word(at: name.count - 8, 8)
  }
  if name.count > 16, seed >= 64 {
    for offset in stride(from: 8, to: name.count - 8, by: 8) {
      first = (first ^ first >> 29) &* 0x9E37_79B9_7F4A_7C15 &+ word(at: offset, 8)
    }
  }
  let factor = 0x9E37_79B9_7F4A_7C15 &+ UInt64(seed) << 32
  return ((first ^ UInt64(name.count)) &* factor) ^ (last &* 0xD6E8_FEB8_6659_FD93)
}
