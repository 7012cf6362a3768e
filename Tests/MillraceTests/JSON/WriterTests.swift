import Testing

@testable import Millrace

/// Keys of 59 to 69 bytes with their quotes and colon: the longest that are not checked for, and the first that are.
@Serializable
private struct LongKeys {
  @Field("k56_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa") var k56: Int128 = .min
  @Field("k60_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa") var k60: Double = -1.2345678901234568e-300
  @Field("k61_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa") var k61: Int128 = .min
  @Field("k62_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa") var k62: UInt128 = .max
  @Field("k66_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa") var k66: String = ""
  @Field(
    "k127aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
  )
  var k127: [Bool] = [false]

  static func json(separator: String, colon: String) -> String {
    let keys =
      [56, 60, 61, 62, 66].map { "k\($0)_" + String(repeating: "a", count: $0 - 4) } + [
        "k127" + String(repeating: "a", count: 123)
      ]
    let values = [
      "-170141183460469231731687303715884105728", "-1.2345678901234568e-300",
      "-170141183460469231731687303715884105728",
      "340282366920938463463374607431768211455", "\"\"",
    ]
    return zip(keys, values).map { "\"\($0)\"\(colon)\($1)" }.joined(separator: separator)
      + "\(separator)\"\(keys[5])\"\(colon)"
  }
}

@Suite("The writer's buffer")
struct WriterTests {
  /// What was written after a finish.
  private static func bytes<Style: JSON.Style>(_ writer: borrowing JSON.StyledWriter<Style>) -> [UInt8] {
    writer.bytes.withUnsafeBufferPointer { Array($0) }
  }

  /// An array of a string that fills the buffer up to somewhere near its end, and one more value.
  private static func write<Value: Writable>(_ value: Value, after prefix: Int, capacity: Int) throws -> [UInt8] {
    var writer = JSON.Writer(capacity: capacity)
    writer.beginArray()
    writer.write(String(repeating: "p", count: prefix))
    writer.write(value: value)
    writer.endArray()
    try writer.finish()
    return bytes(writer)
  }

  private static func expected(_ json: [UInt8], after prefix: Int) -> [UInt8] {
    Array("[\"".utf8) + [UInt8](repeating: UInt8(ascii: "p"), count: prefix) + Array("\",".utf8) + json + [
      UInt8(ascii: "]")
    ]
  }

  @Test func `strings of every length after prefixes of every length around the first capacity`() throws {
    var mismatches = Mismatches()
    // The smallest buffer has 112 bytes before its limit and 112 after it.
    for length in 0...600 {
      let text = String(repeating: "s", count: length)
      let json = [0x22] + Array(text.utf8) + [0x22]
      for prefix in 0...240 {
        let written = try Self.write(text, after: prefix, capacity: 0)
        mismatches.expect(written, Self.expected(json, after: prefix), "length \(length) after \(prefix)")
      }
    }
    mismatches.report()
  }

  @Test func `strings of every length at the end of the usual capacity`() throws {
    var mismatches = Mismatches()
    for length in 0...600 {
      let text = String(repeating: "s", count: length)
      let json = [0x22] + Array(text.utf8) + [0x22]
      for prefix in 1_000...1_030 {
        let written = try Self.write(text, after: prefix, capacity: 1_024)
        mismatches.expect(written, Self.expected(json, after: prefix), "length \(length) after \(prefix)")
      }
    }
    mismatches.report()
  }

  @Test func `strings that become six times as long`() throws {
    var mismatches = Mismatches()
    for length in 0...600 {
      for (character, escape) in [("\u{1}", "\\u0001"), ("\"", "\\\"")] {
        // Plain text before the first escape, so that it comes at any place of the copying loops.
        let plain = String(repeating: "s", count: length % 50)
        let text = plain + String(repeating: character, count: length)
        let json = Array(("\"" + plain + String(repeating: escape, count: length) + "\"").utf8)
        for prefix in [0, 90, 105 + length % 20, 224] {
          let written = try Self.write(text, after: prefix, capacity: 0)
          mismatches.expect(written, Self.expected(json, after: prefix), "length \(length) after \(prefix)")
        }
      }
    }
    mismatches.report()
  }

  @Test func `values of every kind at every place around the limit`() throws {
    var mismatches = Mismatches()
    func check<Value: Writable>(_ value: Value, _ json: String) throws {
      for prefix in 0...250 {
        let written = try Self.write(value, after: prefix, capacity: 0)
        mismatches.expect(written, Self.expected(Array(json.utf8), after: prefix), "\(json) after \(prefix)")
      }
    }
    try check(Int.min, "-9223372036854775808")
    try check(UInt64.max, "18446744073709551615")
    try check(Int128.min, "-170141183460469231731687303715884105728")
    try check(-1.2345678901234568e-300, "-1.2345678901234568e-300")
    try check(-0.000012345678901234567, "-0.000012345678901234568")
    try check(Float(-1.1754944e-38), "-1.1754944e-38")
    try check(false, "false")
    try check(nil as Int?, "null")
    try check([[[[[Int]]]]](), "[]")
    try check([[[[[Int]]]]](repeating: [], count: 100), "[" + String(repeating: "[],", count: 99) + "[]]")
    try check([[[[[[[[true]]]]]]]], "[[[[[[[[true]]]]]]]]")
    try check(["": ["": ["": 0]]], "{\"\":{\"\":{\"\":0}}}")
    try check(JSONTree.number(String(repeating: "1", count: 300)), String(repeating: "1", count: 300))
    try check(LongKeys(), "{" + LongKeys.json(separator: ",", colon: ":") + "[false]}")
    mismatches.report()
  }

  @Test func `keys of every length, of dictionaries and of fields`() throws {
    var mismatches = Mismatches()
    for length in 0...300 {
      let key = String(repeating: "k", count: length)
      let json = Array("{\"\(key)\":-1}".utf8)
      for prefix in [0, 50 + length % 64, 105 + length % 10, 200] {
        let written = try Self.write([key: -1], after: prefix, capacity: 0)
        mismatches.expect(written, Self.expected(json, after: prefix), "a key of \(length) after \(prefix)")
      }
      let pretty = try JSON.encode([[key: -1]], style: JSON.Pretty.self)
      mismatches.expect(pretty, Array("[\n  {\n    \"\(key)\": -1\n  }\n]".utf8), "a key of \(length), pretty")
    }
    for prefix in 0...250 {
      var writer = JSON.StyledWriter<JSON.Pretty>(capacity: 0)
      writer.beginArray()
      writer.write(String(repeating: "p", count: prefix))
      writer.write(value: LongKeys())
      writer.endArray()
      try writer.finish()
      let members = LongKeys.json(separator: ",\n    ", colon: ": ")
      let text = "[\n  \"\(String(repeating: "p", count: prefix))\",\n  {\n    \(members)[\n      false\n    ]\n  }\n]"
      mismatches.expect(Self.bytes(writer), Array(text.utf8), "pretty after \(prefix)")
    }
    mismatches.report()
  }

  @Test func `a large document grows the buffer again and again`() throws {
    let texts = (0..<20_000).map { "text \($0)" }
    let json = "[\(texts.map { "\"\($0)\"" }.joined(separator: ","))]"
    #expect(try JSON.encode(texts, as: String.self) == json)
    #expect(try JSON.encode(String(repeating: "a", count: 3_000_000)).count == 3_000_002)
  }
}
