import Foundation
import Millrace
import Testing

/// Types that state `Codable`, and beside each the same with the compiler's own.
private enum Ours {
  @Serializable
  struct Person: Codable, Equatable {
    let firstName: String
    var lastName: String?
    var birthDay: Date
    var portrait: Data
    var homePage: URL?
    var scores: [String: [Double]]
    var friends: [Person]
    var shape: Shape
    @Field(.ignored) var cache: Int?
    var kind: Kind
  }

  @Serializable
  enum Shape: Codable, Equatable {
    case circle(radius: Double)
    case label(String, fontSize: Int?, Bool)
    indirect case pair(Shape, Shape)
    case emptyShape
  }

  @Serializable
  enum Kind: String, Codable { case human, robot }

  @Serializable
  final class Node: Codable {
    var name: String
    var nextNode: Node?
    init(name: String) { self.name = name }
  }

  @Serializable
  struct Pair<First: Codable, Second: Codable & Equatable>: Codable {
    var first: First
    var second: Second?
  }

  @Serializable
  struct Nothing: Codable, Equatable {}
}

private enum Theirs {
  struct Person: Codable, Equatable {
    let firstName: String
    var lastName: String?
    var birthDay: Date
    var portrait: Data
    var homePage: URL?
    var scores: [String: [Double]]
    var friends: [Person]
    var shape: Shape
    var kind: Kind
  }

  enum Shape: Codable, Equatable {
    case circle(radius: Double)
    case label(String, fontSize: Int?, Bool)
    indirect case pair(Shape, Shape)
    case emptyShape
  }

  enum Kind: String, Codable { case human, robot }

  final class Node: Codable {
    var name: String
    var nextNode: Node?
    init(name: String) { self.name = name }
  }

  struct Pair<First: Codable, Second: Codable & Equatable>: Codable {
    var first: First
    var second: Second?
  }

  struct Nothing: Codable, Equatable {}
}

// Foundation's types are not supported by the library that these tests are for.
extension Date: Readable, Writable {
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Date {
    Date(timeIntervalSinceReferenceDate: try reader.readDouble())
  }
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    writer.write(timeIntervalSinceReferenceDate)
  }
}
extension Data: Readable, Writable {
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Data {
    Data(try reader.readString().utf8)
  }
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    writer.write(String(decoding: self, as: UTF8.self))
  }
}
extension URL: Readable, Writable {
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> URL {
    URL(filePath: try reader.readString())
  }
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { writer.write(absoluteString) }
}

@Suite("Codable without CodingKeys")
struct CodableTests {
  private static let encoders: [JSONEncoder] = {
    let plain = JSONEncoder()
    let snake = JSONEncoder()
    snake.keyEncodingStrategy = .convertToSnakeCase
    snake.dateEncodingStrategy = .iso8601
    let custom = JSONEncoder()
    custom.keyEncodingStrategy = .custom { path in
      AnyKey(stringValue: path.map(\.stringValue).joined(separator: "."))
    }
    custom.dateEncodingStrategy = .millisecondsSince1970
    custom.dataEncodingStrategy = .deferredToData
    for encoder in [plain, snake, custom] { encoder.outputFormatting = .sortedKeys }
    return [plain, snake, custom]
  }()

  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Documents that the compiler's types are made from, and ours.
  private static let people = [
    #"""
    {"firstName":"A","birthDay":1.5,"portrait":"AQID","homePage":"http://a/b","scores":{"x":[1,2.5],"y":[]},
    "friends":[{"firstName":"B","lastName":"C","birthDay":0,"portrait":"","scores":{},"friends":[],"kind":"robot",
    "shape":{"pair":{"_0":{"emptyShape":{}},"_1":{"label":{"_0":"t","_2":true}}}}}],"kind":"human",
    "shape":{"label":{"_0":"t","_2":false,"fontSize":3}}}
    """#
  ]

  @Test func `both are encoded to the same bytes, whatever the strategies`() throws {
    for text in Self.people {
      let theirs = try JSONDecoder().decode(Theirs.Person.self, from: Data(text.utf8))
      let ours = try JSONDecoder().decode(Ours.Person.self, from: Data(text.utf8))
      for encoder in Self.encoders {
        let bytes = try encoder.encode(theirs)
        #expect(try encoder.encode(ours) == bytes)
        #expect(bytes.count > 200)
      }
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      decoder.dateDecodingStrategy = .iso8601
      let dated = try Self.encoders[1].encode(theirs)
      #expect(try decoder.decode(Ours.Person.self, from: dated).shape == ours.shape)
      #expect(try decoder.decode(Theirs.Person.self, from: dated).firstName == "A")
    }
    let list = #"{"name":"a","nextNode":{"name":"b"}}"#
    for encoder in Self.encoders {
      let theirs = try JSONDecoder().decode(Theirs.Node.self, from: Data(list.utf8))
      #expect(try encoder.encode(JSONDecoder().decode(Ours.Node.self, from: Data(list.utf8))) == encoder.encode(theirs))
      #expect(
        try encoder.encode(Ours.Pair(first: [1: "a"], second: 2.5))
          == encoder.encode(Theirs.Pair(first: [1: "a"], second: 2.5)))
      #expect(try encoder.encode(Ours.Nothing()) == encoder.encode(Theirs.Nothing()))
    }
  }

  @Test func `property lists are the same, too`() throws {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .xml
    for text in Self.people {
      let theirs = try JSONDecoder().decode(Theirs.Person.self, from: Data(text.utf8))
      let ours = try JSONDecoder().decode(Ours.Person.self, from: Data(text.utf8))
      let bytes = try encoder.encode(theirs)
      #expect(try encoder.encode(ours) == bytes)
      #expect(try encoder.encode(PropertyListDecoder().decode(Ours.Person.self, from: bytes)) == bytes)
    }
  }

  /// What an error says, without the names of the types, which differ.
  private static func summary<Value: Decodable>(_ type: Value.Type, _ text: String) -> String {
    do {
      _ = try JSONDecoder().decode(type, from: Data(text.utf8))
      return "fine"
    } catch let error as DecodingError {
      switch error {
      case .keyNotFound(let key, let context): return "no \(key.stringValue) at \(path(context))"
      case .typeMismatch(_, let context): return "mismatch at \(path(context)): \(context.debugDescription)"
      case .valueNotFound(let type, let context): return "no \(type) at \(path(context)): \(context.debugDescription)"
      case .dataCorrupted(let context): return "corrupted at \(path(context)): \(context.debugDescription)"
      @unknown default: return "?"
      }
    } catch {
      return "\(error)"
    }
  }

  private static func path(_ context: DecodingError.Context) -> String {
    context.codingPath.map(\.stringValue).joined(separator: "/")
  }

  @Test(arguments: [
    "{}", #"{"circle":{}}"#, #"{"circle":{"radius":"x"}}"#, #"{"circle":null}"#, #"{"circle":1}"#, "[]", "1",
    #"{"circle":{"radius":1},"emptyShape":{}}"#, #"{"unknown":{}}"#, #"{"unknown":1,"emptyShape":{}}"#,
    #"{"label":{"_0":"a","_2":null}}"#, #"{"label":{"_0":"a","fontSize":"x","_2":true}}"#, #"{"emptyShape":1}"#,
    #"{"pair":{"_0":{"circle":{}},"_1":{}}}"#,
  ])
  func `what cannot be decoded is the same error`(_ text: String) {
    #expect(Self.summary(Ours.Shape.self, text) == Self.summary(Theirs.Shape.self, text))
    let person = Self.people[0].replacingOccurrences(of: #""kind":"human""#, with: #""kind":\#(text)"#)
    #expect(Self.summary(Ours.Person.self, person) == Self.summary(Theirs.Person.self, person))
    #expect(Self.summary(Ours.Person.self, text) == Self.summary(Theirs.Person.self, text))
    #expect(Self.summary(Ours.Node.self, text) == Self.summary(Theirs.Node.self, text))
  }
}

// MARK: - What the compiler has no counterpart for

@Serializable
private struct Rich: Codable, Equatable {
  @Field("id", aliases: "identifier") var id: Int
  @Field(at: "meta/x") var x: Int
  @Field(at: "meta/inner/y") var y: Int?
  @Field(at: "other/z") var z: Int = 3
  @Field(.nullAsDefault) var a: Int = 1
  @Field(.omittedWhenDefault) var b: [Int] = [2]
  @Field(.nilAsNull) var c: Int?
  var d: Int? = 4
  @Field(.flattened) var size: Size
  @Field(.flattened) var rest: [String: Int]

  @Serializable
  struct Size: Codable, Equatable {
    var width: Int
  }
}

@Serializable(tag: "type", validated: true)
private enum Event: Codable, Equatable {
  case moved(x: Int, y: Int?)
  case sized(Rich.Size)
  @Case("End", aliases: "end") case end
  @Case(.unknown) case other([String: String])

  struct Negative: Error {}
  func validate() throws { if case .moved(..<0, _) = self { throw Negative() } }
}

@Serializable(tag: "t", content: "c")
private enum Message: Codable, Equatable {
  case moved(x: Int, y: Int?)
  case typed(String)
  case closed
}

@Serializable(.strings, names: .pascalCase)
private enum Color: Codable, Equatable {
  case lightRed, green
  @Case(.unknown) case other(String)
}

@Serializable
private enum Level: String, Codable {
  case low
  @Case(.unknown) case strange
}

@Serializable(.transparent, validated: true)
private struct Wrapper<Item: Codable & Equatable>: Codable, Equatable {
  var item: Item?
  func validate() throws {}
}

@Serializable(.transparent)
private final class Boxed: Codable, Equatable {
  let size: Rich.Size
  init() { size = Rich.Size(width: 0) }
  static func == (left: Boxed, right: Boxed) -> Bool { left.size == right.size }
}

@Suite("Codable with all that @Field and @Case can say")
struct RichCodableTests {
  /// Both ways must read and write the same.
  private func expectAgreement<Value: Codable & Equatable & Readable & Writable>(_ value: Value, _ text: String) throws
  {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try JSONDecoder().decode(Value.self, from: Data(text.utf8)) == value)
    #expect(try JSON.decode(Value.self, from: text) == value)
    let sorted = try JSON.Value.encode(value).sortedByKeys().description
    // An array, because older decoders reject a document that is only a string.
    #expect(try encoder.encode([value]) == Data("[\(sorted)]".utf8))
    #expect(try JSONDecoder().decode([Value].self, from: encoder.encode([value])) == [value])
  }

  @Test func `fields`() throws {
    let size = Rich.Size(width: 5)
    try expectAgreement(
      Rich(id: 1, x: 2, size: size, rest: ["q": 7]), #"{"identifier":1,"meta":{"x":2},"width":5,"a":null,"q":7}"#)
    try expectAgreement(
      Rich(id: 1, x: 2, y: 3, z: 4, a: 5, b: [], c: 6, d: nil, size: size, rest: [:]),
      #"{"id":1,"meta":{"x":2,"inner":{"y":3}},"other":{"z":4},"a":5,"b":[],"c":6,"d":null,"width":5}"#)
    for text in [#"{"id":1,"width":5}"#, #"{"id":1,"meta":{},"width":5}"#, #"{"meta":{"x":1},"width":5}"#] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(Rich.self, from: Data(text.utf8)) }
      #expect(throws: FormatError.self) { try JSON.decode(Rich.self, from: text) }
    }
  }

  @Test func `cases`() throws {
    try expectAgreement(Event.moved(x: 1, y: 2), #"{"x":1,"y":2,"type":"moved"}"#)
    try expectAgreement(Event.sized(Rich.Size(width: 1)), #"{"width":1,"type":"sized"}"#)
    try expectAgreement(Event.end, #"{"type":"end"}"#)
    try expectAgreement(Event.other(["type": "new", "a": "b"]), #"{"type":"new","a":"b"}"#)
    try expectAgreement(Message.moved(x: 1, y: nil), #"{"c":{"x":1},"t":"moved"}"#)
    try expectAgreement(Message.typed("a"), #"{"c":"a","t":"typed"}"#)
    try expectAgreement(Wrapper(item: [1]), "[1]")
    try expectAgreement(Wrapper<Int>(item: nil), "null")
    try expectAgreement(Boxed(), #"{"width":0}"#)
    #expect(Boxed.fieldTable.names == ["width"] && Boxed.kinds == .object)
    try expectAgreement(Message.closed, #"{"t":"closed"}"#)
    try expectAgreement([Color.lightRed, .other("x")], #"["LightRed","x"]"#)
    #expect(try JSONDecoder().decode([Level].self, from: Data(#"["low","x"]"#.utf8)) == [.low, .strange])
    #expect(throws: Event.Negative.self) {
      try JSONDecoder().decode(Event.self, from: Data(#"{"type":"moved","x":-1}"#.utf8))
    }
    for text in [#"{"t":"new"}"#, "{}", #"{"t":"typed"}"#, #"{"t":1}"#] {
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(Message.self, from: Data(text.utf8)) }
    }
  }
}
