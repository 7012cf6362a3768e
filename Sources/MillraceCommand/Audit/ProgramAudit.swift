/// The findings in a program: a linked binary, or all object files of an archive.
struct ProgramAudit {
  /// The format and the architecture, such as `ELF x86-64`.
  var kind = ""
  /// The number of object files; 0 for a linked binary.
  var objectFiles = 0
  /// Members of an archive that are not object files of a known format.
  var otherMembers = 0
  /// The number of conformance records.
  var conformances = 0
  /// The number of records of unknown types.
  var unknownConformances = 0
  /// The number of records by the modules of the types that conform.
  var conformancesByModule: [String: Int] = [:]
  /// Ordered by their names.
  var codingKeys: [CodingKeysType] = []
  /// Ordered by their file, and by the initializer.
  var coderUses: [CoderUse] = []

  init(of program: BinaryFile.Program, name: String) {
    otherMembers = program.otherMembers
    var types: [CodingKeysType.Identity: CodingKeysType] = [:]
    for (number, member) in program.members.enumerated() {
      kind = member.image.kind
      if member.image.isObject { objectFiles += 1 }
      coderUses += CoderUse.all(in: member.image, named: member.name ?? name)
      addConformances(of: member.image, number, to: &types)
    }
    codingKeys = types.values.sorted { ($0.name, $0.conformances) < ($1.name, $1.conformances) }
    coderUses.sort { ($0.place, $0.initializer) < ($1.place, $1.initializer) }
  }

  private mutating func addConformances(
    of image: Image, _ number: Int, to types: inout [CodingKeysType.Identity: CodingKeysType]
  ) {
    let found = Conformances(of: image)
    conformances += found.count
    var ownTypes: [UInt64: CodingKeysType] = [:]
    for (type, count) in found.countByType {
      var module: String?
      switch type {
      case .own(let address):
        guard let name = TypeName(descriptorAt: address, in: image) else { break }
        module = name.module
        guard name.path.last?.hasSuffix(CodingKeysType.nameEnding) == true else { break }
        ownTypes[address] = CodingKeysType(name: name.text, module: name.module, conformances: count)
      case .imported(let symbol):
        module = moduleName(inSymbol: symbol)
        guard let module, CodingKeysType.isSymbol(symbol) else { break }
        // Its descriptor is in another object file, where it is counted with its name.
        types[.symbol(symbol), default: CodingKeysType(name: symbol, module: module, conformances: 0)]
          .conformances += count
      case .objectiveC: module = "__C"
      case .unknown: break
      }
      if let module { conformancesByModule[module, default: 0] += count } else { unknownConformances += count }
    }
    let sizes = SymbolSizes(of: Set(ownTypes.keys), in: image)
    for (address, var type) in ownTypes {
      let symbol = sizes.symbols[address]
      // Two files of a module may have private types of the same name, but the symbols differ.
      let identity = symbol.map { .symbol($0) } ?? CodingKeysType.Identity.address(address, image: number)
      type.bytes = sizes.bytes[address].map { $0 + 4 * type.conformances }
      if let other = types[identity] { type.conformances += other.conformances }
      types[identity] = type
    }
  }
}
