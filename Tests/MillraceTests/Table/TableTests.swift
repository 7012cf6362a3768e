import Millrace
import Testing

/// Types with tables are read and written as the same types with generated code, which is the naive twin here.
@Suite("Types with tables", .serialized)
struct TableTests {
  var random = SeededGenerator("types with tables")

  // MARK: Documents

  /// The members of an object, each with one of its possible values.
  typealias Members = [(name: String, values: [String])]

  private static let scalars: Members = [
    ("text", [#""a""#, #""ä\n""#]), ("int", ["-7"]), ("flag", ["true", "false"]), ("double", ["1.5e3", "0"]),
    ("float", ["0.25"]), ("int32", ["-32"]), ("int64", ["9223372036854775807"]), ("uint64", ["18446744073709551615"]),
    ("small", ["255"]), ("instant", [#""2024-02-29T12:00:00Z""#]), ("maybeText", [#""b""#, "null"]),
    ("maybeInt", ["5", "null"]), ("maybeFlag", ["true", "null"]), ("maybeDouble", ["2.5", "null"]),
    ("maybeSmall", ["-8", "null"]), ("maybeLevel", [#""high""#, "null"]), ("level", [#""low""#]),
  ]
  private static let containers: Members = [
    ("texts", [#"["x","y","z"]"#, "[]"]), ("ints", ["[1,2,3,4,5,6,7]"]), ("doubles", ["[1.5]", "null"]),
    ("levels", [#"["low","high","low","low","high"]"#, "[]"]), ("maybeLevels", [#"["low"]"#, "null", "[]"]),
    ("smalls", ["[1,-1]"]), ("gaps", ["[1,null,3,null,5]"]), ("names", [#"{"k":"v"}"#, "{}"]),
    ("counts", [#"{"k":1}"#, "null"]), ("sizes", [#"{"k":1.5}"#]), ("flags", [#"{"k":true}"#]),
    ("nested", ["[[1],[2,3]]"]), ("doublyOptional", ["1", "null"]),
  ]

  private static let aliased: Members = [
    ("id", ["1", "-2"]), ("number", ["3"]), ("key", ["4"]), ("owner", [#""o""#]), ("size_in_bytes", ["5", "null"]),
    ("size", ["6"]), ("état", [#""old""#]), (#"\"state\""#, [#""odd""#]), ("default", ["true"]),
  ]

  mutating func object(_ members: Members) -> String {
    var texts: [String] = []
    for (name, values) in members {
      if random.once(in: 12) { continue }
      let value = random.once(in: 25) ? random.element(of: ["7", "[]", #""?""#, "null", "{}", "x"]) : nil
      texts.append("\"\(name)\":\(value ?? random.element(of: values))")
      if random.once(in: 12) { texts.append("\"\(name)\":\(random.element(of: values))") }
    }
    if random.once(in: 4) { texts.append(#""unknown":[{"a":1},null]"#) }
    if random.once(in: 2) { texts.shuffle(using: &random) }
    return "{" + texts.joined(separator: random.once(in: 2) ? "," : ",\n  ") + "}"
  }

  mutating func leaf() -> String {
    object([("id", ["1", "-20"]), ("label", [#""l""#]), ("size", ["2.5"])])
  }

  private mutating func node(_ depth: Int) -> String {
    func nodes(_ count: Int) -> String { "[" + (0..<count).map { _ in node(depth - 1) }.joined(separator: ",") + "]" }
    let children = nodes(depth > 0 ? random.below(6) : 0)
    let more = depth > 0 && random.once(in: 2) ? nodes(1) : "null"
    return object([
      ("node_name", [#""n""#, #""a longer name than fits""#]), ("secret", [#""s""#, "null"]), ("children", [children]),
      ("more", [more]), ("leaf", [leaf()]), ("maybeLeaf", [leaf(), "null"]), ("labels", [#"["a","b"]"#]),
      ("level", [#""high""#]), ("note", [#""x""#, "null"]),
    ])
  }

  private mutating func deep() -> String {
    let many = "[\((0..<40).map(String.init).joined(separator: ","))]"
    return object([
      ("numbers", ["[1,-2,300,4000000000,50000000000]", "[]", many]),
      ("text", [#""t""#, "null"]), ("a_key_of_thirty_two_bytes_in_all", [#""o""#]),
    ])
  }

  private mutating func inner() -> String {
    object([("a", ["1", "null"]), ("deep", [deep()]), ("b", ["true", "null"])])
  }

  private mutating func outer() -> String {
    object([
      ("first", [inner(), "null"]), ("a_key_of_more_than_thirty_two_bytes_in_all", [#""l""#]), ("inner", [inner()]),
      ("another_key_of_more_than_thirty_two_bytes_in_all", ["7", "null"]),
      (
        "inners",
        [
          object([
            ("x", [inner()]), ("a_key_between_structures_that_is_long_enough_for_three_steps_of_text", [deep()]),
          ])
        ]
      ), ("reference", [#""r""#, "null"]),
    ])
  }

  /// An object of five objects of five objects and so on.
  private mutating func tree(_ depth: Int) -> String {
    if depth == 0 { return random.once(in: 2) ? #"{"a":1}"# : #"{"a":-20,"b":"text"}"# }
    return "{" + ["a", "b", "c", "d", "e"].map { "\"\($0)\":\(tree(depth - 1))" }.joined(separator: ",") + "}"
  }

  // MARK: Comparison

  /// What is read, written again in several ways, or the error.
  func outcome<Value: Serializable>(_ type: Value.Type, _ bytes: [UInt8], _ duplicates: DuplicateKeys)
    -> [String]
  {
    let options = JSON.ReadingOptions(duplicateKeys: duplicates)
    var outcome: [String] = []
    func add<Result: Writable>(_ read: () throws -> Result) {
      do {
        let value = try read()
        outcome.append(try JSON.encode(value, as: String.self))
        outcome.append(try JSON.encode(value, as: String.self, style: JSON.Pretty.self))
        outcome.append("\(try JSON.Value.encode(value))")
      } catch { outcome.append("\(error)") }
    }
    add { try JSON.decode(type, from: bytes, options: options) }
    add { try JSON.decode(type, from: bytes, options: options, style: JSON.Pretty.self) }
    add { try JSON.decode(JSON.Value.self, from: bytes, options: options).decode(type, options: options) }
    add { try JSON.decode([Value].self, from: [0x5B] + bytes + [0x5D], options: options) }
    return outcome
  }

  func check<Table: Serializable, Twin: Serializable>(
    _ table: Table.Type, _ twin: Twin.Type, _ bytes: [UInt8], _ mismatches: inout Mismatches
  ) {
    let living = CountedObject.living
    for duplicates in [DuplicateKeys.lastWins, .firstWins, .rejected] {
      let found = outcome(table, bytes, duplicates)
      let expected = outcome(twin, bytes, duplicates)
      mismatches.expect(found, expected, "\(String(decoding: bytes, as: UTF8.self)) \(duplicates)")
    }
    mismatches.expect(CountedObject.living, living, "living objects after \(String(decoding: bytes, as: UTF8.self))")
  }

  // MARK: Tests

  @Test func `they have tables`() {
    let types: [Any.Type] = [
      Tabled.Scalars.self, Tabled.Containers.self, Tabled.Node.self, Tabled.Leaf.self, Tabled.Strict.self,
      Tabled.Aliased.self,
    ]
    for type in types { #expect(type is any __TableType.Type) }
    #expect(!(Generated.Node.self is any __TableType.Type))
  }

  @Test mutating func `any members in any order are read as by generated code`() {
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(200) {
      check(Tabled.Scalars.self, Generated.Scalars.self, Array(object(Self.scalars).utf8), &mismatches)
      check(Tabled.Containers.self, Generated.Containers.self, Array(object(Self.containers).utf8), &mismatches)
      check(Tabled.Node.self, Generated.Node.self, Array(node(3).utf8), &mismatches)
      check(Tabled.Aliased.self, Generated.Aliased.self, Array(object(Self.aliased).utf8), &mismatches)
      check(Tabled.Outer.self, Generated.Outer.self, Array(outer().utf8), &mismatches)
      let strict = object([("a", ["1"]), ("b", ["[\(leaf()),\(leaf())]"])])
      check(Tabled.Strict.self, Generated.Strict.self, Array(strict.utf8), &mismatches)
    }
    mismatches.report()
  }

  @Test mutating func `structures in structures are written in their places, many of them too`() {
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(10) {
      let tree = Array(tree(3).utf8)
      check(Tabled.HundredTwentyFive.self, Generated.HundredTwentyFive.self, tree, &mismatches)
    }
    mismatches.report()
  }

  @Test mutating func `each byte of a document can be damaged`() {
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(3) {
      let bytes = Array(node(2).utf8)
      for index in bytes.indices {
        var damaged = bytes
        damaged[index] = random.once(in: 2) ? random.byte() : damaged[index] ^ 1 << UInt8(random.below(8))
        check(Tabled.Node.self, Generated.Node.self, damaged, &mismatches)
        check(Tabled.Node.self, Generated.Node.self, Array(bytes[..<index]), &mismatches)
      }
    }
    mismatches.report()
  }

  /// Where the types are known, other functions are called than in generic code.
  @Test mutating func `documents of arrays are read and written as by generated code`() {
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(60) {
      let elements = (0..<random.below(40)).map { _ in node(1) }
      var bytes = Array("[\(elements.joined(separator: ","))]".utf8)
      if random.once(in: 2) { bytes[random.below(bytes.count)] = random.byte() }
      let living = CountedObject.living
      let text = String(decoding: bytes, as: UTF8.self)
      let found = Result { try JSON.encode(try JSON.decode([Tabled.Node].self, from: bytes), as: String.self) }
      let expected = Result { try JSON.encode(try JSON.decode([Generated.Node].self, from: bytes), as: String.self) }
      mismatches.expect("\(found)", "\(expected)", text)
      let first = elements.first ?? "{}"
      let one = Result { try JSON.encode(try JSON.decode(Tabled.Node.self, from: first)) }
      let other = Result { try JSON.encode(try JSON.decode(Generated.Node.self, from: first)) }
      mismatches.expect("\(one)", "\(other)", first)
      mismatches.expect(CountedObject.living, living, "living objects after \(text)")
    }
    mismatches.report()
  }
}
