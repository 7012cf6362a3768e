import Foundation
import Millrace
import Models

/// JSON lines, from a file into what a program keeps.
enum LineWorkloads {
  static var cases: [Case] {
    let document = Document(name: "hi1m-lines", fileName: "hi1m.jsonl")
    return [Case("millrace", document, "rows", prepare: rows)]
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
}
