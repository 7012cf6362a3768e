// Names that the examples in the documentation use without declaring them.

import Foundation
import Millrace
import MillraceCompression
import MillraceFoundation
import MillraceSQLite
import MillraceTables

@Serializable
struct Film: Equatable {
  var name: String
  @Field("directed_by") var directors: [String] = []
  @Field("initial_release_date") var released: String?
}

@Serializable
struct User {
  var name: String
}

@Serializable
struct Size {
  var width: Int
  var height: Int
}

/// The rows of the tutorial.
@Serializable
struct Movie {
  var name: String
  @Field("directed_by") var directors: [String] = []
  var year: Int?
}

/// Seconds as minutes.
enum Minutes: FieldStrategy {
  static func read<R: FormatReader & ~Copyable & ~Escapable>(from reader: inout R) throws -> Double {
    60 * (try reader.readDouble())
  }
  static func write<W: FormatWriter & ~Copyable>(_ seconds: borrowing Double, to writer: inout W) {
    writer.write(seconds / 60)
  }
}

/// What a property wrapper takes for a member that is missing.
protocol DefaultValue {
  associatedtype Value: Codable
  static var value: Value { get }
}

enum EmptyTags: DefaultValue { static let value: [String] = [] }

@propertyWrapper
struct Default<Source: DefaultValue>: Codable {
  var wrappedValue: Source.Value
  init(from decoder: any Decoder) throws { wrappedValue = try decoder.singleValueContainer().decode(Source.Value.self) }
  func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

struct Money: Codable {
  var cents: Int
}

let films = [
  Film(name: "Alien", directors: ["Ridley Scott"], released: "1979-05-25"),
  Film(name: "Aliens", directors: ["James Cameron"], released: "1986-07-18"),
]

/// The films as a document.
let bytes = Array(
  """
  [{"name": "Alien", "directed_by": ["Ridley Scott"], "initial_release_date": "1979-05-25"},
   {"name": "Aliens", "directed_by": ["James Cameron"], "initial_release_date": "1986-07-18"}]
  """.utf8)

/// A row of a timetable, as GTFS has them.
@Serializable
struct StopTime: Equatable {
  @Field("trip_id") var trip: String
  @Field("arrival_time") var arrival: String
  @Field("stop_sequence") var sequence: Int
  @Field("stop_headsign") var headsign: String?
}

let stops = [
  StopTime(trip: "S1", arrival: "08:00:00", sequence: 1), StopTime(trip: "S1", arrival: "08:04:00", sequence: 2),
]

/// The timetable as CSV.
let table = Array("trip_id,arrival_time,stop_sequence,stop_headsign\nS1,08:00:00,1,\nS1,08:04:00,2,\n".utf8)

/// The films among the answers to a search.
let answer = ["response": ["docs": films]]

/// The answer in pieces that come one after another.
let chunks = AsyncStream { continuation in
  let bytes = (try? JSON.encode(answer)) ?? []
  for start in stride(from: 0, to: bytes.count, by: 50) {
    continuation.yield(Array(bytes[start..<min(start + 50, bytes.count)]))
  }
  continuation.finish()
}

/// A database with the films and with accounts.
nonisolated(unsafe) let database = try! makeDatabase(at: ":memory:")

func makeDatabase(at path: String) throws -> SQLite.Database {
  let database = try SQLite.Database(path: path, mode: .create)
  try database.table("films").insert(films)
  try database.execute(
    """
    ALTER TABLE films ADD COLUMN year INTEGER;
    UPDATE films SET year = CAST(initial_release_date AS INTEGER);
    CREATE TABLE accounts (id INTEGER PRIMARY KEY, balance INTEGER);
    INSERT INTO accounts VALUES (1, 500), (2, 0);
    """)
  return database
}

/// What an app says once of its coders.
enum App {
  static let coders = CoderProvider(coders: ["api": CoderConfiguration(), "cache": CoderConfiguration()])
}

/// The films in a file that an example may read, and change.
let file: URL = {
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("films-\(UUID().uuidString).json")
  FileManager.default.createFile(atPath: file.path, contents: Data(bytes))
  return file
}()

/// A folder with the films as `films.json` (among the answers to a search), `films.json.gz`, `films.jsonl`, `films.arrow`,
/// `films.parquet` and `films.db`, and with tables of CSV. It is the current folder of all examples.
func makeFolder() throws -> URL {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("examples-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  guard FileManager.default.changeCurrentDirectoryPath(folder.path) else { throw CocoaError(.fileNoSuchFile) }
  try Data(JSON.encode(answer)).write(to: URL(fileURLWithPath: "films.json"))
  try compress(JSON.encode(answer), to: "films.json.gz")
  var lines = JSON.StreamWriter(to: try DescriptorSink(path: "films.jsonl"), as: .lines)
  for film in films { try lines.append(film) }
  try lines.finish()
  var rows = try Arrow.StreamWriter(to: try DescriptorSink(path: "films.arrow"))
  for film in films { try rows.append(film) }
  try rows.finish()
  var columns = try Parquet.StreamWriter(to: try DescriptorSink(path: "films.parquet"))
  for film in films { try columns.append(film) }
  try columns.finish()
  _ = try makeDatabase(at: "films.db")
  try Data(table).write(to: URL(fileURLWithPath: "stop_times.txt"))
  try compress(table, to: "stop_times.txt.gz")
  try Data("id,price,tags,since\n1,2.50,[],2026-11-22T00:00:00Z\n".utf8).write(to: URL(fileURLWithPath: "goods.csv"))
  return folder
}

private func compress(_ bytes: [UInt8], to path: String) throws {
  let file = try DescriptorSink(path: path)
  var sink = GzipSink(file)
  try sink.write(bytes)
  try sink.finish()
}
