import Millrace
import Testing

@Serializable
struct Film: Equatable {
  var name: String
  @Field("directed_by") var directors: [String] = []
  @Field("initial_release_date") var released: String?
}

@Serializable
final class Folder {
  let name: String
  var parent: Folder?
  var files: [String: Int] = [:]
  @Field(.ignored) lazy var summary = "\(name): \(files.count)"
  @Field(.ignored) weak var observer: Folder?

  init(named name: String) { self.name = name }
}

@Serializable
enum Currency: String, CaseIterable {
  case euro = "EUR"
  case yen = "JPY"
}

@Serializable
enum Priority: Int {
  case low = -1
  case high = 10
}

@Serializable
struct Money: Equatable {
  var rates: [Currency: Double]
  var ranks: [Priority: Currency]
  var preferred: Currency?
}

@Serializable
struct Page<Item, Key: ObjectKey & Hashable> {
  var items: [Item]
  var byKey: [Key: Item] = [:]
  private var count = 0
}

enum Outer {
  struct Colour {
    var name = ""
  }

  @Serializable
  struct Inner: Equatable {
    static let fallback = 7
    var number: Number = fallback
    private var secret: String = "s"
    typealias Number = Int

    init() {}
  }
}

/// Names that generated code must not trip over.
@Serializable
struct Awkward: Equatable {
  var `default`: Bool
  var reader, writer: Int
  var `self`: Int?
  var search: Reader
  @Field("a \"quoted\" \\ name\n") var quoted: Int = 1
  @Field("größe") var size = -2.5
  @Field("") var empty: [Int]! = nil
  var limit: Int? = 3

  @Serializable
  struct Reader: Equatable {
    var object: String
  }
}

@Suite("Types annotated with @Serializable")
struct SerializableTests {
  private func roundTrip<Value: Serializable & Equatable>(_ value: Value, _ text: String) throws {
    #expect(try JSON.encode(value, as: String.self) == text)
    #expect(try JSON.decode(Value.self, from: text) == value)
    // The generic path, by way of the tree, must do the same as the one for JSON.
    let tree = try JSON.Value.encode(value)
    #expect(try tree.decode(Value.self) == value)
    #expect(tree.description == text)
  }

  @Test func `a structure survives writing and reading`() throws {
    try roundTrip(
      Film(name: "Ran", directors: ["Akira Kurosawa"], released: "1985-06-01"),
      #"{"name":"Ran","directed_by":["Akira Kurosawa"],"initial_release_date":"1985-06-01"}"#)
  }

  @Test func `fields with defaults and optionals may be missing, optionals may be null`() throws {
    #expect(try JSON.decode(Film.self, from: #"{"name":"Ran"}"#) == Film(name: "Ran"))
    #expect(try JSON.decode(Film.self, from: #"{"name":"Ran","initial_release_date":null}"#) == Film(name: "Ran"))
    let error = #expect(throws: FormatError.self) {
      try JSON.decode(Film.self, from: #"{"name":"Ran","directed_by":null}"#)
    }
    #expect(error?.place.path == "/directed_by")
  }

  @Test func `a missing field is named, with the path of its object`() {
    let error = #expect(throws: FormatError.self) {
      try JSON.decode([Film].self, from: #"[{"name":"a"},{"title":"b"}]"#)
    }
    #expect(error?.description == #"line 1, column 28 (byte 27), at /1: missing field "name""#)
  }

  @Test func `a final class refers to its own kind, and what is ignored stays out`() throws {
    let text = #"{"name":"a","parent":{"name":"b","files":{"x":1}},"files":{}}"#
    let folder = try JSON.decode(Folder.self, from: text)
    #expect(folder.name == "a")
    #expect(folder.parent?.files == ["x": 1])
    #expect(folder.summary == "a: 0")
    #expect(try JSON.encode(folder, as: String.self) == text)
  }

  @Test func `enumerations are their raw values, as values and as keys`() throws {
    try roundTrip(
      Money(rates: [.yen: 163.5], ranks: [.low: .euro], preferred: .euro),
      #"{"rates":{"JPY":163.5},"ranks":{"-1":"EUR"},"preferred":"EUR"}"#)
    for (text, place) in [
      (#"{"rates":{},"ranks":{},"preferred":"GBP"}"#, "/preferred"), (#"{"rates":{"GBP":1}}"#, "/rates/GBP"),
      (#"{"rates":{},"ranks":{"+10":"EUR"}}"#, "/ranks/+10"),
    ] {
      let error = #expect(throws: FormatError.self) { try JSON.decode(Money.self, from: text) }
      #expect(error?.place.path == place)
    }
  }

  @Test func `generic types read what their parameters read`() throws {
    let text = #"{"items":[{"name":"a","directed_by":[]}],"byKey":{"7":{"name":"b","directed_by":[]}},"count":2}"#
    let page = try JSON.decode(Page<Film, Int>.self, from: text)
    #expect(page.byKey[7] == Film(name: "b"))
    #expect(try JSON.encode(page, as: String.self) == text)
  }

  @Test func `names mean what they mean inside the type`() throws {
    try roundTrip(Outer.Inner(), #"{"number":7,"secret":"s"}"#)
    #expect(try JSON.decode(Outer.Inner.self, from: "{}") == Outer.Inner())
  }

  @Test func `names of fields clash with nothing in the generated code`() throws {
    let value = Awkward(
      default: true, reader: 1, writer: 2, self: nil, search: .init(object: "x"), quoted: 3, size: 4, empty: [5])
    try roundTrip(
      value,
      #"{"default":true,"reader":1,"writer":2,"search":{"object":"x"},"a \"quoted\" \\ name\n":3,"größe":4,"#
        + #""":[5],"limit":3}"#)
    let defaults = try JSON.decode(
      Awkward.self, from: #"{"default":false,"reader":1,"writer":2,"search":{"object":"x"}}"#)
    #expect(defaults.quoted == 1 && defaults.size == -2.5 && defaults.empty == nil && defaults.limit == 3)
    #expect(
      try JSON.decode(
        Awkward.self, from: #"{"default":false,"reader":1,"writer":2,"search":{"object":"x"},"limit":null}"#
      ).limit == nil)
  }
}
