import Foundation
import Testing

/// What hand-written `encode(to:)` do with containers.
@Suite("Containers written as Foundation's are")
struct ContainerEncodingTests {
  @Test func `objects are given their members`() {
    expectSameEncoding([
      EncodingCase("nothing", object: .sorted) { _ in },
      EncodingCase("every width", object: .sorted) { object in
        try object.encode(1 as Int8, forKey: "a")
        try object.encode(2 as UInt8, forKey: "b")
        try object.encode(3 as Int128, forKey: "c")
        try object.encode(4 as UInt64, forKey: "d")
        try object.encode(1.5 as Float, forKey: "e")
        try object.encode("x", forKey: "f")
        try object.encode(true, forKey: "g")
        try object.encodeNil(forKey: "h")
        try object.encodeIfPresent(nil as String?, forKey: "i")
        try object.encodeIfPresent(5 as UInt16?, forKey: "j")
        try object.encode(Int?.none, forKey: "k")
        try object.encodeConditional(ClassOfText("y"), forKey: "l")
      },
      EncodingCase("twice under one key", object: .sorted) { object in
        try object.encode(1, forKey: "a")
        try object.encode("two", forKey: "a")
      },
      EncodingCase("null over a value", object: .sorted) { object in
        try object.encode(1, forKey: "a")
        try object.encodeNil(forKey: "a")
      },
      EncodingCase("a value over a type", object: .sorted) { object in
        try object.encode([1, 2], forKey: "a")
        try object.encode(3, forKey: "a")
      },
      EncodingCase("number keys", object: .sorted) { object in
        for number in [10, 9, 1, -1] { try object.encode(number, forKey: Key(intValue: number)) }
      },
      EncodingCase("two containers of one object", .sorted) { encoder in
        var first = encoder.container(keyedBy: Key.self)
        try first.encode(1, forKey: "a")
        var second = encoder.container(keyedBy: Key.self)
        try second.encode(2, forKey: "b")
        try first.encode(3, forKey: "c")
      },
      EncodingCase("nested in turns", object: .sorted) { object in
        var left = object.nestedContainer(keyedBy: Key.self, forKey: "left")
        var right = object.nestedUnkeyedContainer(forKey: "right")
        for number in 0..<3 {
          try left.encode(number, forKey: Key(intValue: number))
          try right.encode(number)
        }
        Trace.note("right, count \(right.count)", at: right.codingPath)
      },
      EncodingCase("the same nested object twice", object: .sorted) { object in
        var first = object.nestedContainer(keyedBy: Key.self, forKey: "a")
        try first.encode(1, forKey: "x")
        var second = object.nestedContainer(keyedBy: Key.self, forKey: "a")
        try second.encode(2, forKey: "y")
      },
      EncodingCase("nested and empty", object: .sorted) { object in
        _ = object.nestedContainer(keyedBy: Key.self, forKey: "a")
        _ = object.nestedUnkeyedContainer(forKey: "b")
      },
      EncodingCase("a failure on the way", object: .sorted) { object in
        try object.encode(1, forKey: "a")
        _ = Trace.attempt("not finite") { try object.encode(Double.nan, forKey: "b") }
        _ = Trace.attempt("not finite, inside") { try object.encode([1, .nan], forKey: "c") }
        try object.encode(2, forKey: "d")
      },
    ])
  }

  @Test func `arrays are filled element by element`() {
    expectSameEncoding([
      EncodingCase("nothing", array: .sorted) { _ in },
      EncodingCase("one of each", array: .sorted) { list in
        Trace.note("count \(list.count)")
        try list.encode(1)
        try list.encodeNil()
        try list.encode("x")
        try list.encode([1, 2])
        var object = list.nestedContainer(keyedBy: Key.self)
        try object.encode(1, forKey: "a")
        Trace.note("object, count \(list.count)", at: object.codingPath)
        var inner = list.nestedUnkeyedContainer()
        try inner.encode(2)
        Trace.note("inner, count \(list.count)", at: inner.codingPath)
        try "super".encode(to: list.superEncoder())
        try list.encode(Int?.none)
        try list.encode(ClassOfText("x"))
      },
      EncodingCase("two containers of one array", .sorted) { encoder in
        var first = encoder.unkeyedContainer()
        try first.encode(1)
        var second = encoder.unkeyedContainer()
        try second.encode(2)
        try first.encode(3)
        Trace.note("counts \(first.count) \(second.count)")
      },
      EncodingCase("nested arrays in turns", array: .sorted) { list in
        var first = list.nestedUnkeyedContainer()
        var second = list.nestedUnkeyedContainer()
        for number in 0..<3 {
          try second.encode(number)
          try first.encode(-number)
        }
        try list.encode("last")
      },
      EncodingCase("sequences", array: .sorted) { list in
        try list.encode(contentsOf: [true, false])
        try list.encode(contentsOf: 0..<3)
        try list.encode(contentsOf: ["a"])
        try list.encode(contentsOf: [[1], []])
      },
      EncodingCase("a failure on the way", array: .sorted) { list in
        try list.encode(1)
        _ = Trace.attempt("not finite") { try list.encode(Double.infinity) }
        Trace.note("count \(list.count)")
        _ = Trace.attempt("not finite, inside") { try list.encode(["a": Double.infinity]) }
        Trace.note("count \(list.count)")
        try list.encode(2)
      },
    ])
  }

  /// What writes nothing at all.
  private struct Nothing: Encodable {
    func encode(to encoder: any Encoder) throws { Trace.note("nothing", at: encoder.codingPath) }
  }

  @Test func `what writes nothing, and what fails`() {
    struct Own: Error {}
    expectSameEncoding([
      EncodingCase("nothing alone", Nothing()), EncodingCase("nothing in an array", [Nothing(), Nothing()]),
      EncodingCase("nothing in a field", Field(field: Nothing())),
      EncodingCase("nothing in a dictionary", ["a": Nothing()]),
      EncodingCase("nothing in a single value", Single(value: Nothing())),
      EncodingCase("nothing in nothing", [[Nothing()]]), EncodingCase("nothing as an optional", Nothing?.none),
      EncodingCase("an own error", in: [Scripted()]) { _ in throw Own() },
      EncodingCase("an own error in a field", in: Field(field: Scripted())) { encoder in
        Trace.note("here", at: encoder.codingPath)
        throw Own()
      },
      EncodingCase("a coding error with another path", in: ["a": Scripted()]) { _ in
        throw EncodingError.invalidValue(
          1,
          EncodingError.Context(codingPath: [Key(stringValue: "made up")], debugDescription: "", underlyingError: Own())
        )
      },
    ])
  }

  @Test func `super encoders are asked for or not`() {
    expectSameEncoding([
      EncodingCase("of an object", object: .sorted) { object in
        let base = object.superEncoder()
        var container = base.container(keyedBy: Key.self)
        try container.encode(1, forKey: "a")
        Trace.note("super", at: container.codingPath)
        try object.encode(2, forKey: "b")
      },
      EncodingCase("under a key", object: .sorted) { try 1.encode(to: $0.superEncoder(forKey: "a")) },
      EncodingCase("not used", object: .sorted) { _ = $0.superEncoder() },
      EncodingCase("not used in an array", array: .sorted) { _ = $0.superEncoder() },
      EncodingCase("both", object: .sorted) { object in
        try [1].encode(to: object.superEncoder())
        try ["x": 1].encode(to: object.superEncoder(forKey: "a"))
      },
      EncodingCase("in turns", array: .sorted) { list in
        let base = list.superEncoder()
        var inner = base.unkeyedContainer()
        try list.encode("outer")
        try inner.encode("inner")
      },
    ])
  }

  @Test func `encoders that outlive their container`() {
    expectSameEncoding([
      EncodingCase("a single value later", .sorted) { encoder in
        var container = encoder.singleValueContainer()
        Trace.note("single", at: container.codingPath)
        try container.encode(["a": [1]])
      },
      EncodingCase("a type by itself", in: [Scripted()]) { try [1: "x"].encode(to: $0) },
      EncodingCase("an array for an object", in: Field(field: Scripted())) { encoder in
        var list = encoder.unkeyedContainer()
        try list.encode(1)
        Trace.note("list, count \(list.count)", at: encoder.codingPath)
      },
      EncodingCase("one encoder, many values", .sorted) { encoder in
        [[1.0], [.nan], [2.0]].map { value in
          Data((Trace.attempt("\(value)") { try encoder.encode(value) } ?? Data()))
        }.reduce(Data(), +)
      },
    ])
  }
}
