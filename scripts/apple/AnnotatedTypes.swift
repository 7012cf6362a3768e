// A type of each kind for which the macro generates code of its own, as an app for the oldest systems declares them. Some are newer
// themselves. The program is checked in the language modes of Swift 5 and 6; it never runs.

import Foundation
import Millrace
import MillraceCodable
import MillraceFoundation
import MillraceTables

// MARK: Structures

@Serializable
public struct Film: Equatable {
  public var name: String
  @Field("directed_by", aliases: "directors") public var directors: [String] = []
  @Field("initial_release_date") public var released: String?
}

@Serializable(names: .snakeCase, validated: true)
struct Settings {
  var maximumCount: Int = 3
  var ratio: Float?
  @Field(.ignored) var cache: [String: Int] = [:]
  @Field(.omittedWhenDefault) var isOn = true
  @Field(.nilAsNull) var note: String?
  @Field(at: "meta/id") var id: UInt64
  @Field(.lossy, .nullAsDefault) var ranks: [Int] = []
  @Field(using: Minutes.self) var length: Int
  @Field(.flattened) var film: Film
  @Field(.flattened) var rest: [String: JSON.Value]
  func validate() throws {}
}

@Serializable(.inlined, unknownFields: .rejected)
struct Compact {
  var a: Int
  var b: [String: Double] = [:]
  var c: Compact.Inner?
  @Serializable struct Inner { var x: Int }
}

@Serializable
struct Wide {
  var a1: Int, a2: Int, a3: Int, a4: Int, a5: Int, a6: Int, a7: Int, a8: Int, a9: Int
  var b1: String, b2: String, b3: String, b4: String?, b5: String?, b6: [String], b7: [String: Bool], b8: Double, b9: Bool
}

@Serializable
public struct Page<Item, Tag: Hashable & ObjectKey> {
  var items: [Item]
  var byTag: [Tag: Item]
}

@Serializable(.transparent)
struct Identifier: Hashable { var value: Int }

@Serializable
struct Values {
  var date: Date
  var data: Data
  var url: URL?
  var decimal: Decimal
  var uuid: UUID
  var size: CGFloat
  var instant: Instant
  var tree: JSON.Value
}

enum Minutes: FieldStrategy {
  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Int {
    try reader.readInt() / 60
  }
  static func write<Writer: FormatWriter & ~Copyable>(_ value: borrowing Int, to writer: inout Writer) {
    writer.write(copy value * 60)
  }
}

@Readable
struct Question { var text: String }

@Writable
struct Answer {
  let text: String
  var isRight = true
}

// MARK: Enumerations

@Serializable
enum Color: String { case red, green, blue }

@Serializable
enum Level: Int {
  case low = 1
  case high = 2
}

@Serializable
enum Event {
  case opened
  case moved(x: Int, y: Int = 0)
  case closed(Int, reason: String?)
}

@Serializable(tag: "type")
enum Shape {
  case circle(radius: Double)
  case square(side: Double)
  @Case(.unknown) case other(JSON.Value)
}

@Serializable(tag: "type", content: "value")
enum Message {
  case text(String)
  @Case("pair", values: "left", "right") case two(Int, Int)
}

@Serializable(.untagged)
enum Scalar {
  case number(Double)
  case text(String)
  case film(Film)
}

@Serializable(.strings)
enum Word { case first, second }

// MARK: Classes

@Serializable
final class Node {
  var id: Int
  var children: [Node] = []
  init(id: Int) { self.id = id }
}

@Serializable
class Vehicle {
  var wheels: Int
  init(wheels: Int) { self.wheels = wheels }
}

@Serializable
final class Car: Vehicle {
  var doors: Int = 4
}

// MARK: Codable

@Serializable
struct Coded: Codable, Hashable {
  @Field("user_id") var id: Int
  var name: String = ""
  var color: Level.RawValue?
}

@Serializable(.codable)
struct OnlyCoded: Codable {
  @Field("a_b") var ab: Int
  var c: [String] = []
}

@Serializable
enum CodedEvent: Codable {
  case opened
  case moved(x: Int, y: Int)
}

// MARK: Types that are newer than the app's minimum

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
@Serializable
public struct Recent {
  public var id: Int
  public var film: Film?
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
@Serializable
final class RecentNode {
  var id: Int
  var parent: Recent?
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
@Serializable(tag: "type")
enum RecentShape: Codable {
  case circle(radius: Double)
  case recent(id: Int)
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@Serializable
struct Balance {
  var cents: Int128
  var limit: UInt128?
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, *)
extension Film {
  @Serializable
  struct Length { var minutes: Int }
}

@available(iOS, deprecated: 15, message: "use Film")
@available(macOS, deprecated: 12, message: "use Film")
@Serializable
struct Movie { var name: String }

// MARK: Uses

func use(_ bytes: [UInt8], _ data: Data) throws {
  let films = try JSON.decode([Film].self, from: bytes)
  _ = try JSON.encode(films, style: JSON.Pretty.self)
  _ = try JSON.encode(films, as: String.self)
  _ = try JSON.decode(Page<Film, String>.self, from: data)
  var settings = try JSON.decode(Settings.self, from: String(decoding: bytes, as: UTF8.self))
  try JSON.update(&settings, from: bytes)
  _ = try CSV.encode(films)
  let decoder = FastJSONDecoder()
  decoder.dateDecodingStrategy = .iso8601
  _ = try decoder.decode([Coded].self, from: data)
  _ = try FastJSONEncoder().encode([CodedEvent.opened])
  var elements = try JSON.stream(Film.self, from: "films.json", at: "/response/docs")
  while let film = try elements.next() { print(film.name) }
}

@available(macOS 10.15, iOS 13, tvOS 13, watchOS 6, *)
func useAsynchronously(_ chunks: AsyncStream<[UInt8]>) async throws {
  for try await film in try JSON.stream(Film.self, from: chunks) { print(film.name) }
}
