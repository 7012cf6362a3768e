/// The contents of an image by address. The sections of an object file have artificial addresses.
struct Memory {
  struct Section {
    var name: String
    var address: UInt64
    var contents: ByteView
  }

  /// Ordered by their addresses.
  let sections: [Section]

  init(_ sections: [Section]) { self.sections = sections.sorted { $0.address < $1.address } }

  /// Returns a number of bytes at an address, or all up to the end of its section; nil if they are not in one section.
  func bytes(at address: UInt64, count: UInt64? = nil) -> ByteView? {
    let next = firstIndex(in: sections.indices) { sections[$0].address > address }
    guard next > 0 else { return nil }
    let section = sections[next - 1]
    return try? section.contents.part(address - section.address, count: count)
  }

  func integer<Integer: FixedWidthInteger>(_ type: Integer.Type = Integer.self, at address: UInt64) -> Integer? {
    try? bytes(at: address, count: UInt64(MemoryLayout<Integer>.size))?.integer(at: 0)
  }

  func word(at address: UInt64) -> UInt64? { try? bytes(at: address)?.word(at: 0) }

  /// The text up to the next zero.
  func string(at address: UInt64) -> String? { (try? bytes(at: address)?.zeroTerminated(at: 0))?.text }
}

/// The first index for which a condition is met that holds from there on, or the end of the range.
func firstIndex(in range: Range<Int>, where isMet: (Int) -> Bool) -> Int {
  var (low, high) = (range.lowerBound, range.upperBound)
  while low < high {
    let middle = low + (high - low) / 2
    if isMet(middle) { high = middle } else { low = middle + 1 }
  }
  return low
}
