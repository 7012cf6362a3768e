import Millrace

/// The order of `--columns`.
struct ColumnOrder: Sendable {
  /// The columns, and objects that are several columns.
  let names: [String]
  /// Separates the names of objects and their members in columns: that of `--flatten`.
  let flattenSeparator: String?

  /// Returns columns in this order, and then the others in theirs. A column of an object has the place of the object.
  func sorted<Column>(_ columns: [Column], by name: (Column) -> String) -> [Column] {
    let positions = [JSON.ExactKey: Int](
      names.enumerated().map { (JSON.ExactKey(text: $1), $0) }, uniquingKeysWith: { first, _ in first })
    let places = columns.enumerated().map { index, column in
      let name = name(column)
      let object = flattenSeparator.flatMap { name.prefix(before: $0) }
      return (positions[name] ?? object.flatMap { positions[$0] } ?? names.count, index)
    }
    return places.sorted(by: <).map { columns[$0.1] }
  }
}
