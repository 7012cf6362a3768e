import Foundation
import MillraceMigration
import Testing

@Suite struct MigrationTests {
  private let film = SourceText(
    path: "Film.swift",
    text: "struct Film: Codable {\n  var id: Int\n  enum CodingKeys: String, CodingKey { case id = \"film_id\" }\n}\n")

  @Test func `a file that does not parse is named with its place and left out`() throws {
    let broken = SourceText(path: "Broken.swift", text: "struct Broken: Codable {\n  var id: Int\n")
    let migration = migrate([broken, film])
    #expect(migration.changes.map(\.before.path) == ["Film.swift"])
    let failure = try #require(migration.failures.first)
    #expect(failure.path == "Broken.swift")
    #expect(failure.message.hasPrefix("Broken.swift:2:14: expected "))
  }

  @Test func `entries say what became of each type, in the order of the files`() {
    let byHand = SourceText(
      path: "ByHand.swift",
      text: """
        enum Outer {
          struct ByHand: Encodable {
            var id: Int
            private enum Keys: String, CodingKey { case id }
            func encode(to encoder: any Encoder) throws {
              var container = encoder.container(keyedBy: Keys.self)
              try container.encode(id, forKey: .id)
            }
          }
        }
        extension Page: Codable where Item: Codable {}
        struct Page<Item> { var items: [Item] }
        """)
    let entries = migrate([film, byHand]).entries
    #expect(entries.map(\.type) == ["Film", "Outer.ByHand.Keys", "Page"])
    #expect(entries.map(\.outcome) == [.serializable, .keys, .placeholder])
    #expect(entries.map(\.line) == [1, 4, 12])
    #expect(entries[2].reason == "the conformance depends on conditions")
  }

  @Test func `files of two modules may declare types of the same name`() {
    func source(_ module: String, _ key: String) -> SourceText {
      SourceText(path: "Sources/\(module)/Film.swift", text: film.text.replacingOccurrences(of: "film_id", with: key))
    }
    let changes = migrate([source("A", "one"), source("B", "two")]).changes
    #expect(changes.map { $0.after.contains("@Field(\"one\")") } == [true, false])
    #expect(changes.map { $0.after.contains("@Field(\"two\")") } == [false, true])
  }

  @Test func `what the macro would reject waits for a person with the macro's own words`() {
    let long = String(repeating: "x", count: 128)
    let text = film.text.replacingOccurrences(of: "film_id", with: long)
    let migration = migrate([SourceText(path: "Film.swift", text: text)])
    #expect(migration.entries.map(\.outcome) == [.placeholder])
    #expect(migration.entries[0].reason == "field name has 128 bytes; the maximum is 127")
    #expect(migration.changes[0].after.contains("@Serializable(<#\(migration.entries[0].reason)#>)\nstruct Film"))
    #expect(migration.changes[0].after.contains("enum CodingKeys"))
  }

  @Test func `nothing is touched where there is nothing to do`() {
    let text = "/// Nothing of Codable.\nstruct Plain { var id: Int }\r\nenum Keys: String { case a }"
    let migration = migrate([SourceText(path: "Plain.swift", text: text)])
    #expect(migration == Migration())
  }

  @Test func `a byte order mark stays where it is`() {
    let mark = "\u{FEFF}"
    let changes = migrate([SourceText(path: "Film.swift", text: mark + film.text)]).changes
    #expect(changes.first?.after.unicodeScalars.first == "\u{FEFF}")
    #expect(changes.first?.after.hasPrefix(mark + "import Millrace\n\n@Serializable\nstruct Film") == true)
  }
}
