import Testing

/// Mach-O files with the metadata of a few types, built from the layouts in `<mach-o/loader.h>`,
/// `<mach-o/nlist.h>`, `<mach-o/reloc.h>`, `<mach-o/fixup-chains.h>` and Swift's `ABI/Metadata.h`.
///
/// There are seven conformance records: two of `Shop.Item.CodingKeys`, one of them referenced through a slot, one of
/// `Shop.Item.MoreCodingKeys` (which is in an extension), and one each of an imported type, of a class of Objective-C,
/// of a kind that does not exist, and of nothing.
struct MachOFixture {
  /// How slots get their addresses.
  enum Binding: Equatable, CustomTestStringConvertible {
    /// By the table of indirect symbols.
    case indirectSymbols
    /// By chained fixups with these formats of pointers and of imports.
    case chains(pointers: Int, imports: Int)

    var testDescription: String {
      switch self {
      case .indirectSymbols: "indirect symbols"
      case .chains(let pointers, let imports): "chains of format \(pointers), imports of format \(imports)"
      }
    }
  }

  private static let imported = "_$s10Foundation4DateVMn"
  private static let decoder = "_$s10Foundation11JSONDecoderCACycfC"

  /// A linked library.
  static func library(_ binding: Binding, cpu: Int = 0x0100_000C, encrypted: Bool = false) -> [UInt8] {
    var file = Assembly(base: 0x1_0000_0000)
    header(&file, type: 6, cpu: cpu, commands: encrypted ? 6 : 5)
    segment(&file, "__TEXT", from: "start", to: "text end", sections: 2)
    section(&file, "__const", "__TEXT", from: "const", to: "const end")
    section(&file, "__swift5_proto", "__TEXT", from: "records", to: "records end")
    segment(&file, "__DATA_CONST", from: "slots", to: "slots end", sections: 1)
    section(&file, "__got", "__DATA_CONST", from: "slots", to: "slots end", flags: 6)
    symbolCommands(&file, symbols: 4, local: 2, indirect: binding == .indirectSymbols ? 2 : 0)
    if case .chains = binding {
      file.word32(0x8000_0034, 16)
      file.offset(of: "fixups")
      file.distance(from: "fixups", to: "fixups end")
    } else {
      file.word32(0x1B, 24, 0, 0, 0, 0)  // an identifier
    }
    if encrypted { file.word32(0x2C, 24, 0, 0, 1, 0) }
    file.label("commands end")

    metadata(&file)
    file.align(8)
    file.label("text end")
    file.label("slots")
    switch binding {
    case .indirectSymbols:
      file.address(of: "keys")
      file.word64(0)
    case .chains(let pointers, _):
      let isSigned = ![2, 6].contains(pointers)
      // The second pointer is eight bytes further: two units of four, or one of eight.
      let next = isSigned ? 1 << 51 : 2 << 51
      let isOffset = pointers != 1 && pointers != 2
      file.value(of: "keys", size: 8) { $0 + (isOffset ? 0 : 0x1_0000_0000) | next }
      file.word64(1 << (isSigned ? 62 : 63) | 1)
    }
    file.label("slots end")
    symbolTable(&file)
    file.label("indirect")
    file.word32(0x8000_0000, 2)
    if case .chains(let pointers, let imports) = binding { chains(&file, pointers, imports) }
    return file.finished
  }

  /// An object file, with relocations for everything that is not in the same section.
  static func object(cpu: Int = 0x0100_000C) -> [UInt8] {
    let isIntel = cpu == 0x0100_0007
    let (subtractor, slot) = isIntel ? (5, 4) : (1, 7)
    var file = Assembly()
    header(&file, type: 1, cpu: cpu, commands: 3)
    segment(&file, "", from: "start", to: "end", sections: 3)
    section(&file, "__text", "__TEXT", from: "text", to: "text end", relocations: "calls", 2, flags: 0x8000_0400)
    section(&file, "__const", "__TEXT", from: "const", to: "const end", relocations: "const relocations", 2)
    section(&file, "__swift5_proto", "__TEXT", from: "records", to: "records end", relocations: "record relocations", 2)
    symbolCommands(&file, symbols: 4, local: 2, indirect: 0)
    file.label("commands end")
    file.label("text")
    file.word64(0, 0)
    file.label("text end")
    // The first record is the difference of the first descriptor and a symbol; what is stored makes up for the symbol.
    metadata(&file, firstRecord: "keys")
    file.align(8)
    // A place, and with it the symbol's number, the size (four bytes), whether it is a symbol, and the type.
    func relocation(_ section: String, _ label: String, _ symbol: Int, type: Int, isRelative: Bool = false) {
      file.distance(from: section, to: label)
      file.word32(symbol | (isRelative ? 1 : 0) << 24 | 2 << 25 | 1 << 27 | type << 28)
    }
    file.label("calls")
    relocation("text", "text", 3, type: 2, isRelative: true)
    file.word32(8, 3 | 1 << 24 | 2 << 25 | 1 << 27 | 2 << 28)
    file.label("const relocations")
    relocation("const", "indirect type", 0, type: slot, isRelative: true)
    relocation("const", "imported type", 2, type: slot, isRelative: true)
    file.label("record relocations")
    relocation("records", "records", 0, type: subtractor)
    relocation("records", "records", 1, type: 0)
    symbolTable(&file)
    file.label("indirect")
    file.label("end")
    return file.finished
  }

  /// Binaries for several architectures in one file, with offsets of 32 or 64 bits.
  static func fat(_ slices: [(cpu: Int, bytes: [UInt8])], is64Bit: Bool) -> [UInt8] {
    func bigEndian(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let size = is64Bit ? 8 : 4
    var result = bigEndian(is64Bit ? 0xCAFE_BABF : 0xCAFE_BABE, 4) + bigEndian(slices.count, 4)
    var offset = 4096
    for slice in slices {
      result += bigEndian(slice.cpu, 4) + bigEndian(0, 4) + bigEndian(offset, size)
      result += bigEndian(slice.bytes.count, size) + bigEndian(12, 4) + (is64Bit ? bigEndian(0, 4) : [])
      offset += (slice.bytes.count + 4095) / 4096 * 4096
    }
    for slice in slices {
      result += [UInt8](repeating: 0, count: (4096 - result.count % 4096) % 4096) + slice.bytes
    }
    return result
  }

  // MARK: - Load commands

  private static func header(_ file: inout Assembly, type: Int, cpu: Int, commands: Int) {
    file.label("start")
    file.word32(0xFEED_FACF, cpu, 0, type, commands)
    file.distance(from: "commands", to: "commands end")
    file.word32(0, 0)
    file.label("commands")
  }

  private static func segment(
    _ file: inout Assembly, _ name: String, from start: String, to end: String, sections: Int
  ) {
    file.word32(0x19, 72 + 80 * sections)
    file.text(name, size: 16)
    file.address(of: start)
    file.distance(from: start, to: end, size: 8)
    file.offset(of: start, size: 8)
    file.distance(from: start, to: end, size: 8)
    file.word32(7, 5, sections, 0)
  }

  private static func section(
    _ file: inout Assembly, _ name: String, _ segment: String, from start: String, to end: String,
    relocations: String? = nil, _ count: Int = 0, flags: Int = 0
  ) {
    file.text(name, size: 16)
    file.text(segment, size: 16)
    file.address(of: start)
    file.distance(from: start, to: end, size: 8)
    file.offset(of: start)
    file.word32(3)
    if let relocations { file.offset(of: relocations) } else { file.word32(0) }
    file.word32(count, flags, 0, 0, 0)
  }

  private static func symbolCommands(_ file: inout Assembly, symbols: Int, local: Int, indirect: Int) {
    file.word32(0x02, 24)
    file.offset(of: "symbols")
    file.word32(symbols)
    file.offset(of: "names")
    file.distance(from: "names", to: "names end")
    // Local symbols, exported ones, undefined ones, and then tables of which only that of indirect symbols is there.
    file.word32(0x0B, 80, 0, local, local, 0, local, symbols - local, 0, 0, 0, 0, 0, 0)
    file.offset(of: "indirect")
    file.word32(indirect, 0, 0, 0, 0)
  }

  // MARK: - Swift's metadata

  private static func metadata(_ file: inout Assembly, firstRecord: String = "direct") {
    file.align(8)
    file.label("const")
    file.label("module")
    file.word32(0, 0)
    file.relative(to: "Shop")
    context(&file, "item", kind: 17, parent: "module", name: "Item")
    context(&file, "keys", kind: 18, parent: "item", name: "CodingKeys")
    file.label("extension")
    file.word32(1)
    file.relative(to: "module")
    file.relative(to: "extended")
    context(&file, "more keys", kind: 18, parent: "extension", name: "MoreCodingKeys")
    conformance(&file, "direct", kind: 0) { $0.relative(to: "keys") }
    conformance(&file, "through slot", kind: 1) {
      $0.label("indirect type")
      $0.relative(to: "slots")
    }
    conformance(&file, "in extension", kind: 0) { $0.relative(to: "more keys") }
    conformance(&file, "imported", kind: 1) {
      $0.label("imported type")
      $0.relative(to: "slots", plus: 8)
    }
    conformance(&file, "class", kind: 2) { $0.relative(to: "Shop") }
    conformance(&file, "strange", kind: 7) { $0.relative(to: "keys") }
    for name in ["Shop", "Item", "CodingKeys", "MoreCodingKeys"] {
      file.label(name)
      file.text(name)
    }
    // A mangled name that refers to a descriptor.
    file.label("extended")
    file.integer(1, size: 1)
    file.relative(to: "item")
    file.integer(0, size: 1)
    file.align(4)
    file.label("const end")
    file.label("records")
    for name in [firstRecord, "through slot", "in extension", "imported", "class", "strange"] {
      file.relative(to: name)
    }
    file.word32(0)
    file.label("records end")
  }

  private static func context(_ file: inout Assembly, _ label: String, kind: Int, parent: String, name: String) {
    file.label(label)
    file.word32(kind | 0x50)
    file.relative(to: parent)
    file.relative(to: name)
  }

  private static func conformance(
    _ file: inout Assembly, _ label: String, kind: Int, type: (inout Assembly) -> Void
  ) {
    file.label(label)
    file.word32(0)
    type(&file)
    file.word32(0, kind << 3)
  }

  // MARK: - Symbols and fixups

  private static func symbolTable(_ file: inout Assembly) {
    let names = ["_$s4Shop4ItemV10CodingKeysOMn", "_$s4Shop4ItemV10CodingKeysOs0C3KeyAAMc", imported, decoder]
    file.align(8)
    file.label("symbols")
    for (number, label) in ["keys", "direct", nil, nil].enumerated() {
      file.distance(from: "names", to: "name \(number)")
      // Defined in the first section, or undefined and external.
      file.integer(label == nil ? 0x01 : 0x0E, size: 1)
      file.integer(label == nil ? 0 : 1, size: 1)
      file.integer(0, size: 2)
      if let label { file.address(of: label) } else { file.word64(0) }
    }
    file.label("names")
    file.integer(0x20, size: 2)
    for (number, name) in names.enumerated() {
      file.label("name \(number)")
      file.text(name)
    }
    file.label("names end")
    file.align(8)
  }

  private static func chains(_ file: inout Assembly, _ pointers: Int, _ imports: Int) {
    file.align(8)
    file.label("fixups")
    file.word32(0)
    file.distance(from: "fixups", to: "starts")
    file.distance(from: "fixups", to: "imports")
    file.distance(from: "fixups", to: "import names")
    file.word32(2, imports, 0, 0)
    file.label("starts")
    file.word32(2, 0)
    file.distance(from: "starts", to: "segment starts")
    file.word32(0)
    file.label("segment starts")
    file.word32(24)
    file.integer(0x4000, size: 2)
    file.integer(pointers, size: 2)
    file.offset(of: "slots", size: 8)
    file.word32(0)
    file.integer(1, size: 2)
    file.integer(0, size: 2)
    file.label("imports")
    for name in [1, 1 + decoder.utf8.count + 1] {
      switch imports {
      case 1: file.word32(1 | name << 9)
      case 2: file.word32(1 | name << 9, 0)
      default: file.word64(1 | name << 32, 0)
      }
    }
    file.label("import names")
    file.integer(0, size: 1)
    file.text(decoder)
    file.text(imported)
    file.label("fixups end")
  }
}
