import Millrace

/// The statistics of a table, as JSON and as tables for people.
@Serializable
struct StatisticsReport {
  var rows: Int
  var columns: [Column]

  /// A column. Members that do not apply to its type are missing.
  @Serializable
  struct Column {
    var name: String
    var type: String
    /// The values other than null.
    var count: Int
    /// The rows in which the column is null or missing.
    var nulls: Int
    var distinct: Int
    var distinctIsEstimated: Bool
    var minimum: JSON.Value?
    var maximum: JSON.Value?
    var sum: JSON.Number?
    var mean: Double?
    /// The characters of the longest text.
    var longest: Int?
  }
}

extension StatisticsReport {
  /// - Parameter widestCell: The columns of the terminal that a cell has at most.
  func table(widestCell: Int) -> TextTable {
    var table = TextTable(
      [
        ("column", .left), ("type", .left), ("count", .right), ("nulls", .right), ("distinct", .right), ("min", .right),
        ("max", .right), ("sum", .right), ("mean", .right), ("longest", .right),
      ], widestCell: widestCell)
    for column in columns {
      table.append([
        column.name, column.type, String(column.count), String(column.nulls),
        (column.distinctIsEstimated ? "~" : "") + String(column.distinct), Self.text(column.minimum),
        Self.text(column.maximum), column.sum?.description ?? "", Self.text(column.mean),
        column.longest.map(String.init) ?? "",
      ])
    }
    return table
  }

  private static func text(_ value: JSON.Value?) -> String {
    guard let value else { return "" }
    return value.string ?? (try? JSON.encode(value, as: String.self)) ?? ""
  }

  private static func text(_ mean: Double?) -> String { mean.flatMap { try? JSON.encode($0, as: String.self) } ?? "" }
}
