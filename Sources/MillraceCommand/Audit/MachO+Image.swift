extension MachO {
  func image() throws(BinaryError) -> Image {
    let symbols = try symbols()
    let localSymbols = try commands[.dynamicSymbols]?.integer(UInt32.self, at: 12) ?? 0
    var image = Image(
      kind: "Mach-O \(architecture.name)", isObject: isObject,
      memory: Memory(
        sections.filter { !$0.isZeroFill }
          .map { Memory.Section(name: $0.name, address: $0.address, contents: $0.contents) }),
      // Entries for debuggers are among the symbols; they have no name here.
      symbols: symbols.filter { $0.name.count > 0 },
      // Stripped binaries keep imported and exported symbols.
      hasLocalSymbols: isObject || localSymbols > 0,
      references: [:], codeReferences: [])
    let relocationBytes = sections.reduce(0) { $0 &+ $1.relocations.count }
    guard relocationBytes <= bytes.count else {
      throw .malformed("the relocations of sections overlap", offset: bytes.fileOffset)
    }
    for section in sections { try relocate(&image, section, symbols) }
    try bindIndirectSymbols(&image, symbols)
    if let command = commands[.chainedFixups] { try bindChains(&image, command) }
    return image
  }

  /// The table of symbols. Entries for debuggers have no name, so that they keep their numbers and are not found.
  private func symbols() throws(BinaryError) -> [Symbol] {
    guard let command = commands[.symbols] else { return [] }
    let count = UInt64(try command.integer(UInt32.self, at: 12))
    let table = try bytes.table(UInt64(try command.integer(UInt32.self, at: 8)), entries: count, size: 16)
    let names = try bytes.part(
      UInt64(try command.integer(UInt32.self, at: 16)), count: UInt64(try command.integer(UInt32.self, at: 20)))
    let noName = try names.part(0, count: 0)
    var symbols: [Symbol] = []
    symbols.reserveCapacity(Int(count))
    for index in 0..<count {
      let entry = try table.part(index * 16, count: 16)
      let type = try entry.integer(UInt8.self, at: 4)
      let isForDebuggers = type & 0xE0 != 0
      symbols.append(
        Symbol(
          name: isForDebuggers ? noName : try names.zeroTerminated(at: UInt64(try entry.integer(UInt32.self, at: 0))),
          // In a section, and neither undefined nor absolute.
          address: type & 0x0E == 0x0E ? try entry.integer(UInt64.self, at: 8) : nil, size: nil,
          isDefined: type & 0x0E != 0))
    }
    return symbols
  }

  /// Records the relocations of a section of an object file.
  private func relocate(_ image: inout Image, _ section: Section, _ symbols: [Symbol]) throws(BinaryError) {
    let table = section.relocations
    /// The subtracted symbol's address, from the relocation before.
    var subtracted: UInt64?
    for index in 0..<table.count / 8 {
      let entry = try table.part(index * 8, count: 8)
      let place = section.address &+ UInt64(try entry.integer(UInt32.self, at: 0))
      let info = try entry.integer(UInt32.self, at: 4)
      let (number, type) = (info & 0xFF_FFFF, info >> 28)
      // References without a symbol are stored as they are.
      guard info >> 27 & 1 == 1 else {
        subtracted = nil
        continue
      }
      guard number < symbols.count else {
        throw .malformed("relocation of a symbol that does not exist", offset: entry.fileOffset)
      }
      let symbol = symbols[Int(number)]
      if section.hasCode {
        image.codeReferences.append(symbol.name)
      } else if type == architecture.subtractor {
        subtracted = symbol.address
      } else if type == architecture.slotRelocation {
        image.references[place] = Reference(symbol, 0, isThroughSlot: true)
      } else if type == 0 {
        let isWord = info >> 25 & 3 == 3
        var addend =
          isWord
          ? image.memory.word(at: place) ?? 0
          : UInt64(bitPattern: Int64(image.memory.integer(Int32.self, at: place) ?? 0))
        // A difference is relative to this place, independent of the subtracted symbol.
        if let subtracted { addend = addend &+ place &- subtracted }
        subtracted = nil
        image.references[place] = Reference(symbol, addend)
      }
    }
  }

  /// Records the symbols that the pointers of a linked binary are bound to.
  private func bindIndirectSymbols(_ image: inout Image, _ symbols: [Symbol]) throws(BinaryError) {
    guard let command = commands[.dynamicSymbols] else { return }
    let count = UInt64(try command.integer(UInt32.self, at: 60))
    let table = try bytes.table(UInt64(try command.integer(UInt32.self, at: 56)), entries: count, size: 4)
    for section in sections where section.hasSymbolPointers {
      for slot in 0..<section.contents.count / 8 {
        let index = UInt64(section.firstIndirectSymbol) + slot
        guard index < count else { break }
        let number = try table.integer(UInt32.self, at: index * 4)
        // Larger numbers mark pointers without a symbol.
        guard number < symbols.count else { continue }
        image.references[section.address &+ slot * 8] = Reference(symbols[Int(number)], 0)
      }
    }
  }
}
