import Millrace

// Inference of columns from the first rows. The rows are written to columns, which become those of all values that they store, so
// inference has no types by itself: `Columns.ShapeWriter` widens them, `Columns.Shape` joins those of several tables, and
// `Arrow.Field.fields(of:)` gives their types. The kinds of cells of CSV are inferred before.

extension TableScan {
  /// Infers the columns from the first rows.
  ///
  /// Columns with values of different kinds have the type string, and so have those with numbers that neither an integer nor a
  /// double represents. Columns that contain only nulls have the type null. JSON strings are strings. The cells of CSV are
  /// booleans, integers, numbers, timestamps or JSON if all of them have this form. Timestamps count nanoseconds, or
  /// microseconds if one is before 1677 or after 2262; if another one is not a whole microsecond then, the column has the
  /// type string. Read with these columns and the coercion ``Coercion/exact``, no value of the rows changes.
  ///
  /// - Parameters:
  ///   - inputs: The files, or byte ranges of files.
  ///   - format: The format of all inputs.
  ///   - limit: The maximum number of rows, over all inputs.
  /// - Throws: ``TableScan/Failure`` if the rows cannot be read, have too many columns, or are not objects.
  public static func inferredFields(_ inputs: [Input], _ format: Format, rows limit: Int) throws -> [Arrow.Field] {
    var plan = ChunkPlan()
    if case .csv(let layout) = format {
      try visit(inputs, rows: limit) { input, limit in
        var rows = try layout.rows(of: input) { options in
          options.infersNumbers = true
          options.nonFiniteNumbers = .absent
        }
        let before = rows.count
        plan.merge(kinds: try rows.inferredKinds(rows: limit))
        return rows.count - before
      }
      for name in layout.instants.keys { plan.kinds[Array(name.utf8)] = .instant }
    }
    try visit(inputs, rows: limit) { input, limit in try plan.learn(from: input, format, rows: limit) }
    return Arrow.Field.fields(of: plan.shape)
  }

  /// Calls a function with each input and the number of rows that are wanted, until it has read enough rows.
  private static func visit(
    _ inputs: [Input], rows limit: Int, _ body: (Input, _ limit: Int) throws -> Int
  ) throws {
    var limit = limit
    for input in inputs where limit > 0 {
      do { limit -= try body(input, limit) } catch {
        throw Failure(file: input.name, error: FormatError(wrapping: error))
      }
    }
  }
}

extension ChunkPlan {
  /// Learns which columns the first rows need.
  ///
  /// - Returns: The number of rows.
  fileprivate mutating func learn(from input: TableScan.Input, _ format: TableScan.Format, rows limit: Int) throws
    -> Int
  {
    switch format {
    case .lines:
      let options = JSON.StreamOptions(framing: .lines, onBadElement: .skip)
      var rows = try JSON.stream(JSON.Value.self, from: try input.open(0), options: options)
      return try learn(rows: limit) { try $0.append(next: try rows.next()) }
    case .documents(let pointer):
      let framing: JSON.StreamOptions.Framing = pointer.tokens.isEmpty ? .automatic : .document
      let options = JSON.StreamOptions(framing: framing)
      var rows = try JSON.stream(JSON.Value.self, from: try input.open(0), at: pointer, options: options)
      return try learn(rows: limit) { try $0.append(next: try rows.next()) }
    case .csv(let layout):
      let names = try layout.header(of: input).names
      shape.expect(names)
      var rows = try layout.rows(of: input) { options in
        options.inferredKinds = kinds
        options.nonFiniteNumbers = .read(report: { _ in })
      }
      return try learn(rows: limit) { try $0.append(nextOf: &rows) }
    }
  }

  /// - Parameter append: Appends the next row. Returns `false` if there is none.
  private mutating func learn(rows limit: Int, append: (inout Columns.ShapeWriter) throws -> Bool) throws -> Int {
    var rows = Columns.ShapeWriter()
    var count = 0
    while count < limit, !rows.hasOtherRows, try append(&rows) { count += 1 }
    guard !rows.hasOtherRows else {
      throw TableScan.OptionError("cannot infer columns: the rows are not objects")
    }
    shape.merge(try rows.finish())
    return count
  }
}

extension Columns.ShapeWriter {
  /// Appends a row as a whole, so that columns of a row that is not well-formed do not count.
  ///
  /// - Returns: `false` if there is no row.
  fileprivate mutating func append(next row: JSON.Value?) throws -> Bool {
    guard let row else { return false }
    try append(row)
    return true
  }
}

extension TableScan.TableLayout {
  /// The rows of an input, of which those that cannot be read are skipped.
  fileprivate func rows(
    of input: TableScan.Input, _ change: (inout CSV.ReadingOptions) -> Void
  ) throws -> CSV.Elements<JSON.Value> {
    var options = readingOptions(hasHeader: columnNames == nil)
    options.columnNames = columnNames.flatMap { $0.isEmpty ? nil : $0 }
    if columnNames != nil, options.columnNames == nil { options.columnNames = try header(of: input).names }
    options.nameSeparator = nil
    options.onBadElement = .skip
    change(&options)
    return try CSV.stream(JSON.Value.self, from: try input.open(0), options: options)
  }
}
