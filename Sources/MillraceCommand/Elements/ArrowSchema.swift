import Millrace
import MillraceCommandLine
import MillraceTables

extension Arrow.Field {
  /// Returns the columns for rows with a schema.
  ///
  /// - Parameter format: The format of the output, which stores columns.
  /// - Throws: ``CommandError`` if the format has no column type for a value.
  static func fields(of schema: Schema, for format: Format, path: String = "") throws(CommandError) -> [Arrow.Field] {
    guard !schema.isDictionary else {
      throw .data(
        "millrace: the objects\(path.isEmpty ? "" : " at \(path)") have too many different keys for columns of \(format.names[0])"
      )
    }
    guard schema.kinds.isSubset(of: .object) else {
      let names = schema.kinds.subtracting(.object).names.joined(separator: ", ")
      throw .data("millrace: \(NotAnObject(format: format)); found \(names)")
    }
    var fields: [Arrow.Field] = []
    for field in schema.fields {
      let type = try Arrow.DataType(
        of: field.value, for: format, path: path.isEmpty ? field.name : "\(path).\(field.name)")
      fields.append(Arrow.Field(name: field.name, type: type))
    }
    return fields
  }
}

extension Arrow.DataType {
  /// The type that holds all values: text if they have different types and are not numbers.
  fileprivate init(of schema: Schema, for format: Format, path: String) throws(CommandError) {
    switch schema.kinds {
    case []: self = .null
    case .boolean: self = .boolean
    case .integer: self = .int64
    case .fraction, [.integer, .fraction]: self = .float64
    case .bytes: self = .binary
    case .instant: self = .timestamp(Self.unit(for: schema.instants))
    case .array:
      let elements = schema.elements ?? Schema()
      self = .list(of: try Arrow.DataType(of: elements, for: format, path: path + "[]"))
    case .object: self = .structure(try Arrow.Field.fields(of: schema, for: format, path: path))
    default: self = .utf8
    }
  }

  /// Nanoseconds, unless an instant is out of their range.
  private static func unit(for instants: ClosedRange<Instant>?) -> Arrow.TimeUnit {
    guard let instants else { return .nanosecond }
    let fits = [instants.lowerBound, instants.upperBound].allSatisfy { $0.count(unitsPerSecond: 1_000_000_000) != nil }
    return fits ? .nanosecond : .microsecond
  }
}
