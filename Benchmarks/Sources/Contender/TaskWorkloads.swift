import Foundation
import Millrace
import MillraceSQLite

/// Tasks in a database in memory, the same as in `C/sqlite_loops.c`.
enum TaskWorkloads {
  static var cases: [Case] {
    let document = Document(name: "tasks", fileName: "")
    return [
      Case("millrace", document, "insert", prepare: insert), Case("millrace", document, "select", prepare: select),
    ]
  }

  private static let rows = 1_000_000

  private static func insertAll(into database: SQLite.Database, titles: [String]) throws {
    try database.table("tasks").insert(
      (0..<rows).lazy.map { Task(id: $0, title: titles[$0 % titles.count], done: $0 % 3 == 0) })
  }

  private static func makeTitles() -> [String] { (0..<1000).map { "Task number \($0), to be done" } }

  private static func insert(_ folder: URL) throws -> Workload {
    let titles = makeTitles()
    return Workload(
      run: { count in
        for _ in 0..<count {
          let database = try SQLite.Database()
          try insertAll(into: database, titles: titles)
          keep(database)
        }
      },
      roundTrip: {
        // The database itself, for somebody else to read.
        let file = folder.appendingPathComponent("tasks-\(ProcessInfo.processInfo.processIdentifier).db")
        defer { try? FileManager.default.removeItem(at: file) }
        try insertAll(into: try SQLite.Database(path: file.path, mode: .create), titles: titles)
        return try Data(contentsOf: file)
      })
  }

  private static func select(_ folder: URL) throws -> Workload {
    let database = try SQLite.Database()
    try insertAll(into: database, titles: makeTitles())
    func forEach(_ body: (Task) -> Void) throws {
      var tasks = try database.query("SELECT id, title, done FROM tasks")
      while let task = try tasks.next(Task.self) { body(task) }
    }
    return Workload(
      run: { count in
        for _ in 0..<count {
          var sum = 0
          try forEach { sum += $0.id + $0.title.utf8.count + ($0.done ? 1 : 0) }
          keep(sum)
        }
      },
      roundTrip: {
        var checksums = ColumnChecksums("id", "title", "done")
        try forEach { checksums.add("\($0.id)", $0.title, $0.done ? "1" : "0") }
        return try checksums.report()
      })
  }
}

@Serializable
private struct Task {
  var id: Int
  var title: String
  var done: Bool
}
