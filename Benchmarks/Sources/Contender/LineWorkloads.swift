import Foundation
import Millrace
import Models

/// JSON lines, from a file into what a program keeps.
enum LineWorkloads {
  static var cases: [Case] {
    let document = Document(name: "hi1m-lines", fileName: "hi1m.jsonl")
    return [
      Case("millrace", document, "rows", prepare: rows), Case("millrace", document, "columns", prepare: columns),
      Case("millrace-untyped", document, "columns", prepare: untypedColumns),
    ]
  }

  private static func rows(_ document: URL) throws -> Workload {
    let path = document.path
    func rows() throws -> [Greeting] {
      var rows: [Greeting] = []
      try JSON.stream(Greeting.self, from: path).forEach { rows.append($0) }
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
  private static func columns(_ document: URL) -> Workload {
    let path = document.path
    return .columns {
      var writer = Columns.Writer()
      try JSON.stream(Greeting.self, from: path).forEach { try writer.append($0) }
      return try writer.finish()
    }
  }

  /// Knowing nothing of the rows beforehand.
  private static func untypedColumns(_ document: URL) -> Workload {
    let path = document.path
    return .columns {
      var elements = try JSON.stream(JSON.Value.self, from: path)
      return try Columns.table(from: &elements)
    }
  }
}
