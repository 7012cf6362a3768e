import Millrace
import MillraceCommandLine
import MillraceTables

extension Arrow.Field {
  /// Returns the columns for rows with a schema.
  ///
  /// - Parameter format: The format of the output, which stores columns.
  /// - Throws: ``CommandError`` if the rows are not objects, or have too many different keys.
  static func fields(of schema: Schema, for format: Format) throws(CommandError) -> [Arrow.Field] {
    guard schema.kinds.isSubset(of: .object) else {
      let names = schema.kinds.subtracting(.object).names.joined(separator: ", ")
      throw .data("millrace: \(NotAnObject(format: format)); found \(names)")
    }
    if let path = schema.pathOfDictionary() {
      throw .data(
        "millrace: the objects\(path.isEmpty ? "" : " at \(path)") have too many different keys for columns of \(format.names[0])"
      )
    }
    return fields(of: Columns.Shape(of: schema))
  }
}

extension OutputOptions {
  /// The columns of an output that stores columns, for rows of a shape.
  func fields(of shape: Columns.Shape) -> [Arrow.Field] { inOrder(Arrow.Field.fields(of: shape)) }

  /// The columns in the order of `--columns` or `--sort-keys`.
  func inOrder(_ fields: [Arrow.Field]) -> [Arrow.Field] {
    let fields = sortsColumns ? fields.sortedByName() : fields
    return columnOrder?.sorted(fields, by: \.name) ?? fields
  }

  /// The names of columns in the order of `--columns` or `--sort-keys`.
  func inOrder(_ names: [String]) -> [String] {
    let names = sortsColumns ? names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } : names
    return columnOrder?.sorted(names, by: \.self) ?? names
  }
}

extension Schema {
  /// The path of objects that would be columns and have too many different keys; nil if there are none.
  ///
  /// - Parameter path: The path of these values.
  fileprivate func pathOfDictionary(at path: String = "") -> String? {
    if kinds == .array { return elements?.pathOfDictionary(at: path + "[]") }
    guard kinds.isSubset(of: .object) else { return nil }
    if isDictionary { return path }
    for field in fields {
      let place = path.isEmpty ? field.name : "\(path).\(field.name)"
      if let found = field.value.pathOfDictionary(at: place) { return found }
    }
    return nil
  }
}
