import Millrace
import MillraceCommandLine

// Patterns and positions of tables become names before the first row is read. Of rows without known columns, such as JSON lines, patterns are
// compared with the members of each row (`MemberPatterns`), and positions are rejected.

extension ColumnSelection {
  /// The same selection with the names of columns instead of patterns and positions.
  ///
  /// - Parameter tables: The inputs, each with its columns.
  /// - Throws: for a pattern that matches no column, and for a position that a table does not have.
  func resolved(among tables: [(input: String, columns: [String])], nestSeparator: String?) throws(CommandError)
    -> ColumnSelection
  {
    let columnNames = NamesOfTables(tables.map { ($0.input, $0.columns) })
    let memberNames = NamesOfTables(
      tables.map { ($0.input, ColumnSelection.members(of: $0.columns, nestSeparator)) })
    var optional: Set<JSON.ExactKey> = []
    func names(_ references: [ColumnReference], _ option: String, of tables: NamesOfTables) throws(CommandError)
      -> [[String]]
    {
      var names: [[String]] = []
      for reference in references { names.append(try tables.names(reference, option, &optional)) }
      return names
    }
    var listed: [ColumnReference]?
    if let references = self.listed {
      let found = try names(references, "columns", of: columnNames)
      // A pattern, or a range of positions, refers to the columns that the list does not name individually.
      let single = zip(references, found).filter { $0.0.isSingle }.flatMap { $0.1 }
      var known = Set<JSON.ExactKey>(texts: single)
      listed = zip(references, found).flatMap { reference, names in
        names.filter { reference.isSingle || known.insert($0).inserted }.map(ColumnReference.name)
      }
    }
    let dropped = try names(droppedReferences, "drop", of: memberNames).flatMap { $0 }
    var renamings: [RenamedReference] = []
    let known = Set<JSON.ExactKey>(texts: renamed.map(\.old))
    let found = try names(renamedReferences.map(\.old), "rename", of: memberNames)
    let droppedNames = Set<JSON.ExactKey>(texts: dropped)
    var taken = known
    for (renaming, names) in zip(renamedReferences, found) {
      for name in names where renaming.old.isSingle || taken.insert(name).inserted && !droppedNames.contains(name) {
        let new = renaming.old.pattern?.match(in: name).flatMap { text in
          renaming.new.pattern.map { $0.name(with: text) }
        }
        renamings.append(RenamedReference(old: .name(name), new: new.map(ColumnReference.name) ?? renaming.new))
      }
    }
    // Columns that a pattern matches need not be in every table.
    let listing = try ColumnSelection(self, listed: listed)
    let isTaken = { (name: String) in !optional.contains(name) || listing.isListed(name) }
    return try ColumnSelection(
      self, listed: listed, dropped: dropped.filter(isTaken).unique.map(ColumnReference.name),
      renamed: renamings.filter { isTaken($0.old.text) },
      optional: optional.subtracting(Set<JSON.ExactKey>(texts: given.compactMap(\.name))))
  }
}

extension ColumnReference {
  /// Whether it refers to one column.
  var isSingle: Bool {
    switch self {
    case .name: true
    case .pattern: false
    case .positions(let first, let last, _): first == last
    }
  }
}

extension [String] {
  /// The texts without duplicates.
  fileprivate var unique: [String] {
    var known: Set<JSON.ExactKey> = []
    return filter { known.insert($0).inserted }
  }
}

private struct NamesOfTables {
  let tables: [(input: String, names: [String])]
  /// Those of all tables, without duplicates.
  let all: [String]

  init(_ tables: [(input: String, names: [String])]) {
    self.tables = tables
    all = tables.flatMap(\.names).unique
  }

  /// Returns the columns that a reference names.
  ///
  /// - Parameter optional: Receives names that not all tables must have.
  func names(
    _ reference: ColumnReference, _ option: String, _ optional: inout Set<JSON.ExactKey>
  ) throws(CommandError) -> [String] {
    switch reference {
    case .name(let name): return [name]
    case .pattern(let pattern):
      let matching = all.filter(pattern.matches)
      guard !matching.isEmpty else {
        throw PatternFindings.noMatch(option, pattern.text, among: all, in: tables[0].input)
      }
      optional.formUnion(Set<JSON.ExactKey>(texts: matching))
      return matching
    case .positions(let first, let last, let text):
      var names: [String]?
      for table in tables {
        let end = last ?? max(table.names.count, first)
        guard end <= table.names.count else {
          throw .usage(
            "--\(option) \(text): \(table.input) has \(table.names.count) columns",
            hint: ##"a backslash makes it a name, such as \#3"##)
        }
        let found = Array(table.names[(first - 1)..<end])
        if let names, names != found {
          throw .usage(
            "--\(option) \(text): \(table.input) has other columns there than \(tables[0].input)",
            hint: "names select the columns of several INPUTs")
        }
        names = found
      }
      return names ?? []
    }
  }
}
