import Millrace
import MillraceCommandLine
import MillraceTables

final class RowStatistics {
  private var columns: [Column] = []
  private var indices: [[UInt8]: Int] = [:]
  private(set) var rowCount = 0
  /// Each can take 200 KiB.
  private static let mostColumns = 2000
  /// The columns of CSV with a given kind, whose texts are not cells of any kind.
  private let textColumns: Set<JSON.ExactKey>
  /// Whether the texts of the input are cells of a format without types.
  var readsCells = false
  /// The values of the current row by their columns. Of a duplicate key the last value counts.
  private var values: [(column: Int, value: Range<Int>)] = []

  /// A column, whose statistics cannot be copied.
  private final class Column {
    var statistics: ColumnStatistics
    /// The number of the last row that has a value.
    var lastRow = 0
    /// The index of this value among the values of the row.
    var index = 0

    init(_ statistics: consuming ColumnStatistics) { self.statistics = statistics }
  }

  init(textColumns: Set<JSON.ExactKey>) { self.textColumns = textColumns }

  /// Adds columns in this order, whether or not a row has a value for them.
  func begin(columns names: [String]) { for name in names { _ = index(of: Array(name.utf8)[...], after: -1) } }

  /// Adds a row.
  ///
  /// - Throws: ``CommandError`` if there are too many columns.
  func add(_ row: RowTape) throws {
    rowCount += 1
    values.removeAll(keepingCapacity: true)
    row.forEachCell { name, value in
      let column = index(of: name, after: values.last?.column ?? -1)
      if columns[column].lastRow == rowCount {
        values[columns[column].index].value = value
      } else {
        columns[column].lastRow = rowCount
        columns[column].index = values.count
        values.append((column, value))
      }
    }
    guard columns.count <= Self.mostColumns else {
      throw CommandError.data(
        "millrace: the rows have more than \(Self.mostColumns) columns\n"
          + "  --columns selects some of them, and --at POINTER reads a value in the document")
    }
    for (column, value) in values { try columns[column].statistics.add(value, of: row) }
  }

  /// The index of a column, which is likely to be the next one.
  private func index(of name: ArraySlice<UInt8>, after previous: Int) -> Int {
    if previous + 1 < columns.count, name.elementsEqual(columns[previous + 1].statistics.name) { return previous + 1 }
    let key = Array(name)
    if let index = indices[key] { return index }
    indices[key] = columns.count
    let isText = !textColumns.isEmpty && textColumns.contains(String(decoding: key, as: UTF8.self))
    columns.append(Column(ColumnStatistics(key, readsCells: readsCells && !isText)))
    return columns.count - 1
  }

  var report: StatisticsReport {
    StatisticsReport(rows: rowCount, columns: columns.map { $0.statistics.report(rowCount: rowCount) })
  }

  /// Reports the columns with numbers that the statistics do not include.
  func tell(_ console: Console) {
    for column in columns where column.statistics.nonFiniteCount > 0 {
      let count = column.statistics.nonFiniteCount
      let values = count == 1 ? "1 value is" : "\(count) values are"
      let name = visible(String(decoding: column.statistics.name, as: UTF8.self))
      console.standardError("millrace: column '\(name)': \(values) NaN or infinite, and left out of its statistics\n")
    }
  }
}
