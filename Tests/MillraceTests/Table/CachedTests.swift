import Millrace
import SystemLibrary
import Testing

/// A type that is not serializable.
private struct Unserializable {}

/// Generic types, types within them and types in extensions have tables that the library stores.
extension TableTests {
  private mutating func page(_ item: String, _ key: String) -> String {
    let box = object([("item", [item]), ("id", ["1", "-1"])])
    return object([
      ("item", [item]), ("items", ["[\(item),\(item),\(item)]", "[]"]), ("maybe", [item, "null"]),
      ("more", ["[\(item)]", "null"]), ("byKey", ["{\"\(key)\":\(item)}", "{}"]), ("next", [box, "null"]),
      ("all", ["[\(box),\(box)]"]), ("rest", ["[\(box)]"]), ("note", [#""n""#, "null"]), ("count", ["7"]),
    ])
  }

  private mutating func tree(_ leaf: String, _ depth: Int = 3) -> String {
    let subtrees = depth > 0 ? "[\(tree(leaf, depth - 1)),\(tree(leaf, depth - 1))]" : "[]"
    let cases = [
      ("leaf", object([("_0", [leaf])])), ("node", object([("left", [subtrees]), ("right", [leaf, "null"])])),
      ("none", "{}"), ("other", "1"),
    ]
    let (name, value) = random.element(of: cases)
    return object([(name, [value])])
  }

  private mutating func event(_ body: String) -> String {
    object([
      ("type", [#""body""#, #""several""#, #""empty""#]), ("id", ["1"]), ("label", [#""l""#]), ("first", [body]),
      ("others", ["[\(body)]"]),
    ])
  }

  private mutating func inner() -> String { object([("id", ["1"]), ("owner", [#""o""#])]) }

  private mutating func inExtension(_ depth: Int = 2) -> String {
    let others = depth > 0 ? "[\(inExtension(depth - 1)),\(inExtension(depth - 1))]" : "[]"
    return object([("inner", [inner()]), ("inners", ["[\(inner()),\(inner())]"]), ("others", [others])])
  }

  private func check<Table: Serializable, Twin: Serializable>(
    _ table: Table.Type, _ twin: Twin.Type, _ document: String, _ mismatches: inout Mismatches
  ) {
    check(table, twin, Array(document.utf8), &mismatches)
  }

  // MARK: Tests

  @Test func `generic types and types in extensions have tables`() {
    let types: [Any.Type] = [
      Cached.Page<Int, String>.self, Cached.Box<Owner>.self, Cached.Tree<Tabled.Leaf>.self, Cached.Event<Owner>.self,
      Cached.Enclosing<Unserializable>.Inner.self, Cached.Enclosing<Unserializable>.InExtension.self,
    ]
    for type in types { #expect(type is any __TableType.Type) }
    #expect(!(Generated.Page<Int, String>.self is any __TableType.Type))
    #expect(!(Cached.Tree<Unserializable>.self is any __TableType.Type))
  }

  @Test mutating func `generic types and types in extensions are read and written as by generated code`() {
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(150) {
      check(Cached.Page<Int, String>.self, Generated.Page<Int, String>.self, page("5", "k"), &mismatches)
      check(Cached.Page<Owner, Int>.self, Generated.Page<Owner, Int>.self, page(#""o""#, "8"), &mismatches)
      check(
        Cached.Page<Tabled.Leaf, String>.self, Generated.Page<Generated.Leaf, String>.self, page(leaf(), "k"),
        &mismatches)
      check(Cached.Tree<Owner>.self, Generated.Tree<Owner>.self, tree(#""o""#), &mismatches)
      check(Cached.Tree<Tabled.Leaf>.self, Generated.Tree<Generated.Leaf>.self, tree(leaf()), &mismatches)
      check(Cached.Event<Tabled.Leaf>.self, Generated.Event<Generated.Leaf>.self, event(leaf()), &mismatches)
      check(
        Cached.Enclosing<Unserializable>.InExtension.self, Generated.Enclosing<Unserializable>.InExtension.self,
        inExtension(), &mismatches)
    }
    mismatches.report()
  }

  @Test mutating func `each byte of a document of generic types can be damaged`() {
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(2) {
      let bytes = Array(page(leaf(), "k").utf8)
      for index in bytes.indices {
        var damaged = bytes
        damaged[index] = random.once(in: 2) ? random.byte() : damaged[index] ^ 1 << UInt8(random.below(8))
        check(Cached.Page<Tabled.Leaf, String>.self, Generated.Page<Generated.Leaf, String>.self, damaged, &mismatches)
      }
    }
    mismatches.report()
  }

  /// Encodes values of types that contain each other, which no other code uses.
  private func encodeNested<Item: Serializable>(_ item: Item, _ depth: Int) throws -> [String] {
    let text = try JSON.encode(Cached.Tree.leaf(item), as: String.self)
    return [text] + (depth > 1 ? try encodeNested(Cached.Tree.leaf(item), depth - 1) : [])
  }

  @Test func `tables of hundreds of types are made by several threads at once`() throws {
    let depth = 200
    var expected = [#"{"leaf":{"_0":1}}"#]
    while expected.count < depth { expected.append(#"{"leaf":{"_0":\#(expected[expected.count - 1])}}"#) }
    let outcomes = Locked([Result<[String], any Error>]())
    let threads = (0..<8).compactMap { _ in
      SystemThread {
        let outcome = Result { try self.encodeNested(1, depth) }
        outcomes.withLock { $0.append(outcome) }
      }
    }
    for thread in threads { thread.join() }
    #expect(threads.count > 1)
    for outcome in outcomes.withLock({ $0 }) { #expect(try outcome.get() == expected) }
  }
}
