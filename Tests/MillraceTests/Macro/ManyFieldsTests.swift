import Millrace
import Testing

/// Enough fields to be read into a structure instead of locals.
@Serializable
private struct Form<Item: Serializable & Equatable>: Equatable {
  var a: Item
  var b: Item?
  var c: [Item] = []
  @Field(at: "place/x") var d: Double
  @Field(at: "place/y") var e: Double?
  @Field(.lossy, .nullAsDefault) var f: [Int] = [1]
  @Field("g", aliases: "G") var g: String
  var h: String = "default"
  var i: Int, j: Int, k: Int, l: Int, m: Int, n: Int, o: Int, p: Int
  var q: Bool
  @Field(.flattened) var rest: [String: Int]
}

@Serializable
private class Base {
  var a = "", b = "", c: String?, d: [Int] = [1], e = 5, f = 6, g = 7, h = 8, i = 9
  var j: Int, k: Int, l: Int, m: Int, n: Int, o: Int, p: Int, q: Int
  init(_ value: Int) { (j, k, l, m, n, o, p, q) = (value, value, value, value, value, value, value, value) }
}

@Serializable
private final class Derived: Base {
  var a1: String, a2: String?, a3 = "x", a4: Int, a5: Int, a6: Int, a7: Int, a8: Int, a9: Int, a10: Int, a11: Int
  var a12: Int, a13: Int, a14: Int, a15: Int, a16: Int, a17: Int
}

/// A list that continues in its own type.
@Serializable
private struct Node: Equatable {
  var a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int, i: Int, j: Int, k: Int, l: Int, m: Int, n: Int
  var o: Int, p: Int
  var next: [Self]
}

/// Cases with so many values that each is read by a function of its own.
@Serializable
private enum ByKey<Item: Serializable & Equatable>: Equatable {
  case a(Item, x: Int, y: [Item]), b(x: Double, y: Item?, z: [String: Int]), c(x: String = "x", y: Bool, z: Int)
  case d(x: Int, y: Int, z: Int), e(x: Int, y: Int, z: Int), f(x: Int, y: Int, z: Int), single(Item), empty
}

@Serializable(tag: "type")
private enum ByTag: Equatable {
  case a(String, x: Int, y: [String]), b(x: Double, y: String?, z: [String: Int]), c(x: String = "x", y: Bool, z: Int)
  case d(x: Int, y: Int, z: Int), e(x: Int, y: Int, z: Int), f(x: Int, y: Int, z: Int), empty
}

@Serializable(tag: "type", content: "value", validated: true)
private enum ByTagAndContent: Equatable {
  case a(String, x: Int, y: [String]), b(x: Double, y: String?, z: [String: Int]), c(x: String = "x", y: Bool, z: Int)
  case d(x: Int, y: Int, z: Int), e(x: Int, y: Int, z: Int), f(x: Int, y: Int, z: Int), single(String), empty
  func validate() throws {}
}

@Serializable(.untagged)
private enum Untagged: Equatable {
  case a(x: Int, a: [String]), b(x: Double, b: String?, z: [String: Int]), c(x: String = "x", c: Bool, z: Int)
  case d(x: Int, y: Int, d: Int), e(x: Int, y: Int, e: Int), f(x: Int, y: Int, f: Int), single(String), empty
}

@Suite("Types of many fields")
struct ManyFieldsTests {
  private var random = SeededGenerator("types of many fields")

  private mutating func object(_ members: [(String, String)]) -> String {
    let members = random.once(in: 3) ? members : members.shuffled(using: &random)
    return "{\(members.map { "\"\($0)\":\($1)" }.joined(separator: ","))}"
  }

  @Test mutating func `fields with settings are read in any order`() throws {
    for index in 0..<Scale.count(1_000) {
      let numbers = "ijklmnop".enumerated().map { (String($1), String(index + $0)) }
      let hasDefaults = random.once(in: 2)
      let place = object([("x", "1.5"), ("y", random.once(in: 2) ? "2.5" : "null")])
      var members =
        [("a", "\"first\""), ("place", place), (random.once(in: 2) ? "g" : "G", "\"g\""), ("q", "true")] + numbers
      if !hasDefaults {
        members += [("b", "\"b\""), ("c", "[\"c\",\"d\"]"), ("f", "[2,\"no\",3]"), ("h", "\"h\"")]
      } else if random.once(in: 2) {
        members += [("b", "null"), ("f", "null")]
      }
      members.append(("unknown", "\(index)"))
      let expected = Form(
        a: "first", b: hasDefaults ? nil : "b", c: hasDefaults ? [] : ["c", "d"], d: 1.5,
        e: place.contains("null") ? nil : 2.5, f: hasDefaults ? [1] : [2, 3], g: "g", h: hasDefaults ? "default" : "h",
        i: index, j: index + 1, k: index + 2, l: index + 3, m: index + 4, n: index + 5, o: index + 6, p: index + 7,
        q: true,
        rest: ["unknown": index])
      let text = object(members)
      #expect(try JSON.decode(Form<String>.self, from: text) == expected, "\(text)")
      #expect(try JSON.decode(JSON.Value.self, from: text).decode(Form<String>.self) == expected, "\(text)")
      #expect(try JSON.decode(Form<String>.self, from: JSON.encode(expected)) == expected)
    }
  }

  @Test mutating func `the error for a missing field names it`() throws {
    let members =
      [("a", "1"), ("place", #"{"x":1}"#), ("g", "\"g\""), ("q", "true")] + "ijklmnop".map { (String($0), "1") }
    for (index, (name, _)) in members.enumerated() {
      var others = members
      others.remove(at: index)
      let text = object(others)
      let error = #expect(throws: FormatError.self) { try JSON.decode(Form<Int>.self, from: text) }
      #expect("\(try #require(error))".contains(name == "place" ? "place/x" : "\"\(name)\""), "\(text)")
    }
  }

  @Test mutating func `both classes of a hierarchy read many fields`() throws {
    let own = (4...17).map { ("a\($0)", "\($0)") } + [("a1", "\"one\"")]
    let inherited = "jklmnopq".map { (String($0), "3") } + [("b", "\"bee\""), ("i", "10")]
    for _ in 0..<Scale.count(200) {
      let value = try JSON.decode(Derived.self, from: object(own + inherited))
      #expect((value.a1, value.a2, value.a3) == ("one", nil, "x"))
      #expect([value.a4, value.a9, value.a17, value.j, value.q, value.e, value.i] == [4, 9, 17, 3, 3, 5, 10])
      #expect((value.a, value.b, value.c) == ("", "bee", nil))
    }
  }

  @Test mutating func `many cases are read in any order of their values`() throws {
    for _ in 0..<Scale.count(300) {
      let x = random.below(1_000)
      let a = [("_0", "\"i\""), ("x", "\(x)"), ("y", "[\"j\"]")]
      let b = [("x", "\(x)"), ("z", "{\"k\":1}")]
      let c = [("y", "true"), ("z", "\(x)")]
      let f = [("x", "1"), ("y", "2"), ("z", "\(x)")]
      let keys: [(String, [(String, String)], ByKey<String>)] = [
        ("a", a, .a("i", x: x, y: ["j"])), ("b", b, .b(x: Double(x), y: nil, z: ["k": 1])), ("c", c, .c(y: true, z: x)),
        ("f", f, .f(x: 1, y: 2, z: x)), ("empty", [], .empty),
      ]
      for (name, members, expected) in keys {
        #expect(try JSON.decode(ByKey<String>.self, from: object([(name, object(members))])) == expected)
        #expect(try JSON.decode(ByKey<String>.self, from: JSON.encode(expected)) == expected)
      }
      let tags: [(String, [(String, String)], ByTag, ByTagAndContent)] = [
        ("a", a, .a("i", x: x, y: ["j"]), .a("i", x: x, y: ["j"])),
        ("b", b, .b(x: Double(x), y: nil, z: ["k": 1]), .b(x: Double(x), y: nil, z: ["k": 1])),
        ("c", c, .c(y: true, z: x), .c(y: true, z: x)), ("f", f, .f(x: 1, y: 2, z: x), .f(x: 1, y: 2, z: x)),
      ]
      for (name, members, tagged, contained) in tags {
        #expect(try JSON.decode(ByTag.self, from: object(members + [("type", "\"\(name)\"")])) == tagged)
        let text = object([("type", "\"\(name)\""), ("value", object(members))])
        #expect(try JSON.decode(ByTagAndContent.self, from: text) == contained)
      }
      let untagged: [([(String, String)], Untagged)] = [
        ([("x", "\(x)"), ("a", "[\"j\"]")], .a(x: x, a: ["j"])), ([("c", "false"), ("z", "\(x)")], .c(c: false, z: x)),
        ([("x", "1"), ("y", "2"), ("f", "\(x)")], .f(x: 1, y: 2, f: x)),
      ]
      for (members, expected) in untagged {
        #expect(try JSON.decode(Untagged.self, from: object(members)) == expected)
      }
    }
    #expect(throws: FormatError.self) { try JSON.decode(ByTag.self, from: #"{"type":"f","x":1,"z":2}"#) }
    #expect(throws: FormatError.self) { try JSON.decode(ByKey<Int>.self, from: #"{"f":{"x":1,"y":2,"z":"3"}}"#) }
  }

  @Test func `a type can have fields of itself`() throws {
    let members = "abcdefghijklmnop".enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ",")
    let text = "{\(members),\"next\":[{\(members),\"next\":[]}]}"
    let node = try JSON.decode(Node.self, from: text)
    #expect(node.next.count == 1 && node.next[0].p == 15)
    #expect(try JSON.encode(node, as: String.self) == text)
  }
}
