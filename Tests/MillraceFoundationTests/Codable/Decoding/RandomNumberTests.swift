import Foundation
import MillraceFoundation
import TestSupport
import Testing

/// Random texts of numbers, most of them in the grammar of RFC 8259, section 6, decoded by both decoders.
///
/// What differs is an entry of `AcceptedDifference`.
@Suite("Random numbers decoded as Foundation does")
struct RandomNumberTests {
  private static func text(_ random: inout SeededGenerator) -> String {
    func digits(atMost limit: Int) -> String {
      let count = random.once(in: 4) ? random.below(limit) : random.below(4)
      return (0..<count).map { _ in
        switch random.below(4) {
        case 0: "0"
        case 1: "9"
        default: String(random.below(10))
        }
      }.joined()
    }
    var text = random.once(in: 3) ? "-" : ""
    text += random.once(in: 4) ? "0" : digits(atMost: 24)
    if random.once(in: 2) { text += "." + digits(atMost: 24) }
    if random.once(in: 2) {
      text += random.once(in: 2) ? "e" : "E"
      text += random.element(of: ["", "+", "-"])
      text += random.once(in: 8) ? digits(atMost: 5) : String(random.below(30))
    }
    return text
  }

  /// What a decoder makes of the text as the element of an array, in words.
  private static func outcome<Value: Decodable>(_ type: Value.Type, _ text: String, _ decoder: JSONDecoder) -> String {
    do {
      let values = try decoder.decode([Value].self, from: Data("[\(text)]".utf8))
      return values.map { "\($0)" }.joined(separator: ", ")
    } catch {
      return "error"
    }
  }

  private static func compare<Value: Decodable>(
    _ type: Value.Type, isAccepted: (_ text: String, _ ours: String, _ foundations: String) -> Bool
  ) {
    var random = SeededGenerator()
    let (fast, foundation) = (FastJSONDecoder(), JSONDecoder())
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(100_000) {
      let text = text(&random)
      let (ours, foundations) = (outcome(type, text, fast), outcome(type, text, foundation))
      if ours != foundations, isAccepted(text, ours, foundations) { continue }
      mismatches.expect(ours, foundations, "\(type) \(text)")
    }
    mismatches.report()
  }

  /// The integer that a number is, by moving its decimal point through the text.
  private static func integer<Value: FixedWidthInteger>(_ text: String, as type: Value.Type) -> Value? {
    guard let match = text.wholeMatch(of: /(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?/) else { return nil }
    let fraction = match.3 ?? ""
    let point = match.2.count + max(-200, min(200, Int(match.4 ?? "0") ?? 0))
    let digits = match.2 + fraction
    func zeros(_ count: Int) -> String { String(repeating: "0", count: max(0, count)) }
    let padded = zeros(-point) + digits + zeros(point - digits.count)
    let (whole, rest) = (padded.prefix(max(0, point)), padded.dropFirst(max(0, point)))
    return rest.allSatisfy { $0 == "0" } ? Value("\(match.1)0\(whole)") : nil
  }

  /// `integersAreExactHoweverWritten`: ours is the integer, or an error if there is none, of a number with a fraction or an exponent
  /// that is large.
  private static func isExact<Value: FixedWidthInteger>(_ type: Value.Type, _ text: String, _ ours: String) -> Bool {
    guard ours == integer(text, as: type).map({ "\($0)" }) ?? "error", text.contains(/[.eE]/) else { return false }
    return (Double(text) ?? 0).magnitude > 0x1p52
  }

  @Test func `integers are the same, but for large ones with a fraction or an exponent`() {
    Self.compare(Int.self) { text, ours, _ in Self.isExact(Int.self, text, ours) }
    Self.compare(UInt64.self) { text, ours, _ in Self.isExact(UInt64.self, text, ours) }
    Self.compare(Int128.self) { text, ours, _ in Self.isExact(Int128.self, text, ours) }
    Self.compare(UInt8.self) { _, _, _ in false }
  }

  /// `zeroMayHaveAnExponent`
  private static func isZero(_ text: String, _ ours: String, _ foundations: String) -> Bool {
    text.contains(/^-?0+(\.0*)?[eE]/) && ours == (text.hasPrefix("-") ? "-0.0" : "0.0") && foundations == "error"
  }

  @Test func `floating-point numbers are the same, but for zeros with an exponent`() {
    Self.compare(Double.self, isAccepted: Self.isZero)
    Self.compare(Float.self, isAccepted: Self.isZero)
  }

  @Test func `decimals are the same`() {
    Self.compare(Decimal.self) { _, _, _ in false }
  }
}
