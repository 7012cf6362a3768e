import Testing

@testable import Millrace

@Suite("NaN and the infinities in JSON5")
struct JSON5NotFiniteTests {
  private static let text = "[NaN, +NaN, -NaN, Infinity, +Infinity, -Infinity, /**/-Infinity/**/, -1]"

  /// By section 6 of the specification; a NaN has no sign there.
  @Serializable
  struct Known: Equatable {
    var first: Int
    var second: Int
    var third: Int
  }

  @Test func `unknown members with numbers that are not finite are skipped`() throws {
    let text = "{a: NaN, first: 1, b: [-Infinity], second: 2, c: {d: Infinity}, third: 3, e: NaN}"
    let known = try JSON.decode(Known.self, from: text, style: JSON.Lenient.self)
    #expect(known == Known(first: 1, second: 2, third: 3))
  }

  @Test func `numbers that are not finite are read and written`() throws {
    let numbers = try JSON.decode([Double].self, from: Self.text, style: JSON.Lenient.self)
    #expect(numbers.prefix(3).allSatisfy { $0.isNaN && $0.sign == .plus })
    #expect(Array(numbers.dropFirst(3)) == [.infinity, .infinity, -.infinity, -.infinity, -1])
    let text = try JSON.encode(numbers, as: String.self, style: JSON.Lenient.self)
    #expect(text == "[NaN,NaN,NaN,Infinity,Infinity,-Infinity,-Infinity,-1]")
    #expect(try JSON.decode([Float].self, from: "[-Infinity]", style: JSON.Lenient.self) == [-.infinity])
    #expect(try JSON.decode([Double?].self, from: "[null,Infinity]", style: JSON.Lenient.self) == [nil, .infinity])
  }

  @Test func `where there is no such number they are an error`() {
    for text in ["NaN", "[Infinity]", "{a:-Infinity}"] {
      #expect(throws: FormatError.self) { try JSON.decode(JSON.Value.self, from: text, style: JSON.Lenient.self) }
      #expect(throws: FormatError.self) {
        try JSON.decode(Forwarded<JSON.Standard>.self, from: text, style: JSON.Lenient.self)
      }
    }
    #expect(throws: FormatError.self) { try JSON.decode([Int].self, from: "[NaN]", style: JSON.Lenient.self) }
    #expect(throws: FormatError.self) { try JSON.decode([String].self, from: "[NaN]", style: JSON.Lenient.self) }
    #expect(throws: FormatError.self) { try JSON.decode([Bool].self, from: "[-Infinity]", style: JSON.Lenient.self) }
  }

  @Test func `JSON does not have them`() {
    for text in ["NaN", "Infinity", "-Infinity", "[NaN]", "{\"a\":-Infinity}"] {
      #expect(throws: FormatError.self) { try JSON.decode(Skipped.self, from: text) }
      for policy in [DuplicateKeys.firstWins, .lastWins, .rejected] {
        let options = JSON.ReadingOptions(duplicateKeys: policy)
        #expect(throws: FormatError.self) { try JSON.decode(Skipped.self, from: text, options: options) }
      }
    }
  }

  @Test func `they are forwarded and skipped`() throws {
    let forwarded = try JSON.decode(Forwarded<JSON.Lenient>.self, from: Self.text, style: JSON.Lenient.self)
    #expect(String(decoding: forwarded.json, as: UTF8.self) == "[NaN,NaN,NaN,Infinity,Infinity,-Infinity,-Infinity,-1]")
    _ = try JSON.decode(Skipped.self, from: "{a:\(Self.text),b:{c:-Infinity}}", style: JSON.Lenient.self)
  }

  @Test(arguments: [DuplicateKeys.firstWins, .lastWins, .rejected])
  func `they are read with every option for duplicate keys`(_ policy: DuplicateKeys) throws {
    let options = JSON.ReadingOptions(duplicateKeys: policy)
    let numbers = try JSON.decode(
      [String: Double].self, from: "{a: -Infinity, b: NaN, 'c': 1}", options: options, style: JSON.Lenient.self)
    #expect(numbers["a"] == -.infinity && numbers["b"]?.isNaN == true && numbers["c"] == 1)
  }

  @Serializable(.untagged)
  enum NumberOrText: Equatable {
    case number(Double)
    case text(String)
  }

  @Test func `they choose a case by their kind`() throws {
    let values = try JSON.decode([NumberOrText].self, from: "['a', -Infinity, 1, .5]", style: JSON.Lenient.self)
    #expect(values == [.text("a"), .number(-.infinity), .number(1), .number(0.5)])
  }
}
