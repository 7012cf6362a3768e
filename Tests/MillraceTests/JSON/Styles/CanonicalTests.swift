import Testing

@testable import Millrace

@Suite("The canonical style, RFC 8785")
struct CanonicalTests {
  private static func canonical(_ text: String) throws -> String {
    try JSON.encode(try JSON.decode(JSON.Value.self, from: text), as: String.self, style: JSON.Canonical.self)
  }

  @Test func `the sample of section 3.2`() throws {
    let text = #"""
      {
        "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
        "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
        "literals": [null, true, false]
      }
      """#
    let expected = #"""
      {"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}
      """#
    #expect(try Self.canonical(text) == expected)
  }

  @Test func `the keys of section 3.2.3 are in the order of UTF-16`() throws {
    let text = #"""
      {"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One",
       "\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}
      """#
    let value = try JSON.decode(JSON.Value.self, from: Self.canonical(text))
    #expect(
      value.object?.map(\.value.string) == [
        "Carriage Return", "One", "Control", "Latin Small Letter O With Diaeresis", "Euro Sign",
        "Emoji: Grinning Face", "Hebrew Letter Dalet With Dagesh",
      ])
  }

  /// Bits of a double and its text, from the RFC.
  @Test(
    arguments: [
      (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"), (0x0000_0000_0000_0001, "5e-324"),
      (0x8000_0000_0000_0001, "-5e-324"), (0x7FEF_FFFF_FFFF_FFFF, "1.7976931348623157e+308"),
      (0xFFEF_FFFF_FFFF_FFFF, "-1.7976931348623157e+308"), (0x4340_0000_0000_0000, "9007199254740992"),
      (0xC340_0000_0000_0000, "-9007199254740992"), (0x4430_0000_0000_0000, "295147905179352830000"),
      (0x44B5_2D02_C7E1_4AF5, "9.999999999999997e+22"), (0x44B5_2D02_C7E1_4AF6, "1e+23"),
      (0x44B5_2D02_C7E1_4AF7, "1.0000000000000001e+23"), (0x444B_1AE4_D6E2_EF4E, "999999999999999700000"),
      (0x444B_1AE4_D6E2_EF4F, "999999999999999900000"), (0x444B_1AE4_D6E2_EF50, "1e+21"),
      (0x3EB0_C6F7_A0B5_ED8C, "9.999999999999997e-7"), (0x3EB0_C6F7_A0B5_ED8D, "0.000001"),
      (0x41B3_DE43_5555_5553, "333333333.3333332"), (0x41B3_DE43_5555_5556, "333333333.3333334"),
      (0x41B3_DE43_5555_5557, "333333333.33333343"),
      (0xBECB_F647_612F_3696, "-0.0000033333333333333333"), (0x4314_3FF3_C1CB_0959, "1424953923781206.2"),
    ] as [(UInt64, String)])
  func `the numbers of appendix B`(_ bits: UInt64, _ text: String) throws {
    let number = Double(bitPattern: bits)
    #expect(try JSON.encode(number, as: String.self, style: JSON.Canonical.self) == text)
  }

  @Test func `numbers that are not doubles are rejected`() throws {
    let error = #expect(throws: FormatError.self) {
      try JSON.encode(["a": [9_007_199_254_740_993]], style: JSON.Canonical.self)
    }
    #expect(error?.place.path == "/a/0")
    #expect(error?.problem.description == "invalid Double: 9007199254740993")
    #expect(throws: FormatError.self) { try JSON.encode(UInt64.max, style: JSON.Canonical.self) }
    #expect(throws: FormatError.self) { try JSON.encode(Double.nan, style: JSON.Canonical.self) }
    #expect(throws: FormatError.self) { try Self.canonical("1e400") }
    #expect(try JSON.encode(1 << 60, as: String.self, style: JSON.Canonical.self) == "1152921504606847000")
  }

  @Test func `random documents are what JavaScript makes of them`() async throws {
    var documents = RandomJSON(SeededGenerator())
    let texts = (0..<Scale.count(2_000)).map { _ in documents.document(of: 30) }
    let answers = try await Node.answers(to: texts.map { .canonical($0) })
    var mismatches = Mismatches()
    for (text, answer) in zip(texts, answers) {
      // What JavaScript reads as an infinity is rejected here.
      let ours = (try? Self.canonical(String(decoding: text, as: UTF8.self))) ?? Node.rejected
      if answer.contains("null"), ours == Node.rejected { continue }
      mismatches.expect(ours, answer, String(decoding: text, as: UTF8.self))
    }
    mismatches.report()
  }

  @Test func `random doubles have the digits and the layout of JavaScript`() async throws {
    var random = SeededGenerator()
    let numbers = (0..<Scale.count(20_000)).map { index in
      let number = Double(bitPattern: random.next())
      guard number.isFinite else { return Double(index) }
      return index % 2 == 0 ? number : Double(Int64(truncatingIfNeeded: random.next())) / 1e6
    }
    let questions = numbers.map { Node.Question.canonical(Array("\($0)".utf8)) }
    let answers = try await Node.answers(to: questions)
    var mismatches = Mismatches()
    for (number, answer) in zip(numbers, answers) {
      mismatches.expect(try JSON.encode(number, as: String.self, style: JSON.Canonical.self), answer, "\(number)")
    }
    mismatches.report()
  }
}
