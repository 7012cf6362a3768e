/// Chained fixups (`<mach-o/fixup-chains.h>`): each pointer that the loader changes contains the distance to the next
/// one, and its target. A pointer is bound to a symbol of another image, or rebased with its own image.
extension MachO {
  func bindChains(_ image: inout Image, _ command: ByteView) throws(BinaryError) {
    let data = try bytes.part(
      UInt64(try command.integer(UInt32.self, at: 8)), count: UInt64(try command.integer(UInt32.self, at: 12)))
    let imports = try imports(in: data)
    let starts = try data.part(UInt64(try data.integer(UInt32.self, at: 4)))
    // Offsets are from the header, which is at the beginning of the first segment with contents.
    guard let base = segments.first(where: { $0.fileOffset == 0 && $0.fileSize > 0 })?.address else { return }
    let count = UInt64(try starts.integer(UInt32.self, at: 0))
    let offsets = try starts.table(4, entries: count, size: 4)
    for index in 0..<min(count, UInt64(segments.count)) {
      let offset = UInt64(try offsets.integer(UInt32.self, at: index * 4))
      guard offset != 0 else { continue }
      let segment = try starts.part(offset)
      // Other formats are those of kernels and of 32 bits.
      guard let format = PointerFormat(number: try segment.integer(at: 6)) else { continue }
      let pageSize = UInt64(try segment.integer(UInt16.self, at: 4))
      let address = base &+ (try segment.integer(UInt64.self, at: 8))
      let pages = UInt64(try segment.integer(UInt16.self, at: 20))
      for page in 0..<pages {
        let start = UInt64(try segment.integer(UInt16.self, at: 22 + page * 2))
        guard start != 0xFFFF else { continue }
        follow(&image, from: address &+ page &* pageSize, start: start, pageSize, format, base, imports)
      }
    }
  }

  /// Iterates over the pointers of a page.
  private func follow(
    _ image: inout Image, from page: UInt64, start: UInt64, _ pageSize: UInt64, _ format: PointerFormat, _ base: UInt64,
    _ imports: [ByteView]
  ) {
    var offset = start
    while offset < pageSize, let pointer = image.memory.integer(UInt64.self, at: page &+ offset) {
      let fixup = format.fixup(pointer, base: base)
      switch fixup.target {
      case .imported(let ordinal) where ordinal < imports.count:
        image.references[page &+ offset] = Reference(
          Symbol(name: imports[ordinal], address: nil, size: nil, isDefined: false), 0)
      case .imported: break
      case .address(let address): image.references[page &+ offset] = Reference(address)
      }
      guard fixup.next > 0 else { return }
      offset += fixup.next
    }
  }

  private func imports(in data: ByteView) throws(BinaryError) -> [ByteView] {
    let format = try data.integer(UInt32.self, at: 20)
    // Compressed names were specified and never used.
    guard (1...3).contains(format), try data.integer(UInt32.self, at: 24) == 0 else {
      throw .unsupported("unknown format of chained fixups")
    }
    let names = try data.part(UInt64(try data.integer(UInt32.self, at: 12)))
    let count = UInt64(try data.integer(UInt32.self, at: 16))
    let size: UInt64 = format == 1 ? 4 : format == 2 ? 8 : 16
    let table = try data.table(UInt64(try data.integer(UInt32.self, at: 8)), entries: count, size: size)
    var imports: [ByteView] = []
    for index in 0..<count {
      let offset =
        format == 3
        ? try table.integer(UInt64.self, at: index * size) >> 32
        : UInt64(try table.integer(UInt32.self, at: index * size) >> 9)
      imports.append(try names.zeroTerminated(at: offset))
    }
    return imports
  }
}

/// The layout of a pointer in a chain.
private enum PointerFormat {
  /// The layout without signatures. Targets are offsets or addresses.
  case plain(isOffset: Bool)
  /// The layout with signed pointers. Targets are offsets or addresses, and ordinals have 16 or 24 bits.
  case signed(isOffset: Bool, ordinalBits: UInt64)

  enum Target {
    case address(UInt64)
    case imported(Int)
  }

  init?(number: UInt16) {
    switch number {
    case 1: self = .signed(isOffset: false, ordinalBits: 16)
    case 2: self = .plain(isOffset: false)
    case 6: self = .plain(isOffset: true)
    case 9: self = .signed(isOffset: true, ordinalBits: 16)
    case 12: self = .signed(isOffset: true, ordinalBits: 24)
    default: return nil
    }
  }

  /// Returns the target of a pointer, and the distance to the next one in bytes; 0 at the end of the chain.
  func fixup(_ pointer: UInt64, base: UInt64) -> (target: Target, next: UInt64) {
    switch self {
    case .plain(let isOffset):
      let next = (pointer >> 51 & 0xFFF) * 4
      if pointer >> 63 == 1 { return (.imported(Int(pointer & 0xFF_FFFF)), next) }
      let target = pointer & 0xF_FFFF_FFFF
      return (.address(isOffset ? base &+ target : target), next)
    case .signed(let isOffset, let ordinalBits):
      let next = (pointer >> 51 & 0x7FF) * 8
      if pointer >> 62 & 1 == 1 { return (.imported(Int(pointer & (1 << ordinalBits - 1))), next) }
      // Signed pointers are offsets in all of the formats.
      if pointer >> 63 == 1 { return (.address(base &+ (pointer & 0xFFFF_FFFF)), next) }
      let target = pointer & 0x7FF_FFFF_FFFF
      return (.address(isOffset ? base &+ target : target), next)
    }
  }
}
