import Foundation
import MillraceMigration
import TestSupport
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

  @Test(arguments: [
    ("struct A { var a = f(1 }\n", "1:23: expected ')'"),
    ("struct A { var a: Int } }\n", "1:25: unexpected '}'"),
    ("let a =\n", "1:8: expected expression"),
    ("let a = \"\\q\"\n", "1:10: invalid escape sequence in string literal"),
    ("let a = 0b2\n", "1:11: invalid binary digit in integer literal"),
    ("let c \u{FFFD}\u{FFFD}= 2\n", "1:7: invalid character"),
  ])
  func `the first syntax error has its place`(text: String, message: String) throws {
    let failure = try #require(migrate([SourceText(path: "A.swift", text: text)]).failures.first)
    #expect(failure.message == "A.swift:\(message)")
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

  @Test func `types of one name in a module that is not known stay as they are, with a reason`() {
    let second = film.text.replacingOccurrences(of: "film_id", with: "other")
    let sources = [
      SourceText(path: "App/Film.swift", text: film.text), SourceText(path: "Widget/Film.swift", text: second),
    ]
    let migration = migrate(sources)
    #expect(migration.changes.isEmpty)
    #expect(migration.entries.map(\.outcome) == [.left, .left])
    #expect(migration.entries.allSatisfy { $0.reason.hasPrefix("declared more than once") })

    let known = sources.map { SourceText(path: $0.path, text: $0.text, module: String($0.path.prefix(3))) }
    #expect(migrate(known).changes.map { $0.after.contains("@Field(\"film_id\")") } == [true, false])
    #expect(migrate(known).changes.map { $0.after.contains("@Field(\"other\")") } == [false, true])
  }

  /// Modules with types of the same names, of which each knows its own keys only.
  @Test(arguments: 1...40) func `no key of one type reaches another`(_ part: Int) throws {
    var generator = SeededGenerator("modules", part: part)
    let modules = ["App", "Widget", "Core"]
    var sources: [SourceText] = []
    for module in modules {
      for file in 0..<3 {
        var text = ""
        for type in ["Film", "Person", "Page"] where generator.next() % 3 > 0 {
          // Two declarations without a modifier in the same module would be ambiguous.
          let access = ["", "private ", "fileprivate "].randomElement(using: &generator) ?? ""
          let key = "\(module)_\(file)_\(type)"
          let keys = "enum CodingKeys: String, CodingKey { case id = \"\(key)\" }"
          let decode = "try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id)"
          switch generator.next() % 3 {
          case 0: text += "\(access)struct \(type): Codable {\n  var id: Int\n  \(keys)\n}\n"
          case 1: text += "\(access)struct \(type): Codable {\n  var id: Int\n}\nextension \(type) {\n  \(keys)\n}\n"
          default:
            text += "\(access)struct \(type): Decodable {\n  var id: Int\n  \(keys)\n"
            text += "  init(from decoder: any Decoder) throws { id = \(decode) }\n}\n"
          }
        }
        sources.append(SourceText(path: "\(module)/\(file).swift", text: text, module: module))
      }
    }
    for source in migrate(sources).changes {
      let own = source.before.path.replacingOccurrences(of: "/", with: "_").dropLast(".swift".count)
      let names = source.after.split(separator: "\"").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
      #expect(names.count == source.before.text.split(separator: "\"").count / 2, SeededGenerator.note)
      #expect(names.allSatisfy { $0.hasPrefix(own) }, SeededGenerator.note)
    }
  }

  @Test func `types of other modules are known by a list`() {
    let text = "struct Film: Codable {\n  var price: Money\n  var dates: [Vendor.Day]?\n}\n"
    let source = SourceText(path: "Film.swift", text: text)
    #expect(migrate([source]).entries.map(\.outcome) == [.codable])
    var options = MigrationOptions()
    options.known = ["Money"]
    #expect(migrate([source], options).entries.map(\.outcome) == [.codable])
    options.known = ["Money", "Vendor.Day"]
    #expect(migrate([source], options).entries.map(\.outcome) == [.serializable])
  }

  @Test func `CGFloat is known, as MillraceFoundation has it`() {
    let source = SourceText(
      path: "Box.swift", text: "import Foundation\n\nstruct Box: Codable { var width: CGFloat }\n")
    #expect(migrate([source]).entries.map(\.outcome) == [.serializable])
  }

  @Test func `types in the baseline stay unchanged`() {
    var options = MigrationOptions()
    options.baseline = ["Film.swift: Film"]
    let migration = migrate([film], options)
    #expect(migration.changes.isEmpty)
    #expect(migration.entries.map(\.outcome) == [.left])
    #expect(migration.entries.map(\.reason) == ["in the baseline"])
  }

  private static let keys = "enum CodingKeys: String, CodingKey { case id = \"film_id\" }"
  /// Types about which the files do not tell all, with the reason.
  private static let unproven: [(text: String, reason: String)] = [
    (
      "@Model final class Film: Codable { var id: Int; \(keys) }",
      "'@Model' may be a macro that changes what is encoded"
    ),
    (
      "@Vendor.Model struct Film: Codable { var id: Int }",
      "'@Vendor.Model' may be a macro that changes what is encoded"
    ),
    ("@Tagged<Int> struct Film: Codable {}", "'@Tagged<Int>' may be a macro that changes what is encoded"),
    (
      "struct Film: Codable { var id: Int }\n@CustomKeys extension Film {}",
      "'@CustomKeys' may be a macro that changes what is encoded"
    ),
    ("struct Film: Codable { var id: Int\n #keys(\"id\") }", "'#keys' may be a macro that adds fields or keys"),
    (
      "#if canImport(Observation)\n@Observable\n#endif\nfinal class Film: Codable { var id = 0 }",
      "attributes inside #if may be macros that change what is encoded"
    ),
    (
      "struct Film: Codable, Fetchable { var id: Int; \(keys) }",
      "'Fetchable' is not declared in the files: it may implement Codable"
    ),
    (
      "extension Film: Vendor.Fetchable<Int> {}\nstruct Film: Codable { var id: Int; \(keys) }",
      "'Vendor.Fetchable<Int>' is not declared in the files: it may implement Codable"
    ),
    (
      "protocol Model: Codable, Fetchable {}\nstruct Film: Model { var id: Int; \(keys) }",
      "'Fetchable' is not declared in the files: it may implement Codable"
    ),
    (
      "typealias Model = Codable & Fetchable\nstruct Film: Model { var id: Int; \(keys) }",
      "'Fetchable' is not declared in the files: it may implement Codable"
    ),
    (
      "enum Film: Title, Codable { case id; \(keys) }",
      "'Title' is not declared in the files: it may implement Codable"
    ),
    (
      "struct Outer { struct Film: Codable { @Stored var id: Int } }",
      "'@Stored' of 'id' may be a macro that changes what is encoded"
    ),
    ("struct Film: Encodable { @Stored var id: Int }", "'@Stored' of 'id' may be a macro that changes what is encoded"),
    (
      "struct Film: Codable { @Stored var id: Int; enum CodingKeys: String, CodingKey { case id, _id } }",
      ""
    ),
    ("struct Film: Codable { @Stored var id: Int; \(keys) }", ""),
    // The conformance comes from a name that the files do not declare.
    (
      "struct Film: Content { var id: Int; \(keys) }",
      "'Content' is not declared in the files: it may implement Codable"
    ),
    (
      """
      struct Film: Decodable, Fetchable { var id: Int; \(keys)
        init(from decoder: any Decoder) throws { id = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .id) } }
      """, "'Fetchable' is not declared in the files: it may implement Codable"
    ),
    ("extension Film { var id: Int { 0 }; \(keys) }", "'Film' is not declared in the files"),
    ("extension Film: Encodable { var id: Int { 0 }; \(keys) }", "'Film' is not declared in the files"),
  ]

  @Test(arguments: unproven) func `types about which the files do not tell all stay unchanged`(
    text: String, reason: String
  ) throws {
    let migration = migrate([SourceText(path: "Film.swift", text: text)])
    let entry = try #require(migration.entries.first)
    if reason.isEmpty {
      #expect(entry.outcome == .codable)
    } else {
      #expect(migration.changes.isEmpty)
      #expect(entry.outcome == .left)
      #expect(entry.reason == reason)
    }
  }

  @Test func `names that are known close the gap`() {
    var options = MigrationOptions()
    options.known = ["Fetchable", "Vendor.Stored", "Model"]
    let text = "@Model final class Film: Codable, Fetchable { @Vendor.Stored var id: Int; \(Self.keys) }"
    let migration = migrate([SourceText(path: "Film.swift", text: text)], options)
    #expect(migration.entries.map(\.outcome) == [.codable])
    #expect(migration.changes.first?.after.contains("@Field(\"film_id\") @Vendor.Stored var id: Int") == true)
  }

  @Test func `protocols in the sources of another module are known if they have no part in Codable`() {
    let text = """
      public protocol Fetchable {}
      public protocol Listed: Fetchable, Hashable {}
      public protocol Model: Codable {}
      public protocol Tag: RawRepresentable {}
      public protocol Texted {}
      extension Texted { func encode(to encoder: any Encoder) throws {} }
      public protocol Perhaps {}
      extension Perhaps where Self: Decodable { init(from decoder: any Decoder) throws { fatalError() } }
      public protocol Foreign: Vendor.Other {}
      private protocol Hidden {}
      public struct Day: Codable { var number: Int }
      """
    let known = knownNames(in: [SourceText(path: "Vendor/Models.swift", text: text, module: "Vendor")])
    #expect(known == ["Fetchable", "Vendor.Fetchable", "Listed", "Vendor.Listed", "Day", "Vendor.Day"])
  }

  @Test func `public keys stay, and the report says so`() {
    let text = "public " + film.text.replacingOccurrences(of: "  enum", with: "  public enum")
    let migration = migrate([SourceText(path: "Film.swift", text: text)])
    #expect(migration.changes.isEmpty)
    #expect(migration.entries.map(\.reason) == ["CodingKeys are public: remove them with --remove-public-keys"])
  }

  @Test func `removed public keys are named`() {
    let text = "public " + film.text.replacingOccurrences(of: "  enum", with: "  public enum")
    var options = MigrationOptions()
    options.removesPublicKeys = true
    let migration = migrate([SourceText(path: "Film.swift", text: text)], options)
    #expect(migration.notes == ["Film.swift:3: removed public enumeration 'Film.CodingKeys': other modules may use it"])
    #expect(migrate([film]).notes.isEmpty)
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
