import Millrace
import MillraceCommandLine
import MillraceTables

// Inputs of Arrow and Parquet are converted a table at a time, on several threads, in one pass. Their schema names the columns
// and types of the output, so that nothing is inferred. Outputs that store columns get the columns as they are, and text is
// written from their rows.

extension Conversion {
  /// Whether the inputs are tables that can be converted to this output as a whole.
  var isConvertedByTables: Bool {
    guard keptRows == nil, !inputOptions.makesRows, inputOptions.nestSeparator == nil, output.split == nil,
      output.batch == nil, output.flattenSeparator == nil, output.format != .sqlite, !isFollowing
    else { return false }
    let storesColumns = Format.ofColumns.contains(output.format)
    if storesColumns, inputs.count > 1, !inputs.allSatisfy(\.source.isFile) { return false }
    return inputs.allSatisfy { Format.ofColumns.contains($0.format) }
  }

  /// - Returns: `false` if nothing was done, because columns of the inputs have the same name and different types.
  func convertByTables(_ progress: Progress) throws -> Bool {
    let opened = try inputs.map { input in
      let tables = try naming(input) { try StoredTables(input, pass(), keepsDictionaries: inputs.count == 1) }
      // Thousands of files must not be open at the same time.
      if inputs.count > 1 { tables.close() }
      return tables
    }
    let filters = inputs.map(filter)
    var names: [String] = []
    var known: Set<JSON.ExactKey> = []
    for (tables, filter) in zip(opened, filters) {
      for name in filter.outputNames(of: tables.names) where known.insert(name).inserted { names.append(name) }
    }
    guard !names.isEmpty else { return false }
    var fields: [Arrow.Field] = []
    if Format.ofColumns.contains(output.format) {
      let written = zip(opened, filters).map { tables, filter in filter.outputFields(of: tables.fields) }
      guard let merged = Self.merged(written) else { return false }
      fields = output.inOrder(merged).map { field in
        guard microsecondColumns.contains(field.name) else { return field }
        return Arrow.Field(name: field.name, type: field.type.inMicroseconds, isNullable: field.isNullable)
      }
    }
    if Format.ofCSV.contains(output.format) { names = output.inOrder(names) }
    let run = TableRun(self, opened, filters, output.columns ?? names, fields, progress)
    do { try run.run() } catch let instants as FarInstants {
      run.discard()
      for table in opened { table.close() }
      var informed = self
      informed.microsecondColumns.insert(instants.column)
      return try informed.convertByTables(progress)
    }
    try inputOptions.selection.patternFindings.check(in: inputs[0].name)
    try run.finish()
    return true
  }

  /// Returns the columns of an output that stores columns, as far as all inputs store columns and agree on them.
  func storedFields() throws -> [JSON.ExactKey: Arrow.Field] {
    guard Format.ofColumns.contains(output.format), inputs.allSatisfy({ Format.ofColumns.contains($0.format) }) else {
      return [:]
    }
    var stored: [JSON.ExactKey: Arrow.Field] = [:]
    var conflicting: Set<JSON.ExactKey> = []
    for input in inputs {
      let tables = try naming(input) {
        try StoredTables(input, pass(isLast: false), keepsDictionaries: inputs.count == 1)
      }
      defer { tables.close() }
      var fields = tables.fields
      if let unnesting = inputOptions.unnesting {
        for index in fields.indices where JSON.ExactKey.areEqual(fields[index].name, unnesting.field) {
          fields[index].type = fields[index].type.unnested
        }
      }
      for field in filter(of: input).outputFields(of: fields) where field.type != .null {
        let name = JSON.ExactKey(text: field.name)
        if let known = stored.updateValue(field, forKey: name), known.type != field.type { conflicting.insert(name) }
      }
    }
    for name in conflicting { stored[name] = nil }
    return stored
  }

  /// Returns the fields of all inputs, or nil if two with the same name have different types.
  private static func merged(_ inputs: [[Arrow.Field]]) -> [Arrow.Field]? {
    var fields: [Arrow.Field] = []
    var positions: [JSON.ExactKey: Int] = [:]
    for field in inputs.joined() {
      guard let position = positions[field.name] else {
        positions[field.name] = fields.count
        fields.append(field)
        continue
      }
      if fields[position].type == .null { fields[position] = field }
      guard field.type == .null || field.type == fields[position].type else { return nil }
    }
    return fields
  }

  /// Adds the name of the input to an error of a table.
  func naming<Result>(_ input: StreamInput, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as FormatError {
      throw CommandError.data(input.describe(error))
    }
  }
}

extension Arrow.DataType {
  /// The type of the elements of lists; for other values the type itself.
  fileprivate var unnested: Arrow.DataType {
    switch self {
    case .list(let element, _), .fixedSizeList(let element, _), .map(let element): element.type
    default: self
    }
  }

  /// The type with microseconds instead of nanoseconds.
  fileprivate var inMicroseconds: Arrow.DataType {
    func field(_ field: Arrow.Field) -> Arrow.Field {
      Arrow.Field(name: field.name, type: field.type.inMicroseconds, isNullable: field.isNullable)
    }
    switch self {
    case .timestamp(.nanosecond, let timeZone): return .timestamp(.microsecond, timeZone: timeZone)
    case .structure(let members): return .structure(members.map(field))
    case .list(let element, let width): return .list(field(element), width)
    case .map(let entries): return .map(entries: field(entries))
    default: return self
    }
  }

  /// The type with the members of structures sorted by their names.
  fileprivate var sortedByName: Arrow.DataType {
    switch self {
    case .structure(let members): .structure(members.sortedByName())
    case .list(let element, let width):
      .list(Arrow.Field(name: element.name, type: element.type.sortedByName), width)
    case .map(let entries): .map(entries: entries.withSortedValues)
    default: self
    }
  }
}

extension Arrow.Field {
  /// The entries of a map with sorted members in its values.
  fileprivate var withSortedValues: Arrow.Field {
    guard let pair else { return self }
    let value = Arrow.Field(name: pair.value.name, type: pair.value.type.sortedByName)
    return Arrow.Field(name: name, type: .structure([pair.key, value]), isNullable: isNullable)
  }
}

extension [Arrow.Field] {
  /// Returns the fields, and the members of structures, in the order of `--sort-keys`.
  func sortedByName() -> [Arrow.Field] {
    map { field in
      var field = field
      field.type = field.type.sortedByName
      return field
    }
    .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }
}

extension RowFilter {
  /// Returns the columns of a table with their names in the output.
  func outputFields(of fields: [Arrow.Field]) -> [Arrow.Field] {
    let source = source.map { Arrow.Field(name: $0.name, type: .utf8) }
    return (source.map { [$0] } ?? [])
      + fields.compactMap { field in
        outputName(of: field.name).map { field.written(as: $0) }
      }
  }

  /// Returns the columns of a table that are written, with their names in the output.
  func selected(_ table: Columns.Table) -> Columns.Table {
    var columns: [Columns.Column] = []
    if let source {
      var texts = Columns.Texts()
      for _ in 0..<table.count { texts.append(source.input.utf8) }
      columns.append(Columns.Column(name: source.name, values: .strings(texts), count: table.count))
    }
    for var column in table.columns {
      guard let name = outputName(of: column.name) else { continue }
      column.name = name
      columns.append(column)
    }
    return Columns.Table(columns: columns, count: table.count)
  }
}
