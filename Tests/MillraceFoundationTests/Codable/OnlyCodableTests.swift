import Foundation
import Millrace
import MillraceFoundation
import Testing

// Types with `@Serializable(.codable)`, each next to the same type with the compiler's Codable. Their common property wrapper
// is at file scope, with overloads to which the container's calls must resolve.

private protocol DefaultValue {
  associatedtype Value: Codable
  static var value: Value { get }
}

private enum EmptyTags: DefaultValue { static var value: [String] { [] } }

@propertyWrapper
private struct Default<Source: DefaultValue>: Codable {
  var wrappedValue: Source.Value = Source.value
  init() {}
  init(from decoder: any Decoder) throws { wrappedValue = try decoder.singleValueContainer().decode(Source.Value.self) }
  func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

@propertyWrapper
private struct Clamped<Value: Comparable & Codable>: Codable {
  var wrappedValue: Value
  init(wrappedValue: Value, _ range: ClosedRange<Value>) {
    self.wrappedValue = min(max(range.lowerBound, wrappedValue), range.upperBound)
  }
}

/// A wrapper without an overload: absence is an error, as for any value.
@propertyWrapper
private struct Trimmed: Codable {
  var wrappedValue: String
}

extension KeyedDecodingContainer {
  fileprivate func decode<Source>(_: Default<Source>.Type, forKey key: Key) throws -> Default<Source> {
    try decodeIfPresent(Default<Source>.self, forKey: key) ?? Default()
  }
}

extension KeyedEncodingContainer {
  fileprivate mutating func encode<Value>(_ clamped: Clamped<Value>, forKey key: Key) throws {
    try encode([clamped.wrappedValue], forKey: key)
  }
}

// At file scope `init(from:)` is in an extension and refers to types by their names.

@Serializable(.codable)
private struct OurAccount: Codable {
  @Field("user_name") var userName: String
  var mail: URL?
  var color: Optional<Int> = 5
  @Default<EmptyTags> var tags: [String]
  @Clamped(0...10) var limit = 3
  @Trimmed var note: String
  @Field("case") var `case`: Int = 0
  let version = 2
  let nothing: Int? = nil
  lazy var total = 7
  @Field(.ignored) var cache: [Int] = [1]
  var kind: Kind!

  fileprivate enum Kind: String, Codable { case one, two }
}

private struct TheirAccount: Codable {
  var userName: String
  var mail: URL?
  var color: Int? = 5
  @Default<EmptyTags> var tags: [String]
  @Clamped(0...10) var limit = 3
  @Trimmed var note: String
  var `case`: Int = 0
  let version = 2
  let nothing: Int? = nil
  lazy var total = 7
  var cache: [Int] = [1]
  var kind: OurAccount.Kind!

  enum CodingKeys: String, CodingKey {
    case userName = "user_name"
    case mail, color, tags, limit, note, `case`, version, nothing, kind
  }
}

@Serializable(.codable)
private class OurNode: Codable {
  var name: String
  weak var parent: OurNode?
  unowned var owner: OurNode?
  var children: [OurNode] = []
  init(name: String) { self.name = name }
}

private class TheirNode: Codable {
  var name: String
  weak var parent: TheirNode?
  unowned var owner: TheirNode?
  var children: [TheirNode] = []
  init(name: String) { self.name = name }
}

private final class OurLeaf: OurNode {}
private final class TheirLeaf: TheirNode {}

/// Within another type the types beside a structure have no names in its extension.
private enum Ours {
  enum Kind: String, Codable { case one, two }

  @Serializable(.codable)
  struct Item<Value>: Codable where Value: Codable {
    var kind: Kind
    var other: Kind?
    fileprivate var value: Value
    @Default<EmptyTags> var tags: [String]
    @Clamped(0...10) private var limit = 3
    let version = 2
  }

  @Serializable(.codable)
  private struct Hidden: Codable {
    let kind: Kind
    var other: Kind?
    var size = 3
    let version = 1
    @Field(.ignored) var cache: [Int: Kind] = [:]
  }

  @Serializable(.codable)
  struct Whole: Codable {
    var text: String
    private var hidden: Hidden

    init(text: String) { (self.text, hidden) = (text, Hidden(kind: .one)) }
  }

  @Serializable(.codable)
  indirect enum Shape: Codable {
    @Case("disc", values: "radius", "unit") case circle(Double, in: Kind? = .one)
    case box(width: Int = 1)
    case both(Shape, Shape)
    case empty
  }

  @Serializable(.codable)
  @MainActor
  struct Isolated: Codable {
    var number: Int?
    var names: [String]
  }

  @Serializable(.codable) struct Nothing: Codable {}
  @Serializable(.codable) struct Constant: Codable { let version = 2 }
  @Serializable(.codable) final class Vacuous: Codable {}

  @Serializable(.codable)
  struct Reads: Codable {
    @Field("first_name") var firstName: String
    enum CodingKeys: String, CodingKey { case firstName = "first_name" }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(firstName + "!", forKey: .firstName)
    }
  }

  @Serializable(.codable)
  struct Writes: Codable {
    var number: Int
    init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) }
  }
}

private enum Theirs {
  enum Kind: String, Codable { case one, two }

  struct Item<Value>: Codable where Value: Codable {
    var kind: Kind
    var other: Kind?
    fileprivate var value: Value
    @Default<EmptyTags> var tags: [String]
    @Clamped(0...10) private var limit = 3
    let version = 2

    enum CodingKeys: String, CodingKey { case kind, other, value, tags, limit, version }
  }

  private struct Hidden: Codable {
    let kind: Kind
    var other: Kind?
    var size = 3
    let version = 1
    var cache: [Int: Kind] = [:]
    enum CodingKeys: String, CodingKey { case kind, other, size, version }
  }

  struct Whole: Codable {
    var text: String
    private var hidden: Hidden

    init(text: String) { (self.text, hidden) = (text, Hidden(kind: .one)) }
  }

  indirect enum Shape: Codable {
    case disc(radius: Double, unit: Kind? = .one)
    case box(width: Int = 1)
    case both(Shape, Shape)
    case empty
  }

  @MainActor
  struct Isolated: Codable {
    var number: Int?
    var names: [String]
  }

  struct Nothing: Codable {}
  struct Constant: Codable {
    let version = 2
    enum CodingKeys: CodingKey { case version }
  }
  final class Vacuous: Codable {}

  struct Reads: Codable {
    var firstName: String
    enum CodingKeys: String, CodingKey { case firstName = "first_name" }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(firstName + "!", forKey: .firstName)
    }
  }

  struct Writes: Codable {
    var number: Int
    init(from decoder: any Decoder) throws { number = try decoder.singleValueContainer().decode(Int.self) }
  }
}

@Suite("@Serializable(.codable) against the compiler's Codable")
struct OnlyCodableTests {
  private static let item = #"{"kind":"one","other":"two","value":[1,null],"tags":["a"],"limit":{"wrappedValue":4}}"#
  private static let node = #"{"name":"a","parent":{"name":"p","children":[]},"children":[{"name":"b","children":[]}]}"#
  private static let account = #"""
    {"user_name":"a","mail":"http://a/b","color":1,"tags":["x"],"limit":{"wrappedValue":7},"note":{"wrappedValue":"n"},
    "case":4,"version":9,"nothing":3,"total":1,"cache":[2],"kind":"two"}
    """#

  @Test func `structures`() throws {
    try expectTwins(OurAccount.self, TheirAccount.self, Self.account)
    try expectTwins(Ours.Item<[Int?]>.self, Theirs.Item<[Int?]>.self, Self.item)
    try expectTwins(
      Ours.Whole.self, Theirs.Whole.self, #"{"text":"a","hidden":{"kind":"one","other":"two","size":4,"version":"x"}}"#)
    try expectTwins(Ours.Isolated.self, Theirs.Isolated.self, #"{"number":1,"names":["a"]}"#)
    try expectTwins(Ours.Nothing.self, Theirs.Nothing.self, #"{"a":1}"#)
    try expectTwins(Ours.Constant.self, Theirs.Constant.self, #"{"version":"x"}"#)
  }

  @Test func `classes, also those that are not final`() throws {
    try expectTwins(OurNode.self, TheirNode.self, Self.node)
    try expectTwins(OurLeaf.self, TheirLeaf.self, Self.node)
    try expectTwins(Ours.Vacuous.self, Theirs.Vacuous.self, #"{"a":1}"#)
  }

  @Test func `enumerations`() throws {
    let disc = #"{"disc":{"radius":1.5,"unit":"two"}}"#
    try expectTwins(Ours.Shape.self, Theirs.Shape.self, disc)
    try expectTwins(Ours.Shape.self, Theirs.Shape.self, #"{"box":{"width":1}}"#)
    try expectTwins(Ours.Shape.self, Theirs.Shape.self, #"{"both":{"_0":\#(disc),"_1":{"empty":{}}}}"#)
  }

  @Test func `one function by hand, the other generated`() throws {
    try expectTwins(Ours.Reads.self, Theirs.Reads.self, #"{"first_name":"a"}"#)
    try expectTwins(Ours.Writes.self, Theirs.Writes.self, "7")
  }

  @Test func `values that were not decoded are encoded alike`() throws {
    let ours = OurAccount(userName: "a", note: "n")
    let theirs = TheirAccount(userName: "a", note: "n")
    let account = try Self.encoder.encode(theirs)
    #expect(try Self.encoder.encode(ours) == account)
    // That is the overload for the wrapper.
    #expect(String(decoding: account, as: UTF8.self).contains(#""limit":[3]"#))
    #expect(try Self.encoder.encode(Ours.Whole(text: "a")) == Self.encoder.encode(Theirs.Whole(text: "a")))

    let (ourNode, ourParent) = (OurNode(name: "a"), OurLeaf(name: "p"))
    let (theirNode, theirParent) = (TheirNode(name: "a"), TheirLeaf(name: "p"))
    (ourNode.parent, ourNode.owner) = (ourParent, ourParent)
    (theirNode.parent, theirNode.owner) = (theirParent, theirParent)
    let bytes = try Self.encoder.encode(theirNode)
    #expect(try Self.encoder.encode(ourNode) == bytes)
    #expect(String(decoding: bytes, as: UTF8.self).contains(#""owner":{"#))
  }

  @Test func `nothing but Codable is generated`() {
    #expect(!(OurAccount.self is any Readable.Type) && !(OurAccount.self is any Writable.Type))
    #expect(!(Ours.Shape.self is any Readable.Type) && !(OurNode.self is any Writable.Type))
  }

  // MARK: - Comparison

  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return encoder
  }()

  /// Compares what comes of a document, and of all that differ from it in one value.
  private func expectTwins<Our: Codable, Their: Codable>(
    _ ours: Our.Type, _ theirs: Their.Type, _ text: String
  ) throws {
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    let whole = try JSONDecoder().decode(theirs, from: Data(text.utf8))
    let bytes = try Self.encoder.encode(whole)
    let fast = FastJSONEncoder()
    fast.outputFormatting = .sortedKeys
    #expect(try fast.encode(FastJSONDecoder().decode(ours, from: Data(text.utf8))) == bytes)
    let list = PropertyListEncoder()
    list.outputFormat = .xml
    #expect(Self.outcome(ours, document) == String(decoding: bytes, as: UTF8.self))
    if document is [String: Any] {
      let property = try? list.encode(whole)
      #expect(property == (try? list.encode(JSONDecoder().decode(ours, from: Data(text.utf8)))))
    }
    for variant in Self.variants(of: document) {
      let (our, their) = (Self.outcome(ours, variant), Self.outcome(theirs, variant))
      #expect(our == their, "\(variant)")
    }
  }

  /// The bytes that a decoded value is encoded as, or what its error says without the names of types, which differ.
  private static func outcome<Value: Codable>(_ type: Value.Type, _ document: Any) -> String {
    do {
      let bytes = try JSONSerialization.data(withJSONObject: document, options: [.fragmentsAllowed, .sortedKeys])
      return String(decoding: try encoder.encode(JSONDecoder().decode(type, from: bytes)), as: UTF8.self)
    } catch let error as DecodingError {
      switch error {
      case .keyNotFound(let key, let context): return "no \(key.stringValue) at \(path(context))"
      case .typeMismatch(_, let context): return "mismatch at \(path(context)): \(context.debugDescription)"
      case .valueNotFound(_, let context): return "no value at \(path(context)): \(context.debugDescription)"
      case .dataCorrupted(let context): return "corrupted at \(path(context))"
      @unknown default: return "?"
      }
    } catch {
      return "\(error)"
    }
  }

  private static func path(_ context: DecodingError.Context) -> String {
    context.codingPath.map { "\($0.stringValue),\($0.intValue ?? -1)" }.joined(separator: "/")
  }

  /// The document with each value in it replaced by others, and without each member; and with a member more.
  private static func variants(of value: Any) -> [Any] {
    var variants: [Any] = [NSNull(), 1, -2.5, "x", [Int](), [String: Int](), ["empty": [String: Int]()]]
    if let object = value as? [String: Any] {
      for (key, member) in object {
        variants.append(object.filter { $0.key != key })
        for variant in Self.variants(of: member) { variants.append(object.merging([key: variant]) { $1 }) }
      }
      variants.append(object.merging(["empty": [String: Int]()]) { $1 })
    }
    if let array = value as? [Any] {
      for (index, element) in array.enumerated() {
        for variant in Self.variants(of: element) {
          var copy = array
          copy[index] = variant
          variants.append(copy)
        }
      }
    }
    return variants
  }
}
