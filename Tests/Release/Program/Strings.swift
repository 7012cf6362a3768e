import Foundation
import Millrace
import MillraceCodable
import MillraceFoundation
import MillraceSQLite
import MillraceTables
import Shapes

// Strings that a program has made, each passed to the library as a statement of a user's program does it.

@Serializable
private struct Named {
  var name: String
}

@Serializable
private struct NamedTwice: Codable {
  var name: String
  var other: String?
}

/// Where the results are collected: a line for each, with its label, the number of its string, and the bytes.
struct Results {
  private var text = ""

  mutating func add(_ label: String, _ number: Int, _ bytes: some Sequence<UInt8>) {
    text += "\(label) \(number) " + bytes.map { String($0, radix: 16) }.joined(separator: ".") + "\n"
  }

  mutating func add(_ label: String, _ number: Int, _ string: String) { add(label, number, string.utf8) }

  func write(to file: URL) throws { try Data(text.utf8).write(to: file) }
}

func writeStrings(_ texts: [String], to file: URL) throws {
  var results = Results()
  for (number, text) in texts.enumerated() {
    try writeDocuments(text, number, &results)
    try writeCells(text, number, &results)
    try writeByCall(text, number, &results)
    try writeTrees(text, number, &results)
    try writeDatabase(text, number, &results)
    writeErrors(text, number, &results)
  }
  try results.write(to: file)
}

private func writeDocuments(_ text: String, _ number: Int, _ results: inout Results) throws {
  results.add("json", number, try JSON.encode(text))
  results.add("json-array", number, try JSON.encode([text, "-\(text)"], as: String.self))
  results.add("json-key", number, try JSON.encode([text: number], as: String.self))
  results.add("json-field", number, try JSON.encode(Named(name: text), as: String.self))
  results.add("json-made", number, try JSON.encode([Named(name: "\(number)-\(text)")], as: String.self))
  results.add("json-other", number, try JSON.encode(Named(name: text + "."), as: String.self, style: Other.self))
  results.add("json-snake", number, try JSON.encode(["aKey": text], as: String.self, style: SnakeCase.self))
  results.add("json-static", number, try StaticJSONEncoder<String, JSON.Canonical>.encode([text]))
  results.add("json-fast", number, try FastJSONEncoder().encode(NamedTwice(name: text, other: "\(number)")))
  results.add("json-coded", number, try JSON.encode(EncodableValue(NamedTwice(name: text)), as: String.self))

  let quoted = try JSON.encode(text, as: String.self)
  results.add("decoded", number, try JSON.decode(String.self, from: quoted))
  results.add("decoded-field", number, try JSON.decode(Named.self, from: "{\"name\": \(quoted)}").name)
  results.add(
    "decoded-json5", number, try JSON.decode([String].self, from: "[\(quoted),]", style: JSON.Lenient.self)[0])
  results.add("decoded-key", number, try JSON.decode([String: Int].self, from: "{\(quoted):1}").keys.first ?? "none")
  var updated = NamedTwice(name: "before", other: text)
  try JSON.update(&updated, from: "{\"name\":\(quoted)}")
  results.add("updated", number, updated.name + (updated.other ?? ""))
}

private func writeCells(_ text: String, _ number: Int, _ results: inout Results) throws {
  results.add("csv", number, try CSV.encode([Named(name: text)]))
  results.add("csv-made", number, try CSV.encode([Named(name: "\(number)-\(text)")]))
  results.add("csv-optional", number, try CSV.encode([NamedTwice(name: text, other: text + "!")]))
  results.add("csv-key", number, try CSV.encode([[text + "k": number]]))
  results.add("csv-value", number, try CSV.encode([["key": text]]))
  results.add("csv-array", number, try CSV.encode([[text, "-\(text)"]]))
  results.add(
    "csv-column", number, try CSV.encode([["\(number)k": 1]], options: CSV.WritingOptions(columns: ["\(number)k"])))
  let table = try CSV.encode([NamedTwice(name: text, other: "\(number)")])
  results.add("csv-decoded", number, try CSV.decode([NamedTwice].self, from: table)[0].name)
  results.add("csv-by-position", number, try CSV.columns(String.self, Int.self, from: table).0[0])

  let columns = try Columns.table(of: [Named(name: text), Named(name: "\(text)!")])
  var reader = Columns.Reader(columns)
  while let row = try reader.next(Named.self) { results.add("columns", number, row.name) }
  results.add("columns-name", number, try Columns.table(of: [[text: 1]]).columns[0].name)
  let arrow = try Arrow.encode([Named(name: text)])
  results.add("arrow", number, try Arrow.decode([Named].self, from: arrow)[0].name)
  results.add("arrow-tree", number, try Arrow.decode([JSON.Value].self, from: arrow)[0].description)
}

/// The functions that hand-written conformances call.
private func writeByCall(_ text: String, _ number: Int, _ results: inout Results) throws {
  var json = JSON.Writer()
  json.beginMap()
  json.writeKey(text)
  json.write(text)
  json.endObject()
  try json.finish()
  results.add("json-writer", number, json.bytes.withUnsafeBufferPointer { Array($0) })

  var tree = JSON.Value.Writer()
  tree.beginMap()
  tree.writeKey(text)
  tree.write(text + ".")
  tree.endObject()
  results.add("tree-writer", number, try tree.finish().description)

  var csv = try CSV.makeWriter()
  csv.beginArray()
  csv.beginMap()
  csv.writeKey("\(number)")
  csv.write(text)
  csv.endObject()
  csv.endArray()
  try csv.end()
  results.add("csv-writer", number, CSV.take(from: csv))

  var columns = Columns.Writer()
  columns.beginArray()
  columns.beginMap()
  columns.writeKey("\(number)")
  columns.write(text)
  columns.endObject()
  columns.endArray()
  let table = try columns.finish()
  results.add("columns-writer", number, table.columns[0].name + "=" + (table.columns[0].string(at: 0) ?? "none"))

  let options = CSV.ReadingOptions(dialect: .tabs)
  let rows = try CSV.encode(
    [["a": text, "b": "\(number)"]], options: CSV.WritingOptions(dialect: .tabs, columns: ["a", "b"]))
  var reader = try CSV.makeReader(of: ArraySource(rows), options: options)
  results.add("csv-reader", number, try reader.read([[String: String]].self)[0]["a"] ?? "none")
}

private func writeTrees(_ text: String, _ number: Int, _ results: inout Results) throws {
  let value: JSON.Value = ["a": .string(text), "b": [.string("\(number)\(text)")]]
  results.add("tree", number, value.description)
  results.add("tree-string", number, value["b"]?[0]?.string ?? "none")
  results.add("tree-key", number, JSON.Value.object(JSON.Object([(text, .init(1))])).description)
  var object = JSON.Object()
  object[text] = .string(text)
  results.add("tree-member", number, object[text]?.string ?? "none")
  results.add("pointer", number, JSON.Pointer(tokens: [text, "x"]).description)
  let pointer = try JSON.decode(JSON.Pointer.self, from: try JSON.encode(JSON.Pointer(tokens: [text])))
  results.add("pointer-token", number, pointer.tokens[0])
  let raw = try JSON.Raw(try JSON.encode([text], as: String.self))
  results.add("raw", number, try JSON.encode(["raw": raw], as: String.self))
  results.add("raw-pretty", number, try JSON.encode([raw], as: String.self, style: JSON.Pretty.self))
  var patched = value
  patched.mergePatch(["a": .string("\(text)?")])
  results.add("merged", number, patched["a"]?.string ?? "none")
  let patch = JSON.Patch(value.differences(to: patched))
  results.add("patch", number, try JSON.encode(patch, as: String.self))
}

private func writeDatabase(_ text: String, _ number: Int, _ results: inout Results) throws {
  let database = try SQLite.Database()
  try database.table("t").insert([Named(name: text)])
  try database.table("t").insert([["name": "\(number)\(text)"]])
  try database.execute("INSERT INTO t VALUES (?)", text)
  try database.execute("INSERT INTO t VALUES (?)", text + ".")
  var rows = try database.query("SELECT name FROM t ORDER BY rowid")
  while let row = try rows.next(Named.self) { results.add("sqlite", number, row.name) }
  var one = try database.query("SELECT :a || :b AS name", named: ["a": text, "b": "\(number)"])
  results.add("sqlite-named", number, try one.next(Named.self)?.name ?? "none")
  var lengths = try database.query("SELECT length(CAST(name AS BLOB)) AS count FROM t ORDER BY rowid")
  while let row = try lengths.next([String: Int].self) { results.add("sqlite-count", number, "\(row["count"] ?? -1)") }
}

private func writeErrors(_ text: String, _ number: Int, _ results: inout Results) {
  func add(_ label: String, _ body: () throws -> Void) {
    do {
      try body()
      results.add(label, number, "no error")
    } catch {
      results.add(label, number, "\(error)")
    }
  }
  add("error-value") { _ = try JSON.decode(Int.self, from: try JSON.encode(text)) }
  add("error-path") { _ = try JSON.decode([String: Int].self, from: try JSON.encode([text: "x"])) }
  add("error-column") {
    _ = try CSV.encode([["\(number)": text]], options: CSV.WritingOptions(columns: ["other"]))
  }
  add("error-cell") { _ = try CSV.decode([[String: Int]].self, from: try CSV.encode([["k": "x" + text]])) }
}
