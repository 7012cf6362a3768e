import Millrace
import MillraceSQLite

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Inserts numbered rows into a new table, in batches, until it is done or killed.
//
//   SQLiteInserter DATABASE ROWS BATCH
//
// An error is one line, and the exit code 1.

@Serializable
struct Job {
  var id: Int
  var title: String
  var done: Bool
}

struct Jobs: Sequence, IteratorProtocol {
  let count: Int
  var position = 0

  mutating func next() -> Job? {
    guard position < count else { return nil }
    position += 1
    return Job(id: position, title: "This is job number \(position)", done: position % 3 == 0)
  }
}

func run(_ arguments: [String]) throws -> Int32 {
  guard arguments.count == 4, let rows = Int(arguments[2]), let batch = Int(arguments[3]) else {
    print("usage: SQLiteInserter DATABASE ROWS BATCH")
    return 2
  }
  let database = try SQLite.Database(path: arguments[1], mode: .create)
  let count = try database.table("jobs").insert(Jobs(count: rows), batch: batch)
  print("inserted \(count) rows")
  return 0
}

do {
  exit(try run(CommandLine.arguments))
} catch {
  print("\(error)")
  exit(1)
}
