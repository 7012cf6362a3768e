import Millrace
import MillraceCommandLine
import MillraceSQLite
import MillraceTables
import SystemLibrary

extension OutputOptions {
  /// Whether the columns must be known before the first row is written.
  var wantsSchema: Bool {
    switch format {
    case .json, .jsonLines, .concatenated, .jsonSequence: false
    case .sqlite: leavesMixedColumnsUntyped
    case .csv, .tsv: columns == nil
    case .arrow, .arrowStream, .parquet: true
    }
  }

  /// Opens the output and passes it to a visitor.
  ///
  /// - Parameters:
  ///   - schema: The schema of the rows if the output requires one, otherwise at most their columns.
  ///   - isSingle: Whether the input is a single document that is not an array.
  func visit<Visitor: SinkVisitor & ~Copyable>(_ schema: Schema, isSingle: Bool, _ visitor: inout Visitor) throws {
    if let split { return try visitor.visit(SplitSink(split, self, schema)) }
    switch format {
    case .json, .jsonLines, .concatenated, .jsonSequence:
      let layout = layout(isSingle: isSingle)
      if isPretty {
        try visitor.visit(
          JSON.StreamWriter(to: try bytes(), as: layout, style: JSON.Pretty.self, watermark: watermark))
      } else {
        try visitor.visit(JSON.StreamWriter(to: try bytes(), as: layout, watermark: watermark))
      }
    case .csv, .tsv:
      try visitor.visit(CSV.StreamWriter(to: try bytes(), options: csvOptions(schema), watermark: watermark))
    case .sqlite: try visitDatabase(schema, &visitor)
    case .arrow, .arrowStream:
      let fields = try fields(of: schema)
      try visitor.visit(Arrow.StreamWriter(to: try bytes(), options: arrowOptions(fields)))
    case .parquet:
      let fields = try fields(of: schema)
      try visitor.visit(Parquet.StreamWriter(to: try bytes(), options: parquetOptions(fields)))
    }
  }

  /// Returns the columns of an output that stores columns.
  private func fields(of schema: Schema) throws(CommandError) -> [Arrow.Field] {
    let fields = try Arrow.Field.fields(of: schema, for: format).map { field in
      storedFields[field.name] ?? Arrow.Field(name: field.name, type: field.type)
    }
    return inOrder(fields)
  }

  /// The separation of documents in a JSON output.
  func layout(isSingle: Bool = false) -> JSON.StreamLayout {
    switch format {
    case .jsonLines: .lines
    case .jsonSequence: .records
    case .concatenated: .concatenated
    default: isSingle ? .concatenated : .array
    }
  }

  func bytes() throws -> OutputBytes {
    let bytes = try OutputBytes(path, compression, isBuffered: follower != nil)
    follower?.output = bytes
    return bytes
  }

  /// The number of bytes that a writer buffers: zero if the output buffers them.
  private var watermark: Int { follower == nil ? 1 << 16 : 1 }

  private func csvOptions(_ schema: Schema) -> CSV.WritingOptions {
    csvOptions(columns: columns ?? schema.columnNames(flattenedBy: flattenSeparator).map(inOrder))
  }

  /// - Parameter names: all columns; nil for those of the first row.
  func csvOptions(columns names: [String]?) -> CSV.WritingOptions {
    let delimiter = delimiter ?? UInt8(ascii: format == .tsv ? "\t" : ",")
    return CSV.WritingOptions(
      dialect: CSV.Dialect(delimiter: delimiter, hasHeader: hasHeader, lineEnd: lineEnd),
      nested: flattenSeparator.map { .columns(separator: $0) } ?? .json,
      columns: names,
      unlistedMembers: columns == nil ? .rejected : .leftOut, quoting: quoting, hasByteOrderMark: hasByteOrderMark)
  }

  func arrowOptions(_ fields: [Arrow.Field]) -> Arrow.WritingOptions {
    var options = Arrow.WritingOptions(container: format == .arrow ? .file : .stream, schema: fields)
    options.convertsToText = true
    if let batch { options.rowsPerBatch = batch }
    return options
  }

  func parquetOptions(_ fields: [Arrow.Field]) -> Parquet.WritingOptions {
    var options = Parquet.WritingOptions(schema: fields, compression: parquetCompression.compression)
    options.convertsToText = true
    if let batch { options.rowsPerGroup = batch }
    return options
  }

  private func visitDatabase<Visitor: SinkVisitor & ~Copyable>(_ schema: Schema, _ visitor: inout Visitor) throws {
    let (file, table) = try databaseTable()
    let isNew = !Descriptor.isThere(file)
    let unregister = Interruption.remove(isNew ? ["", "-journal", "-wal", "-shm"].map { file + $0 } : [])
    defer { unregister() }
    do {
      try visitor.visit(try databaseWriter(file, table, schema))
    } catch {
      // A database without a committed transaction is an empty file.
      if isNew { removeFileIfEmpty(file) }
      throw dataError(error)
    }
  }

  /// The file of a database and the table in it.
  private func databaseTable() throws(CommandError) -> (file: String, table: String) {
    guard let path, let table else {
      throw CommandError.usage("OUTPUT does not name a table", hint: "add the name to the path, such as films.db#films")
    }
    return (resolvingLinks(path), table)
  }

  private func databaseWriter(_ file: String, _ table: String, _ schema: Schema) throws -> SQLite.Writer {
    let database = try SQLite.Database(path: file, mode: .create)
    let creation: SQLite.TableCreation =
      switch existingTable {
      case .rejected: .mustNotExist
      case .appended: .ifMissing
      case .replaced: .replace
      }
    let options = SQLite.WritingOptions(
      create: creation, batch: batch, longNumbers: longNumbers,
      nested: flattenSeparator.map { .columns(separator: $0) } ?? .json,
      untypedColumns: leavesMixedColumnsUntyped ? schema.mixedColumns(flattenedBy: flattenSeparator) : [])
    let columns = columns ?? (flattenSeparator == nil ? schema.fields.map(\.name) : [])
    return try database.table(table).writer(
      options: options, columns: columns, onConversion: { [storedConversions] in storedConversions.add($0) })
  }

  /// Describes an error of a database.
  private func dataError(_ error: any Error) -> any Error {
    guard let error = error as? SQLite.DatabaseError else { return error }
    if error.isAboutLostDigits, restartsOnLostDigits { return SchemaMismatch(isAboutLostDigits: true) }
    return CommandError.data("millrace: \(path ?? "")#\(table ?? ""): \(error)" + hint(for: error))
  }

  private func hint(for error: SQLite.DatabaseError) -> String {
    if error.message.hasSuffix("already exists") {
      return "\n  --append adds rows to the table, --replace drops it first"
    }
    if error.isAboutColumnLimit { return "\n  --columns LIST selects some of the columns" }
    if error.isAboutLostDigits {
      return existingTable == .appended
        ? "\n  the column of the table has this type: --replace makes another table"
        : "\n  the first rows define the column's type; if INPUT is a file, all rows do"
    }
    return error.message.hasPrefix("duplicate column name") ? "\n  --columns LIST leaves out one of them" : ""
  }
}

extension Schema {
  /// The columns of a table of the rows that this is the schema of; nil if they are for the first row to say, because
  /// rows are arrays or scalars, or have very many keys.
  ///
  /// - Parameter separator: separates the names of nested objects in column names; nil writes nested objects as JSON cells.
  fileprivate func columnNames(flattenedBy separator: String?) -> [String]? {
    guard kinds == .object || kinds.isEmpty && !fields.isEmpty, !isDictionary else { return nil }
    return nestedNames(flattenedBy: separator)
  }

  /// The columns with scalars of several kinds: integers, other numbers, booleans and texts.
  ///
  /// - Parameter separator: as for ``columnNames(flattenedBy:)``.
  fileprivate func mixedColumns(flattenedBy separator: String?) -> Set<String> {
    var names: Set<String> = []
    for field in fields {
      let kinds = field.value.kinds
      let integers = !kinds.isDisjoint(with: [.integer, .largeInteger])
      let fractions = !kinds.isDisjoint(with: [.fraction, .largeFraction])
      let texts = !kinds.isDisjoint(with: [.string, .instant])
      let sorts = [integers || fractions, kinds.contains(.boolean), texts].filter { $0 }
      if integers && fractions || sorts.count > 1 { names.insert(field.name) }
      guard let separator, kinds.contains(.object) else { continue }
      for name in field.value.mixedColumns(flattenedBy: separator) { names.insert(field.name + separator + name) }
    }
    return names
  }

  private func nestedNames(flattenedBy separator: String?) -> [String] {
    fields.flatMap { field in
      guard let separator, field.value.kinds.contains(.object) else { return [field.name] }
      let nested = field.value.nestedNames(flattenedBy: separator).map { field.name + separator + $0 }
      // A field that has other values than objects, too, also has a column with its own name.
      return (field.value.kinds == .object ? [] : [field.name]) + nested
    }
  }
}
