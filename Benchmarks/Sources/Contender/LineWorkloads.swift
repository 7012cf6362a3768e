import Foundation
import Millrace
import MillraceTables
import Models

/// JSON lines, from a file into what a program keeps.
enum LineWorkloads {
  static var cases: [Case] {
    let document = Document(name: "hi1m-lines", fileName: "hi1m.jsonl")
    return [
      Case("millrace", document, "rows") { try rows($0) },
      Case("millrace", document, "columns") { columns($0, of: GreetingRow.self) },
      Case("millrace-imported-type", document, "columns") { columns($0, of: Greeting.self) },
      Case("millrace-no-type", document, "columns", prepare: columnsOfNoType),
    ]
  }

  private static func rows(_ document: URL) throws -> Workload {
    let path = document.path
    func rows() throws -> [GreetingRow] {
      var rows: [GreetingRow] = []
      try JSON.stream(GreetingRow.self, from: path).forEach { rows.append($0) }
      return rows
    }
    return Workload(
      run: { count in
        for _ in 0..<count { keep(try rows()) }
      },
      roundTrip: {
        var checksums = ColumnChecksums("hi", "there", "comment")
        for row in try rows() { checksums.add("\(row.hi)", "\(row.there)", row.comment) }
        return try checksums.report()
      })
  }

  /// By the type of the rows.
  @inline(__always)
  private static func columns<Row: Serializable>(_ document: URL, of type: Row.Type) -> Workload {
    let path = document.path
    return .columns {
      var writer = Columns.Writer()
      try JSON.stream(Row.self, from: path).forEach { try writer.append($0) }
      return try writer.finish()
    }
  }

  /// Knowing nothing of the rows beforehand.
  private static func columnsOfNoType(_ document: URL) -> Workload {
    let path = document.path
    return .columns {
      var elements = try JSON.stream(JSON.Value.self, from: path)
      return try Columns.table(fromElements: &elements)
    }
  }
}
