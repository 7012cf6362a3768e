extension ELF {
  func image() throws(BinaryError) -> Image {
    var symbols = SymbolTables(self)
    let local = sections.firstIndex { $0.type == .symbols }
    let main = local ?? sections.firstIndex { $0.type == .dynamicSymbols }
    var image = Image(
      kind: "ELF \(machine.name)", isObject: isObject,
      memory: Memory(
        sections.filter { $0.isLoaded && $0.type != .withoutContents }
          .map { Memory.Section(name: $0.name, address: $0.address, contents: $0.contents) }),
      symbols: try main.map { index throws(BinaryError) in try symbols[index] } ?? [],
      hasLocalSymbols: local != nil, references: [:], codeReferences: [])
    for section in sections where section.type == .relocations || section.type == .relocationsWithAddends {
      if isObject {
        // References in sections that are not loaded belong to debug information.
        guard section.target < sections.count, sections[Int(section.target)].isLoaded else { continue }
        try relocate(&image, by: section, of: sections[Int(section.target)], try symbols[Int(section.link)])
      } else if section.isLoaded {
        try relocate(&image, by: section, of: nil, section.link == 0 ? [] : try symbols[Int(section.link)])
      }
    }
    return image
  }

  /// Records the relocations of a section of an object file, or those of the whole image by its loader.
  private func relocate(
    _ image: inout Image, by relocations: Section, of target: Section?, _ symbols: [Symbol]
  ) throws(BinaryError) {
    let hasAddends = relocations.type == .relocationsWithAddends
    let table = relocations.contents
    let size = table.wordSize * (hasAddends ? 3 : 2)
    for index in 0..<table.count / size {
      let entry = try table.part(index * size, count: size)
      let place = (target?.address ?? 0) &+ (try entry.word(at: 0))
      let info = try entry.word(at: entry.wordSize)
      let (number, type) =
        entry.is64Bit ? (info >> 32, UInt32(truncatingIfNeeded: info)) : (info >> 8, UInt32(info & 0xFF))
      guard number == 0 || number < symbols.count else {
        throw .malformed("relocation of a symbol that does not exist", offset: entry.fileOffset)
      }
      if let target, target.hasCode {
        if number != 0 { image.codeReferences.append(symbols[Int(number)].name) }
        continue
      }
      let addend =
        if !hasAddends { storedAddend(at: place, in: image.memory) } else if entry.is64Bit {
          try entry.word(at: 2 * entry.wordSize)
        } else { UInt64(bitPattern: Int64(try entry.integer(Int32.self, at: 8))) }
      image.references[place] =
        number == 0
        ? Reference(addend)
        : Reference(symbols[Int(number)], addend, isThroughSlot: machine.isThroughSlot(type))
    }
  }

  /// The addend that is stored at the place of a relocation, on machines of 32 bits.
  private func storedAddend(at place: UInt64, in memory: Memory) -> UInt64 {
    bytes.is64Bit
      ? memory.word(at: place) ?? 0
      : UInt64(bitPattern: Int64(memory.integer(Int32.self, at: place) ?? 0))
  }

  /// The tables of symbols, each of them read once.
  private struct SymbolTables {
    private let file: ELF
    private var read: [Int: [Symbol]] = [:]

    init(_ file: ELF) { self.file = file }

    /// The symbols in the section of this number.
    subscript(number: Int) -> [Symbol] {
      mutating get throws(BinaryError) {
        if let symbols = read[number] { return symbols }
        let symbols = try file.symbols(in: number)
        read[number] = symbols
        return symbols
      }
    }
  }

  private func symbols(in number: Int) throws(BinaryError) -> [Symbol] {
    guard number < sections.count, sections[number].link < sections.count else {
      throw .malformed("section \(number) is not a symbol table", offset: bytes.fileOffset)
    }
    let table = sections[number].contents
    let names = sections[Int(sections[number].link)].contents
    // Numbers of sections that do not fit into 16 bits are in a separate section.
    let sectionNumbers = sections.first { $0.type == .sectionNumbers && $0.link == number }?.contents
    let size: UInt64 = table.is64Bit ? 24 : 16
    var symbols: [Symbol] = []
    symbols.reserveCapacity(Int(table.count / size))
    for index in 0..<table.count / size {
      let entry = try table.part(index * size, count: size)
      var section = UInt64(try entry.integer(UInt16.self, at: entry.is64Bit ? 6 : 14))
      let isReserved = section >= 0xFF00 && section != 0xFFFF
      if section == 0xFFFF, let sectionNumbers {
        section = UInt64(try sectionNumbers.integer(UInt32.self, at: index * 4))
      }
      let value = try entry.word(at: entry.is64Bit ? 8 : 4)
      let base: UInt64? = !isObject ? 0 : section < sections.count ? sections[Int(section)].address : nil
      symbols.append(
        Symbol(
          name: try names.zeroTerminated(at: UInt64(try entry.integer(UInt32.self, at: 0))),
          address: section == 0 || isReserved ? nil : base.map { $0 &+ value },
          size: try entry.word(at: entry.is64Bit ? 16 : 8), isDefined: section != 0))
    }
    return symbols
  }
}
