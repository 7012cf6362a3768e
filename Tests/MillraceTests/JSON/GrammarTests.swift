import Foundation
import Testing

@testable import Millrace

@Serializable
private struct OptionalFields {
  var a: Int?
  var b: [Double]?
  var n: Double?
}

@Suite("The grammar of RFC 8259")
struct GrammarTests {
  private typealias Attempt = (GuardedMemory, [UInt8], JSON.ReadingOptions) throws(FormatError) -> Void

  /// Reads a text as a type.
  private static func reading<Value: Readable>(_ type: Value.Type) -> Attempt {
    { (memory, text, options) throws(FormatError) in _ = try memory.decode(type, from: text, options: options) }
  }

  /// Everything that a text can be read as, whatever it is: skipped, built, forwarded.
  private static var anything: [Attempt] {
    [
      reading(Skipped.self), reading(JSONTree.self), reading(Forwarded<JSON.Standard>.self),
      reading(Forwarded<JSON.Pretty>.self),
    ]
  }

  /// Types that accept only some values. None of them accepts a text that is not JSON.
  private static var types: [Attempt] {
    [
      reading(Bool.self), reading(Bool?.self), reading(Int.self), reading(Int?.self), reading(UInt8.self),
      reading(UInt64.self), reading(Int128.self), reading(UInt128.self), reading(Double.self), reading(Float.self),
      reading(String.self), reading(String?.self), reading(Character.self), reading([JSONTree].self),
      reading([Int].self),
      reading([Double].self), reading([String].self), reading([Skipped].self), reading([String: JSONTree].self),
      reading([String: Int].self), reading([[String: [Bool?]]].self), reading(ClosedRange<Int>.self),
      reading(OptionalFields.self), reading([OptionalFields].self),
    ]
  }

  private static let blanks = Array(String(repeating: "     \n\t \r\n", count: 30).utf8)

  /// A text alone and with 300 blanks on either side: it is in the caller's memory, in the copied tail, or in both.
  private static func surrounded(_ text: [UInt8]) -> [[UInt8]] {
    #expect(blanks.count == 300)
    return [text, blanks + text, text + blanks, blanks + text + blanks]
  }

  @Test func `there are enough texts`() {
    #expect(RefusedTexts.all.count >= 150 && Set(RefusedTexts.all).count == RefusedTexts.all.count)
    #expect(
      AcceptedTexts.all.count >= 80 && Set(AcceptedTexts.all.map { Array($0.utf8) }).count == AcceptedTexts.all.count)
  }

  @Test(arguments: [DuplicateKeys.lastWins, .firstWins, .rejected])
  func `a text that is not JSON is rejected by every way of reading`(_ duplicateKeys: DuplicateKeys) {
    let memory = GuardedMemory(capacity: 4_096)
    var mismatches = Mismatches()
    let options = JSON.ReadingOptions(duplicateKeys: duplicateKeys)
    let attempts = Self.anything + Self.types
    for text in RefusedTexts.all {
      for surrounded in Self.surrounded(text) {
        for (index, attempt) in attempts.enumerated() {
          do {
            try attempt(memory, surrounded, options)
            mismatches.note("\(String(decoding: surrounded, as: UTF8.self)) is accepted, attempt \(index)")
          } catch {
            let offset = error.place.offset ?? -1
            if !(0...surrounded.count).contains(offset) { mismatches.note("\(error) for \(surrounded)") }
          }
        }
      }
    }
    mismatches.report()
  }

  @Test func `valid JSON is accepted by every way of reading that takes any value`() {
    let memory = GuardedMemory(capacity: 4_096)
    var mismatches = Mismatches()
    for text in AcceptedTexts.all {
      for surrounded in Self.surrounded(Array(text.utf8)) {
        for attempt in Self.anything {
          do {
            try attempt(memory, surrounded, JSON.ReadingOptions(duplicateKeys: .rejected))
          } catch {
            mismatches.note("\(text) is rejected: \(error)")
          }
        }
      }
    }
    mismatches.report()
  }

  @Test func `valid JSON is read and forwarded as Foundation reads it`() throws {
    let memory = GuardedMemory(capacity: 4_096)
    // Foundation on Linux loses a byte order mark at the start of a string.
    for text in AcceptedTexts.all where text != "\"\u{FEFF}\"" {
      for surrounded in Self.surrounded(Array(text.utf8)) {
        let expected = try #require(JSONTree.byFoundation(surrounded), "\(text)")
        #expect(try memory.decode(JSONTree.self, from: surrounded).agrees(with: expected), "\(text)")
        for json in [
          try memory.decode(Forwarded<JSON.Standard>.self, from: surrounded).json,
          try memory.decode(Forwarded<JSON.Pretty>.self, from: surrounded).json,
        ] {
          let forwarded = try #require(JSONTree.byFoundation(json), "\(text)")
          #expect(try memory.decode(JSONTree.self, from: surrounded).agrees(with: forwarded), "\(text)")
        }
      }
    }
  }

  @Test func `Python accepts and rejects the same texts, and reads and writes the same values`() async throws {
    let memory = GuardedMemory(capacity: 4_096)
    let accepted = AcceptedTexts.all.flatMap { Self.surrounded(Array($0.utf8)) }
    let rejected = RefusedTexts.all.flatMap { Self.surrounded($0) }
    let compact = try accepted.map { try memory.decode(Forwarded<JSON.Standard>.self, from: $0).json }
    let pretty = try accepted.map { try memory.decode(Forwarded<JSON.Pretty>.self, from: $0).json }
    let answers = try await Python.answers(to: (accepted + rejected + compact + pretty).map { .tree($0) })
    var mismatches = Mismatches()
    for (index, text) in accepted.enumerated() {
      let about = String(decoding: text, as: UTF8.self)
      let ours = try memory.decode(JSONTree.self, from: text).canonical
      mismatches.expect(String(answers[index]), ours, about)
      let forwarded = accepted.count + rejected.count + index
      mismatches.expect(String(answers[forwarded]), ours, "compact: \(about)")
      mismatches.expect(String(answers[forwarded + accepted.count]), ours, "pretty: \(about)")
    }
    for (index, text) in rejected.enumerated() {
      let answer = answers[accepted.count + index]
      mismatches.expect(String(answer), Python.rejected, "\(String(decoding: text, as: UTF8.self))")
    }
    mismatches.report()
  }
}
