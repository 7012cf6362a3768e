import Foundation
import MillraceFoundation
import TestSupport
import Testing

/// Random texts of numbers, valid and not, decoded by both decoders. What differs is in docs/codable.md.
@Suite("Random numbers decoded as Foundation does")
struct RandomNumberTests {
  /// A text in the grammar of RFC 8259, section 6, or nearly.
  private static func text(_ random: inout SeededGenerator) -> String {
    func digits(_ atMost: UInt64) -> String {
      let count = random.below(4) == 0 ? random.below(atMost) : random.below(4)
      return (0..<count).map { _ in
        switch random.below(4) {
        case 0: "0"
        case 1: "9"
        default: String(random.below(10))
        }
      }.joined()
    }
    var text = random.below(3) == 0 ? "-" : ""
    text += random.below(4) == 0 ? "0" : digits(24)
    if random.below(2) == 0 { text += "." + digits(24) }
    if random.below(2) == 0 {
      text += random.below(2) == 0 ? "e" : "E"
      text += ["", "+", "-"][Int(random.below(3))]
      text += random.below(8) == 0 ? digits(5) : String(random.below(30))
    }
    return text
  }

  private static func outcome<Value: Decodable>(_ type: Value.Type, _ text: String, _ decoder: JSONDecoder) -> String {
    do {
      let value = try decoder.decode([Value].self, from: Data("[\(text)]".utf8))[0]
      return "\(value)"
    } catch {
      return "error"
    }
  }

  private static func compare<Value: Decodable>(
    _ type: Value.Type, count: Int, _ isKnown: (_ text: String, _ fast: String, _ foundation: String) -> Bool
  ) {
    var random = SeededGenerator()
    let (fast, foundation) = (FastJSONDecoder(), JSONDecoder())
    var mismatches = Mismatches()
    for _ in 0..<count {
      let text = text(&random)
      let (ours, theirs) = (outcome(type, text, fast), outcome(type, text, foundation))
      if ours != theirs, isKnown(text, ours, theirs) { continue }
      mismatches.expect(ours, theirs, "\(type) \(text)")
    }
    mismatches.report()
  }

  @Test func `integers`() {
    Self.compare(Int.self, count: 100_000) { _, _, _ in false }
    Self.compare(UInt8.self, count: 100_000) { _, _, _ in false }
    Self.compare(Int128.self, count: 100_000) { _, _, _ in false }
  }

  @Test func `floating-point numbers`() {
    Self.compare(Double.self, count: 100_000) { _, _, _ in false }
    Self.compare(Float.self, count: 100_000) { _, _, _ in false }
  }

  @Test func `decimals`() {
    Self.compare(Decimal.self, count: 100_000) { _, _, _ in false }
  }
}
