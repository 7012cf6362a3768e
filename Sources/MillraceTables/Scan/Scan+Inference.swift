import Millrace

// Inference of a schema from the first rows: the types of the values, generalized until all values fit.

extension Scan {
  /// Infers the columns from the first rows.
  ///
  /// Columns with values of different kinds have the type string, and so have columns that contain only nulls, and those with
  /// numbers that neither an integer nor a double represents. JSON strings are strings. The cells of CSV are booleans, integers,
  /// numbers or timestamps if all of them have this form. Read with these columns and the coercion ``Coercion/exact``, no
  /// value of the rows changes.
  ///
  /// - Parameters:
  ///   - inputs: The files, or byte ranges of files.
  ///   - format: The format of all inputs.
  ///   - limit: The maximum number of rows, over all inputs.
  /// - Throws: ``Scan/Failure`` if the rows cannot be read, and ``Scan/OptionError`` if the rows are not objects.
  public static func inferredFields(_ inputs: [Input], _ format: Format, rows limit: Int) throws -> [Arrow.Field] {
    var observer = Schema.Observer()
    var count = 0
    for input in inputs where count < limit {
      do {
        switch format {
        case .lines:
          var rows = try JSON.stream(
            JSON.Value.self, from: try input.open(0),
            options: JSON.StreamOptions(framing: .lines, onBadElement: .skip))
          count += try observe(&rows, limit - count, &observer)
        case .documents(let pointer):
          let framing: JSON.StreamOptions.Framing = pointer.tokens.isEmpty ? .automatic : .document
          var rows = try JSON.stream(
            JSON.Value.self, from: try input.open(0), at: pointer, options: JSON.StreamOptions(framing: framing))
          count += try observe(&rows, limit - count, &observer)
        case .csv(let layout):
          let names = layout.columnNames.flatMap { $0.isEmpty ? nil : $0 }
          var options = layout.readingOptions(hasHeader: layout.columnNames == nil)
          (options.columnNames, options.nameSeparator) = (names, nil)
          (options.raggedRows, options.onBadElement) = (.padded, .skip)
          options.infersNumbers = layout.numbers != nil
          options.columns = layout.instants.mapValues { _ in .instant }
          var rows = try CSV.stream(JSON.Value.self, from: try input.open(0), options: options)
          observer.expectFields(named: try rows.columnNames())
          count += try observe(&rows, limit - count, &observer)
        }
      } catch {
        throw Failure(file: input.name, error: FormatError(wrapping: error))
      }
    }
    var isTable = false
    if case .csv = format { isTable = true }
    guard observer.schema.kinds.isSubset(of: .object), !observer.schema.isDictionary else {
      throw OptionError("cannot infer columns: the rows are not objects, or have too many different keys")
    }
    return observer.schema.fields.map { Arrow.Field(name: $0.name, type: type(of: $0.value, isTable)) }
  }

  private static func observe<Source: ElementSource & ~Copyable>(
    _ rows: inout Source, _ limit: Int, _ observer: inout Schema.Observer
  ) throws -> Int {
    var count = 0
    while count < limit, try observer.append(nextOf: &rows) { count += 1 }
    return count
  }

  private static func type(of schema: Schema, _ isTable: Bool) -> Arrow.DataType {
    switch schema.kinds {
    case .boolean: return .boolean
    case .integer: return integers(schema)
    case .fraction, [.integer, .fraction]: return doubles(schema)
    case .instant: return timestamps(schema)
    case .array: return .list(of: type(of: schema.elements ?? Schema(), isTable))
    case .object:
      if schema.isDictionary || schema.fields.isEmpty { return .utf8 }
      return .structure(schema.fields.map { Arrow.Field(name: $0.name, type: type(of: $0.value, isTable)) })
    case .string where isTable:
      let forms = schema.textForms
      if forms.contains(.boolean) { return .boolean }
      if forms.contains(.integer) { return integers(schema) }
      if forms.contains(.number) { return doubles(schema) }
      if forms.contains(.instant) { return timestamps(schema) }
      return .utf8
    default: return .utf8
    }
  }

  private static func timestamps(_ schema: Schema) -> Arrow.DataType {
    .timestamp(schema.extremes.contains(.nanoseconds) ? .nanosecond : .microsecond)
  }

  private static func integers(_ schema: Schema) -> Arrow.DataType {
    schema.extremes.contains(.negativeZero) ? doubles(schema) : .int64
  }

  private static func doubles(_ schema: Schema) -> Arrow.DataType {
    schema.extremes.contains(.largeIntegers) ? .utf8 : .float64
  }
}
