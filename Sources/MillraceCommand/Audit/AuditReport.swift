import Millrace

/// The findings of an audit in all binaries, and its limits.
@Serializable
struct AuditReport {
  /// The number of `CodingKeys` types.
  var codingKeys: Int
  /// The number of places that create Foundation's coders.
  var foundationCoders: Int
  var limits: [AuditLimit]
  var binaries: [Binary]

  @Serializable
  struct Binary {
    var path: String
    /// The format and the architecture.
    var kind: String
    /// The other architectures in the file. This one has the most records.
    var otherArchitectures: [String]
    /// The number of object files; nil for a linked binary.
    var objectFiles: Int?
    /// Members of an archive that are not object files of a known format.
    var otherMembers: Int
    /// The number of conformance records.
    var conformances: Int
    /// The number of records of unknown types.
    var unknownConformances: Int
    /// Whether Foundation is part of the binary, which then contains its initializers, called or not.
    var containsFoundation: Bool
    var modules: [Module]
    var codingKeys: [KeysType]
    var foundationCoders: [Coder]
  }

  /// The findings in the types of a module.
  @Serializable
  struct Module {
    var name: String
    /// The number of conformance records of its types.
    var conformances: Int
    var codingKeys: Int
    /// How many of the records are those of its `CodingKeys` types.
    var codingKeysConformances: Int
    /// The bytes of its `CodingKeys` types in the file; nil without symbols.
    var codingKeysBytes: Int?
  }

  @Serializable
  struct KeysType {
    var name: String
    var conformances: Int
    var bytes: Int?
  }

  @Serializable
  struct Coder {
    var coder: String
    var initializer: String
    /// The object file, or the binary.
    var place: String
    var count: Int
  }

  init(_ binaries: [Binary]) {
    self.binaries = binaries
    limits = []
    codingKeys = binaries.reduce(0) { $0 + $1.codingKeys.count }
    foundationCoders = binaries.reduce(0) { $0 + $1.foundationCoders.reduce(0) { $0 + $1.count } }
  }

  /// The report as a JSON document.
  var document: [UInt8] {
    // Encoding cannot fail: the report has no floating-point numbers.
    ((try? JSON.encode(self, style: JSON.Pretty.self)) ?? []) + [UInt8(ascii: "\n")]
  }
}

extension AuditReport.Binary {
  init(_ audit: ProgramAudit, otherArchitectures: [String], path: String) {
    self.path = path
    kind = audit.kind
    self.otherArchitectures = otherArchitectures
    objectFiles = audit.objectFiles == 0 ? nil : audit.objectFiles
    otherMembers = audit.otherMembers
    conformances = audit.conformances
    unknownConformances = audit.unknownConformances
    containsFoundation = audit.coderUses.contains(where: \.isDefined)
    modules = AuditReport.Module.all(in: audit)
    codingKeys = audit.codingKeys.map {
      AuditReport.KeysType(name: $0.name, conformances: $0.conformances, bytes: $0.bytes)
    }
    foundationCoders = audit.coderUses.map {
      AuditReport.Coder(coder: $0.coder, initializer: $0.initializer, place: $0.place, count: $0.count)
    }
  }
}

extension AuditReport.Module {
  /// All modules that have records, those with the most `CodingKeys` types first.
  fileprivate static func all(in audit: ProgramAudit) -> [Self] {
    var modules = audit.conformancesByModule.mapValues {
      Self(name: "", conformances: $0, codingKeys: 0, codingKeysConformances: 0, codingKeysBytes: 0)
    }
    for type in audit.codingKeys {
      guard var module = modules[type.module] else { continue }
      module.codingKeys += 1
      module.codingKeysConformances += type.conformances
      module.codingKeysBytes = module.codingKeysBytes.flatMap { sum in type.bytes.map { sum + $0 } }
      modules[type.module] = module
    }
    return modules.map { name, module in
      var module = module
      module.name = name
      return module
    }.sorted { ($1.codingKeys, $1.conformances, $0.name) < ($0.codingKeys, $0.conformances, $1.name) }
  }
}
