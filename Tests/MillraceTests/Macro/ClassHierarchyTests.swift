import Foundation
import Millrace
import TestSupport
import Testing

@Serializable
private class Shape: Codable {
  var id: Int
  @Field("n") var name: String?
  var tags: [String] = ["none"]
  @Field(.ignored) var cache = 7

  init(id: Int) { self.id = id }
}

@Serializable
private class Figure: Shape {
  var area: Double
  @Field(.flattened) var style: Style

  override init(id: Int) {
    (area, style) = (0, Style(color: "red"))
    super.init(id: id)
  }
}

@Serializable
private final class Circle: Figure {
  var radius: Double
  var inner: [Shape] = []
}

@Serializable
private struct Style: Codable { var color: String }

/// The same classes, as they are written without the macro.
private enum ByHand {
  class Shape: Codable {
    var id: Int
    var name: String?
    var tags: [String]

    private enum CodingKeys: String, CodingKey {
      case id, name = "n", tags
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decode(Int.self, forKey: .id)
      name = try container.decodeIfPresent(String.self, forKey: .name)
      tags = try container.decodeIfPresent([String].self, forKey: .tags) ?? ["none"]
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encodeIfPresent(name, forKey: .name)
      try container.encode(tags, forKey: .tags)
    }
  }

  class Figure: Shape {
    var area: Double
    var color: String

    private enum CodingKeys: String, CodingKey {
      case area, color
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      area = try container.decode(Double.self, forKey: .area)
      color = try container.decode(String.self, forKey: .color)
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(area, forKey: .area)
      try container.encode(color, forKey: .color)
    }
  }

  final class Circle: Figure {
    var radius: Double
    var inner: [Shape]

    private enum CodingKeys: String, CodingKey {
      case radius, inner
    }

    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      radius = try container.decode(Double.self, forKey: .radius)
      inner = try container.decodeIfPresent([Shape].self, forKey: .inner) ?? []
      try super.init(from: decoder)
    }

    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(radius, forKey: .radius)
      try container.encode(inner, forKey: .inner)
    }
  }
}

@Serializable
private class Lenient {
  var a: Int
}

@Serializable(unknownFields: .rejected)
private final class Strict: Lenient {
  var b: Int
}

@Serializable(unknownFields: .rejected)
private class StrictBase {
  var a: Int
}

@Serializable
private final class Extended: StrictBase {
  var b: Int
}

@Serializable(validated: true)
private class Range {
  var first: Int
  struct Empty: Error {}
  func validate() throws { if first < 0 { throw Empty() } }
}

@Serializable
private final class ClosedRange: Range {
  var last: Int
  override func validate() throws { if last < first { throw Empty() } }
}

@Serializable
private class Box<Item: Serializable> {
  var item: Item
}

@Serializable
private final class LabeledBox<Item: Serializable>: Box<Item> {
  var label: String
}

@Serializable
private final class NumberBox: Box<Int> {
  var unit: String
}

@Serializable
private class Rest {
  @Field(.flattened) var others: [String: Int]
}

@Serializable
private final class RestWithName: Rest {
  var name: Int
}

@Serializable
private class Object: NSObject {
  var number: Int
}

@Serializable
private class Nothing {}

@Serializable
private final class StillNothing: Nothing {}

@Readable
private class Input {
  var a: Int
}

@Readable
private final class LongInput: Input {
  var b: Int
}

@Writable
private class Output {
  var a = 1
}

@Writable
private final class LongOutput: Output {
  var b = 2
}

@Serializable(.codable)
private class Account: Codable {
  @Field("user_name") var name: String
}

@Serializable(.codable)
private final class Admin: Account {
  var rights: [String]
}

@Suite("Class hierarchies")
struct ClassHierarchyTests {
  private static let members = [
    #""id":5"#, #""n":"a""#, #""tags":["x","y"]"#, #""area":2.5"#, #""color":"blue""#, #""radius":0.5"#,
    #""inner":[{"id":1,"tags":[]},{"n":null,"id":2}]"#, #""unknown":{"id":9}"#,
  ]

  /// Documents with the members in any order, some of them without one.
  private static func documents() -> [String] {
    var generator = SeededGenerator("class hierarchies")
    return (0..<300).map { _ in
      var members = members.shuffled(using: &generator)
      if Bool.random(using: &generator) { members.removeLast() }
      return "{\(members.joined(separator: ","))}"
    }
  }

  private func object(_ data: some Sequence<UInt8>) throws -> NSDictionary? {
    try JSONSerialization.jsonObject(with: Data(data)) as? NSDictionary
  }

  @Test func `a subclass is read and written as with Foundation and super`() throws {
    var failures = 0
    for document in Self.documents() {
      let data = Data(document.utf8)
      let expected = Result { try JSONDecoder().decode(ByHand.Circle.self, from: data) }
      let read = Result { try JSON.decode(Circle.self, from: Array(data)) }
      let decoded = Result { try JSONDecoder().decode(Circle.self, from: data) }
      guard case .success(let byHand) = expected else {
        failures += 1
        #expect(throws: FormatError.self, SeededGenerator.note) { try read.get() }
        #expect(throws: DecodingError.self, SeededGenerator.note) { try decoded.get() }
        continue
      }
      let object = try object(JSONEncoder().encode(byHand))
      for circle in [try read.get(), try decoded.get()] {
        #expect(try self.object(JSON.encode(circle)) == object, SeededGenerator.note)
        #expect(try self.object(JSON.encode(circle as Shape)) == object, SeededGenerator.note)
        #expect(try self.object(JSONEncoder().encode(circle)) == object, SeededGenerator.note)
        #expect(circle.cache == 7)
      }
      let written = Data(try JSON.encode(read.get()))
      #expect(try self.object(JSONEncoder().encode(JSONDecoder().decode(ByHand.Circle.self, from: written))) == object)
    }
    #expect(failures > 10)
  }

  @Test(arguments: ["id", "area", "color", "radius"])
  func `a missing member of each class is named, with its place`(_ name: String) throws {
    let document = "[{" + Self.members.filter { !$0.hasPrefix("\"\(name)\"") }.joined(separator: ",") + "}]"
    let error = #expect(throws: FormatError.self) { try JSON.decode([Circle].self, from: Array(document.utf8)) }
    #expect(error?.description.contains("missing field \"\(name)\"") == true)
    #expect(error?.place.path == "/0")
  }

  @Test func `a wrong value of a superclass is named by its path`() throws {
    let document = #"[{"radius":1,"color":"c","area":2,"id":3,"tags":["a",false]}]"#
    let error = #expect(throws: FormatError.self) { try JSON.decode([Circle].self, from: Array(document.utf8)) }
    #expect(error?.place.path == "/0/tags/1")
  }

  @Test func `unknown members are those of no class`() throws {
    for known in [#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#] {
      #expect(try JSON.decode(Strict.self, from: Array(known.utf8)).a == 1)
      #expect(try JSON.decode(Extended.self, from: Array(known.utf8)).b == 2)
    }
    let unknown = Array(#"{"b":2,"c":[],"a":1}"#.utf8)
    for read in [
      { _ = try JSON.decode(Strict.self, from: unknown) }, { _ = try JSON.decode(Extended.self, from: unknown) },
    ] {
      let error = #expect(throws: FormatError.self) { try read() }
      #expect(error?.description.contains("expected one of: a, b") == true)
      #expect(error?.place.path == "/c")
    }
    #expect(throws: FormatError.self) { try JSON.decode(StrictBase.self, from: Array(#"{"a":1,"b":2}"#.utf8)) }
  }

  @Test func `duplicate keys are rejected in each class`() throws {
    for document in [#"{"a":1,"b":2,"a":3}"#, #"{"a":1,"b":2,"b":3}"#] {
      #expect(throws: FormatError.self) {
        try JSON.decode(Extended.self, from: Array(document.utf8), options: .init(duplicateKeys: .rejected))
      }
    }
  }

  @Test func `a class is validated when all classes have been read`() throws {
    #expect(try JSON.decode(ClosedRange.self, from: Array(#"{"first":-3,"last":4}"#.utf8)).last == 4)
    #expect(throws: (any Error).self) { try JSON.decode(ClosedRange.self, from: Array(#"{"last":1,"first":4}"#.utf8)) }
    #expect(throws: (any Error).self) { try JSON.decode(Range.self, from: Array(#"{"first":-4}"#.utf8)) }
  }

  @Test func `generic classes with constraints have subclasses`() throws {
    let box = try JSON.decode(LabeledBox<[Int]>.self, from: Array(#"{"label":"l","item":[1,2]}"#.utf8))
    #expect(box.item == [1, 2])
    #expect(try object(JSON.encode(box)) == ["label": "l", "item": [1, 2]])
    let number = try JSON.decode(NumberBox.self, from: Array(#"{"item":3,"unit":"m"}"#.utf8))
    #expect(try object(JSON.encode(number)) == ["item": 3, "unit": "m"])
  }

  @Test func `the rest of the members is without those of subclasses`() throws {
    let rest = try JSON.decode(RestWithName.self, from: Array(#"{"x":1,"name":2,"y":3}"#.utf8))
    #expect(rest.others == ["x": 1, "y": 3])
    #expect(try object(JSON.encode(rest)) == ["x": 1, "name": 2, "y": 3])
  }

  @Test func `superclasses without fields, and classes without any`() throws {
    #expect(try JSON.decode(Object.self, from: Array(#"{"number":4}"#.utf8)).number == 4)
    #expect(try JSON.encode(JSON.decode(StillNothing.self, from: Array(#"{"a":1}"#.utf8))) == Array("{}".utf8))
    #expect(throws: FormatError.self) { try JSON.decode(StillNothing.self, from: Array("[]".utf8)) }
  }

  @Test func `halves`() throws {
    #expect(try JSON.decode(LongInput.self, from: Array(#"{"b":1,"a":2}"#.utf8)).a == 2)
    #expect(try object(JSON.encode(LongOutput())) == ["a": 1, "b": 2])
  }

  @Test func `subclasses that are only Codable call super`() throws {
    let document = Data(#"{"rights":["r"],"user_name":"u"}"#.utf8)
    let admin = try JSONDecoder().decode(Admin.self, from: document)
    #expect(admin.name == "u")
    #expect(try object(JSONEncoder().encode(admin)) == object(document))
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(Admin.self, from: Data(#"{"rights":[]}"#.utf8)) }
  }
}
