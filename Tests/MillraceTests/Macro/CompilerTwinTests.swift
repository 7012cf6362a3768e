import Foundation
import Millrace
import Testing

/// What it takes for types to be read and written as with the compiler's `Codable`, beside such types.
private enum Ours {
  @Serializable
  struct Film: Codable {
    var title: String
    @Field(.noDefault) var year: Int = 5
    @Field("ratio", .noDefault) var aspectRatio: Double? = 1.5
    @Field(.noDefault) var note: String? = nil
    @Field(.noDefault) var tags: [String] = ["a"]
  }

  @Serializable
  final class Settings: Codable {
    @Field(.noDefault) var count = 3
    var note: String?
    @Field(.ignored) lazy var text = "\(count)"
  }

  @Serializable
  class Options: NSObject, Codable {
    @Field(.noDefault) var count = 3
  }

  @Serializable
  struct Stamp: Codable {
    @Field(.ignored) let version = 3
    @Field("at") var place: String
  }

  @Serializable
  struct Stamped<Item: Codable>: Codable {
    @Field(.ignored) let version = 3
    var item: Item
    var stamp: Stamp?
    init(_ item: Item) { self.item = item }
  }

  @Serializable
  struct Marker: Codable {
    @Field(.ignored) let version = 3
  }

  @Serializable
  enum Shape: Codable {
    @Case(values: "radius", "unit") case circle(Double, in: String?)
    @Case("frame", aliases: "box", values: "w", "h") indirect case rectangle(width: Int, Shape?)
    case empty
  }

  @Serializable(tag: "type")
  enum Tagged: Codable {
    @Case(values: "radius", "unit") case circle(Double, in: String?)
    case empty
  }

  @Serializable(tag: "type", content: "values")
  enum Adjacent: Codable {
    @Case(values: "radius", "unit") case circle(Double, in: String?)
    case empty
  }

  @Serializable(.untagged)
  enum Untagged {
    @Case(values: "radius", "unit") case circle(Double, in: String?)
    case empty
  }
}

private enum Theirs {
  struct Film: Codable {
    var title: String
    var year: Int = 5
    var aspectRatio: Double? = 1.5
    var note: String?
    var tags: [String] = ["a"]
    enum CodingKeys: String, CodingKey {
      case title, year, note, tags
      case aspectRatio = "ratio"
    }
  }

  final class Settings: Codable {
    var count = 3
    var note: String?
  }

  class Options: NSObject, Codable {
    var count = 3
  }

  struct Stamp: Codable {
    let version = 3
    var place: String
    enum CodingKeys: String, CodingKey { case place = "at" }
  }

  struct Stamped<Item: Codable>: Codable {
    let version = 3
    var item: Item
    var stamp: Stamp?
    enum CodingKeys: CodingKey { case item, stamp }
  }

  struct Marker: Codable {
    let version = 3
    enum CodingKeys: CodingKey {}
  }

  enum Shape: Codable {
    case circle(radius: Double, unit: String?)
    indirect case frame(w: Int, h: Shape?)
    case empty
  }

  struct Values: Codable {
    var radius: Double
    var unit: String?
  }

  struct Tagged: Codable {
    var type = "circle"
    var radius: Double
    var unit: String?
  }

  struct Adjacent: Codable {
    var type = "circle"
    var values: Values
  }
}

@Suite("Types that are as the compiler's Codable makes them")
struct CompilerTwinTests {
  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }()

  /// What the compiler's type makes of a document; nil if it is an error.
  private func bytes<Value: Codable>(_ type: Value.Type, _ text: String) -> Data? {
    (try? JSONDecoder().decode(type, from: Data(text.utf8))).flatMap { try? Self.encoder.encode($0) }
  }

  private func bytesOfReader<Value: Readable & Writable>(_ type: Value.Type, _ text: String) -> Data? {
    guard let value = try? JSON.decode(type, from: text), let tree = try? JSON.Value.encode(value) else { return nil }
    return Data(tree.sortedByKeys().description.utf8)
  }

  private func expectTwins<Our: Codable & Readable & Writable, Their: Codable>(
    _ ours: Our.Type, _ theirs: Their.Type, _ texts: [String], fine: Int
  ) {
    for text in texts {
      let expected = bytes(theirs, text)
      #expect(bytes(ours, text) == expected, "\(text)")
      #expect(bytesOfReader(ours, text) == expected, "\(text)")
    }
    #expect(texts.count { bytes(theirs, $0) != nil } == fine)
  }

  @Test func `a default value that is for initializers only stands for nothing that is missing`() {
    let texts = [
      #"{"title":"a","year":1,"ratio":2.5,"note":"n","tags":[]}"#, #"{"title":"a","year":1,"tags":[]}"#,
      #"{"title":"a","year":1,"ratio":null,"note":null,"tags":["b"]}"#, #"{"title":"a","tags":[]}"#,
      #"{"title":"a","year":null,"tags":[]}"#, #"{"title":"a","year":1}"#, "{}",
    ]
    expectTwins(Ours.Film.self, Theirs.Film.self, texts, fine: 3)
    #expect(Ours.Film(title: "a").aspectRatio == 1.5)
    #expect(throws: FormatError.self) { try JSON.decode(Ours.Film.self, from: texts[3]) }
  }

  @Test func `constants that are no fields keep their values`() throws {
    let stamps = [#"{"at":"a"}"#, #"{"version":4,"at":"a"}"#, #"{"version":4}"#, #"{"at":null}"#]
    expectTwins(Ours.Stamp.self, Theirs.Stamp.self, stamps, fine: 2)
    let stamped =
      stamps.flatMap { [#"{"item":1,"stamp":\#($0)}"#, #"{"item":"a","stamp":\#($0)}"#] } + [#"{"item":1}"#]
    expectTwins(Ours.Stamped<Int>.self, Theirs.Stamped<Int>.self, stamped, fine: 3)
    expectTwins(Ours.Marker.self, Theirs.Marker.self, ["{}", #"{"version":4}"#], fine: 2)
    #expect(try JSON.decode(Ours.Stamp.self, from: stamps[1]).version == 3)
    #expect(try JSONDecoder().decode(Ours.Stamp.self, from: Data(stamps[1].utf8)).version == 3)
  }

  @Test func `classes whose properties have values have an initializer without parameters`() throws {
    let texts = [#"{"count":1}"#, #"{"count":1,"note":"a"}"#, "{}"]
    expectTwins(Ours.Settings.self, Theirs.Settings.self, texts, fine: 2)
    expectTwins(Ours.Options.self, Theirs.Options.self, texts, fine: 2)
    #expect(try Self.encoder.encode(Ours.Settings()) == Self.encoder.encode(Theirs.Settings()))
    #expect(try Self.encoder.encode(Ours.Options()) == Self.encoder.encode(Theirs.Options()))
  }

  @Test func `associated values have the names that are given to them, wherever they have names`() throws {
    let values = [
      #"{"radius":1.5,"unit":"m"}"#, #"{"unit":null,"radius":1.5}"#, #"{"radius":1.5}"#, #"{"unit":"m"}"#,
      #"{"_0":1.5,"in":"m"}"#, #"{"radius":"x"}"#,
    ]
    let boxes = [#"{"frame":{"w":1,"h":{"empty":{}}}}"#, #"{"frame":{"w":1}}"#, #"{"frame":{"width":1}}"#]
    expectTwins(Ours.Shape.self, Theirs.Shape.self, values.map { #"{"circle":\#($0)}"# } + boxes, fine: 5)
    let tagged = values.map { $0.replacing("{", with: #"{"type":"circle","#, maxReplacements: 1) }
    expectTwins(Ours.Tagged.self, Theirs.Tagged.self, tagged, fine: 3)
    let adjacent = values.map { #"{"type":"circle","values":\#($0)}"# }
    expectTwins(Ours.Adjacent.self, Theirs.Adjacent.self, adjacent, fine: 3)
    for text in values { #expect(bytesOfReader(Ours.Untagged.self, text) == bytes(Theirs.Values.self, text)) }
    #expect(bytesOfReader(Ours.Shape.self, #"{"box":{"w":1}}"#) == Data(#"{"frame":{"w":1}}"#.utf8))
  }
}
