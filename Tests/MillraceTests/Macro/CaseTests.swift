import Foundation
import Millrace
import Testing

@Serializable
private struct User: Equatable, Sendable {
  var name: String
  var age: Int?
}

@Serializable
private enum Shape: Equatable, Sendable {
  case circle(radius: Double)
  case label(String, size: Int = 3, Bool?)
  indirect case pair(Shape, Shape)
  case empty
  @Case("Sq", aliases: "square") case square(side: Int?)
}

/// The same, by the compiler.
private enum TheirShape: Codable {
  case circle(radius: Double)
  case label(String, size: Int = 3, Bool?)
  indirect case pair(TheirShape, TheirShape)
  case empty
}

@Serializable(tag: "type", names: .snakeCase)
private enum Tagged: Equatable {
  case bigCircle(outerRadius: Double, innerRadius: Double = 0)
  case user(User)
  case empty
  @Case("Note", aliases: "memo") case note(text: String)
  @Case(.unknown) case other(JSON.Value)
}

@Serializable(tag: "type", unknownFields: .rejected, validated: true)
private enum Closed: Equatable {
  case move(x: Int, y: Int)
  case stop

  struct Backwards: Error {}
  func validate() throws { if case .move(x: ..<0, _) = self { throw Backwards() } }
}

@Serializable(tag: "t", content: "c")
private enum Adjacent: Equatable {
  case moved(x: Int, y: Int?)
  case typed(String)
  case users([User])
  case closed
  @Case(.unknown) case other
}

@Serializable(.untagged)
private enum Reference: Equatable, Sendable {
  case none
  case flag(Bool)
  case number(Int)
  case ratio(Double)
  case name(String)
  case list([Int])
  case range(first: Int, last: Int)
  case user(User)
  case options(verbose: Bool?, level: Int?)
  case shape(Shape)
  case table([String: Int])
}

@Serializable(.strings, names: .kebabCase)
private enum Color: Equatable {
  case lightRed, green
  @Case("azul", aliases: "blue") case blue
  @Case(.unknown) case other(JSON.Value)
}

@Serializable
private enum Level: String {
  case low, high
  @Case(.unknown) case strange = "?"
}

@Serializable
private enum Tree<Leaf>: Equatable where Leaf: Equatable {
  case leaf(Leaf)
  indirect case node(left: Tree<Leaf>, right: Tree<Leaf>)
}

@Suite("Enumerations with associated values")
struct CaseTests {
  @Test func `the shape is that of the compiler's Codable`() throws {
    let encoder = JSONEncoder()
    let pairs: [(Shape, TheirShape)] = [
      (.circle(radius: 1.5), .circle(radius: 1.5)), (.label("a", size: 2, nil), .label("a", size: 2, nil)),
      (.label("a", size: 2, true), .label("a", size: 2, true)), (.pair(.empty, .empty), .pair(.empty, .empty)),
      (.empty, .empty),
    ]
    encoder.outputFormatting = .sortedKeys
    for (ours, theirs) in pairs {
      let text = try JSON.encode(ours, as: String.self)
      let sorted = try JSON.decode(JSON.Value.self, from: text).sortedByKeys().description
      #expect(try Data(sorted.utf8) == encoder.encode(theirs))
      #expect(try JSON.decode(Shape.self, from: Array(encoder.encode(theirs))) == ours)
    }
  }

  @Test func `cases survive writing and reading`() throws {
    try expectRoundTrip(
      Shape.pair(.circle(radius: 1.5), .label("x", size: 1, nil)),
      #"{"pair":{"_0":{"circle":{"radius":1.5}},"_1":{"label":{"_0":"x","size":1}}}}"#)
    try expectRoundTrip(Shape.square(side: 1), #"{"Sq":{"side":1}}"#)
    #expect(try JSON.decode(Shape.self, from: #"{"x":[],"square":{"y":1},"z":1}"#) == .square(side: nil))
    #expect(try JSON.decode(Shape.self, from: #"{"label":{"_2":null,"_0":"a"}}"#) == .label("a", size: 3, nil))
    for text in [
      "{}", #"{"hexagon":{}}"#, #"{"circle":{"radius":1},"empty":{}}"#, #"{"circle":{}}"#, #"{"empty":1}"#, "1",
    ] {
      expectRefusal(Shape.self, text)
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(TheirShape.self, from: Data(text.utf8)) }
    }
    try expectRoundTrip(
      Tree.node(left: .leaf(1), right: .leaf(2)), #"{"node":{"left":{"leaf":{"_0":1}},"right":{"leaf":{"_0":2}}}}"#)
  }

  @Test func `a tag names the case at any position`() throws {
    try expectRoundTrip(
      Tagged.bigCircle(outerRadius: 2.5, innerRadius: 1.5),
      #"{"type":"big_circle","outer_radius":2.5,"inner_radius":1.5}"#)
    try expectRoundTrip(Tagged.user(User(name: "a")), #"{"type":"user","name":"a"}"#)
    try expectRoundTrip(Tagged.empty, #"{"type":"empty"}"#)
    try expectRoundTrip(Tagged.note(text: "x"), #"{"type":"Note","text":"x"}"#)
    #expect(try JSON.decode(Tagged.self, from: #"{"text":"x","type":"memo"}"#) == .note(text: "x"))
    #expect(
      try JSON.decode([Tagged].self, from: #"[{"x":[{}],"age":1,"name":"b","type":"user","z":[1]},{"type":"empty"}]"#)
        == [.user(User(name: "b", age: 1)), .empty])
    expectRefusal(Tagged.self, #"{"type":"user"}"#)
    expectRefusal(Tagged.self, #"{"text":1,"type":"Note"}"#)
  }

  @Test func `unknown values are kept unchanged`() throws {
    for text in [#"{"a":1,"type":"new","b":[{"type":"user"}]}"#, #"{"type":7}"#, "{}", "[1,2]", "null"] {
      let value = try JSON.decode(Tagged.self, from: text)
      #expect(try value == .other(JSON.decode(JSON.Value.self, from: text)))
      #expect(try JSON.encode(value, as: String.self) == text)
    }
    #expect(try JSON.decode([Level].self, from: #"["low","","high"]"#) == [.low, .strange, .high])
    #expect(
      try JSON.decode([Adjacent].self, from: #"[{"t":"x","c":[1]},7,{"t":"closed"}]"#) == [.other, .other, .closed])
  }

  @Test func `where nothing unknown is taken, the place of the name is reported`() throws {
    try expectRoundTrip(Closed.move(x: 1, y: 2), #"{"type":"move","x":1,"y":2}"#)
    try expectRoundTrip(Closed.stop, #"{"type":"stop"}"#)
    for (text, path) in [
      (#"[{"x":1,"type":"go"}]"#, "/0/type"), (#"[{"x":1}]"#, "/0"), (#"[{"type":"stop","x":1}]"#, "/0/x"),
      (#"[{"y":1,"type":"move","x":-1}]"#, "/0"), (#"[{"type":"move","x":1,"y":2,"z":3}]"#, "/0/z"),
    ] {
      let error = #expect(throws: FormatError.self) { try JSON.decode([Closed].self, from: text) }
      #expect(error?.place.path == path)
    }
  }

  @Test func `the content is before or after the tag`() throws {
    try expectRoundTrip(Adjacent.moved(x: 1, y: nil), #"{"t":"moved","c":{"x":1}}"#)
    try expectRoundTrip(Adjacent.typed("a"), #"{"t":"typed","c":"a"}"#)
    try expectRoundTrip(Adjacent.users([User(name: "a", age: 1)]), #"{"t":"users","c":[{"name":"a","age":1}]}"#)
    try expectRoundTrip(Adjacent.closed, #"{"t":"closed"}"#)
    #expect(try JSON.decode(Adjacent.self, from: #"{"c":{"y":2,"x":1},"z":1,"t":"moved"}"#) == .moved(x: 1, y: 2))
    #expect(try JSON.decode(Adjacent.self, from: #"{"c":null,"t":"closed"}"#) == .closed)
    for text in [#"{"t":"typed"}"#, #"{"t":"typed","c":1}"#, #"{"t":"moved","c":{"y":1}}"#] {
      expectRefusal(Adjacent.self, text)
    }
  }

  @Test(arguments: [
    ("null", Reference.none), ("true", .flag(true)), ("7", .number(7)), ("-7.5", .ratio(-7.5)), (#""a""#, .name("a")),
    ("[1,2]", .list([1, 2])), (#"{"first":1,"last":2}"#, .range(first: 1, last: 2)),
    (#"{"name":"a","age":2}"#, .user(User(name: "a", age: 2))), (#"{"level":2}"#, .options(verbose: nil, level: 2)),
    (#"{"empty":{}}"#, .shape(.empty)), (#"{"x":1,"y":2}"#, .table(["x": 1, "y": 2])),
  ])
  fileprivate func `without a tag the fields decide`(_ text: String, _ value: Reference) throws {
    #expect(try JSON.decode(Reference.self, from: text) == value)
    #expect(try JSON.decode(Reference.self, from: JSON.encode(value)) == value)
    #expect(try JSON.decode([Reference].self, from: "[\(text), \(text)]") == [value, value])
    #expect(try JSON.decode(JSON.Value.self, from: text).decode(Reference.self) == value)
  }

  @Test func `an error within the fields that decided is reported, instead of all cases`() throws {
    let error = #expect(throws: FormatError.self) {
      try JSON.decode([Reference].self, from: #"[{"name":"a","age":"x"}]"#)
    }
    #expect(error?.description == #"line 1, column 20 (byte 19), at /0/age: expected an integer, found a string"#)
    #expect(try JSON.decode(Reference.self, from: "{}") == .options(verbose: nil, level: nil))
    expectRefusal(Reference.self, #"["a"]"#)
  }

  @Test func `cases are strings`() throws {
    try expectRoundTrip(Color.lightRed, #""light-red""#)
    try expectRoundTrip(Color.blue, #""azul""#)
    #expect(
      try JSON.decode([Color].self, from: #"["blue","mauve",{"r":1}]"#) == [.blue, .other("mauve"), .other(["r": 1])])
    #expect(try JSON.encode(Color.other(["r": 1]), as: String.self) == #"{"r":1}"#)
  }
}
