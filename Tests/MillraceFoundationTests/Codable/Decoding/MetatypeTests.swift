import Foundation
import Testing

private class Base: Decodable {
  private enum Key: CodingKey { case a }

  var a: Int

  required init(from decoder: any Decoder) throws {
    a = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .a)
  }
}

private final class Sub: Base {
  private enum Key: CodingKey { case b }

  var b = 0

  required init(from decoder: any Decoder) throws {
    try super.init(from: decoder)
    b = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .b)
  }
}

/// Types that are chosen at run time, as in a table of classes by name.
@Suite("The type that is asked for at run time is decoded")
struct MetatypeTests {
  private static let types: [String: Base.Type] = ["base": Base.self, "sub": Sub.self]
  private static let object = #"{"a":1,"b":2}"#

  private static func type(_ name: String) -> Base.Type { types[name] ?? Base.self }

  private static func name(_ value: Base) -> String { "\(Swift.type(of: value)) \(value.a) \((value as? Sub)?.b ?? 0)" }

  @Test(arguments: ["base", "sub"])
  func `in every place`(_ name: String) {
    let type = Self.type(name)
    expectSameDecoding([
      DecodingCase("root", data: Data(Self.object.utf8)) { Self.name(try $0.decode(type, from: $1)) },
      DecodingCase("root without b", data: Data(#"{"a":1}"#.utf8)) { Self.name(try $0.decode(type, from: $1)) },
      DecodingCase("element", array: "[\(Self.object),\(Self.object)]") { list in
        Self.name(try list.decode(type)) + Self.name(try list.decode(Base.self))
      },
      DecodingCase("optional element", array: "[\(Self.object)]") { list in
        try list.decodeIfPresent(type).map(Self.name) ?? "none"
      },
      DecodingCase("member", object: #"{"x":\#(Self.object)}"#) { Self.name(try $0.decode(type, forKey: "x")) },
      DecodingCase("optional member", object: #"{"x":\#(Self.object)}"#) {
        try $0.decodeIfPresent(type, forKey: "x").map(Self.name) ?? "none"
      },
      DecodingCase("super", object: #"{"super":\#(Self.object)}"#) {
        Self.name(try $0.superDecoder().singleValueContainer().decode(type))
      },
    ])
  }

  /// What is learnt from a subclass's values must not be used for arrays of the class, and the other way round.
  @Test func `arrays of a class and of its subclass`() throws {
    let documents = Data("[\((0..<40).map { _ in Self.object }.joined(separator: ","))]".utf8)
    expectSameDecoding([
      DecodingCase("mixed", data: documents) { decoder, data in
        var names: Set<String> = []
        for name in ["base", "sub", "base", "sub"] {
          names.insert(Self.name(try decoder.decode(Self.type(name), from: Data(Self.object.utf8))))
          names.formUnion(try decoder.decode([Sub].self, from: data).map(Self.name).map { "sub \($0)" })
          names.formUnion(try decoder.decode([Base].self, from: data).map(Self.name).map { "base \($0)" })
        }
        return names.sorted().joined(separator: ", ")
      }
    ])
  }
}
