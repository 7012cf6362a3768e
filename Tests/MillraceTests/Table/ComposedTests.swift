import Millrace
import Testing

/// Enumerations with associated values, classes and structures with observers are read and written as by generated code.
extension TableTests {
  private mutating func strict() -> String { object([("a", ["1"]), ("b", ["[\(leaf()),\(leaf())]", "[]"])]) }

  private mutating func byKey(_ depth: Int = 2) -> String {
    let nested = depth > 0 ? object([("_0", [byKey(depth - 1), "null"])]) : "{}"
    let cases = [
      ("circle", object([("radius", ["1.5"]), ("owner", [#""o""#, "null"])])),
      ("label", object([("_0", [#""text""#])])), ("nothing", "{}"), ("none", #"{"a":1}"#), ("nil", "{}"),
      ("pair", object([("_0", [#""a""#]), ("_1", [#"["b","c"]"#, "[]"])])),
      ("standard", object([("x", ["1"]), ("owner", [#""b""#])])), ("nested", nested),
      ("leaf", object([("_0", [leaf()])])),
      ("two", two()), ("empty", "{}"), ("mauve", "[1]"),
      ("eight", many()), ("nine", many()),
    ]
    let (name, value) = random.element(of: cases)
    return object([(name, [value])])
  }

  private mutating func many() -> String {
    object([
      ("a", ["1"]), ("b", [#""b""#]), ("c", [#""c""#, "null"]), ("d", [#"["d","e"]"#, "[]"]), ("e", [#""text""#]),
      ("f", [leaf()]), ("g", ["true", "null"]), ("h", ["1.5"]), ("i", [#""j""#]),
    ])
  }

  private mutating func two() -> String { object([("owner", [#""o""#]), ("y", ["7", "null", "-1"])]) }

  private static let tags = [
    #""leaf""#, #""strict""#, #""typed""#, #""two""#, #""a name of more than sixteen bytes""#, #""three""#, #""rest""#,
    #""maybe""#, #""inner""#, #""mauve""#, "7", #""tw\u006f""#,
  ]

  /// An object with a tag, most often at its beginning, and members of any cases.
  private mutating func byTag(_ tag: String = "type") -> String {
    let members: [(name: String, values: [String])] = [
      ("id", ["1"]), ("label", [#""l""#]), ("size", ["2.5"]), ("owner", [#""o""#]), ("y", ["5", "-5", "null"]),
      ("a", ["1"]),
      ("b", ["[\(leaf())]"]), ("kind", [#""a""#, #""b""#, #""c""#]), ("x", ["8"]), ("_0", ["null", leaf()]),
    ]
    var chosen = members.filter { _ in random.once(in: 2) }
    let named = (name: tag, values: Self.tags)
    if random.once(in: 3) { chosen.append(named) } else { chosen.insert(named, at: 0) }
    if random.once(in: 8) { chosen.append(named) }
    return object(chosen)
  }

  private mutating func byContent() -> String {
    let many = #"["a","b"]"#
    let values = [
      leaf(), two(), "{}", "null", #""o""#, many, byTag("kind"), object([("owner", [#""o""#]), ("y", ["1"])]),
    ]
    let names = ["leaf", "two", "three", "maybe", "optional", "many", "inner", "mauve"].map { "\"\($0)\"" }
    return object([("type", names), ("value", values)])
  }

  private mutating func untagged() -> String {
    random.element(of: [
      "null", "7", "[true,false]", #""o""#, leaf(), object([("first", ["1"]), ("last", ["2"])]),
      object([("owner", [#""o""#, "null"]), ("note", [#""n""#])]), object([("third", ["1"])]), "[1]", "1.5",
    ])
  }

  private mutating func name() -> String {
    random.element(of: [
      #""red""#, #""long""#, #""a long name that needs an allocation""#, #""mauve""#, "1", "{}", #""r\u0065d""#,
    ])
  }

  private mutating func instance() -> String {
    object([
      ("id", ["1"]), ("owner", [#""o""#]), ("note", [#""n""#, "null"]), ("keys", ["[\(byKey()),\(byKey())]", "[]"]),
      ("tag", [byTag(), "null"]),
    ])
  }

  private mutating func observed() -> String {
    object([("owner", [#""o""#]), ("n", ["1", "null"]), ("number", ["2"]), ("leaf", [leaf()])])
  }

  private mutating func holder() -> String {
    object([
      ("key", [byKey()]), ("keys", ["[\(byKey()),\(byKey()),\(byKey())]", "[]"]), ("tag", [byTag(), "null"]),
      ("tags", ["[\(byTag()),\(byTag())]", "null"]),
      ("content", [#"{"a":\#(byContent()),"b":\#(byContent())}"#, "{}"]),
      ("instance", [instance(), "null"]), ("observed", [observed()]),
      ("untagged", ["[\(untagged()),\(untagged()),\(untagged())]"]), ("name", [name(), "null"]),
    ])
  }

  private func check<Table: Serializable, Twin: Serializable>(
    _ table: Table.Type, _ twin: Twin.Type, _ document: String, _ mismatches: inout Mismatches
  ) {
    check(table, twin, Array(document.utf8), &mismatches)
  }

  // MARK: Tests

  @Test func `enumerations, classes and structures with observers have tables`() {
    let types: [Any.Type] = [
      Composed.ByKey.self, Composed.ByTag.self, Composed.ByContent.self, Composed.Instance.self,
      Composed.Observed.self, Composed.Untagged.self, Composed.Name.self,
    ]
    for type in types { #expect(type is any __ComposedType.Type) }
    #expect(!(Generated.ByKey.self is any __ComposedType.Type))
    #expect(!(Generated.Instance.self is any __ComposedType.Type))
  }

  @Test mutating func `any cases are read and written as by generated code`() {
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(300) {
      let (key, tag, content) = (byKey(), byTag(), byContent())
      check(Composed.ByKey.self, Generated.ByKey.self, key, &mismatches)
      check(Composed.OpenByKey.self, Generated.OpenByKey.self, key, &mismatches)
      check(Composed.ByTag.self, Generated.ByTag.self, tag, &mismatches)
      check(Composed.StrictByTag.self, Generated.StrictByTag.self, tag, &mismatches)
      check(Composed.InnerCase.self, Generated.InnerCase.self, byTag("kind"), &mismatches)
      check(Composed.ByContent.self, Generated.ByContent.self, content, &mismatches)
      check(Composed.Untagged.self, Generated.Untagged.self, untagged(), &mismatches)
      check(Composed.Name.self, Generated.Name.self, name(), &mismatches)
    }
    mismatches.report()
  }

  @Test mutating func `classes and structures with observers are read and written as by generated code`() {
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(100) {
      check(Composed.Instance.self, Generated.Instance.self, instance(), &mismatches)
      check(Composed.Observed.self, Generated.Observed.self, observed(), &mismatches)
      check(Composed.Holder.self, Generated.Holder.self, holder(), &mismatches)
    }
    mismatches.report()
  }

  @Test mutating func `each byte of a document with cases can be damaged`() {
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(2) {
      let bytes = Array(holder().utf8)
      for index in bytes.indices {
        var damaged = bytes
        damaged[index] = random.once(in: 2) ? random.byte() : damaged[index] ^ 1 << UInt8(random.below(8))
        check(Composed.Holder.self, Generated.Holder.self, damaged, &mismatches)
      }
    }
    mismatches.report()
  }
}
