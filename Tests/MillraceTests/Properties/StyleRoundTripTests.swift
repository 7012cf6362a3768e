import Foundation
import Millrace
import Testing

@Serializable
private struct Everything: Equatable {
  var aString: String
  var aNumber: Double
  var anInteger: Int
  var nothingHere: Int?
  var theInstant: Instant
  var someBytes: [UInt8]
  var aList: [Double]
  var aDictionary: [String: Bool]

  static func random(_ random: inout SeededGenerator) throws -> Everything {
    var texts = RandomJSON(SeededGenerator("text", part: random.below(1 << 40)))
    let numbers = [0, -0.0, 0.1, 1e21, 1e-7, 123_456_789.125, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
    return Everything(
      aString: try JSON.decode(String.self, from: texts.stringToken()),
      aNumber: random.element(of: numbers), anInteger: random.below(1 << 53) - (1 << 52),
      nothingHere: random.once(in: 2) ? 1 : nil,
      // Whole seconds, for the style that has no others.
      theInstant: Instant(seconds: Int64(random.below(4_000_000_000)) - 2_000_000_000),
      someBytes: (0..<random.below(20)).map { _ in UInt8(random.below(256)) },
      aList: (0..<random.below(4)).map { _ in random.element(of: numbers) },
      aDictionary: Dictionary((0..<random.below(4)).map { ("k\($0)é/", $0 % 2 == 0) }) { $1 })
  }
}

/// What each style writes is JSON for Foundation, and what the style reads is what was written.
@Suite("The output of each style is read back")
struct StyleRoundTripTests {
  private struct Values: StyleVisitor {
    func visit<Style: JSON.Style>(_ style: Style.Type) throws {
      var random = SeededGenerator("values")
      var mismatches = Mismatches()
      for _ in 0..<Scale.count(300) {
        let value = try Everything.random(&random)
        let text = try JSON.encode(value, style: style)
        mismatches.expect(try JSON.decode(Everything.self, from: text, style: style), value, "\(style)")
        _ = try JSONSerialization.jsonObject(with: Data(text))
      }
      mismatches.report()
    }
  }

  @Test func `values of every kind`() throws { try TestedStyles.forEach(Values()) }

  private struct Documents: StyleVisitor {
    func visit<Style: JSON.Style>(_ style: Style.Type) throws {
      var documents = RandomJSON(SeededGenerator("documents"))
      var mismatches = Mismatches()
      var count = 0
      for _ in 0..<Scale.count(300) {
        let document = documents.document(of: 20)
        let tree = try JSON.decode(JSON.Value.self, from: document)
        let about = "\(style): \(String(decoding: document, as: UTF8.self))"
        let text: [UInt8]
        do { text = try JSON.encode(tree, style: style) } catch {
          // Integers without an equal double, and nothing else.
          let isRejected = style == JSON.Canonical.self || style == TestedStyles.ForOldParsers.self
          if !isRejected { mismatches.note("\(about): \(error)") }
          continue
        }
        count += 1
        let again = try JSON.decode(JSONTree.self, from: text, style: style)
        mismatches.expect(try JSON.encode(again, style: style), text, about)
        mismatches.expect(described(again), described(try JSON.decode(JSONTree.self, from: document)), about)
        let isRead = try again.agrees(with: JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed))
        if !isRead { mismatches.note("\(about): Foundation reads another value") }
      }
      #expect(count >= Scale.count(130), "\(style)")
      mismatches.report()
    }

    /// A description with members in the order of their keys, and with doubles, which are what is left of numbers in some
    /// styles.
    private func described(_ tree: JSONTree) -> String {
      switch tree {
      case .null: return "null"
      case .boolean(let boolean): return "\(boolean)"
      case .number(let text): return "\((Double(text) ?? .nan) + 0)"
      case .string(let text): return text.debugDescription
      case .array(let elements): return "[" + elements.map(described).joined(separator: ",") + "]"
      case .object(let members):
        let sorted = members.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
        return "{" + sorted.map { "\($0.key.debugDescription):\(described($0.value))" }.joined(separator: ",") + "}"
      }
    }
  }

  @Test func `documents`() throws { try TestedStyles.forEach(Documents()) }
}
