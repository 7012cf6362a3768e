/// The sizes of the code and data of types: of symbols that begin with the mangled names of the types.
struct SymbolSizes {
  /// The symbols of the types' descriptors, by the addresses of these.
  private(set) var symbols: [UInt64: String] = [:]
  /// The sizes in bytes, by the same addresses. Empty without local symbols.
  private(set) var bytes: [UInt64: Int] = [:]

  private typealias TypeSymbol = (mangledName: ByteView, descriptor: UInt64)

  init(of descriptors: Set<UInt64>, in image: Image) {
    guard !descriptors.isEmpty else { return }
    var types: [TypeSymbol] = []
    for symbol in image.symbols {
      guard let address = symbol.address, descriptors.contains(address), symbols[address] == nil,
        symbol.name.hasSuffix("Mn"), let name = try? symbol.name.part(0, count: symbol.name.count - 2)
      else { continue }
      symbols[address] = symbol.name.text
      types.append((name, address))
    }
    guard image.hasLocalSymbols else { return }
    types.sort { !$1.mangledName.precedesOrBegins($0.mangledName) }
    let starts = image.symbols.compactMap(\.address).sorted()
    var ranges: [UInt64: [Range<UInt64>]] = [:]
    for symbol in image.symbols {
      guard let address = symbol.address, let type = Self.type(of: symbol.name, in: types),
        // Sections that take no space in the file do not count.
        let rest = image.memory.bytes(at: address)?.count
      else { continue }
      let size: UInt64
      if let known = symbol.size {
        // The symbol of metadata (`N`) is in the middle of the metadata's whole (`Mf`), but has its size.
        if symbol.name.hasSuffix("N"), symbol.name.count == type.mangledName.count + 1 { continue }
        size = min(known, rest)
      } else {
        let next = firstIndex(in: starts.indices) { starts[$0] > address }
        size = next < starts.count ? min(rest, starts[next] - address) : rest
      }
      // The size in a section header can exceed the address space.
      let (end, overflows) = address.addingReportingOverflow(size)
      if !overflows { ranges[type.descriptor, default: []].append(address..<end) }
    }
    bytes = ranges.mapValues(Self.length)
  }

  /// The type whose mangled name a symbol begins with.
  private static func type(of name: ByteView, in types: [TypeSymbol]) -> TypeSymbol? {
    let next = firstIndex(in: types.indices) { !types[$0].mangledName.precedesOrBegins(name) }
    guard next > 0, types[next - 1].mangledName.begins(name) else { return nil }
    return types[next - 1]
  }

  /// Returns the length of the union of ranges. Several symbols may cover the same bytes.
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
