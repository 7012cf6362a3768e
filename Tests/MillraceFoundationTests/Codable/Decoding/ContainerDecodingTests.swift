import Foundation
import Testing

/// What hand-written `init(from:)` ask of containers.
@Suite("Containers read as Foundation's are")
struct ContainerDecodingTests {
  /// A key that is bridged from Objective-C is stored as a long one, whatever its length.
  @Test func `members are found by keys however they are stored`() {
    let names = (0...20).map { String("abcdefghijklmnopqrstuvwxyz".prefix($0)) } + ["é", "aéb", "日本語日本", "日本語日本語"]
    let text = "{" + names.map { "\"\($0)\":\"\($0)!\"" }.joined(separator: ",") + "}"
    for order in [names, names.reversed()] {
      expectSameDecoding([
        DecodingCase("keys with storage", object: text) { object in
          try order.map { try object.decode(String.self, forKey: Key(stringValue: $0.withStorage)) }
        },
        DecodingCase("foreign keys", object: text) { object in
          try order.map { try object.decode(String.self, forKey: Key(stringValue: ($0 as NSString) as String)) }
        },
        DecodingCase("both kinds of keys", object: text) { object in
          try order.flatMap { name in
            [
              try object.decode(String.self, forKey: Key(stringValue: name)),
              try object.decode(String.self, forKey: Key(stringValue: name.withStorage)),
            ]
          }
        },
        DecodingCase("no such key with storage", object: text) { object in
          order.map { object.contains(Key(stringValue: ($0 + "x").withStorage)) }
        },
      ])
    }
  }

  @Test func `objects are asked for their members`() {
    let text = #"{"a":1,"b":null,"c":"x","d":[1,2],"e":{"f":true},"2":"two"}"#
    expectSameDecoding([
      DecodingCase("all keys", object: text) { Set($0.allKeys.map(\.shown)) },
      DecodingCase("contains", object: text) { object in
        (["a", "b", "c", "z", 2, "A"] as [Key]).map { object.contains($0) }
      },
      DecodingCase("null or not", object: text) { [try $0.decodeNil(forKey: "a"), try $0.decodeNil(forKey: "b")] },
      DecodingCase("null of an absent key", object: text) { try $0.decodeNil(forKey: "z") },
      DecodingCase("absent key", object: text) { try $0.decode(Int.self, forKey: "z") },
      DecodingCase("absent number key", object: text) { try $0.decode(Int.self, forKey: 7) },
      DecodingCase("number key", object: text) { try $0.decode(String.self, forKey: 2) },
      DecodingCase("null as a number", object: text) { try $0.decode(Int.self, forKey: "b") },
      DecodingCase("null as a type", object: text) { try $0.decode(Person.self, forKey: "b") },
      DecodingCase("null as an optional", object: text) { try $0.decode(Int?.self, forKey: "b") as Any },
      DecodingCase("if present: there", object: text) { try $0.decodeIfPresent(Int.self, forKey: "a") as Any },
      DecodingCase("if present: null", object: text) { try $0.decodeIfPresent(Int.self, forKey: "b") as Any },
      DecodingCase("if present: absent", object: text) { try $0.decodeIfPresent(Int.self, forKey: "z") as Any },
      DecodingCase("if present: another kind", object: text) { try $0.decodeIfPresent(Int.self, forKey: "c") as Any },
      DecodingCase("if present: a type", object: text) { try $0.decodeIfPresent([Int].self, forKey: "d") as Any },
      DecodingCase("if present: every width", object: #"{"n":200}"#) { object in
        func read<Value: Decodable>(_ type: Value.Type) -> Any {
          Trace.attempt("\(type)") { try object.decodeIfPresent(type, forKey: "n") } as Any
        }
        return [
          read(Int8.self), read(UInt8.self), read(Int16.self), read(UInt16.self), read(Int32.self),
          read(UInt32.self), read(Int64.self), read(UInt64.self), read(Int.self), read(UInt.self), read(Float.self),
          read(Double.self), read(Bool.self), read(String.self), read(Int128.self), read(UInt128.self),
        ]
      },
      DecodingCase("if present: by the requirements of the protocol", object: #"{"n":20,"t":"x","f":false}"#) {
        [
          try $0.decodeIfPresent(Int8.self, forKey: "n") as Any, try $0.decodeIfPresent(UInt.self, forKey: "n") as Any,
          try $0.decodeIfPresent(Float.self, forKey: "n") as Any,
          try $0.decodeIfPresent(String.self, forKey: "t") as Any,
          try $0.decodeIfPresent(Bool.self, forKey: "f") as Any,
          try $0.decodeIfPresent(UInt16.self, forKey: "none") as Any,
        ]
      },
      DecodingCase("nested object", object: text) { object in
        let nested = try object.nestedContainer(keyedBy: Key.self, forKey: "e")
        Trace.note("nested", nested)
        return try nested.decode(Bool.self, forKey: "f")
      },
      DecodingCase("nested object that is an array", object: text) {
        try $0.nestedContainer(keyedBy: Key.self, forKey: "d").allKeys.count
      },
      DecodingCase("nested object that is null", object: text) {
        try $0.nestedContainer(keyedBy: Key.self, forKey: "b").allKeys.count
      },
      DecodingCase("nested object that is absent", object: text) {
        try $0.nestedContainer(keyedBy: Key.self, forKey: "z").allKeys.count
      },
      DecodingCase("nested array", object: text) { object in
        var nested = try object.nestedUnkeyedContainer(forKey: "d")
        Trace.note("nested", nested)
        return try nested.decode(Int.self)
      },
      DecodingCase("nested array that is a text", object: text) {
        try $0.nestedUnkeyedContainer(forKey: "c").count as Any
      },
      DecodingCase("nested array that is null", object: text) {
        try $0.nestedUnkeyedContainer(forKey: "b").count as Any
      },
      DecodingCase("nested array that is absent", object: text) {
        try $0.nestedUnkeyedContainer(forKey: "z").count as Any
      },
      DecodingCase("asked for a member after it failed", object: text) { object in
        _ = Trace.attempt("as a number") { try object.decode(Int.self, forKey: "c") }
        return try object.decode(String.self, forKey: "c")
      },
      DecodingCase("two key types of one object", text) { decoder in
        enum Keys: String, CodingKey { case a, c }
        let first = try decoder.container(keyedBy: Keys.self)
        Trace.note("first", first)
        let second = try decoder.container(keyedBy: Key.self)
        return try "\(first.decode(Int.self, forKey: .a)) \(second.decode(String.self, forKey: "c"))"
      },
      DecodingCase("number keys of an enumeration", #"{"one":1,"1":2}"#) { decoder in
        enum Keys: Int, CodingKey { case one = 1 }
        let object = try decoder.container(keyedBy: Keys.self)
        Trace.note("object", object)
        return "\(try object.decode(Int.self, forKey: .one))"
      },
    ])
  }

  @Test func `arrays are read element by element`() {
    let text = #"[1,null,"x",[2,3],{"a":4},5.5]"#
    expectSameDecoding([
      DecodingCase("one after the other", array: text) { list in
        Trace.note("start", list)
        let first = try list.decode(Int.self)
        Trace.note("one", list)
        return [first, try list.decodeNil(), try list.decode(String.self), try list.decode([Int].self)] as [Any]
      },
      DecodingCase("null that is none does not move on", array: text) { list in
        [try list.decodeNil(), list.currentIndex] as [Any]
      },
      DecodingCase("a failure does not move on", array: text) { list in
        _ = Trace.attempt("as a text") { try list.decode(String.self) }
        Trace.note("after", list)
        return try list.decode(Int.self)
      },
      DecodingCase("a failed type does not move on", array: #"[{"name":1},{"name":"a","emails":[]}]"#) { list in
        _ = Trace.attempt("person") { try list.decode(Person.self) }
        Trace.note("after", list)
        _ = Trace.attempt("person again") { try list.decode(Person.self) }
        return try list.decode([String: Int].self)
      },
      DecodingCase("null as a number", array: "[null,1]") { try $0.decode(Int.self) },
      DecodingCase("null as an optional", array: "[null,1]") { try $0.decode(Int?.self) as Any },
      DecodingCase("null if present", array: "[null,1]") { list in
        [try list.decodeIfPresent(Int.self) as Any, try list.decodeIfPresent(Int.self) as Any, list.isAtEnd]
      },
      DecodingCase("if present at the end", array: "[]") { try $0.decodeIfPresent(Int.self) as Any },
      DecodingCase("if present of another kind", array: "[1]") { list in
        _ = Trace.attempt("text") { try list.decodeIfPresent(String.self) }
        return try list.decodeIfPresent(Int8.self) as Any
      },
      DecodingCase("past the end", array: "[1]") { list in
        _ = try list.decode(Int.self)
        return try list.decode(Int.self)
      },
      DecodingCase("a type past the end", array: "[]") { try $0.decode(Person.self) },
      DecodingCase("null past the end", array: "[]") { try $0.decodeNil() },
      DecodingCase("an object past the end", array: "[]") { try $0.nestedContainer(keyedBy: Key.self).allKeys.count },
      DecodingCase("an array past the end", array: "[]") { try $0.nestedUnkeyedContainer().count as Any },
      DecodingCase("a super past the end", array: "[]") { try $0.superDecoder().codingPath.count },
      DecodingCase("nested object that is a number", array: text) { list in
        _ = Trace.attempt("object") { try list.nestedContainer(keyedBy: Key.self) }
        Trace.note("after", list)
        _ = Trace.attempt("array") { try list.nestedUnkeyedContainer() }
        return list.currentIndex
      },
      DecodingCase("nested object that is null", array: "[null]") {
        try $0.nestedContainer(keyedBy: Key.self).allKeys.count
      },
      DecodingCase("nested array that is null", array: "[null]") { try $0.nestedUnkeyedContainer().count as Any },
      DecodingCase("nested arrays in turns", array: "[[1,2],[3,4]]") { list in
        var first = try list.nestedUnkeyedContainer()
        var second = try list.nestedUnkeyedContainer()
        Trace.note("second", second)
        return [
          try first.decode(Int.self), try second.decode(Int.self), try first.decode(Int.self),
          try second.decode(Int.self),
        ]
      },
      DecodingCase("an outer array goes on before the inner one", array: "[[1,2],3]") { list in
        var inner = try list.nestedUnkeyedContainer()
        return [try list.decode(Int.self), try inner.decode(Int.self), try inner.decode(Int.self)]
      },
      DecodingCase("two containers of one array", "[1,2,3]") { decoder in
        var first = try decoder.unkeyedContainer()
        var second = try decoder.unkeyedContainer()
        _ = try first.decode(Int.self)
        Trace.note("second", second)
        return "\(try first.decode(Int.self)) \(try second.decode(Int.self))"
      },
      DecodingCase("a copy of a container", array: "[1,2,3]") { list in
        _ = try list.decode(Int.self)
        var copy = list
        _ = try copy.decode(Int.self)
        Trace.note("copy", copy)
        return try list.decode(Int.self)
      },
      DecodingCase(
        "the count of a large array", array: "[\(Array(repeating: "0", count: 10_000).joined(separator: ","))]"
      ) {
        $0.count as Any
      },
      DecodingCase("lossy", Lossy<Int>.self, #"[1,"x",null,{},[],2.5,3]"#),
      DecodingCase("lossy, of a type", Lossy<Person>.self, #"[{"name":"a","emails":[]},{"name":1},null,7,[]]"#),
    ])
  }

  @Test func `single values are asked for every type`() {
    let texts = ["1", "null", "\"x\"", "[1]", "{\"a\":1}", "true", "1.5"]
    func read(_ decoder: any Decoder) throws -> String {
      let single = try decoder.singleValueContainer()
      Trace.note("null: \(single.decodeNil()), again: \(single.decodeNil())", at: single.codingPath)
      func ask<Value: Decodable>(_ type: Value.Type) {
        if let value = Trace.attempt("\(type)", { try single.decode(type) }) { Trace.note(Fingerprint.of(value)) }
      }
      ask(Int.self)
      ask(Int?.self)
      ask(Bool.self)
      ask(Double.self)
      ask(String.self)
      ask([Int].self)
      ask([Int?]?.self)
      ask([String: Int].self)
      ask(Single<Int>.self)
      if let object = Trace.attempt("object", { try decoder.container(keyedBy: Key.self) }) {
        Trace.note("object", object)
      }
      if let list = Trace.attempt("array", { try decoder.unkeyedContainer() }) { Trace.note("array", list) }
      return ""
    }
    expectSameDecoding(texts.map { DecodingCase("alone: \($0)", $0, read: read) })
    expectSameDecoding(texts.map { DecodingCase("element: \($0)", in: [Scripted].self, "[\($0)]", read: read) })
    expectSameDecoding(
      texts.map { DecodingCase("field: \($0)", in: Field<Scripted>.self, "{\"field\":\($0)}", read: read) })
    expectSameDecoding(
      texts.map { DecodingCase("optional: \($0)", in: Field<Scripted?>.self, "{\"field\":\($0)}", read: read) })
    expectSameDecoding(
      texts.map { DecodingCase("in a single value: \($0)", in: Single<Scripted>.self, $0, read: read) })
  }

  @Test func `super decoders are there or not`() {
    expectSameDecoding([
      DecodingCase("of an object", object: #"{"super":{"a":1},"b":2}"#) { object in
        let base = try object.superDecoder()
        Trace.note("super", at: base.codingPath)
        return try base.container(keyedBy: Key.self).decode(Int.self, forKey: "a")
      },
      DecodingCase("of an object without one", object: "{}") { object in
        let base = try object.superDecoder()
        Trace.note("super", at: base.codingPath)
        try Trace.note("null: \(base.singleValueContainer().decodeNil())")
        return try base.container(keyedBy: Key.self).allKeys.count
      },
      DecodingCase("of an absent key", object: "{}") { object in
        let base = try object.superDecoder(forKey: "a")
        Trace.note("super", at: base.codingPath)
        return try base.unkeyedContainer().count as Any
      },
      DecodingCase("of an absent key, as a value", object: "{}") {
        try $0.superDecoder(forKey: "a").singleValueContainer().decode(Int.self)
      },
      DecodingCase("of null", object: #"{"super":null}"#) {
        try $0.superDecoder().container(keyedBy: Key.self).allKeys.count
      },
      DecodingCase("of a number", object: #"{"a":7}"#) {
        try $0.superDecoder(forKey: "a").singleValueContainer().decode(Int.self)
      },
      DecodingCase("twice", object: #"{"super":[1,2]}"#) { object in
        let first = try object.superDecoder()
        var list = try first.unkeyedContainer()
        _ = try list.decode(Int.self)
        return try object.superDecoder().singleValueContainer().decode([Int].self)
      },
      DecodingCase("of an array", array: #"[{"a":1},2]"#) { list in
        let base = try list.superDecoder()
        Trace.note("super", at: base.codingPath)
        return [try base.container(keyedBy: Key.self).decode(Int.self, forKey: "a"), try list.decode(Int.self)]
      },
      DecodingCase("of an array, not used", array: "[1,2]") { list in
        _ = try list.superDecoder()
        return try list.decode(Int.self)
      },
      DecodingCase("of null in an array", array: "[null]") { try $0.superDecoder().singleValueContainer().decodeNil() },
      DecodingCase("car", Car.self, #"{"doors":3,"super":{"wheels":4}}"#),
      DecodingCase("car without a base", Car.self, #"{"doors":3}"#),
      DecodingCase("truck without a base", Truck.self, #"{"load":3}"#),
      DecodingCase("wagon without a base", Wagon.self, #"[1,2]"#),
      DecodingCase("bicycle", Bicycle.self, #"{"gears":null,"wheels":2}"#),
    ])
  }
}
