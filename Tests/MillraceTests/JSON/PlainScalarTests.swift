import Foundation
import Testing

@testable import Millrace

@Suite("Short scalars in their usual form")
struct PlainScalarTests {
  /// The length of the plain scalar at the beginning of a text, if a comma, a bracket or a space follows it.
  private func length(_ text: [UInt8]) -> Int? {
    let padded = text + [UInt8](repeating: 0, count: 64)
    return padded.withUnsafeBufferPointer { padded in
      // SAFETY: the array is not empty.
      let start = padded.baseAddress.unsafelyUnwrapped
      guard let end = JSON.endOfPlainScalar(at: start) else { return nil }
      return ", ]}".utf8.contains(end.pointee) ? end - start : nil
    }
  }

  private func isValue(_ text: [UInt8]) -> Bool {
    (try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)) != nil
  }

  @Test func `what is found is a whole value, as Foundation reads it`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    let alphabets = ["0123456789", "01.eE-+5,", "\"ab\\u0, \n", "truefalsn,", "\"é\u{7F}\u{1}x"].map { Array($0.utf8) }
    let starts = ["", "0", "1.", "tru", "fals", "nul", "\"", "12345678901234"].map { Array($0.utf8) }
    var found = 0
    for _ in 0..<Scale.count(200_000) {
      let alphabet = random.element(of: alphabets)
      let text = random.element(of: starts) + (0..<random.below(20)).map { _ in random.element(of: alphabet) }
      guard let length = length(text + [ASCII.comma]) else { continue }
      found += 1
      mismatches.expect(isValue(Array(text.prefix(length))), true, "\(String(decoding: text, as: UTF8.self)) \(length)")
    }
    mismatches.report()
    #expect(found > 1000)
  }

  @Test func `every length of each kind is found`() {
    for count in 1...16 {
      let digits = "1" + String(repeating: "0", count: count - 1)
      #expect(length(Array("\(digits), 1".utf8)) == count)
      #expect(length(Array("\"\(digits)\"]".utf8)) == count + 2)
      if count > 2 { #expect(length(Array("0.\(digits.dropFirst(2))}".utf8)) == count) }
    }
    for text in ["true", "false", "null", "0", "\"\"", "10.25"] {
      #expect(length(Array("\(text) ,".utf8)) == text.utf8.count)
    }
    for text in [
      "-1", "1e5", "01", "1.", "1..2", "123456789012345.,", "\"\\n\"", "\"é\"", "[]", "{}", "nulL", "falsy", "+1",
    ] {
      #expect(length(Array("\(text),".utf8)) == nil, "\(text)")
    }
  }
}
