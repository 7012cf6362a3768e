import Testing

@testable import Millrace

@Serializable
private struct Three: Equatable {
  var one: Int
  var two: Int?
  var three: Int = 33
}

@Serializable
private struct Decomposed: Equatable {
  @Field("e\u{301}") var accented: Int
}

@Suite("Keys that an object holds twice")
struct DuplicateKeyTests {
  private let memory = GuardedMemory(capacity: 65_536)
  private static let lastWins = JSON.ReadingOptions(duplicateKeys: .lastWins)
  private static let firstWins = JSON.ReadingOptions(duplicateKeys: .firstWins)
  private static let rejected = JSON.ReadingOptions(duplicateKeys: .rejected)

  private func rejection<Value: Readable>(_ type: Value.Type, _ text: String) -> FormatError? {
    do {
      _ = try memory.decode(type, from: text.utf8, options: Self.rejected)
      return nil
    } catch {
      return error
    }
  }

  /// The ways to write a key.
  private static let spellings = [
    "one": ["one", "\\u006fne"], "two": ["two", "t\\u0077o"], "three": ["three", "thre\\u0065"], "x": ["x", "\\u0078"],
  ]

  /// Random members, some of them repeated, and what a slow and obvious reader makes of them.
  private struct Members {
    var text: String
    var first: [String: Int] = [:]
    var last: [String: Int] = [:]
    var isDuplicate = false

    init(_ random: inout SeededGenerator) {
      var members: [String] = []
      for value in 0..<(1 + random.below(7)) {
        let key = random.element(of: ["one", "two", "three", "x"])
        let spelling = random.element(of: spellings[key] ?? [])
        members.append(random.once(in: 4) ? "\"\(spelling)\" : \(value)" : "\"\(spelling)\":\(value)")
        isDuplicate = isDuplicate || first[key] != nil
        if first[key] == nil { first[key] = value }
        last[key] = value
      }
      text = "{\(members.joined(separator: random.once(in: 3) ? " ,\n" : ","))}"
    }

    static func three(_ values: [String: Int]) -> Three? {
      values["one"].map { Three(one: $0, two: values["two"], three: values["three"] ?? 33) }
    }
  }

  @Test func `typed objects and dictionaries, with known and unknown keys in any order`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for round in 0..<Scale.count(10_000) {
      let members = Members(&random)
      let text = members.text + String(repeating: " ", count: round % 3 * 150)
      let dictionary = [String: Int].self
      mismatches.expect(try? memory.decode(dictionary, from: text.utf8, options: Self.lastWins), members.last, text)
      mismatches.expect(try? memory.decode(dictionary, from: text.utf8, options: Self.firstWins), members.first, text)
      mismatches.expect(rejection(dictionary, text) != nil, members.isDuplicate, text)
      mismatches.expect(rejection(Skipped.self, text) != nil, members.isDuplicate, text)
      let (last, first) = (Members.three(members.last), Members.three(members.first))
      mismatches.expect(try? memory.decode(Three.self, from: text.utf8, options: Self.lastWins), last, text)
      mismatches.expect(try? memory.decode(Three.self, from: text.utf8, options: Self.firstWins), first, text)
      if first != nil { mismatches.expect(rejection(Three.self, text) != nil, members.isDuplicate, text) }
    }
    mismatches.report()
  }

  @Test func `every order of three fields with each of them repeated at every place`() throws {
    let names = ["one", "two", "three"]
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      for repeated in 0..<3 {
        for place in 0...3 {
          var keys = order.map { names[$0] }
          keys.insert(names[repeated], at: place)
          let text = "{" + keys.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",") + "}"
          func expected(_ index: (String) -> Int?) -> Three {
            Three(one: index("one") ?? -1, two: index("two"), three: index("three") ?? -1)
          }
          let last = try memory.decode(Three.self, from: text.utf8, options: Self.lastWins)
          #expect(last == expected { keys.lastIndex(of: $0) }, "\(text)")
          let first = try memory.decode(Three.self, from: text.utf8, options: Self.firstWins)
          #expect(first == expected { keys.firstIndex(of: $0) }, "\(text)")
          #expect(rejection(Three.self, text)?.problem.isSame(as: .duplicateKey(names[repeated])) == true, "\(text)")
        }
      }
    }
  }

  @Test func `a null counts like any other value`() throws {
    let nullLast = "{\"one\":1,\"two\":2,\"two\":null}"
    #expect(try JSON.decode(Three.self, from: nullLast, options: Self.lastWins).two == nil)
    #expect(try JSON.decode(Three.self, from: nullLast, options: Self.firstWins).two == 2)
    let nullFirst = "{\"two\":null,\"one\":1,\"two\":2}"
    #expect(try JSON.decode(Three.self, from: nullFirst, options: Self.lastWins).two == 2)
    #expect(try JSON.decode(Three.self, from: nullFirst, options: Self.firstWins).two == nil)
  }

  @Test func `a skipped value may be of any kind, but must be JSON`() throws {
    for value in ["\"x\"", "[1,{\"a\":[]}]", "{\"one\":null}", "1.5", "null"] {
      let text = "{\"one\":1,\"one\":\(value)}"
      #expect(try JSON.decode(Three.self, from: text, options: Self.firstWins) == Three(one: 1))
      #expect(throws: FormatError.self) { try memory.decode(Three.self, from: text.utf8, options: Self.lastWins) }
      #expect(try JSON.decode([String: Int].self, from: text, options: Self.firstWins) == ["one": 1])
    }
    for value in ["x", "01", "[1,]", "\"\\x\"", "{\"a\"}", ""] {
      let text = "{\"one\":1,\"one\":\(value)}"
      #expect(throws: FormatError.self) { try memory.decode(Three.self, from: text.utf8, options: Self.firstWins) }
      #expect(throws: FormatError.self) {
        try memory.decode([String: Int].self, from: text.utf8, options: Self.firstWins)
      }
    }
  }

  @Test func `duplicate keys of nested objects are checked separately`() throws {
    let text = "[{\"a\":{\"k\":1,\"k\":2},\"b\":{\"k\":3},\"a\":{\"k\":4}},{\"a\":{\"k\":5}}]"
    typealias Nested = [[String: [String: Int]]]
    #expect(
      try JSON.decode(Nested.self, from: text, options: Self.lastWins)
        == [["a": ["k": 4], "b": ["k": 3]], ["a": ["k": 5]]])
    #expect(
      try JSON.decode(Nested.self, from: text, options: Self.firstWins)
        == [["a": ["k": 1], "b": ["k": 3]], ["a": ["k": 5]]])
    let error = rejection(Nested.self, text)
    #expect(error?.place.path == "/0/a" && error?.place.offset == 13)
    // The same keys in different objects are not repeated.
    #expect(rejection(Nested.self, "[{\"a\":{\"a\":1},\"b\":{\"a\":1}},{\"a\":{\"b\":1}}]") == nil)
    #expect(rejection([Three].self, "[{\"one\":1},{\"one\":1},{\"one\":1}]") == nil)
  }

  @Test func `many keys, of which the last one is repeated`() throws {
    let members = (0..<1_000).map { "\"key \($0)\":\($0)" }
    let text = "{" + (members + ["\"key 500\":-1"]).joined(separator: ",") + "}"
    #expect(try JSON.decode([String: Int].self, from: text, options: Self.lastWins)["key 500"] == -1)
    #expect(try JSON.decode([String: Int].self, from: text, options: Self.firstWins)["key 500"] == 500)
    #expect(rejection([String: Int].self, text)?.problem.isSame(as: .duplicateKey("key 500")) == true)
    #expect(rejection([String: Int].self, "{" + members.joined(separator: ",") + "}") == nil)
  }

  @Test func `keys of numbers are repeated if their texts are`() throws {
    let text = "{\"1\":1,\"2\":2,\"1\":3}"
    #expect(try JSON.decode([Int: Int].self, from: text, options: Self.lastWins) == [1: 3, 2: 2])
    #expect(try JSON.decode([UInt8: Int].self, from: text, options: Self.firstWins) == [1: 1, 2: 2])
  }

  @Test func `trees and forwarding keep duplicate keys`() throws {
    let text = "{\"a\":1,\"b\":2,\"a\":3}"
    #expect(try JSON.decode(JSONTree.self, from: text).canonical == "{\"61:#1,\"62:#2,\"61:#3}")
    #expect(try JSON.decode(Forwarded<JSON.Standard>.self, from: text).json == Array(text.utf8))
  }

  @Test func `keys that are equal only after normalization are two keys`() throws {
    // RFC 8259, section 8.3: names are compared code unit by code unit; `String` compares them by canonical equivalence.
    let text = "{\"\u{E9}\":1,\"e\u{301}\":2}"
    #expect(try JSON.decode(Decomposed.self, from: text, options: Self.lastWins) == Decomposed(accented: 2))
    #expect(rejection(Skipped.self, text) == nil)
    let value = try JSON.decode(Decomposed.self, from: text, options: Self.firstWins)
    #expect(value == Decomposed(accented: 2))
  }
}
