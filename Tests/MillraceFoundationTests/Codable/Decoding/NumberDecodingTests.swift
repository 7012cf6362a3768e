import Foundation
import Testing

/// Every number type against every form of a number, at each position where a number is allowed.
///
/// With JSON5, Foundation's decoder stops the process at an exponent without digits, and, depending on the memory
/// after the document, at a number at its end. So these cases are not compared.
@Suite("Numbers decoded as Foundation does")
struct NumberDecodingTests {
  private static let texts =
    [
      "0", "-0", "1", "-1", "4.0", "4.5", "-4.0", "1e3", "1E+3", "1e-3", "10e-1", "1.5e1", "0.0", "0e0", "-0.0", "-0e5",
      "0.1", "3.141592653589793238", "1e400", "-1e400", "1e-400", "1e40", "4.9e-324", "2.2250738585072011e-308",
      "9007199254740993", "9007199254740993.0", "123456789012345678901234567890.5", "1e19", "1e18", "1e200",
    ]
    // `integersAreExactHoweverWritten`
    + limits.flatMap { $0.count < 19 ? [$0, "\($0).0"] : [$0] }
    + [
      "01", "-01", "1.", ".5", "-", "+1", "1e", "1e+", "1.2.3", "1e2e3", "0x10", "1_000", "--1", "1-1", "NaN", "00",
      "-.5",
    ]
    + ["null", "true", "\"1\"", "\"NaN\"", "\"+Inf\"", "\"\"", "[]", "[1]", "{}", "{\"a\":1}", ""]

  /// The limits of every width, and the first numbers that are out of range.
  private static let limits = [
    "127", "128", "-128", "-129", "255", "256", "32767", "32768", "-32768", "-32769", "65535", "65536", "2147483647",
    "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296", "9223372036854775807",
    "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
    "18446744073709551616", "170141183460469231731687303715884105727", "170141183460469231731687303715884105728",
    "-170141183460469231731687303715884105728", "-170141183460469231731687303715884105729",
    "340282366920938463463374607431768211455", "340282366920938463463374607431768211456",
  ]

  /// `json5IsReadAsSpecified`
  private static let brokenTexts: Set = [
    "1e+", "-", "1e", "--1", "01", "-01", "00", "1.2.3", "1-1", "1e2e3", "1_000", "-.5x",
  ]

  private static func cases<Value: Decodable>(of type: Value.Type, _ options: DecodingOptions) -> [DecodingCase] {
    texts.filter { !options.allowsJSON5 || !brokenTexts.contains($0) }.flatMap { text in
      [
        DecodingCase("\(type) alone: \(text)", Value.self, options.allowsJSON5 ? "\(text)\n" : text, options),
        DecodingCase("\(type) as an element: \(text)", [Value].self, "[\(text)]", options),
        DecodingCase("\(type) as a field: \(text)", Field<Value>.self, "{\"field\":\(text)}", options),
        DecodingCase("\(type) as an optional field: \(text)", Field<Value?>.self, "{\"field\": \(text) }", options),
        DecodingCase("\(type) in a single value: \(text)", Single<Value>.self, " \(text) ", options),
      ]
    }
  }

  private static func expectSame<Value: Decodable>(_ type: Value.Type) {
    expectSameDecoding(cases(of: type, DecodingOptions()))
    expectSameDecoding(cases(of: type, .with { $0.floats = .convertFromString }))
    expectSameDecoding(cases(of: type, .with { $0.allowsJSON5 = true }))
  }

  @Test func `integers of 8 and 16 bits`() {
    Self.expectSame(Int8.self)
    Self.expectSame(UInt8.self)
    Self.expectSame(Int16.self)
    Self.expectSame(UInt16.self)
  }

  @Test func `integers of 32 bits and more`() {
    Self.expectSame(Int32.self)
    Self.expectSame(UInt32.self)
    Self.expectSame(Int64.self)
    Self.expectSame(UInt64.self)
    Self.expectSame(Int.self)
    Self.expectSame(UInt.self)
    Self.expectSame(Int128.self)
    Self.expectSame(UInt128.self)
  }

  @Test func `floating-point numbers`() {
    Self.expectSame(Float.self)
    Self.expectSame(Double.self)
  }

  @Test func `decimals, and values that are not numbers`() {
    Self.expectSame(Decimal.self)
    Self.expectSame(Bool.self)
    Self.expectSame(String.self)
  }
}
