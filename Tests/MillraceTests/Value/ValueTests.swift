import Foundation
import Testing

@testable import Millrace

@Suite("JSON.Value")
struct ValueTests {
  private func kind(of value: JSON.Value?) -> String {
    switch value {
    case "on": "the string on"
    case true: "true"
    case 1: "one"
    case 2.5: "two and a half"
    case 200..<300: "in the two hundreds"
    case 0.25...0.75: "about a half"
    case 1_000...: "many"
    case []: "no elements"
    case ["a": [1, nil]]: "the object"
    case .null: "null"
    case .string(let text): "the string \(text)"
    case .array(let elements): "\(elements.count) elements"
    case nil: "nothing"
    default: "something else"
    }
  }

  @Test(arguments: [
    (#""on""#, "the string on"), (#""off""#, "the string off"), ("true", "true"), ("false", "something else"),
    ("1", "one"), ("1.0", "one"), ("10e-1", "one"), ("2.5", "two and a half"), ("299", "in the two hundreds"),
    ("300", "something else"), ("0.75", "about a half"), ("1e400", "something else"), ("1000", "many"),
    ("[]", "no elements"), ("[0]", "1 elements"), (#"{ "a" : [1.0, null] }"#, "the object"), ("{}", "something else"),
    ("null", "null"), ("x", "nothing"),
  ])
  func `a switch tells values apart by literals, ranges and cases`(_ text: String, _ expected: String) {
    #expect(kind(of: try? JSON.decode(JSON.Value.self, from: text)) == expected)
  }

  @Test func `a value that is not optional is matched in the same way`() {
    let value: JSON.Value = ["state": "on", "level": 7]
    switch value["level"] ?? nil {
    case 0..<5: Issue.record("a wrong range")
    case 5..<10: break
    default: Issue.record("no range")
    }
    if case .string(let state) = value["state"] { #expect(state == "on") } else { Issue.record("no string") }
    #expect(value["state"] == "on")
    #expect(value["level"] == 7.0)
    #expect(value["nothing"] == nil)
  }

  /// Texts, and whether they say the same. Python's `decimal` agrees about the numbers in another test.
  @Test(arguments: [
    ("1", "1.0", true), ("1", "1e0", true), ("100", "1E+2", true), ("0", "-0", true), ("0.0", "0e99", true),
    ("1", "-1", false), ("1", "true", false), ("0", "false", false), ("0", "null", false), ("1", #""1""#, false),
    ("0.1", "0.1000000000000000055", false), ("12345678901234567890", "12345678901234567891", false),
    ("1e400", "1e401", false), ("1e400", "10e399", true), ("1e-400", "0", false),
    ("1e1099511627776", "1e1099511627777", false), ("1e1099511627776", "1E+01099511627776", true),
    ("1e-99999999999999999999", "1e99999999999999999999", false),
    (#""é""#, #""\u00e9""#, true), (#""é""#, #""e\u0301""#, false), (#"{"é":1}"#, #"{"e\u0301":1}"#, false),
    (#"{"a":1,"b":2}"#, #"{"b":2,"a":1.0}"#, true), (#"{"a":1}"#, #"{"a":1,"b":null}"#, false),
    ("[1,2]", "[2,1]", false), ("[1,2]", "[1.0,2.0]", true), ("[]", "{}", false), ("[[]]", "[]", false),
  ])
  func `values are equal if their content is`(_ left: String, _ right: String, _ areEqual: Bool) throws {
    let left = try JSON.decode(JSON.Value.self, from: left)
    let right = try JSON.decode(JSON.Value.self, from: right)
    #expect((left == right) == areEqual)
    #expect((right == left) == areEqual)
    if areEqual { #expect(left.hashValue == right.hashValue) }
    #expect(left == left && left.isEqual(to: left, numbers: .byText))
  }

  @Test func `numbers can be compared as they are written`() throws {
    let left = try JSON.decode(JSON.Value.self, from: #"{"a":[1.0,2]}"#)
    #expect(left == ["a": [1, 2]])
    #expect(!left.isEqual(to: ["a": [1, 2]], numbers: .byText))
    #expect(left.isEqual(to: try JSON.decode(from: #"{ "a":[1.0, 2] }"#), numbers: .byText))
  }

  @Test func `numbers are equal when Foundation's decimals are`() throws {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    var equal = 0
    let count = Scale.count(20_000)
    for _ in 0..<count {
      // Few digits, so that equal ones come up.
      let texts = (0..<2).map { _ in
        let sign = random.once(in: 2) ? "-" : ""
        let fraction = random.once(in: 2) ? "." + ["0", "5", "50", "05", "00"][random.below(5)] : ""
        let exponent = random.once(in: 2) ? ["e1", "E+1", "e-1", "e0", "e-02"][random.below(5)] : ""
        return sign + ["0", "1", "10", "5", "50", "100"][random.below(6)] + fraction + exponent
      }
      let decimals = try texts.map { try #require(Decimal(string: $0)) }
      let numbers = try texts.map { try #require(JSON.Number($0)) }
      let expected = decimals[0] == decimals[1]
      equal += expected ? 1 : 0
      mismatches.expect(numbers[0] == numbers[1], expected, "\(texts)")
      if expected, numbers[0].hashValue != numbers[1].hashValue { mismatches.note("hashes of \(texts)") }
    }
    #expect(equal * 100 > count)
    mismatches.report()
  }

  @Test func `the descriptions are JSON, on one line and indented`() throws {
    let text = #"{"b":[1.50,{}],"a":"\n\"é"}"#
    let value = try JSON.decode(JSON.Value.self, from: text)
    #expect("\(value)" == text)
    #expect(String(reflecting: value) == "{\n  \"b\": [\n    1.50,\n    {}\n  ],\n  \"a\": \"\\n\\\"é\"\n}")
  }

  @Test(arguments: ["twitter.json", "citm_catalog.json", "films.json"])
  func `a tree of a real document is written as it was read`(_ name: String) async throws {
    let bytes = try Repository.document(name)
    let value = try JSON.decode(JSON.Value.self, from: bytes)
    let written = try JSON.encode(value)
    let answers = try await Python.answers(to: [
      .tree(bytes), .tree(written), .tree(Array(value.debugDescription.utf8)),
    ])
    #expect(answers[0] == answers[1])
    #expect(answers[0] == answers[2])
    #expect(value == (try JSON.decode(JSON.Value.self, from: written)))
  }
}
