import Foundation
import Millrace
import MillraceSQLite
import MillraceTables

// Values as rows of tables: what this program has written, and what Python's libraries have written.

func writeAndReadCSV<Row: Readable & Writable>(_ rows: [Row], _ job: Job) throws {
  try job.write("rows.csv", try CSV.encode(rows, options: job.tableOptions))
  var options = job.tableOptions
  options.dialect = .tabs
  var writer = try CSV.StreamWriter(to: [UInt8](), options: options, watermark: 64)
  for row in rows { try writer.append(row) }
  try job.write("stream.tsv", try writer.finish())

  if let table = try job.bytes("csv") {
    try job.write("from-csv.json", values: try CSV.decode([Row].self, from: table))
    var rows: [Row] = []
    try CSV.stream(Row.self, from: SmallChunks(table)).forEach { rows.append($0) }
    try job.write("from-csv-chunks.json", values: rows)
  }
  if let table = try job.bytes("tsv") {
    let options = CSV.ReadingOptions(dialect: .tabs)
    try job.write("from-tsv.json", values: try CSV.decode([Row].self, from: table, options: options))
  }
}

func writeAndReadSQLite<Row: Readable & Writable>(_ rows: [Row], _ job: Job, _ database: SQLite.Database) throws {
  let options = SQLite.WritingOptions(longNumbers: .text)
  try database.table(job.name).insert(rows, options: options)
  var writer = try database.table(job.name + " one by one").writer(options: options)
  for row in rows { try writer.append(row) }
  try writer.end()

  if let path = job.path("db") {
    let database = try SQLite.Database(path: path, mode: .readOnly)
    var rows: [Row] = []
    var found = try database.query("SELECT * FROM rows ORDER BY rowid")
    while let row = try found.next(Row.self) { rows.append(row) }
    try job.write("from-sqlite.json", values: rows)
  }
}

func writeAndReadColumns<Row: Readable & Writable>(_ rows: [Row], _ job: Job) throws {
  let table = try Columns.table(of: rows)
  var reader = Columns.Reader(table)
  var lines = JSON.StreamWriter(to: [UInt8](), as: .lines)
  try lines.append(contentsOf: &reader)
  try job.write("columns.jsonl", try lines.finish())
  let arrow = try Arrow.encode(rows)
  try job.write("stream.arrow", arrow)
  var file = try Arrow.StreamWriter(to: [UInt8](), options: Arrow.WritingOptions(container: .file))
  for row in rows { try file.append(row) }
  try job.write("file.arrow", try file.finish())

  if job.isReadFromTables {
    reader = Columns.Reader(table)
    var read: [Row] = []
    while let row = try reader.next(Row.self) { read.append(row) }
    try job.write("columns.json", values: read)
    try job.write("arrow.json", values: try Arrow.decode([Row].self, from: arrow))
  }
  if let path = job.path("arrow") {
    var elements = try Arrow.stream(Row.self, from: path)
    var rows: [Row] = []
    while let row = try elements.next() { rows.append(row) }
    try job.write("from-arrow.json", values: rows)
  }
}
