/// The Executable and Linkable Format, of 32 and 64 bits and of both byte orders (System V ABI, chapters 4 and 5).
struct ELF {
  let bytes: ByteView
  let machine: Machine
  let isObject: Bool
  let sections: [Section]

  /// An entry of the table of sections.
  struct Section {
    var name: String
    var type: Kind
    var flags: UInt64
    /// Its address in memory. Sections of object files get artificial addresses, so that relocations are ordinary
    /// references.
    var address: UInt64
    /// The contents; empty if the section takes no space in the file.
    var contents: ByteView
    /// The section with the symbols, or for symbols the one with their names.
    var link: UInt32
    /// The section that relocations apply to.
    var target: UInt32

    enum Kind: UInt32 {
      case symbols = 2
      case relocationsWithAddends = 4
      case withoutContents = 8
      case relocations = 9
      case dynamicSymbols = 11
      case sectionNumbers = 18
      /// Any other type, which the audit does not use.
      case other = 0
    }

    /// Whether it is in memory when the program runs.
    var isLoaded: Bool { flags & 2 != 0 }
    var hasCode: Bool { flags & 4 != 0 }
  }

  /// A machine that Swift is compiled for, by its number in the header.
  struct Machine {
    var number: UInt16

    var name: String {
      switch number {
      case 3: "i386"
      case 21: "ppc64"
      case 22: "s390x"
      case 40: "arm"
      case 62: "x86-64"
      case 183: "arm64"
      case 243: "riscv"
      default: "machine \(number)"
      }
    }

    /// Whether a relocation of this type stores the distance to a slot of the global offset table.
    func isThroughSlot(_ type: UInt32) -> Bool {
      switch number {
      case 62: type == 9 || type == 41 || type == 42  // R_X86_64_GOTPCREL and its variants that may be relaxed
      case 183: type == 315  // R_AARCH64_GOTPCREL32
      case 40: type == 96  // R_ARM_GOT_PREL
      default: false
      }
    }
  }

  /// - Returns: nil if the file is of another format.
  init?(_ file: ByteView) throws(BinaryError) {
    guard file.hasPrefix("\u{7F}ELF") else { return nil }
    var bytes = file
    switch (try file.integer(UInt8.self, at: 4), try file.integer(UInt8.self, at: 5)) {
    case (let bits, let order) where (1...2).contains(bits) && (1...2).contains(order):
      bytes.is64Bit = bits == 2
      bytes.isBigEndian = order == 2
    default: throw .malformed("unknown word size or byte order", offset: file.fileOffset + 4)
    }
    let type = try bytes.integer(UInt16.self, at: 16)
    guard (1...3).contains(type) else {
      throw .unsupported("it is an ELF file, but neither a binary nor an object file")
    }
    self.bytes = bytes
    isObject = type == 1
    machine = Machine(number: try bytes.integer(at: 18))
    sections = try Self.sections(of: bytes, isObject: isObject)
  }

  private static func sections(of bytes: ByteView, isObject: Bool) throws(BinaryError) -> [Section] {
    let size: UInt64 = bytes.is64Bit ? 64 : 40
    let offset = try bytes.word(at: bytes.is64Bit ? 40 : 32)
    guard offset != 0 else { throw .unsupported("the file has no section table") }
    guard try bytes.integer(UInt16.self, at: bytes.is64Bit ? 58 : 46) == size else {
      throw .malformed("unknown entry size in the section table", offset: bytes.fileOffset + 58)
    }
    var count = UInt64(try bytes.integer(UInt16.self, at: bytes.is64Bit ? 60 : 48))
    var names = UInt64(try bytes.integer(UInt16.self, at: bytes.is64Bit ? 62 : 50))
    // Numbers that do not fit into the header are in the first entry.
    let first = RawSection(try bytes.part(offset, count: size))
    if count == 0 { count = try first.size }
    if names == 0xFFFF { names = UInt64(try first.link) }
    let table = try bytes.table(offset, entries: count, size: size)
    let headers = (0..<count).map { index in try? RawSection(table.part(index * size, count: size)) }
    guard names < headers.count, let nameTable = try headers[Int(names)]?.contents(in: bytes) else {
      throw .malformed("missing section for section names", offset: bytes.fileOffset)
    }

    var sections: [Section] = []
    var total: UInt64 = 0
    var nextAddress: UInt64 = 16
    for header in headers {
      guard let header else { continue }
      let contents = try header.contents(in: bytes)
      // Overlapping sections are invalid, and reading them repeatedly could take unlimited time.
      total += contents.count
      guard total <= bytes.count else { throw .malformed("the sections overlap", offset: contents.fileOffset) }
      sections.append(
        Section(
          name: try nameTable.zeroTerminated(at: UInt64(try header.name)).text, type: try header.type,
          flags: try header.flags, address: isObject ? nextAddress : try header.address, contents: contents,
          link: try header.link, target: try header.target))
      // Aligned, because the lowest bit of an address can be a flag.
      nextAddress = (nextAddress &+ (try header.size) &+ 31) & ~15
    }
    return sections
  }

  /// An entry of the table of sections as it is in the file.
  private struct RawSection {
    private let entry: ByteView

    init(_ entry: ByteView) { self.entry = entry }

    /// A word, by its index among the words after the first two 32-bit fields.
    private func word(_ index: UInt64) throws(BinaryError) -> UInt64 { try entry.word(at: 8 + index * entry.wordSize) }

    var name: UInt32 { get throws(BinaryError) { try entry.integer(at: 0) } }
    var type: Section.Kind {
      get throws(BinaryError) { Section.Kind(rawValue: try entry.integer(at: 4)) ?? .other }
    }
    var flags: UInt64 { get throws(BinaryError) { try word(0) } }
    var address: UInt64 { get throws(BinaryError) { try word(1) } }
    var size: UInt64 { get throws(BinaryError) { try word(3) } }
    var link: UInt32 { get throws(BinaryError) { try entry.integer(at: 8 + 4 * entry.wordSize) } }
    var target: UInt32 { get throws(BinaryError) { try entry.integer(at: 12 + 4 * entry.wordSize) } }

    func contents(in bytes: ByteView) throws(BinaryError) -> ByteView {
      try type == .withoutContents ? try bytes.part(0, count: 0) : try bytes.part(try word(2), count: try size)
    }
  }
}
