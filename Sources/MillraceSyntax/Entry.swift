// The expected members of an object in a document.

/// A member of an object, as the generator sees it.
indirect enum Entry {
  case field(CheckedField)
  /// An object with fields of the type: the paths of these fields lead through it.
  case group(name: String, [Entry])
  /// The tag of an enumeration, which was read before.
  case tag(name: String)

  var name: String {
    switch self {
    case .field(let field): field.name
    case .group(let name, _), .tag(let name): name
    }
  }

  var isGroup: Bool {
    if case .group = self { true } else { false }
  }

  var field: CheckedField? {
    if case .field(let field) = self { field } else { nil }
  }

  var aliases: [String] {
    field?.aliases ?? []
  }

  var fields: [CheckedField] {
    switch self {
    case .field(let field): [field]
    case .group(_, let entries): entries.flatMap(\.fields)
    case .tag: []
    }
  }

  /// Whether an object without a member of this name cannot be read.
  var isRequired: Bool {
    switch self {
    case .field(let field): field.isRequired && field.aliases.isEmpty
    case .group(_, let entries): entries.contains(where: \.isRequired)
    case .tag: true
    }
  }

  /// The members of an object with these fields. A flattened field is not a member.
  static func all(of fields: [CheckedField]) -> [Entry] {
    all(of: fields.filter { !$0.isFlattened }, depth: 0)
  }

  private static func all(of fields: [CheckedField], depth: Int) -> [Entry] {
    var entries: [Entry] = []
    var groups: Set<String> = []
    for field in fields {
      guard field.path.count > depth else {
        entries.append(.field(field))
        continue
      }
      let name = field.path[depth]
      guard groups.insert(name).inserted else { continue }
      let members = fields.filter { $0.path.count > depth && $0.path[depth] == name }
      entries.append(.group(name: name, all(of: members, depth: depth + 1)))
    }
    return entries
  }
}

extension [Entry] {
  /// The table of these members: their names, and after them their other names.
  func table(rejectsUnknown: Bool = false) -> String {
    fieldTable(map(\.name) + flatMap(\.aliases), required: map(\.isRequired), rejectsUnknown: rejectsUnknown)
  }

  /// The indices in the table that lead to each member.
  var indices: [[Int]] {
    var next = count
    return enumerated().map { index, entry in
      defer { next += entry.aliases.count }
      return [index] + (next..<next + entry.aliases.count)
    }
  }
}
