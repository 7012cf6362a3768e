import Foundation
import Millrace
import MillraceSQLite
import MillraceTables

// One format to another, without values in between.

func forwardAll(_ job: Job, _ database: SQLite.Database) throws {
  let document = job.document
  try document.withUnsafeBufferPointer { bytes in
    var reader = try JSON.Reader(bytes.span)
    var pretty = JSON.StyledWriter<JSON.Pretty>()
    try forward(from: &reader, to: &pretty)
    try pretty.finish()
    try job.write("forwarded-pretty.json", pretty.bytes.withUnsafeBufferPointer { Array($0) })

    reader = try JSON.Reader(bytes.span)
    var tree = JSON.Value.Writer()
    try forward(from: &reader, to: &tree)
    let value = try tree.finish()
    try job.write("forwarded-tree.json", "\(value)")

    var treeReader = JSON.Value.Reader(value)
    var writer = JSON.Writer()
    try forward(from: &treeReader, to: &writer)
    try writer.finish()
    try job.write("forwarded-from-tree.json", writer.bytes.withUnsafeBufferPointer { Array($0) })

    reader = try JSON.Reader(bytes.span)
    var options = job.tableOptions
    options.columns = job.forwardedColumns
    var csv = try CSV.makeWriter(options: options)
    try forward(from: &reader, to: &csv)
    try csv.end()
    try job.write("forwarded.csv", CSV.take(from: csv))
  }

  var elements = try JSON.stream(JSON.Value.self, from: document)
  var columns = Columns.Writer()
  try columns.append(contentsOf: &elements)
  try job.write("forwarded.arrow", try Arrow.encode(try columns.finish()))
  elements = try JSON.stream(JSON.Value.self, from: document)
  try database.table("forwarded " + job.name).insert(
    from: &elements, options: SQLite.WritingOptions(longNumbers: .text))

  if let table = try job.bytes("csv") {
    var rows = try CSV.stream(JSON.Value.self, from: table, options: CSV.ReadingOptions(nameSeparator: nil))
    try job.write("forwarded-csv.jsonl", try lines(&rows))
  }
  if let path = job.path("db") {
    var rows = try SQLite.Database(path: path, mode: .readOnly).query("SELECT * FROM rows ORDER BY rowid")
    try job.write("forwarded-sqlite.jsonl", try lines(&rows))
  }
  if let path = job.path("arrow") {
    var rows = try Arrow.stream(JSON.Value.self, from: path)
    try job.write("forwarded-arrow.jsonl", try lines(&rows))
  }
}

private func lines<Source: ElementSource & ~Copyable>(_ rows: inout Source) throws -> [UInt8] {
  var writer = JSON.StreamWriter(to: [UInt8](), as: .lines)
  try writer.append(contentsOf: &rows)
  return try writer.finish()
}
