import Foundation
import Millrace
import TestSupport
import Testing

@Serializable
private struct Narrow: Codable, Equatable {
  var a: Int8
}

/// 520 bytes: no member fits into the memory for the first ones.
@Serializable
private struct TooWide: Codable, Equatable {
  var a: Eight, b: Eight, c: Eight, d: Eight, e: Eight, f: Eight, g: Eight, h: Eight
  var more: Int
}

@Serializable
private struct Eight: Codable, Equatable {
  var a, b, c, d, e, f, g, h: Int

  init(_ number: Int) { (a, b, c, d, e, f, g, h) = (number, 1, 2, 3, 4, 5, 6, -number) }
}

@Serializable
private final class Node: Codable, Equatable {
  var name: String
  var below: [String: Node]

  init(_ name: String, below: [String: Node] = [:]) { (self.name, self.below) = (name, below) }

  static func == (left: Node, right: Node) -> Bool { left.name == right.name && left.below == right.below }
}

@Serializable
private enum Kind: String, Codable { case first, second }

@Serializable
private struct Holder<Value: Serializable & Codable & Equatable>: Codable, Equatable {
  var members: [String: Value]
  var others: [String: Value]?
}

private final class Token {
  /// Changed by one test only.
  nonisolated(unsafe) static var living = 0

  init() { Self.living += 1 }
  deinit { Self.living -= 1 }
}

/// A value that cannot be moved as bytes.
@Serializable
private struct Owned {
  @Field(.ignored) var token = Token()
  @Field(.ignored) weak var weakToken: Token?
  var text: String
}

@Serializable
private struct OwnerOfMany {
  var all: [String: Owned]
  var lists: [String: [String: Owned]]?
}

/// Dictionaries in fields. Their first members are read into memory of the stack, and those of large ones are inserted in another order.
@Suite(.serialized) struct DictionariesInTablesTests {
  private func check<Value: Serializable & Codable & Equatable>(
    counts: [Int], _ make: (Int) -> Value
  ) throws {
    for count in counts {
      func key(_ number: Int) -> String {
        ["\(number)", "a key with storage of its own \(number)", "schlüssel \(number)"][number % 3]
      }
      let members = Dictionary(uniqueKeysWithValues: (0..<count).map { (key($0), make($0)) })
      let expected = Holder(members: members, others: count % 2 == 0 ? nil : members)
      let data = try JSONEncoder().encode(expected)
      var read = try JSON.decode(Holder<Value>.self, from: [UInt8](data))
      #expect(read == expected)
      #expect(read.members.capacity == [String: Value](minimumCapacity: count).capacity)
      #expect(try JSON.decode([String: Value].self, from: try JSON.encode(members)) == members)
      // What is written is what Foundation reads.
      #expect(try JSONDecoder().decode(Holder<Value>.self, from: Data(try JSON.encode(read))) == expected)
      for style in 0..<2 {
        let text =
          style == 0
          ? try JSON.encode(read, as: String.self, style: JSON.Pretty.self) : try JSON.encode(read, as: String.self)
        #expect(try JSON.decode(Holder<Value>.self, from: text) == expected)
      }
      // The dictionary grows and shrinks.
      for number in 0..<count { read.members["another \(number)"] = make(number) }
      for number in 0..<count { read.members[key(number)] = nil }
      #expect(read.members == Dictionary(uniqueKeysWithValues: (0..<count).map { ("another \($0)", make($0)) }))
    }
  }

  @Test func `dictionaries of values of all sizes are those of Foundation`() throws {
    let few = Array(0...9) + [17, 20, 21, 22, 23, 48, 49, 84, 85, 100]
    try check(counts: few + [1023, 1024, 1025, 8193, 20_000]) { Narrow(a: Int8(truncatingIfNeeded: $0)) }
    try check(counts: few) { Node("\($0)", below: $0 % 2 == 0 ? [:] : ["a": Node("a")]) }
    try check(counts: few, Eight.init)
    try check(counts: [0, 1, 2, 3, 8, 9, 40]) { number in
      let all = (0..<8).map { Eight(8 * number + $0) }
      return TooWide(
        a: all[0], b: all[1], c: all[2], d: all[3], e: all[4], f: all[5], g: all[6], h: all[7], more: number)
    }
    try check(counts: few + [20_000]) { "text \($0)" }
    try check(counts: few + [20_000]) { $0 }
    try check(counts: few + [20_000]) { $0 % 2 == 0 ? Double($0) + 0.5 : nil }
    try check(counts: few + [20_000]) { Double($0) / 3 }
    try check(counts: few + [1000]) { Array(0..<$0 % 20) }
    try check(counts: few) { ["\($0)", "a text with storage of its own \($0)"] }
    try check(counts: few) { [Double($0), 0.5] }
    try check(counts: few) { [[Double($0), 0.5], []] }
    try check(counts: few) { [$0 % 2 == 0 ? $0 : nil] }
    try check(counts: few) { $0 % 2 == 0 }
    try check(counts: few) { $0 % 2 == 0 ? Kind.first : .second }
    try check(counts: few) { ["a": $0, "b": 2] }
    try check(counts: few) { [["a": "\($0)"], [:]] }
    try check(counts: few) { $0 % 3 == 0 ? nil : Holder(members: ["a": Narrow(a: 1)], others: nil) }
  }

  @Test func `of equal keys the last one counts, or the first one if it was asked`() throws {
    for count in [2, 30, 9000] {
      let members = (0..<count).map { #""a":{"a":\#($0 % 100)},"\#($0)":{"a":7}"# }.joined(separator: ",")
      let text = #"{"members":{\#(members)}}"#
      let last = try JSON.decode(Holder<Narrow>.self, from: text)
      #expect(last.members["a"] == Narrow(a: Int8((count - 1) % 100)))
      #expect(last.members.count == count + 1)
      let first = try JSON.decode(
        Holder<Narrow>.self, from: text, options: JSON.ReadingOptions(duplicateKeys: .firstWins))
      #expect(first.members["a"] == Narrow(a: 0))
      #expect(first.members.count == count + 1)
      #expect(throws: FormatError.self) {
        try JSON.decode(Holder<Narrow>.self, from: text.replacing(#""a":7"#, with: #""a":"x""#, maxReplacements: 1))
      }
    }
  }

  @Test func `what was read of a damaged dictionary is released once`() throws {
    for count in [1, 2, 10, 22, 23] {
      let members = (0..<count).map { #""key \#($0 % 20)":{"text":"a string with storage"}"# }.joined(separator: ",")
      let document = Array(#"{"lists":{"a":{\#(members)}},"all":{\#(members)}}"#.utf8)
      let owner = try JSON.decode(OwnerOfMany.self, from: document)
      #expect(owner.all.count == min(count, 20))
      #expect(owner.all["key 0"]?.text == "a string with storage")
      #expect(try JSON.decode(OwnerOfMany.self, from: JSON.encode(owner)).lists?["a"]?.count == min(count, 20))
      withExtendedLifetime(owner) {}
      for offset in stride(from: 0, to: document.count, by: count > 2 ? 7 : 1) {
        for byte in [UInt8(ascii: "!"), UInt8(ascii: "\""), UInt8(ascii: "}")] {
          var damaged = document
          damaged[offset] = byte
          _ = try? JSON.decode(OwnerOfMany.self, from: damaged)
          _ = try? JSON.decode(OwnerOfMany.self, from: Array(damaged.prefix(offset)))
        }
      }
    }
    #expect(Token.living == 0)
  }
}
