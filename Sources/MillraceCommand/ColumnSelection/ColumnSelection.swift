import Millrace
import MillraceCommandLine

/// The members of rows and their names: `--columns`, `--drop`, `--rename` and `--source-column`.
///
/// All names are those of the input: members of rows, after `--nest` and before `--flatten`. Only `--columns` can also
/// list names that `--nest` splits or that `--flatten` makes.
struct ColumnSelection: Sendable {
  /// The columns that `--columns` lists; nil for all.
  let listed: [ColumnReference]?
  let droppedReferences: [ColumnReference]
  let renamedReferences: [RenamedReference]
  /// The selected columns, in the order of the output; nil selects all columns.
  let columns: [String]?
  /// The members that are left out by name.
  let dropped: [String]
  /// The members with another name in the output.
  let renamed: [Renaming]
  /// The names that patterns have found, which not all inputs must have.
  private let optional: Set<JSON.ExactKey>
  /// Which patterns have matched members of rows whose names were not known before.
  let patternFindings: PatternFindings
  /// Separates the names of nested objects in the names of columns of the output, if `--flatten` is given.
  let flattenSeparator: String?
  /// The name of the column for the input that a row comes from, which is the first column of the output; nil omits it.
  let sourceColumn: String?
  /// The member whose elements become rows (`--unnest`).
  private let unnested: String?
  private let newNames: [JSON.ExactKey: String]

  /// A member and its new name.
  struct Renaming: Sendable, Hashable {
    var old: String
    var new: String
  }

  /// A reference to members and their new name, or a pattern of it.
  struct RenamedReference: Sendable {
    var old: ColumnReference
    var new: ColumnReference
  }

  /// - Parameter columns: what `--columns` selects; nil if it selects nothing.
  init(_ arguments: Arguments, columns: [ColumnReference]?) throws(CommandError) {
    let flattenSeparator = try InputOptions.separator("flatten", arguments)
    let renamed = try Self.renamed(arguments)
    let sourceColumn = try Self.sourceColumn(arguments, columns, renamed, flattenSeparator)
    try self.init(
      listed: columns, dropped: try Self.dropped(arguments), renamed: renamed, flattenSeparator: flattenSeparator,
      sourceColumn: sourceColumn, unnested: arguments["unnest"])
  }

  /// The same selection with other references.
  ///
  /// - Parameter optional: The names that not all inputs must have.
  init(
    _ selection: ColumnSelection, listed: [ColumnReference]?, dropped: [ColumnReference] = [],
    renamed: [RenamedReference] = [], optional: Set<JSON.ExactKey> = []
  ) throws(CommandError) {
    try self.init(
      listed: listed, dropped: dropped, renamed: renamed, flattenSeparator: selection.flattenSeparator,
      sourceColumn: selection.sourceColumn, unnested: selection.unnested, optional: optional)
  }

  private init(
    listed: [ColumnReference]?, dropped: [ColumnReference], renamed: [RenamedReference], flattenSeparator: String?,
    sourceColumn: String?, unnested: String?, optional: Set<JSON.ExactKey> = []
  ) throws(CommandError) {
    self.listed = listed
    droppedReferences = dropped
    renamedReferences = renamed
    self.flattenSeparator = flattenSeparator
    self.sourceColumn = sourceColumn
    self.unnested = unnested
    self.optional = optional
    columns = listed?.compactMap(\.name)
    self.dropped = dropped.compactMap(\.name)
    self.renamed = renamed.compactMap { renaming in
      renaming.old.name.map { Renaming(old: $0, new: renaming.new.name ?? renaming.new.text) }
    }
    let named: [(option: String, references: [ColumnReference])] = [
      ("columns", listed ?? []), ("drop", dropped), ("rename", renamed.map(\.old)),
    ]
    patternFindings = PatternFindings(
      named.flatMap { option, references in references.compactMap(\.pattern).map { (option, $0) } })
    if let name = columns.flatMap(Self.duplicate(in:)) {
      throw .usage("--columns lists '\(name)' twice", hint: "by its name and by its position")
    }
    if let name = Self.duplicate(in: self.renamed.map(\.new)) {
      throw .usage("--rename calls two columns '\(name)'", hint: "names of columns are unique")
    }
    newNames = Dictionary(
      self.renamed.map { (JSON.ExactKey(text: $0.old), $0.new) }, uniquingKeysWith: { first, _ in first })
    for (option, names) in [("drop", self.dropped), ("rename", self.renamed.map(\.old))] {
      guard let name = names.first(where: { !isListed($0) }) else { continue }
      throw .usage("--\(option): --columns leaves out '\(name)' already", hint: "list it, or leave --\(option) out")
    }
    let droppedNames = Set<JSON.ExactKey>(texts: self.dropped)
    if let name = self.renamed.map(\.old).first(where: { droppedNames.contains($0) }) {
      throw .usage("'\(name)' cannot be dropped and renamed", hint: "leave out one of the two")
    }
  }

  private static func duplicate(in names: [String]) -> String? {
    var known: Set<JSON.ExactKey> = []
    return names.first { !known.insert($0).inserted }
  }

  private static func sourceColumn(
    _ arguments: Arguments, _ columns: [ColumnReference]?, _ renamed: [RenamedReference], _ flattenSeparator: String?
  ) throws(CommandError) -> String? {
    guard let name = arguments["source-column"] else { return nil }
    guard !name.isEmpty else { throw .usage("--source-column takes a name, such as file", hint: arguments.hint) }
    if columns?.contains(.name(name)) ?? false {
      throw .usage(
        "--columns cannot list '\(name)', the column of --source-column", hint: "it is always the first column")
    }
    if renamed.contains(where: { $0.new == .name(name) }) {
      throw .usage("--rename and --source-column give the same name '\(name)'", hint: arguments.hint)
    }
    if let flattenSeparator, name.contains(utf8Of: flattenSeparator) {
      throw .usage(
        "--source-column \(name): the name contains the separator of --flatten", hint: "choose one without it")
    }
    return name
  }

  private static func dropped(_ arguments: Arguments) throws(CommandError) -> [ColumnReference] {
    guard let text = arguments["drop"] else { return [] }
    var references: [ColumnReference] = []
    for part in ColumnChoice.split(text, at: ",") { references.append(try ColumnReference(part, option: "drop")) }
    guard !references.contains(.name("")), Set(references).count == references.count else {
      throw .usage("--drop \(text): empty or duplicate name", hint: arguments.hint)
    }
    return references
  }

  private static func renamed(_ arguments: Arguments) throws(CommandError) -> [RenamedReference] {
    guard let text = arguments["rename"] else { return [] }
    var renamed: [RenamedReference] = []
    for part in ColumnChoice.split(text, at: ",") {
      let pair = ColumnChoice.split(part, at: "=")
      guard pair.count == 2, !pair[0].isEmpty, !pair[1].isEmpty else {
        throw .usage(
          "--rename takes old and new names, not '\(text)'", hint: #"such as id=key,when=date; \= and \, are text"#)
      }
      let old = try ColumnReference(pair[0], option: "rename")
      var new = ColumnReference.name(ColumnChoice.unescaped(pair[1], ColumnChoice.specialCharacters))
      if old.pattern != nil { new = try ColumnReference(pair[1], option: "rename") }
      guard old.pattern?.pieces.count ?? 2 == 2, old.pattern == nil || new.pattern?.pieces.count == 2,
        old.isSingle || old.pattern != nil
      else {
        throw .usage(
          "--rename \(part): a pattern and its new name have one * each", hint: "such as size.*=size_*")
      }
      renamed.append(RenamedReference(old: old, new: new))
    }
    guard Set(renamed.map(\.old)).count == renamed.count, Set(renamed.map(\.new)).count == renamed.count else {
      throw .usage("--rename \(text): duplicate name", hint: arguments.hint)
    }
    return renamed
  }

  /// Whether `--columns` takes a member, or a column that the member becomes.
  func isListed(_ name: String) -> Bool {
    guard let listed else { return true }
    return listed.contains { reference in
      switch reference {
      case .name(let column):
        [column, object(of: column)].contains { $0.map { JSON.ExactKey.areEqual($0, name) } ?? false }
      case .pattern(let pattern): pattern.matches(name)
      // Positions become names.
      case .positions: true
      }
    }
  }

  /// The outermost object that a column of the output is in.
  private func object(of column: String) -> String? { flattenSeparator.flatMap { column.prefix(before: $0) } }

  func newName(of name: String) -> String { newNames[name] ?? name }

  /// The columns of the output that `--columns` lists; nil if it lists none, or if only the rows tell which columns those are.
  var outputColumns: [String]? {
    // By --flatten an object is several columns. Names of members choose some of them.
    if flattenSeparator != nil, columns?.allSatisfy({ object(of: $0) == nil }) == true { return nil }
    return listedColumns
  }

  /// The order of the columns of the output; nil without names for all of them.
  var order: ColumnOrder? { listedColumns.map { ColumnOrder(names: $0, flattenSeparator: flattenSeparator) } }

  /// The columns and objects of the output in the order of `--columns`; nil without names for all of them.
  private var listedColumns: [String]? {
    // The columns of a pattern or a position are only known from the rows.
    guard listed?.allSatisfy({ $0.name != nil }) ?? true else { return nil }
    let dropped = Set<JSON.ExactKey>(texts: dropped)
    let columns: [String]? = columns?.compactMap { name in
      let object = newNames[name] == nil ? object(of: name) : nil
      guard !dropped.contains(name), object.map({ dropped.contains($0) }) != true else { return nil }
      guard let object else { return newName(of: name) }
      return newName(of: object) + name.dropFirst(object.count)
    }
    return columns.map { (sourceColumn.map { [$0] } ?? []) + $0 }
  }

  /// The name in the input of a member of the output.
  func oldName(of name: String) -> String { renamed.first { JSON.ExactKey.areEqual($0.new, name) }?.old ?? name }

  /// The filter of rows.
  ///
  /// - Parameter nestSeparator: that of `--nest`.
  func filter(nestSeparator: String?) -> RowFilter {
    let listed = columns.map { columns in
      Set<JSON.ExactKey>(texts: columns + columns.compactMap(object(of:)) + Self.members(of: columns, nestSeparator))
    }
    return RowFilter(
      names: listed, dropped: Set<JSON.ExactKey>(texts: dropped), newNames: newNames, patterns: memberPatterns)
  }

  /// Whether there are patterns or positions, which are not names yet.
  var isUnresolved: Bool {
    given.contains { $0.name == nil }
  }

  /// All references of the options.
  var given: [ColumnReference] { (listed ?? []) + droppedReferences + renamedReferences.map(\.old) }

  /// The patterns, for rows whose members are not known; nil without patterns.
  private var memberPatterns: MemberPatterns? {
    guard isUnresolved else { return nil }
    return MemberPatterns(
      columns: listed.map { $0.compactMap(\.pattern) }, dropped: droppedReferences.compactMap(\.pattern),
      renamed: renamedReferences.compactMap { renaming in
        renaming.old.pattern.flatMap { old in renaming.new.pattern.map { (old, $0) } }
      }, patternFindings)
  }

  // MARK: Names that must exist

  /// The names, as columns that rows must have.
  var references: [RowCondition.Reference] {
    let listed = (columns ?? []).map { name in
      var paths = [[name]]
      if let separator = flattenSeparator, let object = object(of: name) {
        let parts = name.parts(separatedBy: separator)
        paths.append([object, parts.dropFirst().joined(separator: separator)])
        paths.append(parts)
      }
      return RowCondition.Reference(name: name, paths: paths)
    }
    let members = dropped + renamed.map(\.old) + (unnested.map { [$0] } ?? [])
    return (listed + members.map { RowCondition.Reference(name: $0, paths: [[$0]]) })
      .filter { !optional.contains($0.name) }
  }

  /// The first of the names that a table does not have, and those that it has.
  func missingColumn(among names: [String], nestSeparator: String?) -> (name: String, known: [String])? {
    let members = Self.members(of: names, nestSeparator)
    let (columnNames, memberNames) = (Set<JSON.ExactKey>(texts: names), Set<JSON.ExactKey>(texts: members))
    let known = columnNames.union(memberNames)
    if let name = columns?.first(where: {
      !known.contains($0) && !optional.contains($0) && object(of: $0).map({ known.contains($0) }) != true
    }) {
      return (name, names + members.filter { !columnNames.contains($0) })
    }
    return (dropped + renamed.map(\.old)).first { !memberNames.contains($0) && !optional.contains($0) }.map {
      ($0, members)
    }
  }

  /// The first renaming to a name that a table has already.
  func collision(among names: [String], nestSeparator: String?) -> Renaming? {
    let members = Set<JSON.ExactKey>(texts: Self.members(of: names, nestSeparator))
    let filter = filter(nestSeparator: nestSeparator)
    return renamed.first {
      members.contains($0.new) && !JSON.ExactKey.areEqual($0.old, $0.new) && filter.outputName(of: $0.new) == $0.new
    }
  }

  /// Whether a table has a column with the name of the column for the input, and keeps it.
  func hasSourceColumn(among names: [String], nestSeparator: String?) -> Bool {
    let filter = filter(nestSeparator: nestSeparator)
    return sourceColumn.map(Self.members(of: names, nestSeparator).compactMap(filter.outputName).contains) ?? false
  }

  /// The members of rows under columns with these names, without duplicates. As in rows, a column `o` leaves `o.x` a column of its own.
  static func members(of names: [String], _ nestSeparator: String?) -> [String] {
    guard let nestSeparator else { return names }
    let plain = Set<JSON.ExactKey>(texts: names)
    var known: Set<JSON.ExactKey> = []
    return names.map { name in
      guard let first = name.prefix(before: nestSeparator), !first.isEmpty, !plain.contains(first),
        name.utf8.count > first.utf8.count + nestSeparator.utf8.count
      else { return name }
      return first
    }.filter { known.insert($0).inserted }
  }
}
