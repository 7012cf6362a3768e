import Millrace

/// The findings in a program: a linked binary, or all object files of an archive.
@Serializable
struct ProgramAudit {
  var path: String
  /// The format and the architecture, such as `ELF x86-64`.
  var kind = ""
  /// The other architectures in the file. This one has the most records.
  var otherArchitectures: [String] = []
  /// The number of object files; nil for a linked binary.
  var objectFiles: Int?
  /// Members of an archive that are not object files of a known format.
  var otherMembers: Int
  /// The number of conformance records.
  var conformances = 0
  /// The number of records of unknown types.
  var unknownConformances = 0
  /// Whether Foundation is part of the binary, which then contains its initializers, called or not.
  var containsFoundation = false
  var modules: [Module] = []
  /// Ordered by their names.
  var codingKeys: [CodingKeysType] = []
  /// Ordered by their file, and by the initializer.
  @Field("foundationCoders") var coderUses: [CoderUse] = []
  /// The number of records by the modules of the types that conform.
  @Field(.ignored) var conformancesByModule: [String: Int] = [:]

  /// The findings in the types of a module.
  @Serializable
  struct Module {
    var name: String
    var conformances: Int
    var codingKeys: Int
    /// How many of the records are those of its `CodingKeys` types.
    var codingKeysConformances: Int
    /// The bytes of its `CodingKeys` types in the file; nil without symbols.
    var codingKeysBytes: Int?
  }

  init(of program: BinaryFile.Program, path: String) {
    self.path = path
    let name = path.split(separator: "/").last.map(String.init) ?? path
    otherMembers = program.otherMembers
    var types: [CodingKeysType.Identity: CodingKeysType] = [:]
    for (number, member) in program.members.enumerated() {
      kind = member.image.kind
      if member.image.isObject { objectFiles = (objectFiles ?? 0) + 1 }
      coderUses += CoderUse.all(in: member.image, named: member.name ?? name)
      addConformances(of: member.image, number, to: &types)
    }
    codingKeys = types.values.sorted { ($0.name, $0.conformances) < ($1.name, $1.conformances) }
    coderUses.sort { ($0.place, $0.initializer) < ($1.place, $1.initializer) }
    containsFoundation = coderUses.contains(where: \.isDefined)
    modules = makeModules()
  }

  /// All modules that have records, those with the most `CodingKeys` types first.
  private func makeModules() -> [Module] {
    let types = Dictionary(grouping: codingKeys, by: \.module)
    return conformancesByModule.map { name, count in
      let types = types[name] ?? []
      return Module(
        name: name, conformances: count, codingKeys: types.count,
        codingKeysConformances: types.reduce(0) { $0 + $1.conformances },
        codingKeysBytes: types.reduce(0) { sum, type in type.bytes.flatMap { bytes in sum.map { $0 + bytes } } })
    }.sorted { ($1.codingKeys, $1.conformances, $0.name) < ($0.codingKeys, $0.conformances, $1.name) }
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
