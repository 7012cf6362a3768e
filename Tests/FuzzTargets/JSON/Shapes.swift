import Millrace

/// Twenty types that together use what `@Serializable` and the library's conformances offer.
enum Shapes {
  typealias Check = @Sendable ([UInt8], JSON.Value?) throws -> Void

  static let checks: [Check] = [
    check(Scalars.self), check(Numbers.self), check(Named.self), check(Located.self), check(Sheet.self),
    check(Lenient.self), check(Absent.self), check(Strict.self), check(Node.self), check(Kind.self),
    check(Shape.self), check(Tagged.self), check(Adjacent.self), check(Either.self), check(Wrapped.self),
    check(Timed.self), check([Int: [String?]].self), check([Wide].self), check(Pair.self), check(Raw.self),
  ]

  /// What is read is written and read again as the same, and a tree gives what the bytes give.
  private static func check<Value: Readable & Writable & Sendable>(_ type: Value.Type) -> Check {
    { bytes, tree in
      // A tree has one of several members with the same key, and a bad one may be among the others.
      let strict = JSON.ReadingOptions(duplicateKeys: .rejected)
      let tree = (try? JSON.decode(Nothing.self, from: bytes, options: strict)) == nil ? nil : tree
      let value: Value
      do throws(FormatError) {
        value = try JSON.decode(type, from: bytes)
      } catch {
        if let tree, type != Raw.self, (try? tree.decode(type)) != nil {
          throw Finding("\(type) is read from the tree, but not from the bytes: \(error)")
        }
        _ = error.description
        return
      }
      try expect(NaiveJSON.isValid(bytes), "\(type) is read from a document that is not well-formed")
      // Which of two tags counts is not defined.
      guard tree != nil else { return }
      let text = try JSON.encode(value, style: Sorted.self)
      try expect(NaiveJSON.isValid(text), "\(type) is written as \(shown(text))")
      let again = try JSON.encode(try JSON.decode(type, from: text), style: Sorted.self)
      try expect(again == text, "\(type) is written as \(shown(text)) and then as \(shown(again))")
      // Raw text is not in a tree.
      guard let tree, type != Raw.self else { return }
      let fromTree = try JSON.encode(try tree.decode(type), style: Sorted.self)
      try expect(fromTree == text, "\(type) from the tree: \(shown(fromTree)), from the bytes: \(shown(text))")
    }
  }

  @Serializable
  struct Scalars {
    var id: Int
    var name: String
    var ratio: Double
    var isOn: Bool
    var note: String?
    var a: Int8 = 1
  }

  @Serializable
  struct Numbers {
    var a: UInt8?
    var b: Int16?
    var c: UInt32?
    var d: UInt64?
    var e: Float?
    var f: Int64?
    var g: JSON.Number?
    var id: Int128?
  }

  @Serializable
  struct Named {
    @Field("title", aliases: "name", "id") var title: String
    @Field("tags", .lossy, .nullAsDefault) var tags: [String] = []
    @Field(aliases: "colour") var color: String?
  }

  @Serializable
  struct Located {
    @Field(at: "meta/ids/id") var id: Int
    var name: String = ""
    @Field(at: "meta/year") var year: Int?
    @Field(at: "a/b~1c/~0") var odd: Int?
  }

  @Serializable
  struct Size {
    var width: Int
    var height: Int?
  }

  @Serializable
  struct Sheet {
    var id: Int
    @Field(.flattened) var size: Size
    @Field(.flattened) var rest: [String: JSON.Value]
  }

  @Serializable
  struct Lenient {
    @Field(.lossy) var a: [Int]
    @Field(.lossy) var b: [Int: Bool] = [1: true]
    var tags: Lossy<[Double]> = Lossy()
  }

  @Serializable
  struct Absent {
    @Field(.nullAsDefault) var a: Int = 1
    @Field(.omittedWhenDefault) var b: [Int] = [2]
    @Field(.nilAsNull) var c: Int?
    @Field(.nullAsDefault, .omittedWhenDefault) var d: Int? = 4
  }

  @Serializable(names: .snakeCase, unknownFields: .rejected)
  struct Strict {
    var firstName: String?
    var id: Int?
    var isOn: Bool = false
  }

  @Serializable
  final class Node: Sendable {
    let id: Int
    let nodes: [Node]
    let a: Node?

    init(id: Int, nodes: [Node], a: Node?) {
      self.id = id
      self.nodes = nodes
      self.a = a
    }
  }

  @Serializable(.strings)
  enum Kind {
    case red, green
    @Case(.unknown) case other(String)
  }

  @Serializable
  enum Shape {
    case circle(radius: Double)
    @Case(values: "width", "height") case rectangle(Int, Int)
    case empty
  }

  @Serializable(tag: "type")
  enum Tagged {
    case a(id: Int)
    case b(name: String, tags: [String])
    @Case(.unknown) case other(JSON.Value)
  }

  @Serializable(tag: "type", content: "value")
  enum Adjacent {
    case a(Int)
    case b([String])
    case c
  }

  @Serializable(.untagged)
  enum Either {
    case number(Int)
    case text(String)
    case size(Size)
    case list([Int])
  }

  @Serializable(.transparent)
  struct Wrapped {
    var value: [String: [Size?]]
  }

  @Serializable
  struct Timed {
    var at: Instant?
    var name: Substring?
    var id: Character?
  }

  @Serializable
  struct Wide {
    var a: Int?
    var b: Int?
    var c: Int?
    var d: String?
    var e: [Int]?
    var f: Bool?
    var g: Double?
    var h: JSON.Value?
    var i: Int?
    var j: Int?
    var k: Int?
    var aLongerNameThanSixteenBytes: Int?
    var é: Int?
  }

  @Serializable
  struct Pair {
    var a: JSON.Object?
    var b: ClosedRange<Int>?
    var c: [UInt8]?
    var value: [[Float]]?
  }

  @Serializable
  struct Raw {
    var id: JSON.Raw
    var value: JSON.Raw?
  }
}
