import Foundation
import Millrace
import MillraceSQLite

// Writes and reads the values of all types in all formats: `Release INPUT OUTPUT`. The input is a folder that
// `scripts/stages/release.py` has written, which also compares the output.

/// Reads the values of a type, and writes them in the standard way.
func copy<Row: Readable & Writable>(_ type: Row.Type, _ job: Job) throws -> [Row] {
  let rows = try JSON.decode([Row].self, from: job.document)
  try job.write("bytes.json", values: rows)
  return rows
}

/// Whether the values of a type could not be read or written.
nonisolated(unsafe) var hasFailed = false

let input = URL(filePath: CommandLine.arguments[1])
let output = URL(filePath: CommandLine.arguments[2])
try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
let database = try SQLite.Database(path: output.appending(path: "tables.db").path, mode: .create)
let texts = try JSONDecoder().decode([String].self, from: Data(contentsOf: input.appending(path: "strings.json")))
try writeStrings(texts, to: output.appending(path: "strings.txt"))
try await runAll(from: input, to: output, database)
exit(hasFailed ? 1 : 0)
