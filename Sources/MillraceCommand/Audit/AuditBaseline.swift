import Millrace

/// The findings of an earlier audit, to recognize new ones.
@Serializable
struct AuditBaseline {
  /// The number of `CodingKeys` types by name: private types of several files may share a name.
  var codingKeys: [Entry]
  /// The number of places that create Foundation's coders, by name.
  var foundationCoders: [Entry]

  @Serializable
  struct Entry {
    var name: String
    var count: Int
  }

  init(_ report: AuditReport) {
    codingKeys = Self.entries(report.binaries.flatMap(\.codingKeys).map { ($0.name, 1) })
    foundationCoders = Self.entries(
      report.binaries.flatMap(\.coderUses).map { ("\($0.place): \($0.coder)", $0.count) })
  }

  /// One entry for each name, in the order of the names.
  private static func entries(_ found: [(name: String, count: Int)]) -> [Entry] {
    var counts: [String: Int] = [:]
    for (name, count) in found { counts[name, default: 0] += count }
    return counts.sorted { $0.key < $1.key }.map { Entry(name: $0.key, count: $0.value) }
  }

  /// Returns the findings that another baseline does not contain.
  func subtracting(_ old: AuditBaseline) -> AuditBaseline {
    var new = self
    new.codingKeys = Self.subtract(old.codingKeys, from: codingKeys)
    new.foundationCoders = Self.subtract(old.foundationCoders, from: foundationCoders)
    return new
  }

  private static func subtract(_ old: [Entry], from entries: [Entry]) -> [Entry] {
    let counts = Dictionary(old.map { ($0.name, $0.count) }, uniquingKeysWith: { max($0, $1) })
    return entries.compactMap { entry in
      let known = max(0, counts[entry.name] ?? 0)
      return entry.count > known ? Entry(name: entry.name, count: entry.count - known) : nil
    }
  }

  /// The baseline as a JSON document.
  var document: [UInt8] { ((try? JSON.encode(self, style: JSON.Pretty.self)) ?? []) + [UInt8(ascii: "\n")] }
}
