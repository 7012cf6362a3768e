import Millrace
import MillraceCommandLine
import MillraceSQLite
import MillraceTables

/// An input as a table of a query, with the columns that its first rows have.
final class QueryTable {
  let name: String
  let columns: [SQLite.VirtualTable.Column]
  /// Whether the columns are those of all rows, so that no row has another member.
  let knowsAllRows: Bool
  private let input: QueryInput
  private let format: Format
  private let pass: Pass
  private let expectedRowCount: Double
  /// The members of rows that are the columns.
  private let memberNames: [String]
  private var hasBeenRead = false
  private let canRestart: Bool

  /// The name of the input in messages.
  var inputName: String { input.name }

  /// The columns of a table that SQLite allows, unless it was built otherwise.
  private static let mostColumns = 2000

  /// - Parameters:
  ///   - opened: The input, to read the first rows.
  ///   - canRestart: Whether the query can begin again when a row does not fit the columns of the first rows.
  init(
    _ input: QueryInput, _ opened: StreamInput, name: String, _ options: InputOptions, _ badRows: BadRows,
    canRestart: Bool
  ) throws {
    self.input = input
    self.canRestart = canRestart
    self.name = name
    var pass = Pass(options: options, badRows: badRows)
    format = opened.format
    if Format.ofCSV.contains(format) {
      // The result must not depend on where a column begins: texts and numbers are compared in different ways.
      var informing = pass
      informing.isLast = false
      informing.infersEmptyColumns = true
      pass.kinds = try opened.inferredKinds(informing)
    }
    self.pass = pass
    var informing = pass
    informing.isLast = false
    informing.leavesOutUnreadable = true
    var observation = Observation(limit: options.infer ?? 1000, measuresArrays: true)
    try opened.visit(informing, &observation)
    let schema = observation.observer.schema
    knowsAllRows = !observation.hasReachedLimit || opened.isTable && options.hasHeader
    guard !schema.isDictionary, schema.fields.count <= Self.mostColumns else {
      throw CommandError.data(
        "millrace: \(input.name): the rows have more than \(Self.mostColumns) different members, the limit of columns\n"
          + "  --at POINTER reads a value in the document")
    }
    var members: [(name: String, type: String)] = schema.fields.map { field in
      let type = field.value.declaredType
      guard type.isEmpty, field.value.kinds.isEmpty, let kind = pass.kinds?[Array(field.name.utf8)] else {
        return (field.name, type)
      }
      return (field.name, kind.declaredType)
    }
    let elementType = schema.elements?.declaredType ?? ""
    members += (0..<(observation.longestArray ?? 0)).map { (Self.columnName(ofElement: $0), elementType) }
    if members.isEmpty { members = [("value", schema.declaredType)] }
    memberNames = members.map(\.name)
    var names = UniqueNames()
    columns = members.map { SQLite.VirtualTable.Column(name: names.add($0.name), declaredType: $0.type) }
    // Each row is estimated to have at most a hundred bytes.
    expectedRowCount = Double(opened.size ?? 100_000) / (opened.compression == nil ? 100 : 20)
  }

  /// The contents of the table, for error messages.
  var summary: String {
    let names = columns.map(\.name)
    let list = names.prefix(30).joined(separator: ", ") + (names.count > 30 ? ", …" : "")
    return "table \(name) (\(inputName)) has the columns \(list)"
  }

  /// The column of an element of rows that are arrays.
  static func columnName(ofElement index: Int) -> String { "c\(index + 1)" }

  func virtualTable() -> SQLite.VirtualTable {
    SQLite.VirtualTable(name: name, columns: columns, expectedRowCount: expectedRowCount) { columns in
      try InputRows(self, columns: columns)
    }
  }

  /// Begins to read the rows once more.
  ///
  /// - Returns: Whether it is the first time.
  func begin() -> Bool {
    defer { hasBeenRead = true }
    return !hasBeenRead
  }

  /// Reads all rows, on any thread.
  ///
  /// - Parameters:
  ///   - isFirst: What ``begin()`` has returned. Bad rows are reported once, however often they are read.
  ///   - used: The indices of the columns that the query uses.
  ///   - put: Receives a batch, and returns whether to continue.
  /// - Throws: ``CommandError`` for what is wrong with the input, and ``SchemaMismatch``.
  func read(_ used: [Int], isFirst: Bool, _ put: @escaping (RowBatch) -> Bool) throws {
    var pass = pass
    pass.isLast = isFirst
    if pass.options.infer != .max, canRestart { pass.mismatchedCells = MismatchedCells() }
    if used.count < columns.count { pass.usedColumns = Set<JSON.ExactKey>(texts: used.map { memberNames[$0] }) }
    let cells = RowCells(memberNames, used: used)
    var rows = BatchedRows(
      cells, of: inputName, wantsAllMembers: !knowsAllRows && used.count == columns.count, put: put)
    try input.open(pass.options, as: format).visit(pass, &rows)
    if pass.mismatchedCells?.areThere ?? false { throw SchemaMismatch() }
  }
}

/// Names that differ for SQLite, which ignores the case of letters.
struct UniqueNames {
  private var known: Set<JSON.ExactKey> = []
  /// The last number that was added to a name.
  private var numbers: [JSON.ExactKey: Int] = [:]

  /// The name, or the name with a number if it is taken.
  mutating func add(_ name: String) -> String {
    var unique = name
    var number = numbers[name] ?? 1
    while !known.insert(unique.lowercased()).inserted {
      number += 1
      unique = "\(name)_\(number)"
    }
    numbers[name] = number
    return unique
  }
}

extension CSV.CellKind {
  /// The type of a column of SQLite that has such cells, but none in the first rows.
  fileprivate var declaredType: String {
    switch self {
    case .boolean: "BOOLEAN"
    case .integer: "INTEGER"
    case .number: "REAL"
    case .text, .instant: "TEXT"
    case .bytes: "BLOB"
    case .json: "JSON TEXT"
    case .null: ""
    }
  }
}

extension Schema {
  /// The type of a column of SQLite, by which it compares values; empty if there are values of different kinds.
  fileprivate var declaredType: String {
    if kinds == .boolean { return "BOOLEAN" }
    if kinds == .integer { return "INTEGER" }
    if !kinds.isEmpty, kinds.isSubset(of: [.integer, .fraction]) { return "REAL" }
    if kinds == .string { return "TEXT" }
    if kinds == .bytes { return "BLOB" }
    // A date or a local time that is read from a column of times would be one in UTC.
    if kinds == .instant { return hasLocalTimes ? "TEXT" : "TIMESTAMP" }
    guard !kinds.isDisjoint(with: [.array, .object]) else { return "" }
    return kinds.isSubset(of: [.array, .object, .string]) ? "JSON TEXT" : "JSON BLOB"
  }
}
