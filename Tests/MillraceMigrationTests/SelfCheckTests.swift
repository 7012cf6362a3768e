import Foundation
import TestSupport
import Testing

@testable import MillraceMigration

/// The comparison of the keys before and after a migration.
@Suite struct SelfCheckTests {
  @Test(arguments: Shape.all) func `a shape keeps its keys`(_ shape: Shape) {
    #expect(changesOfKeys(from: shape.before, to: shape.after) == [])
  }

  /// The places of what a migration writes as a key, in each file.
  private static func keys(in text: String) -> [Range<String.Index>] {
    text.ranges(of: /@(Millrace\.)?(Field|Case)\((values: )?"[^"\\]+"|forKey: "[^"\\]+"/)
  }

  @Test(arguments: Shape.all) func `a planted change of a key is found`(_ shape: Shape) {
    for (index, file) in shape.after.enumerated() {
      let former = Set(Self.keys(in: shape.before[index].text).map { shape.before[index].text[$0] })
      for place in Self.keys(in: file.text) where !former.contains(file.text[place]) {
        var planted = shape.after
        let call = file.text[place].prefix { $0 != "\"" }
        planted[index].text.replaceSubrange(place, with: "\(call)\"planted\"")
        #expect(changesOfKeys(from: shape.before, to: planted) != [], "\(shape.title): \(file.text[place])")
      }
    }
  }

  static let plants: [(title: String, before: String, after: String, found: String)] = [
    (
      "a lost name", "struct A: Codable { var a: Int; enum CodingKeys: String, CodingKey { case a = \"x\" } }",
      "@Serializable struct A: Codable { var a: Int }", "A: the key of 'a' would change from \"x\" to \"a\""
    ),
    (
      "lost keys without a macro",
      "struct A: Codable { var a: Int; enum CodingKeys: String, CodingKey { case a = \"x\" } }",
      "struct A: Codable { var a: Int }", "A: the key of 'a' would change from \"x\" to \"a\""
    ),
    (
      "a property that had no key",
      "struct A: Codable { var a: Int; var b = 0; enum CodingKeys: String, CodingKey { case a } }",
      "@Serializable struct A: Codable { var a: Int; @Field(.noDefault) var b = 0 }", "A: 'b' would get a key: \"b\""
    ),
    (
      "a property that had a key", "struct A: Codable { var a: Int; var b = 0 }",
      "@Serializable struct A: Codable { var a: Int; @Field(.ignored) var b = 0 }",
      "A: the key \"b\" of 'b' would be lost"
    ),
    (
      "a constant that was only written", "struct A: Codable { var b: Int; let a = 1 }",
      "@Serializable struct A: Codable { var b: Int; var a = 1 }", "A: other constants would be read"
    ),
    (
      "another raw value", "enum A: String, Codable { case a = \"x\" }",
      "@Serializable enum A: String, Codable { case a = \"y\" }",
      "A: the key of 'a' would change from \"\"x\"\" to \"\"y\"\""
    ),
    (
      "raw values in place of cases", "enum A: Codable { case a }", "@Serializable enum A: String, Codable { case a }",
      "A: its representation would change"
    ),
    (
      "another name of a value", "enum A: Codable { case a(Int) }",
      "@Serializable enum A: Codable { @Case(values: \"0\") case a(Int) }",
      "A: the key of 'a._0' would change from \"_0\" to \"0\""
    ),
    (
      "code of the macro for a type with a raw value", "struct A: RawRepresentable, Codable { var rawValue: String }",
      "@Serializable(.transparent) struct A: RawRepresentable, Codable { @Field(\"a\") var rawValue: String }",
      "A: the key of 'rawValue' would change from \"rawValue\" to \"a\""
    ),
    (
      "code that is lost", "struct A: Codable { var a: Int }", "struct A { var a: Int }", "A: its code would be lost"
    ),
    (
      "a type that is lost", "struct A: Codable { var a: Int }", "struct B: Codable { var a: Int }",
      "A: it would be lost"
    ),
    (
      "another key of hand-written code",
      """
      struct A: Decodable {
        var a: Int
        enum Keys: String, CodingKey { case a = "x", b = "y" }
        init(from decoder: any Decoder) throws { a = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .a) }
      }
      """,
      """
      struct A: Decodable {
        var a: Int
        init(from decoder: any Decoder) throws { a = try decoder.container(keyedBy: FieldKey.self).decode(Int.self, forKey: "y") }
      }
      """, "A: init(from:) would use another key than 'a'"
    ),
    (
      "a style of names", "struct A: Codable { var aB: Int }",
      "@Serializable(names: .snakeCase) struct A: Codable { var aB: Int }",
      "A: the key of 'aB' would change from \"aB\" to \"a_b\""
    ),
  ]

  @Test(arguments: plants) func `a difference is named`(
    plant: (title: String, before: String, after: String, found: String)
  ) {
    let changes = changesOfKeys(
      from: [SourceText(path: "A.swift", text: plant.before)], to: [SourceText(path: "A.swift", text: plant.after)])
    #expect(changes == [plant.found], "\(plant.title)")
  }

  @Test func `a type whose keys would change is left alone, and the others are migrated`() {
    let text = """
      struct Film: Codable {
        var id: Int
        enum CodingKeys: String, CodingKey { case id = "film_id" }
      }
      struct Person: Codable {
        var id: Int
        enum CodingKeys: String, CodingKey { case id = "person_id" }
      }
      struct Place: Decodable {
        var id: Int
        enum CodingKeys: String, CodingKey { case id = "place_id" }
        init(from decoder: any Decoder) throws {
          id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)
        }
      }

      """
    var planner = Planner([SourceFile(SourceText(path: "Models.swift", text: text))], MigrationOptions())
    let right = planner.files(with: planner.apply())
    #expect(planner.changedKeys(in: right).isEmpty)

    let planted = planner.apply().map { file in
      Array(
        String(decoding: file, as: UTF8.self).replacing("\"film_id\"", with: "\"id\"").replacing(
          "\"place_id\"", with: "\"no\""
        )
        .utf8)
    }
    let hasNew = planner.leave(planner.changedKeys(in: planner.files(with: planted)))
    #expect(hasNew)
    let result = planner.apply().map { String(decoding: $0, as: UTF8.self) }.joined()
    #expect(result.contains("enum CodingKeys: String, CodingKey { case id = \"film_id\" }"))
    #expect(result.contains("@Field(\"person_id\") var id: Int"))
    #expect(result.contains("enum CodingKeys: String, CodingKey { case id = \"place_id\" }"))
    #expect(result.contains("forKey: .id"))
    #expect(planner.changedKeys(in: planner.files(with: planner.apply())).isEmpty)
    #expect(planner.entries.map(\.outcome) == [.left, .serializable, .left])
    #expect(
      planner.entries[0].reason == "the self-check found that the key of 'id' would change from \"film_id\" to \"id\"")
  }
}
