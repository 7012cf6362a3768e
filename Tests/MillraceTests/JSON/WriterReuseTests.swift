import Testing

@testable import Millrace

@Suite("Writers that are used again, and what they report")
struct WriterReuseTests {
  private static func bytes<Style: JSON.Style>(_ writer: borrowing JSON.StyledWriter<Style>) -> [UInt8] {
    writer.bytes.withUnsafeBufferPointer { Array($0) }
  }

  private static let values: [JSONTree] = [
    .null, .array([]), .object([]), .string("text"), .number("12.50"), .boolean(true),
    .array([.number("1"), .array([.string("a"), .object([("k", .array([]))])])]),
    .object([("a", .object([("b", .array([.null, .boolean(false)]))])), ("", .string(""))]),
    .string(String(repeating: "long ", count: 1_000)), .array([JSONTree](repeating: .number("7"), count: 3_000)),
  ]

  private static func checkReuse<Style: JSON.Style>(_ style: Style.Type) throws {
    var writer = JSON.StyledWriter<Style>(capacity: 0)
    for value in values + values.reversed() + values {
      writer.write(value: value)
      try writer.finish()
      #expect(try bytes(writer) == JSON.encode(value, style: style))
      writer.removeAll()
    }
  }

  @Test func `after removeAll() a writer is as good as new`() throws {
    try Self.checkReuse(JSON.Standard.self)
    try Self.checkReuse(JSON.Pretty.self)
  }

  @Test func `after removeAll() nothing is left of an unfinished or failed document`() throws {
    func check<Style: JSON.Style>(_ style: Style.Type) throws {
      var writer = JSON.StyledWriter<Style>()
      writer.beginArray()
      writer.beginMap()
      writer.writeKey("a")
      writer.removeAll()
      writer.write(value: [1])
      try writer.finish()
      #expect(try Self.bytes(writer) == JSON.encode([1], style: style))

      writer.removeAll()
      var failures = [writer.hasFailed]
      writer.write(value: [Double.nan])
      failures.append(writer.hasFailed)
      do {
        try writer.finish()
        Issue.record("a failure is forgotten")
      } catch {
        #expect(error.place.path == "/0")
      }
      writer.removeAll()
      failures.append(writer.hasFailed)
      #expect(failures == [false, true, false])
      writer.write(value: [2.5])
      try writer.finish()
      #expect(try Self.bytes(writer) == JSON.encode([2.5], style: style))
    }
    try check(JSON.Standard.self)
    try check(JSON.Pretty.self)
  }

  @Test func `finishing twice changes nothing`() throws {
    for value in Self.values {
      var writer = JSON.Writer()
      writer.write(value: value)
      try writer.finish()
      try writer.finish()
      #expect(try Self.bytes(writer) == JSON.encode(value))
    }
    for value in Self.values {
      var writer = JSON.StyledWriter<JSON.Pretty>()
      writer.write(value: value)
      try writer.finish()
      try writer.finish()
      #expect(try Self.bytes(writer) == JSON.encode(value, style: JSON.Pretty.self))
    }
  }

  @Test func `bytes, texts and styles are the same document`() throws {
    for value in Self.values {
      #expect(try Array(JSON.encode(value, as: String.self).utf8) == JSON.encode(value))
      #expect(try JSON.encode(value, style: JSON.Standard.self) == JSON.encode(value))
      let pretty = try JSON.encode(value, style: JSON.Pretty.self)
      #expect(try Array(JSON.encode(value, as: String.self, style: JSON.Pretty.self).utf8) == pretty)
    }
  }

  private struct Failure: Error {}

  /// Fails and writes nothing.
  private struct Unwritable: Writable {
    func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { writer.fail(.custom(Failure())) }
  }

  /// Fails and writes a null in its place.
  private struct UnwritableNull: Writable {
    func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
      writer.fail(.custom(Failure()))
      writer.writeNull()
    }
  }

  @Test func `a type's own failure is reported with its path`() throws {
    let error = #expect(throws: FormatError.self) { try JSON.encode([["a": [UnwritableNull()]], [:]]) }
    #expect(error?.place.path == "/0/a/0")
    #expect(try #require(error).problem.isSame(as: .custom(Failure())))
  }

  @Test func `a type's own failure is reported with its path although it writes nothing`() throws {
    let inside = #expect(throws: FormatError.self) { try JSON.encode([["a": [Unwritable()]], [:]]) }
    #expect(inside?.place.path == "/0/a/0")
    let last = #expect(throws: FormatError.self) { try JSON.encode([Pair()]) }
    #expect(last?.place.path == "/0/1")
  }

  /// An array of a number and of what cannot be written.
  private struct Pair: Writable {
    func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
      writer.beginArray()
      writer.write(1)
      writer.write(value: Unwritable())
      writer.endArray()
    }
  }
}

@Suite("The layout with lines")
struct PrettyTests {
  /// The layout, the slow way.
  private static func layout(_ tree: JSONTree, _ level: Int = 0) throws -> String {
    let indentation = String(repeating: "  ", count: level + 1)
    let end = "\n" + String(repeating: "  ", count: level)
    switch tree {
    case .array(let elements) where !elements.isEmpty:
      let lines = try elements.map { indentation + (try layout($0, level + 1)) }
      return "[\n" + lines.joined(separator: ",\n") + end + "]"
    case .object(let members) where !members.isEmpty:
      let lines = try members.map { member in
        let key = try JSON.encode(member.key, as: String.self)
        return "\(indentation)\(key): \(try layout(member.value, level + 1))"
      }
      return "{\n" + lines.joined(separator: ",\n") + end + "}"
    default: return try JSON.encode(tree, as: String.self)
    }
  }

  @Test func `every member and element on a line of its own, and empty ones on none`() throws {
    var generator = RandomJSON(SeededGenerator())
    for round in 0..<Scale.count(2_000) {
      let tree = try JSON.decode(JSONTree.self, from: generator.document(of: 1 + round % 40))
      #expect(try JSON.encode(tree, as: String.self, style: JSON.Pretty.self) == Self.layout(tree))
    }
  }

  @Test func `two hundred levels`() throws {
    var tree = JSONTree.array([])
    for level in 0..<200 {
      tree = level % 3 == 0 ? .object([("k", tree), ("l", .null)]) : .array([.number("1"), tree])
    }
    #expect(try JSON.encode(tree, as: String.self, style: JSON.Pretty.self) == Self.layout(tree))
  }

  @Test func `types with known fields`() throws {
    let person = Person(name: "Ann", age: nil, tags: [], home: Address(street: "Elm", number: 5))
    let text = """
      {
        "name": "Ann",
        "tags": [],
        "home": {
          "street": "Elm",
          "number": 5
        }
      }
      """
    #expect(try JSON.encode(person, as: String.self, style: JSON.Pretty.self) == text)
    #expect(try JSON.decode(Person.self, from: text) == person)
    #expect(try JSON.encode([String: Int](), as: String.self, style: JSON.Pretty.self) == "{}")
    #expect(try JSON.encode([[Int]()], as: String.self, style: JSON.Pretty.self) == "[\n  []\n]")
    #expect(try JSON.encode(1.5, as: String.self, style: JSON.Pretty.self) == "1.5")
  }
}
