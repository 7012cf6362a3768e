import Testing

@testable import Millrace

@Serializable
private struct Pair: Hashable {
  var a: String
  var b: Int?
}

@Suite("Optionals, arrays, sets and ranges")
struct CollectionTests {
  @Test func `optionals alone and in arrays`() throws {
    try expectRoundTrip(nil as Int?, "null")
    try expectRoundTrip(7 as Int?, "7")
    try expectRoundTrip([1, nil, 3] as [Int?], "[1,null,3]")
    try expectRoundTrip([nil, [], [nil], ["a", nil]] as [[String?]?], "[null,[],[null],[\"a\",null]]")
    try expectRoundTrip([[[true, nil]], nil] as [[[Bool?]]?], "[[[true,null]],null]")
    try expectRoundTrip([nil, Pair(a: "x", b: nil)] as [Pair?], "[null,{\"a\":\"x\"}]")
    #expect(try JSON.decode(Int??.self, from: "5") == .some(.some(5)))
    // A null is the absence of the outermost value.
    if case .some = try JSON.decode(Int??.self, from: "null") { Issue.record("a null is not nil") }
    expectRefusal(Int?.self, "nul")
    expectRefusal(Int?.self, "nulll")
  }

  @Test func `arrays of every length, of small and of large elements`() throws {
    for count in 0...40 {
      let numbers = Array(0..<count)
      try expectRoundTrip(numbers, "[\(numbers.map(\.description).joined(separator: ","))]")
      let texts = numbers.map { "text \($0)" }
      try expectRoundTrip(texts, "[\(texts.map { "\"\($0)\"" }.joined(separator: ","))]")
      let pairs = numbers.map { Pair(a: "\($0)", b: $0 % 3 == 0 ? nil : $0) }
      let members = numbers.map { $0 % 3 == 0 ? "{\"a\":\"\($0)\"}" : "{\"a\":\"\($0)\",\"b\":\($0)}" }
      try expectRoundTrip(pairs, "[\(members.joined(separator: ","))]")
    }
    try expectRoundTrip([[[Int]]](), "[]")
    try expectRoundTrip([[], [[]], [[], [1]]] as [[[Int]]], "[[],[[]],[[],[1]]]")
  }

  @Test func `sets`() throws {
    try expectRoundTrip(Set<Int>(), "[]")
    try expectRoundTrip(["a"] as Set<String>, "[\"a\"]")
    let many = Set((0..<500).map { (number: Int) in Pair(a: "\(number)", b: number) })
    #expect(try JSON.decode(Set<Pair>.self, from: JSON.encode(many)) == many)
    #expect(try JSON.decode(Set<Pair>.self, from: JSON.encode(many, style: JSON.Pretty.self)) == many)
    #expect(try JSON.decode([Pair].self, from: JSON.encode(many)).count == 500)
    #expect(try JSON.decode(Set<Int>.self, from: "[1,2,1,1]") == [1, 2])
  }

  @Test func `ranges are arrays of their bounds`() throws {
    try expectRoundTrip(1...5, "[1,5]")
    try expectRoundTrip(3...3, "[3,3]")
    try expectRoundTrip(-0.5...2.5, "[-0.5,2.5]")
    try expectRoundTrip("a"..."z", "[\"a\",\"z\"]")
    try expectRoundTrip(["x": [Int8.min...Int8.max]], "{\"x\":[[-128,127]]}")
    for json in ["[]", "[1]", "[2,1]", "[1,2,3]", "[1,null]", "null", "1", "{}", "{\"lowerBound\":1,\"upperBound\":2}"]
    {
      expectRefusal(ClosedRange<Int>.self, json)
    }
  }
}

@Suite("Dictionaries and their keys")
struct DictionaryTests {
  private enum Size: String, ObjectKey { case small, large = "lar\nge" }
  private enum Digit: UInt8, ObjectKey { case one = 1, nine = 9 }
  private struct Identifier: RawRepresentable, Hashable, ObjectKey { var rawValue: String }

  private static func check<Key: ObjectKey & Hashable>(_ keys: [(Key, json: String)]) throws {
    try expectRoundTrip([Key: Int](), "{}")
    for (index, key) in keys.enumerated() { try expectRoundTrip([key.0: index], "{\(key.json):\(index)}") }
    let all = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1.0, $0) })
    #expect(try JSON.decode([Key: Int].self, from: JSON.encode(all)) == all)
    #expect(try JSON.decode([Key: Int].self, from: JSON.encode(all, style: JSON.Pretty.self)) == all)
  }

  @Test func `strings`() throws {
    try Self.check([
      ("", "\"\""), ("a", "\"a\""), ("é😀", "\"é😀\""), ("a\"b\\c/\n\0", #""a\"b\\c/\n\u0000""#),
      ("\u{7F}", "\"\u{7F}\""),
      (String(repeating: "k", count: 300), "\"\(String(repeating: "k", count: 300))\""),
    ])
  }

  @Test func `integers of every width`() throws {
    func check<Key: FixedWidthInteger & ObjectKey>(_ type: Key.Type) throws {
      let keys = Set([Key.min, Key.max, 0, 1, 99, Key.max / 2])
      try Self.check(keys.map { ($0, json: "\"\($0)\"") })
      for text in [
        "", " 1", "1 ", "+1", "01", "-0", "00", "1.0", "1e1", "0x1", "a", "１", "\(Key.max)0", "-\(Key.max)0",
      ] {
        expectRefusal([Key: Int].self, "{\"\(text)\":1}")
      }
    }
    try check(Int.self)
    try check(Int8.self)
    try check(Int16.self)
    try check(Int32.self)
    try check(Int64.self)
    try check(Int128.self)
    try check(UInt.self)
    try check(UInt8.self)
    try check(UInt16.self)
    try check(UInt32.self)
    try check(UInt64.self)
    try check(UInt128.self)
  }

  @Test func `types with raw values`() throws {
    try Self.check([(Size.small, "\"small\""), (.large, #""lar\nge""#)])
    try Self.check([(Digit.one, "\"1\""), (.nine, "\"9\"")])
    try Self.check([(Identifier(rawValue: "x/y"), "\"x/y\""), (Identifier(rawValue: ""), "\"\"")])
    expectRefusal([Size: Int].self, "{\"medium\":1}")
    expectRefusal([Digit: Int].self, "{\"2\":1}")
    expectRefusal([Digit: Int].self, "{\"one\":1}")
  }

  @Test func `values of every kind, nested`() throws {
    try expectRoundTrip(["a": nil] as [String: Int?], "{\"a\":null}")
    try expectRoundTrip(["a": ["b": ["c": [1.5]]]], "{\"a\":{\"b\":{\"c\":[1.5]}}}")
    try expectRoundTrip([1: ["x", "y"]], "{\"1\":[\"x\",\"y\"]}")
    let many = Dictionary(uniqueKeysWithValues: (0..<500).map { ("key \($0)", [$0, -$0]) })
    #expect(try JSON.decode([String: [Int]].self, from: JSON.encode(many)) == many)
  }

  @Test func `keys with escapes are resolved`() throws {
    #expect(try JSON.decode([String: Int].self, from: #"{"\u0061\n":1,"\ud83d\ude00":2}"#) == ["a\n": 1, "😀": 2])
    #expect(try JSON.decode([Int: Int].self, from: #"{"\u0031\u0032":1}"#) == [12: 1])
  }

  @Test(arguments: [0, 1, 11, 12, 13, 255, 256, 257, 300, 5_000])
  func `dictionaries with short and long texts are written in the order of iteration`(_ count: Int) throws {
    var random = SeededGenerator("dictionaries", part: count)
    func text() -> String { String(repeating: random.element(of: ["x", "é", "日"]), count: random.below(30)) }
    let members = (0..<count).map { ("\($0) \(text())", text()) }
    let texts = Dictionary(uniqueKeysWithValues: members)
    let written = texts.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",")
    #expect(try JSON.encode(texts, as: String.self) == "{\(written)}")
    let numbers = texts.mapValues { $0.utf8.count }
    let writtenNumbers = numbers.map { "\"\($0)\":\($1)" }.joined(separator: ",")
    #expect(try JSON.encode(numbers, as: String.self) == "{\(writtenNumbers)}")
    let byNumber = Dictionary(uniqueKeysWithValues: members.enumerated().map { ($0, $1.1) })
    let writtenByNumber = byNumber.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",")
    #expect(try JSON.encode([byNumber], as: String.self) == "[{\(writtenByNumber)}]")
  }
}
