import Foundation
import Millrace
import MillraceFoundation

// Values as JSON, in all styles, as streams and as trees.

func writeDocuments<Row: Readable & Writable>(_ rows: [Row], _ job: Job) throws {
  try job.write("data.json", try JSON.encode(rows, as: Data.self))
  try job.write("pretty.json", try JSON.encode(rows, as: String.self, style: JSON.Pretty.self))
  try job.write("rails.json", try JSON.encode(rows, as: String.self, style: JSON.Rails.self))
  try job.write("other.json", try JSON.encode(rows, style: Other.self))
  try job.write("static.json", try StaticJSONEncoder<String, JSON.Standard>.encode(rows))
  var sink: [UInt8] = []
  try StaticJSONEncoder<[UInt8], JSON.Pretty>.encode(rows, into: &sink)
  try job.write("sink.json", sink)

  // Each value by itself.
  var lines = ""
  for row in rows { lines += try JSON.encode(row, as: String.self) + "\n" }
  try job.write("each.jsonl", lines)

  var writer = JSON.StreamWriter(to: [UInt8](), as: .lines)
  for row in rows { try writer.append(row) }
  try job.write("stream.jsonl", try writer.finish())
  var array = JSON.StreamWriter(to: [UInt8](), as: .array, style: JSON.Pretty.self, watermark: 64)
  for row in rows { try array.append(row) }
  try job.write("array.json", try array.finish())

  // Numbers of this style are doubles.
  do {
    try job.write("canonical.json", try JSON.encode(rows, style: JSON.Canonical.self))
  } catch let error as FormatError {
    try job.write("canonical.error", "\(error)")
  }
}

func readDocuments<Row: Readable & Writable>(_ type: Row.Type, _ job: Job) throws {
  let document = job.document
  try job.write("from-string.json", values: try JSON.decode([Row].self, from: job.rows.text))
  try job.write("from-data.json", values: try JSON.decode([Row].self, from: Data(document)))
  try job.write("from-raw.json", values: try job.rows.decode([Row].self))
  try job.write("from-rails.json", values: try JSON.decode([Row].self, from: document, style: JSON.Rails.self))
  let json5 = try Data(contentsOf: job.input.appending(path: "\(job.type).json5"))
  try job.write("from-json5.json", values: try JSON.decode([Row].self, from: [UInt8](json5), style: JSON.Lenient.self))

  let tree = try JSON.decode(JSON.Value.self, from: document)
  // Each value by itself.
  let texts = (tree.array ?? []).map(\.description)
  try job.write("from-each.json", values: try texts.map { try JSON.decode(Row.self, from: $0) })

  let root: JSON.Value = ["before": 1, "a/b": ["rows": tree], "after": nil]
  let pointer: JSON.Pointer = ["a/b", "rows"]
  var elements = try JSON.stream(Row.self, from: try JSON.encode(root), at: pointer)
  var rows: [Row] = []
  while let row = try elements.next() { rows.append(row) }
  try job.write("from-stream.json", values: rows)

  rows = []
  let lines = texts.map { $0 + "\n" }.joined()
  try JSON.stream(Row.self, from: SmallChunks(Array(lines.utf8)), options: JSON.StreamOptions(framing: .lines))
    .forEach { rows.append($0) }
  try job.write("from-chunks.json", values: rows)
}

func readAsynchronously<Row: Readable & Writable>(_ type: Row.Type, _ job: Job) async throws {
  var rows: [Row] = []
  for try await row in try JSON.stream(Row.self, from: SmallChunks(job.document).stream) { rows.append(row) }
  try job.write("from-async.json", values: rows)
}

func writeAndReadTrees<Row: Readable & Writable>(_ rows: [Row], _ job: Job) throws {
  try job.write("tree.json", try JSON.encode(try JSON.Value.encode(rows)))
  let tree = try JSON.decode(JSON.Value.self, from: job.document)
  try job.write("from-tree.json", values: try tree.decode([Row].self))
}
