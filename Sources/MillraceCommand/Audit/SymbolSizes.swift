/// How many bytes of code and data belong to types: what has symbols that begin with the mangled names of the types.
struct SymbolSizes {
  /// The symbols of the types' descriptors, by the addresses of these.
  private(set) var symbols: [UInt64: String] = [:]
  /// The bytes, by the same addresses. Nothing without local symbols.
  private(set) var bytes: [UInt64: Int] = [:]

  init(of descriptors: Set<UInt64>, in image: Image) {
    guard !descriptors.isEmpty else { return }
    var types: [(mangledName: ByteView, descriptor: UInt64)] = []
    for symbol in image.symbols {
      guard let address = symbol.address, descriptors.contains(address), symbols[address] == nil,
        symbol.name.hasSuffix("Mn"), let name = try? symbol.name.part(0, count: symbol.name.count - 2)
      else { continue }
      symbols[address] = symbol.name.text
      types.append((name, address))
    }
    guard image.hasLocalSymbols else { return }
    types.sort { !$1.mangledName.precedesOrBegins($0.mangledName) }
    var ranges: [UInt64: [Range<UInt64>]] = [:]
    for symbol in image.symbols where symbol.size > 0 {
      // What takes no space in the file does not count.
      guard let address = symbol.address, let type = Self.type(of: symbol.name, in: types),
        image.memory.bytes(at: address, count: symbol.size) != nil
      else { continue }
      let (end, overflows) = address.addingReportingOverflow(symbol.size)
      if !overflows { ranges[type, default: []].append(address..<end) }
    }
    bytes = ranges.mapValues(Self.length)
  }

  /// The descriptor of the type whose mangled name a symbol begins with.
  private static func type(
    of name: ByteView, in types: [(mangledName: ByteView, descriptor: UInt64)]
  ) -> UInt64? {
    // The last type whose name does not come behind the symbol.
    var low = 0
    var high = types.count
    while low < high {
      let middle = (low + high) / 2
      if types[middle].mangledName.precedesOrBegins(name) { low = middle + 1 } else { high = middle }
    }
    guard low > 0, types[low - 1].mangledName.begins(name) else { return nil }
    return types[low - 1].descriptor
  }

  /// The length of ranges together. Several symbols may stand for the same bytes.
  private static func length(_ ranges: [Range<UInt64>]) -> Int {
    var length: UInt64 = 0
    var end: UInt64 = 0
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where range.upperBound > end {
      length &+= range.upperBound - max(range.lowerBound, end)
      end = range.upperBound
    }
    return Int(clamping: length)
  }
}
