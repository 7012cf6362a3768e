import Foundation
import TestSupport
import Testing

/// Documents with more elements, members, levels or types than the coders have room for in the beginning.
@Suite("Large documents, both coders")
struct LargeDocumentTests {
  private static let counts = [0, 1, 7, 8, 9, 31, 32, 33, 129, 3_000]

  private func expectSame<Value: Codable>(_ type: Value.Type, _ element: (Int) -> String) {
    var cases: [DecodingCase] = []
    for count in Self.counts {
      let elements = (0..<count).map(element)
      let array = "[" + elements.joined(separator: ",") + "]"
      let object = "{" + elements.enumerated().map { "\"k\($0)\":\($1)" }.joined(separator: ",") + "}"
      cases.append(DecodingCase("\(count) of \(type)", [Value].self, array))
      cases.append(DecodingCase("\(count) of \(type), twice", [[Value]].self, "[\(array),\(array)]"))
      cases.append(DecodingCase("\(count) of \(type), by key", [String: Value].self, object))
      // The last element is of another type.
      let wrong = "[" + (elements + ["[[true]]"]).joined(separator: ",") + "]"
      cases.append(DecodingCase("\(count) of \(type), and another", [Value].self, wrong))
      if let values = try? JSONDecoder().decode([Value].self, from: Data(array.utf8)) {
        for formatting in [.sortedKeys, [.sortedKeys, .withoutEscapingSlashes]] as [JSONEncoder.OutputFormatting] {
          EncoderPair(formatting).expectEqual(values)
        }
      } else {
        Issue.record("\(type) is not decoded")
      }
    }
    expectSameDecoding(cases)
  }

  @Test func `arrays and dictionaries of scalars`() {
    expectSame(Int.self) { "\($0 * 1_000_003)" }
    expectSame(UInt16.self) { "\($0)" }
    expectSame(Double.self) { "\(Double($0) / 8)" }
    expectSame(Float.self) { "\(Float($0) / 8)" }
    expectSame(Bool?.self) { ["null", "true", "false"][$0 % 3] }
    expectSame(String.self) { "\"\(String(repeating: "é/", count: $0 % 20))\"" }
  }

  @Test func `arrays and dictionaries of types`() {
    expectSame(Person.self) { "{\"name\":\"p\($0)\",\"emails\":[\"a\",\"b\"],\"age\":\($0)}" }
    expectSame([Int].self) { "[\($0),\($0 + 1)]" }
    expectSame(Seat.self) { "{\"row\":\($0),\"isTaken\":true,\"numbers\":[1,2],\"n\":\"x\"}" }
    expectSame(TicketKind.self) { $0 % 2 == 0 ? "{\"plain\":{}}" : "{\"discounted\":{\"percent\":\($0)}}" }
    expectSame(Date.self) { "\($0)" }
  }

  /// A type for each level.
  private struct Level<Next: Codable>: Codable {
    var number: Int
    var next: Next?
    var others: [Next]
  }

  private func nested<Value: Codable>(_ type: Value.Type, levels: Int) -> any Codable.Type {
    levels == 0 ? type : nested(Level<Value>.self, levels: levels - 1)
  }

  @Test func `a hundred types in one document`() throws {
    for leaf in [Int.self, Seat.self] as [any Codable.Type] {
      let inner = leaf == Int.self ? "5" : "{\"row\":1,\"isTaken\":false,\"numbers\":[]}"
      let text = (0..<100).reduce(inner) { text, level in
        "{\"number\":\(level),\"others\":[],\"next\":\(text)}"
      }
      func check<Value: Codable>(_ type: Value.Type) throws {
        expectSameDecoding([
          DecodingCase("valid", type, text), DecodingCase("twice", [Value].self, "[\(text),\(text)]"),
          DecodingCase("wrong inside", type, text.replacing(inner, with: "{\"row\":true}")),
        ])
        EncoderPair().expectEqual(try JSONDecoder().decode(type, from: Data(text.utf8)))
      }
      func open<Value: Codable>(_ leaf: Value.Type) throws { try check(nested(leaf, levels: 100)) }
      try open(leaf)
    }
  }

  @Test func `objects with many keys within objects with many keys`() {
    for count in [7, 8, 9, 20, 33, 300] {
      // Each object has its members before and after the one inside it.
      func write(_ container: inout KeyedEncodingContainer<Key>, levels: Int) throws {
        for index in 0..<count { try container.encode(index, forKey: Key(stringValue: "a\(index)")) }
        if levels > 0 {
          var inner = container.nestedContainer(keyedBy: Key.self, forKey: "inner")
          try write(&inner, levels: levels - 1)
        }
        for index in 0..<count { try container.encode(index, forKey: Key(stringValue: "b\(index)")) }
      }
      EncoderPair().expectEqual(
        ByHand { encoder in
          var container = encoder.container(keyedBy: Key.self)
          try write(&container, levels: 12)
        }, "\(count) keys")
      // A duplicate key at the end replaces the first member.
      EncoderPair().expectEqual(
        ByHand { encoder in
          var container = encoder.container(keyedBy: Key.self)
          try write(&container, levels: 2)
          try container.encode("again", forKey: "a1")
        }, "\(count) keys and a duplicate")
    }
  }

  @Test func `every scalar by the requirements of the protocols`() {
    let integers = "[1,2,3,4,5,6,7,8,9,10]"
    expectSameDecoding([
      DecodingCase("signed elements", array: integers) { array in
        [
          try array.decode(Int.self), try array.decode(Int8.self), try array.decode(Int16.self),
          try array.decode(Int32.self), try array.decode(Int128.self),
        ] as [Any]
      },
      DecodingCase("unsigned elements", array: integers) { array in
        [
          try array.decode(UInt.self), try array.decode(UInt8.self), try array.decode(UInt16.self),
          try array.decode(UInt32.self), try array.decode(UInt128.self),
        ] as [Any]
      },
      DecodingCase("other elements", array: "[11.5,12.5,true,\"x\"]") { array in
        [
          try array.decode(Double.self), try array.decode(Float.self), try array.decode(Bool.self),
          try array.decode(String.self),
        ] as [Any]
      },
      DecodingCase("members", object: #"{"n":20,"z":null}"#) { object in
        var found: [Any] = [try object.decode(UInt.self, forKey: "n")]
        found.append(try object.decodeIfPresent(Int16.self, forKey: "n") as Any)
        found.append(try object.decodeIfPresent(Int32.self, forKey: "n") as Any)
        found.append(try object.decodeIfPresent(Int64.self, forKey: "n") as Any)
        found.append(try object.decodeIfPresent(Int128.self, forKey: "n") as Any)
        found.append(try object.decodeIfPresent(UInt32.self, forKey: "n") as Any)
        found.append(try object.decodeIfPresent(UInt64.self, forKey: "z") as Any)
        found.append(try object.decodeIfPresent(UInt128.self, forKey: "none") as Any)
        return found
      },
    ])
    EncoderPair().expectEqual(
      ByHand { encoder in
        var array = encoder.unkeyedContainer()
        try array.encodeNil()
        try array.encode(true)
        try array.encode(Int8(-1))
        try array.encode(Int16(-2))
        try array.encode(Int32(-3))
        try array.encode(Int64(-4))
        try array.encode(UInt(5))
        try array.encode(UInt8(6))
        try array.encode(UInt16(7))
        try array.encode(UInt32(8))
        try array.encode(UInt64(9))
        try array.encode(Float(0.5))
        try array.encode(0.25)
        try array.encode("x")
      })
    // After an element of an array that has ended, the rest is built as a tree.
    EncoderPair().expectEqual(
      ByHand { encoder in
        var array = encoder.unkeyedContainer()
        var inner = array.nestedUnkeyedContainer()
        try array.encode(1)
        try inner.encodeNil()
        try inner.encode(true)
        try inner.encode(Int8(-1))
        try inner.encode(UInt64.max)
        try inner.encode(Float(0.5))
        try inner.encode(0.25)
        try inner.encode("x")
        try array.encode(2)
      })
  }
}
