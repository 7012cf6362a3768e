import Testing

@testable import Millrace

@Serializable
private struct Four: Equatable {
  var alpha: Int
  var beta: String
  var gamma: [Double]?
  var delta: Bool = false
}

@Serializable
private struct Odd: Equatable {
  @Field("") var empty: Int
  @Field("a\0b") var nul: Int
  @Field("quote\"back\\slash/\n\u{1F}") var escaped: Int
  @Field("ключ 😀") var foreign: Int
  @Field("e\u{301}") var decomposed: Int
  @Field("ü") var composed: Int
}

/// Field names of 60 to 127 bytes: their keys, quotes and colon included, are around and above the longest one that is
/// compared without asking whether so much is left.
@Serializable
private struct Long: Equatable {
  @Field("n60_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa") var n60: Int
  @Field("n61_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa") var n61: Int
  @Field("n62_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa") var n62: Int
  @Field("n63_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa") var n63: Int
  @Field(
    "n127_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
  ) var n127: Int

  static let names =
    [60, 61, 62, 63].map { "n\($0)_" + String(repeating: "a", count: $0 - 4) } + [
      "n127_" + String(repeating: "a", count: 122)
    ]
}

@Suite("Keys of known fields")
struct KeyTests {
  private let memory = GuardedMemory(capacity: 65_536)
  private static let members = ["\"alpha\":1", "\"beta\":\"b\"", "\"gamma\":[0.5]", "\"delta\":true"]
  private static let unknown = [
    "\"x\":null", "\"alph\":{\"alpha\":9}", "\"alphaa\":[[],{\"beta\":1}]", "\"\":\"\\u0061\"", "\"Alpha\":-1.5e3",
    "\"bet\\u0061a\":{}",
  ]

  private static func permutations<Element>(_ elements: [Element]) -> [[Element]] {
    guard let first = elements.first else { return [[]] }
    return permutations(Array(elements.dropFirst())).flatMap { rest in
      (0...rest.count).map { position in
        var permutation = rest
        permutation.insert(first, at: position)
        return permutation
      }
    }
  }

  private func decodeWithPaddings<Value: Readable & Equatable>(
    _ type: Value.Type, _ text: String, _ expected: Value, options: JSON.ReadingOptions = JSON.ReadingOptions()
  ) throws {
    for behind in [0, 100, 300] {
      let padded = text + String(repeating: " ", count: behind)
      #expect(try memory.decode(type, from: padded.utf8, options: options) == expected, "\(padded)")
    }
  }

  @Test func `every order of four fields`() throws {
    let expected = Four(alpha: 1, beta: "b", gamma: [0.5], delta: true)
    let permutations = Self.permutations(Self.members)
    #expect(permutations.count == 24)
    for members in permutations {
      try decodeWithPaddings(Four.self, "{\(members.joined(separator: ","))}", expected)
      try decodeWithPaddings(
        Four.self, "{ \(members.joined(separator: " ,\n ").replacing(":", with: " : ")) }", expected)
    }
  }

  @Test func `every order of four fields with unknown members between them`() throws {
    let expected = Four(alpha: 1, beta: "b", gamma: [0.5], delta: true)
    for members in Self.permutations(Self.members) {
      for position in 0...4 {
        for unknown in Self.unknown {
          var all = members
          all.insert(unknown, at: position)
          try decodeWithPaddings(Four.self, "{\(all.joined(separator: ","))}", expected)
        }
      }
      let all = zip(members, Self.unknown).flatMap { [$1, $0, $1] }
      try decodeWithPaddings(Four.self, "{\(all.joined(separator: ","))}", expected)
    }
  }

  @Test func `every subset of the fields that may be missing, in every order`() throws {
    for members in Self.permutations(Self.members) {
      for left in [["gamma"], ["delta"], ["gamma", "delta"]] {
        let kept = members.filter { member in !left.contains { member.contains($0) } }
        let expected = Four(
          alpha: 1, beta: "b", gamma: left.contains("gamma") ? nil : [0.5], delta: !left.contains("delta"))
        try decodeWithPaddings(Four.self, "{\(kept.joined(separator: ","))}", expected)
      }
      for missing in ["alpha", "beta"] {
        let kept = members.filter { !$0.contains(missing) }
        let error = #expect(throws: FormatError.self) {
          try memory.decode(Four.self, from: "{\(kept.joined(separator: ","))}".utf8)
        }
        #expect(try #require(error).problem.isSame(as: .missingField(missing)))
      }
    }
  }

  @Test func `keys with escapes that spell a known key`() throws {
    let expected = Four(alpha: 1, beta: "b", gamma: nil, delta: true)
    for alpha in ["\\u0061lpha", "alph\\u0061", "\\u0061\\u006C\\u0070\\u0068\\u0061", "al\\u0070ha"] {
      for beta in ["beta", "\\u0062eta", "b\\u0065ta"] {
        try decodeWithPaddings(Four.self, "{\"\(alpha)\":1,\"\(beta)\":\"b\",\"delt\\u0061\":true}", expected)
        try decodeWithPaddings(Four.self, "{\"delta\":true,\"\(beta)\" : \"b\" , \"\(alpha)\" : 1}", expected)
      }
    }
  }

  @Test func `keys that only look like a known one are unknown`() throws {
    for key in [
      "alph", "alphaa", "ALPHA", "alpha ", " alpha", "alpha\\u0000", "\\u0000alpha", "\\\\u0061lpha", "\\\"alpha\\\"",
      "",
    ] {
      let error = #expect(throws: FormatError.self) {
        try memory.decode(Four.self, from: "{\"\(key)\":1,\"beta\":\"b\"}".utf8)
      }
      #expect(try #require(error).problem.isSame(as: .missingField("alpha")), "\(key)")
    }
  }

  @Test func `empty names, names with NUL, quotes, controls and other alphabets`() throws {
    let value = Odd(empty: 1, nul: 2, escaped: 3, foreign: 4, decomposed: 5, composed: 6)
    let json =
      #"{"":1,"a\u0000b":2,"quote\"back\\slash/\n\u001f":3,"ключ 😀":4,"#
      + "\"e\u{301}\":5,\"\u{FC}\":6}"
    #expect(try Array(JSON.encode(value, as: String.self).utf8) == Array(json.utf8))
    try decodeWithPaddings(Odd.self, json, value)
    let escaped =
      #"{"\u00fc":6,"\u0065\u0301":5,"\u043a\u043bюч \uD83D\uDE00":4,"#
      + #""quote\u0022back\u005Cslash\/\u000A\u001F":3,"\u0061\u0000\u0062":2,"":1}"#
    try decodeWithPaddings(Odd.self, escaped, value)
  }

  @Test func `unknown keys of any length are skipped, and checked for UTF-8`() throws {
    let expected = Four(alpha: 1, beta: "b", gamma: nil)
    for count in 0...70 {
      for key in [String(repeating: "k", count: count), "é" + String(repeating: "k", count: count)] {
        for value in ["-0.25", "1e5", "[{}]", "\"\\n\"", "null"] {
          try decodeWithPaddings(Four.self, "{\"alpha\":1,\n  \"\(key)\": \(value),\n  \"beta\":\"b\"}", expected)
          try decodeWithPaddings(Four.self, "{\"beta\":\"b\",\"alpha\":1,\"\(key)\":\(value)}", expected)
        }
      }
      let damaged = Array("{\"beta\":\"b\",\"alpha\":1,\"".utf8) + Array(repeating: 0x6B, count: count) + [0xC3]
      let error = #expect(throws: FormatError.self) {
        try memory.decode(Four.self, from: damaged + Array("\":1}".utf8))
      }
      #expect(try #require(error).problem.isSame(as: .invalidUTF8), "\(count)")
      #expect(error?.place.offset == 23)
    }
  }

  @Test func `a key in another normalization is another key`() {
    // RFC 8259, section 8.3: names are compared code unit by code unit.
    for key in ["\u{E9}", "\\u00e9", "u\u{308}", "u\\u0308"] {
      let json = "{\"\":1,\"a\\u0000b\":2,\"\(key)\":0}"
      let error = #expect(throws: FormatError.self) { try memory.decode(Odd.self, from: json.utf8) }
      #expect(error?.description.contains("missing field") == true)
    }
  }

  @Test func `names of any length, before the tail, in it and across`() throws {
    let value = Long(n60: 60, n61: 61, n62: 62, n63: 63, n127: 127)
    let text = try JSON.encode(value, as: String.self)
    let numbers = ["60", "61", "62", "63", "127"]
    #expect(text == "{" + zip(Long.names, numbers).map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}")
    for behind in 0...300 {
      #expect(try memory.decode(Long.self, from: (text + String(repeating: " ", count: behind)).utf8) == value)
    }
    let reversed = zip(Long.names, numbers).reversed().map { "\"\($0)\":\($1)" }.joined(separator: ",")
    try decodeWithPaddings(Long.self, "{\(reversed)}", value)
    for count in 0..<text.utf8.count {
      let error = #expect(throws: FormatError.self) { try memory.decode(Long.self, from: text.utf8.prefix(count)) }
      #expect(error?.place.offset == count)
    }
  }
}
