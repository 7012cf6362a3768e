import Foundation
import Millrace
import MillraceCodable
import MillraceFoundation
import MillraceTables

// Values that are `Codable`, by the coders and by themselves.

func writeAndReadCodable<Row: Codable>(_ type: Row.Type, _ job: Job) throws {
  let data = Data(job.document)
  let rows = try FastJSONDecoder().decode([Row].self, from: data)
  let pretty = FastJSONEncoder()
  pretty.outputFormatting = [.prettyPrinted, .sortedKeys]
  try job.write("fast.json", try FastJSONEncoder().encode(rows))
  try job.write("fast-pretty.json", try pretty.encode(rows))
  try job.write("foundation.json", try JSONEncoder().encode(rows))
  try job.write(
    "foundation-decoder.json", try FastJSONEncoder().encode(try JSONDecoder().decode([Row].self, from: data)))
  try job.write("coded.json", try JSON.encode(EncodableValue(rows), as: String.self))
  try job.write("coded.jsonl", try rows.map { try JSON.encode(EncodableValue($0), as: String.self) + "\n" }.joined())
  try job.write("coded-tree.json", "\(try JSON.Value.encode(EncodableValue(rows)))")
}

/// Values that are not `Writable`.
func writeUnannotated<Row: Codable>(_ type: Row.Type, _ job: Job) throws {
  let rows = try FastJSONDecoder().decode([Row].self, from: Data(job.document))
  try job.write("coded-static.json", try StaticJSONEncoder<String, JSON.Standard>.encode(rows))
  try job.write("coded-pretty.json", try StaticJSONEncoder<[UInt8], JSON.Pretty>.encode(rows))
  try job.write("coded.csv", try CSV.encode(EncodableValue(rows), options: job.tableOptions))
  try job.write("coded.arrow", try Arrow.encode(rows.map { EncodableValue($0) }))
}
