extension SQLite {
  /// A column that values are inserted into.
  struct InsertedColumn {
    let name: String
    let quotedName: String
    /// Whether the table already has the column.
    var isThere: Bool
    /// Whether the column was created for the inserted rows, and is not one of the table before.
    var isCreated = false
    var type: DeclaredType
  }

  /// The state of a table, and its columns that values are inserted into.
  struct TableDefinition {
    let name: String
    private let quotedName: String
    private let creation: TableCreation
    /// The text between the names of an object and its members, if objects become columns.
    private let separator: String?
    private(set) var columns: [InsertedColumn] = []
    /// Whether the existence of the table was checked.
    private var isKnown = false
    /// Whether the table exists and is not replaced.
    private var isThere = false
    private var isToBeDropped = false
    /// The columns of the table that was found, by their folded names.
    private var foundColumns: [[UInt8]: DeclaredType] = [:]
    /// The columns that are inserted, by their folded names.
    private var indices: [[UInt8]: Int] = [:]

    init(named name: String, _ options: WritingOptions) throws {
      self.name = name
      creation = options.create
      separator = if case .columns(let separator) = options.nested { separator } else { nil }
      quotedName = try quoted(name)
    }
  }
}

extension SQLite.TableDefinition {
  /// Determines whether the table exists, once.
  mutating func find(in database: SQLite.Database) throws {
    guard !isKnown else { return }
    isKnown = true
    let strictTables = try database.prepare(
      "SELECT 1 FROM pragma_table_list WHERE name = ? COLLATE NOCASE AND strict")
    try strictTables.bind([name])
    let isStrict = try strictTables.step()
    let statement = try database.prepare("SELECT name, type FROM pragma_table_xinfo(?)")
    try statement.bind([name])
    var cells = try SQLite.ResultRow(statement, SQLite.ReadingOptions())
    while try cells.nextRow() {
      isThere = true
      let type = cells.isNull(at: 1) ? "" : try cells.readString(at: 1)
      foundColumns[Array(SQLite.folded(try cells.readString(at: 0)).utf8)] = SQLite.DeclaredType(
        type, isStrict: isStrict)
    }
    switch creation {
    case .ifMissing: break
    case .never:
      if !isThere { throw SQLite.DatabaseError(code: .error, message: "no such table: \(name)") }
    case .mustNotExist:
      if isThere { throw SQLite.DatabaseError(code: .error, message: "table \(name) already exists") }
    case .replace:
      isToBeDropped = isThere
      isThere = false
      foundColumns = [:]
    }
  }

  /// Adds a column to the inserted ones. It is added to the table with the first rows, which determine its type.
  mutating func addColumn(named name: String) throws {
    let folded = Array(SQLite.folded(name).utf8)
    if let other = indices[folded] {
      throw SQLite.DatabaseError(
        code: .error, message: "duplicate column name: \(name), which SQLite treats as \(columns[other].name)")
    }
    let found = foundColumns[folded]
    if found == nil, creation == .never {
      throw SQLite.DatabaseError(code: .error, message: "table \(self.name) has no column named \(name)")
    }
    indices[folded] = columns.count
    columns.append(
      SQLite.InsertedColumn(
        name: name, quotedName: try SQLite.quoted(name), isThere: found != nil,
        type: found ?? SQLite.DeclaredType("")))
  }

  /// Creates the table and the missing columns.
  ///
  /// If objects become columns, a column that has only nulls waits for its first value: the value may be an object, whose members are
  /// other columns. See ``makeColumnsOfNulls(in:)``.
  ///
  /// - Parameters:
  ///   - rows: The rows that will be inserted, which determine the types.
  ///   - untyped: The columns without a type.
  mutating func makeColumns(
    for rows: borrowing SQLite.StagedRows, untyped: Set<String>, in database: SQLite.Database
  ) throws {
    var declarations: [String] = []
    let hasValues = columns.indices.contains { columns[$0].isThere || !rows.kinds(at: $0).isEmpty }
    for index in columns.indices where !columns[index].isThere {
      if separator != nil, hasValues, rows.kinds(at: index).isEmpty { continue }
      let type = untyped.contains(columns[index].name) ? "" : rows.declaredType(at: index)
      columns[index].isThere = true
      columns[index].isCreated = true
      columns[index].type = SQLite.DeclaredType(type)
      declarations.append(type.isEmpty ? columns[index].quotedName : "\(columns[index].quotedName) \(type)")
    }
    try database.checkColumnCount((isThere ? foundColumns.count : 0) + declarations.count, ofTable: name)
    if isThere {
      for declaration in declarations { try database.execute("ALTER TABLE \(quotedName) ADD COLUMN \(declaration)") }
      return
    }
    if declarations.isEmpty {
      throw SQLite.DatabaseError(code: .error, message: "cannot create table \(name): the rows have no members")
    }
    if isToBeDropped { try database.execute("DROP TABLE \(quotedName)") }
    try database.execute("CREATE TABLE \(quotedName) (\(declarations.joined(separator: ", ")))")
    isThere = true
  }

  /// Creates the columns that have only nulls, unless objects had the member and became other columns.
  mutating func makeColumnsOfNulls(in database: SQLite.Database) throws {
    guard let separator else { return }
    for index in columns.indices where !columns[index].isThere {
      let prefix = columns[index].name + separator
      if columns.contains(where: { $0.name.utf8.starts(with: prefix.utf8) }) { continue }
      columns[index].isThere = true
      try database.execute("ALTER TABLE \(quotedName) ADD COLUMN \(columns[index].quotedName)")
    }
  }

  /// The indices of the columns that the table has.
  var columnsThere: [Int] { columns.indices.filter { columns[$0].isThere } }

  /// Prepares the table if no rows were inserted: a replaced table is emptied, and a table whose columns are
  /// known is created.
  mutating func beWithoutRows(in database: SQLite.Database) throws {
    if !isThere, !columns.isEmpty {
      try makeColumns(for: SQLite.StagedRows(capacity: 1), untyped: [], in: database)
    } else if isToBeDropped {
      try database.execute("DELETE FROM \(quotedName)")
    }
  }

  /// The statement that inserts this number of rows.
  func insertion(rows: Int) -> String {
    let names = columns.filter(\.isThere).map(\.quotedName)
    if names.isEmpty { return "INSERT INTO \(quotedName) DEFAULT VALUES" }
    let row = "(" + repeatElement("?", count: names.count).joined(separator: ",") + ")"
    return "INSERT INTO \(quotedName) (\(names.joined(separator: ", "))) VALUES "
      + repeatElement(row, count: rows).joined(separator: ",")
  }
}
