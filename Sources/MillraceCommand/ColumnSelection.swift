import Millrace
import MillraceCommandLine

/// Which members rows have, and what they are called: `--columns`, `--drop`, `--rename` and `--source-column`.
///
/// All names are those of the input: members of rows, after `--nest` and before `--flatten`. Only `--columns` can also
/// list names that `--nest` splits or that `--flatten` makes.
struct ColumnSelection: Sendable {
  /// The columns that are taken, in this order; nil for all.
  let columns: [String]?
  /// The members that are left out.
  let dropped: [String]
  /// The members with another name in the output.
  let renamed: [Renaming]
  /// Separates the names of nested objects in the names of columns of the output, if `--flatten` is given.
  let flattenSeparator: String?
  /// The name of the column for the input that a row comes from, which is the first column of the output; nil for none.
  let sourceColumn: String?
  /// The member whose elements become rows before.
  private let unnested: String?
  private let newNames: [String: String]

  /// A member and its new name.
  struct Renaming: Sendable, Hashable {
    var old: String
    var new: String
  }

  /// - Parameter columns: what `--columns` selects; nil if it selects nothing.
  init(_ arguments: Arguments, columns: [String]?) throws(CommandError) {
    self.columns = columns
    unnested = arguments["unnest"]
    flattenSeparator = try InputOptions.separator("flatten", arguments)
    dropped = try Self.dropped(arguments)
    renamed = try Self.renamed(arguments)
    newNames = Dictionary(uniqueKeysWithValues: renamed.map { ($0.old, $0.new) })
    sourceColumn = try Self.sourceColumn(arguments, columns, renamed, flattenSeparator)
    for (option, names) in [("drop", dropped), ("rename", renamed.map(\.old))] {
      guard let name = names.first(where: { !isListed($0) }) else { continue }
      throw .usage("--\(option): --columns leaves out '\(name)' already", hint: "list it, or leave --\(option) out")
    }
    if let name = renamed.map(\.old).first(where: dropped.contains) {
      throw .usage("'\(name)' cannot be dropped and renamed", hint: arguments.hint)
    }
  }

  private static func sourceColumn(
    _ arguments: Arguments, _ columns: [String]?, _ renamed: [Renaming], _ flattenSeparator: String?
  ) throws(CommandError) -> String? {
    guard let name = arguments["source-column"] else { return nil }
    guard !name.isEmpty else { throw .usage("--source-column takes a name, such as file", hint: arguments.hint) }
    if columns?.contains(name) ?? false {
      throw .usage(
        "--columns cannot list '\(name)', the column of --source-column", hint: "it is always the first column")
    }
    if renamed.contains(where: { $0.new == name }) {
      throw .usage("--rename and --source-column give the same name '\(name)'", hint: arguments.hint)
    }
    if let flattenSeparator, name.contains(utf8Of: flattenSeparator) {
      throw .usage(
        "--source-column \(name): the name contains the separator of --flatten", hint: "choose one without it")
    }
    return name
  }

  private static func dropped(_ arguments: Arguments) throws(CommandError) -> [String] {
    guard let text = arguments["drop"] else { return [] }
    let names = ColumnChoice.texts(text)
    guard !names.contains(""), Set(names).count == names.count else {
      throw .usage("--drop \(text): empty or duplicate name", hint: arguments.hint)
    }
    return names
  }

  private static func renamed(_ arguments: Arguments) throws(CommandError) -> [Renaming] {
    guard let text = arguments["rename"] else { return [] }
    let renamed = ColumnChoice.pairs(text).compactMap { $0.count == 2 ? Renaming(old: $0[0], new: $0[1]) : nil }
    guard renamed.count == ColumnChoice.pairs(text).count,
      renamed.allSatisfy({ !$0.old.isEmpty && !$0.new.isEmpty })
    else {
      throw .usage(
        "--rename takes old and new names, not '\(text)'", hint: #"such as id=key,when=date; \= and \, are text"#)
    }
    guard Set(renamed.map(\.old)).count == renamed.count, Set(renamed.map(\.new)).count == renamed.count else {
      throw .usage("--rename \(text): duplicate name", hint: arguments.hint)
    }
    return renamed
  }

  /// Whether `--columns` takes a member, or a column that the member becomes.
  private func isListed(_ name: String) -> Bool {
    guard let columns else { return true }
    return columns.contains { $0 == name || object(of: $0) == name }
  }

  /// The outermost object that a column of the output is in.
  private func object(of column: String) -> String? { flattenSeparator.flatMap { column.prefix(before: $0) } }

  /// The new name of a member.
  func newName(of name: String) -> String { newNames[name] ?? name }

  /// The columns of the output that `--columns` lists; nil if it lists none.
  var outputColumns: [String]? {
    let columns: [String]? = columns?.compactMap { name in
      let object = newNames[name] == nil ? object(of: name) : nil
      guard !dropped.contains(name), object.map(dropped.contains) != true else { return nil }
      guard let object else { return newName(of: name) }
      return newName(of: object) + name.dropFirst(object.count)
    }
    return columns.map { (sourceColumn.map { [$0] } ?? []) + $0 }
  }

  /// The name in the input of a member of the output.
  func oldName(of name: String) -> String { renamed.first { $0.new == name }?.old ?? name }

  /// The filter of rows.
  ///
  /// - Parameter nestSeparator: that of `--nest`.
  func filter(nestSeparator: String?) -> RowFilter {
    let listed = columns.map { columns in
      Set(columns + columns.compactMap(object(of:)) + Self.members(of: columns, nestSeparator))
    }
    return RowFilter(names: listed, dropped: Set(dropped), newNames: newNames)
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
    return listed
      + (dropped + renamed.map(\.old) + (unnested.map { [$0] } ?? [])).map {
        RowCondition.Reference(name: $0, paths: [[$0]])
      }
  }

  /// The first of the names that a table does not have, and those that it has.
  func missingColumn(among names: [String], nestSeparator: String?) -> (name: String, known: [String])? {
    let members = Self.members(of: names, nestSeparator)
    let (columnNames, memberNames) = (Set(names), Set(members))
    let known = columnNames.union(memberNames)
    if let name = columns?.first(where: { !known.contains($0) && object(of: $0).map(known.contains) != true }) {
      return (name, names + members.filter { !columnNames.contains($0) })
    }
    return (dropped + renamed.map(\.old)).first { !memberNames.contains($0) }.map { ($0, members) }
  }

  /// The first renaming to a name that a table has already.
  func collision(among names: [String], nestSeparator: String?) -> Renaming? {
    let members = Set(Self.members(of: names, nestSeparator))
    let filter = filter(nestSeparator: nestSeparator)
    return renamed.first { members.contains($0.new) && $0.old != $0.new && filter.outputName(of: $0.new) == $0.new }
  }

  /// Whether a table has a column with the name of the column for the input, and keeps it.
  func hasSourceColumn(among names: [String], nestSeparator: String?) -> Bool {
    let filter = filter(nestSeparator: nestSeparator)
    return sourceColumn.map(Self.members(of: names, nestSeparator).compactMap(filter.outputName).contains) ?? false
  }

  /// The members of rows under columns with these names, without duplicates.
  static func members(of names: [String], _ nestSeparator: String?) -> [String] {
    guard let nestSeparator else { return names }
    var known: Set<String> = []
    return names.map { $0.prefix(before: nestSeparator) ?? $0 }.filter { known.insert($0).inserted }
  }
}
