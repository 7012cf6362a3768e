import Foundation
import Millrace
import Testing

// The examples of the documentation, word for word.

private enum Keyed {
  @Serializable
  enum Shape: Equatable {
    case circle(radius: Double)  // {"circle":{"radius":1}}
    case label(String)  // {"label":{"_0":"text"}}
    case empty  // {"empty":{}}
  }
}

private enum Tagged {
  @Serializable(tag: "type")
  enum Shape: Equatable {
    case circle(radius: Double)  // {"type":"circle","radius":1}
    case user(User)  // {"type":"user","name":"…"}: the members of User, which must be an object
    case empty  // {"type":"empty"}
  }

  @Serializable
  struct User: Equatable { var name: String }

  @Serializable(tag: "type", content: "value")
  enum Event: Equatable {
    case moved(x: Int, y: Int)  // {"type":"moved","value":{"x":1,"y":2}}
    case typed(String)  // {"type":"typed","value":"text"}
    case closed  // {"type":"closed"}
  }
}

private enum Named {
  @Serializable(tag: "type")
  enum Shape: Equatable {
    @Case("Circle", aliases: "Round") case circle(radius: Double)
    @Case(.unknown) case other(JSON.Value)
  }
}

@Serializable(.untagged)
private enum Reference: Equatable {
  case number(Int)  // 7
  case name(String)  // "text"
  case range(first: Int, last: Int)  // {"first":1,"last":2}
  case film(Film)  // {"name":"Ran","directed_by":[]}
}

@Serializable(.strings)
private enum Color: Equatable {
  case red, green  // "red"
  @Case(.unknown) case other(String)  // "mauve"
}

@Serializable(.transparent)
private struct FilmID: Hashable {
  var number: Int  // 7
}

private enum Aliased {
  @Serializable
  struct Film: Equatable {
    @Field("title", aliases: "name", "original_title") var title: String
    @Field("tags", .lossy, .nullAsDefault) var tags: [String] = []
  }
}

private enum Pathed {
  @Serializable
  struct Film: Equatable {
    @Field(at: "meta/ids/imdb") var imdb: String
    @Field(at: "meta/year") var year: Int?
  }
}

enum Minutes: FieldStrategy {
  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Duration {
    .seconds(60 * (try reader.readInt64()))
  }
  static func write<Writer: FormatWriter & ~Copyable>(_ value: borrowing Duration, to writer: inout Writer) {
    writer.write(value.components.seconds / 60)
  }
}

private enum Strategies {
  @Serializable
  struct Film: Equatable {
    @Field(using: Minutes.self) var length: Duration
    @Field("runtime", using: Minutes.self) var runtime: Duration?
  }
}

private enum Flattened {
  @Serializable
  struct Page: Equatable {
    var number: Int
    @Field(.flattened) var size: Size  // a serializable type
    @Field(.flattened) var rest: [String: Int]  // all members without a field

    @Serializable
    struct Size: Equatable { var width, height: Int }
  }
}

private enum Sized {
  @Serializable
  enum Shape: Equatable {
    @Case(values: "width", "height") case rectangle(Double, Double)  // {"rectangle":{"width":1,"height":2}}
  }
}

private enum OnlyCodable {
  enum EmptyTags {}

  @propertyWrapper
  struct Default<Source>: Codable { var wrappedValue: [String] }

  struct Money: Codable { var cents: Int }

  @Serializable(.codable)
  class Account: Codable {
    @Field("user_name") var name: String
    @Default<EmptyTags> var tags: [String]  // a property wrapper of yours
    var balance: Money  // a type of which nothing is known but that it is Codable
  }
}

@Suite("The examples of the documentation")
struct ExampleTests {
  @Test func `enumerations`() throws {
    try expectRoundTrip(Keyed.Shape.circle(radius: 1), #"{"circle":{"radius":1}}"#)
    try expectRoundTrip(Keyed.Shape.label("text"), #"{"label":{"_0":"text"}}"#)
    try expectRoundTrip(Keyed.Shape.empty, #"{"empty":{}}"#)
    try expectRoundTrip(Tagged.Shape.circle(radius: 1), #"{"type":"circle","radius":1}"#)
    try expectRoundTrip(Tagged.Shape.user(.init(name: "…")), #"{"type":"user","name":"…"}"#)
    try expectRoundTrip(Tagged.Shape.empty, #"{"type":"empty"}"#)
    try expectRoundTrip(Tagged.Event.moved(x: 1, y: 2), #"{"type":"moved","value":{"x":1,"y":2}}"#)
    try expectRoundTrip(Tagged.Event.typed("text"), #"{"type":"typed","value":"text"}"#)
    try expectRoundTrip(Tagged.Event.closed, #"{"type":"closed"}"#)
    try expectRoundTrip(Named.Shape.circle(radius: 1), #"{"type":"Circle","radius":1}"#)
    #expect(try JSON.decode(Named.Shape.self, from: #"{"radius":1,"type":"Round"}"#) == .circle(radius: 1))
    try expectRoundTrip(Sized.Shape.rectangle(1, 2), #"{"rectangle":{"width":1,"height":2}}"#)
    try expectRoundTrip(Reference.number(7), "7")
    try expectRoundTrip(Reference.name("text"), #""text""#)
    try expectRoundTrip(Reference.range(first: 1, last: 2), #"{"first":1,"last":2}"#)
    try expectRoundTrip(Reference.film(Film(name: "Ran")), #"{"name":"Ran","directed_by":[]}"#)
    try expectRoundTrip(Color.red, #""red""#)
    try expectRoundTrip(FilmID(number: 7), "7")
    #expect(try JSON.decode(Color.self, from: #""mauve""#) == .other("mauve"))
  }

  @Test func `types that are only Codable`() throws {
    let text = #"{"balance":{"cents":1},"tags":{"wrappedValue":["a"]},"user_name":"A"}"#
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let account = try JSONDecoder().decode(OnlyCodable.Account.self, from: Data(text.utf8))
    #expect(account.tags == ["a"])
    #expect(try encoder.encode(account) == Data(text.utf8))
  }

  @Test func `fields`() throws {
    try expectRoundTrip(Aliased.Film(title: "Ran", tags: ["a"]), #"{"title":"Ran","tags":["a"]}"#)
    try expectRoundTrip(
      Pathed.Film(imdb: "tt0089881", year: 1985), #"{"meta":{"ids":{"imdb":"tt0089881"},"year":1985}}"#)
    try expectRoundTrip(Strategies.Film(length: .seconds(9720)), #"{"length":162}"#)
    try expectRoundTrip(
      Flattened.Page(number: 1, size: .init(width: 210, height: 297), rest: ["margin": 20]),
      #"{"number":1,"width":210,"height":297,"margin":20}"#)
  }
}
