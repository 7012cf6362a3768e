import Testing

@testable import Millrace

@Suite("Scalars of the standard library")
struct ScalarTests {
  @Test func `booleans`() throws {
    try expectRoundTrip(true, "true")
    try expectRoundTrip(false, "false")
  }

  @Test func `integers at their limits`() throws {
    func check<Integer: FixedWidthInteger & Serializable>(_ type: Integer.Type) throws {
      try expectRoundTrip(Integer.min, Integer.min.description)
      try expectRoundTrip(Integer.max, Integer.max.description)
      try expectRoundTrip(0 as Integer, "0")
      try expectRoundTrip(42 as Integer, "42")
      if Integer.isSigned { try expectRoundTrip(0 - 42 as Integer, "-42") }
    }
    try check(Int.self)
    try check(Int8.self)
    try check(Int16.self)
    try check(Int32.self)
    try check(Int64.self)
    try check(Int128.self)
    try check(UInt.self)
    try check(UInt8.self)
    try check(UInt16.self)
    try check(UInt32.self)
    try check(UInt64.self)
    try check(UInt128.self)
  }

  @Test func `floating-point numbers`() throws {
    try expectRoundTrip(1.5, "1.5")
    try expectRoundTrip(-0.1, "-0.1")
    try expectRoundTrip(Double.greatestFiniteMagnitude, "1.7976931348623157e308")
    try expectRoundTrip(Double.leastNonzeroMagnitude, "5e-324")
    try expectRoundTrip(Float(0.1), "0.1")
    try expectRoundTrip(Float.greatestFiniteMagnitude, "3.4028235e38")
    try expectRoundTrip(Float.leastNonzeroMagnitude, "1e-45")
    #expect(try JSON.decode(Double.self, from: JSON.encode(-0.0)).sign == .minus)
    #expect(try JSON.decode(Float.self, from: JSON.encode(-0.0 as Float)).sign == .minus)
    #expect(try JSON.decode([Double].self, from: "[1,2,-3]") == [1, 2, -3])
  }

  @Test func `strings and substrings`() throws {
    let texts = [
      ("", "\"\""), ("a", "\"a\""), ("é€😀", "\"é€😀\""), ("\"\\/\u{8}\u{C}\n\r\t", #""\"\\/\b\f\n\r\t""#),
      ("\0\u{1F}\u{7F}", "\"\\u0000\\u001f\u{7F}\""), ("e\u{301}", "\"e\u{301}\""),
      (String(repeating: "long ", count: 50), "\"\(String(repeating: "long ", count: 50))\""),
    ]
    for (text, json) in texts {
      try expectRoundTrip(text, json)
      try expectRoundTrip(Substring(text), json)
      let slice = "[\(text)]".dropFirst().dropLast()
      #expect(try JSON.encode(slice, as: String.self) == json)
    }
  }

  @Test func `characters, which may be several scalars`() throws {
    for character in ["a", "é", "e\u{301}", "😀", "👨‍👩‍👧", "🇨🇭", " "] as [Character] {
      try expectRoundTrip(character, "\"\(character)\"")
    }
    try expectRoundTrip("\r\n" as Character, #""\r\n""#)
    try expectRoundTrip("\"" as Character, #""\"""#)
    for json in ["\"\"", "\"ab\"", "\"é é\"", "1", "null", "[\"a\"]"] {
      expectRefusal(Character.self, json)
    }
  }

  @Test func `a value of another kind is rejected by every scalar`() {
    func check<Value: Readable>(_ type: Value.Type, _ rejected: [String]) {
      for json in rejected { expectRefusal(type, json) }
    }
    let containers = ["null", "[]", "{}", "[1]", "{\"a\":1}"]
    check(Bool.self, containers + ["1", "0", "\"true\""])
    check(Int.self, containers + ["true", "\"1\""])
    check(Int128.self, containers + ["true", "\"1\""])
    check(Double.self, containers + ["true", "\"1\"", "\"NaN\""])
    check(Float.self, containers + ["false", "\"1\"", "NaN"])
    check(String.self, containers + ["true", "1"])
    check(Substring.self, containers + ["true", "1"])
  }
}

private enum Level: Int, CaseIterable, Serializable, ObjectKey { case low = -1, middle, high = 100 }
private enum Suit: Character, CaseIterable, Serializable { case hearts = "♥", spades = "♠" }
private enum Ratio: Double, CaseIterable, Serializable { case half = 0.5, whole = 1 }
@Serializable private enum Direction: String, CaseIterable { case north, south = "sou\"th" }

private struct Meters: RawRepresentable, Equatable, Serializable { var rawValue: Double }
private struct Flags: OptionSet, Serializable { var rawValue: UInt8 }

@Suite("Types with raw values")
struct RawValueTests {
  @Test func `enumerations are their raw values`() throws {
    for (level, json) in zip(Level.allCases, ["-1", "0", "100"]) { try expectRoundTrip(level, json) }
    for (suit, json) in zip(Suit.allCases, ["\"♥\"", "\"♠\""]) { try expectRoundTrip(suit, json) }
    for (ratio, json) in zip(Ratio.allCases, ["0.5", "1"]) { try expectRoundTrip(ratio, json) }
    for (direction, json) in zip(Direction.allCases, ["\"north\"", #""sou\"th""#]) {
      try expectRoundTrip(direction, json)
    }
  }

  @Test func `structures with raw values are their raw values`() throws {
    try expectRoundTrip(Meters(rawValue: 2.5), "2.5")
    try expectRoundTrip(Flags(rawValue: 129), "129")
  }

  @Test func `raw values of no case are rejected`() {
    expectRefusal(Level.self, "1")
    expectRefusal(Level.self, "\"low\"")
    expectRefusal(Suit.self, "\"♦\"")
    expectRefusal(Ratio.self, "0.25")
    expectRefusal(Direction.self, "\"North\"")
    expectRefusal(Flags.self, "256")
  }
}
