import Testing

#if canImport(Foundation)
  import Foundation
#endif

@testable import Millrace

@Suite("Escaping strings")
struct StringEscapingTests {
  private let source = GuardedMemory(capacity: 4_096)

  /// The optimized routine. It reads up to an inaccessible page and appends to a buffer that contains text.
  private func escaped(_ text: [UInt8], after prefix: Int) -> [UInt8] {
    var output = OutputBuffer(minimumCapacity: 0)
    output.append(repeating: 0x70, count: prefix)
    output.reserve(text.count)
    let end = output.copyEscaping(source.copy(text), to: output.target)
    output.cursor = UnsafeMutableRawPointer(end)
    return Array(UnsafeRawBufferPointer(start: output.start, count: output.count).dropFirst(prefix))
  }

  private func check(_ text: [UInt8], after prefix: Int = 0, _ mismatches: inout Mismatches) {
    mismatches.expect(escaped(text, after: prefix), NaiveStrings.escaped(text), "\(text)")
  }

  @Test func `each length with a byte to be escaped, or none, at each position`() {
    let bytes: [UInt8] = [
      0x00, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x7F, 0x80,
    ]
    var mismatches = Mismatches()
    for length in 0...100 {
      check([UInt8](repeating: 0x61, count: length), &mismatches)
      for position in 0..<length {
        for round in 0..<3 {
          var text = [UInt8](repeating: round == 0 ? 0x61 : 0xC3, count: length)
          text[position] = bytes[(position * 5 + length + round * 7) % bytes.count]
          check(text, after: (length * 3 + position) % 130, &mismatches)
        }
      }
    }
    mismatches.report()
  }

  @Test func `every byte alone and among others`() {
    var mismatches = Mismatches()
    for byte in UInt8.min...UInt8.max {
      for length in [1, 2, 3, 4, 7, 8, 15, 16, 17, 33] {
        for position in [0, length / 2, length - 1] {
          var text = [UInt8](repeating: 0x61, count: length)
          text[position] = byte
          check(text, &mismatches)
        }
        check([UInt8](repeating: byte, count: length), after: 111, &mismatches)
      }
    }
    mismatches.report()
  }

  @Test func `random text`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(20_000) {
      let density = 1 + random.below(60)
      let text = (0..<random.below(120)).map { _ in
        random.once(in: density)
          ? random.element(of: [0x00, 0x1F, 0x22, 0x5C, 0x0A, 0xE2]) : UInt8(0x61 + random.below(26))
      }
      check(text, after: random.below(300), &mismatches)
    }
    mismatches.report()
  }

  @Test func `strings survive writing, and Foundation reads them`() throws {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    let alphabet = [
      "a", "some text", "\"", "\\", "/", "\0", "\u{1}", "\n", "\u{1F}", " ", "\u{7F}", "é", "\u{2028}", "€", "😀",
      "e\u{301}",
    ]
    for _ in 0..<Scale.count(10_000) {
      let text = (0..<random.below(20)).map { _ in random.element(of: alphabet) }.joined()
      let json = try JSON.encode(text)
      let expected = [0x22] + NaiveStrings.escaped(text.utf8) + [0x22]
      mismatches.expect(json, expected, "the JSON of \(text.debugDescription)")
      #if canImport(Foundation)
        let foundation = try JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed) as? String
        mismatches.expect(foundation.map { Array($0.utf8) }, Array(text.utf8), "Foundation's \(text.debugDescription)")
      #endif
      let ours = try JSON.decode(String.self, from: json)
      mismatches.expect(Array(ours.utf8), Array(text.utf8), "our \(text.debugDescription)")
    }
    mismatches.report()
  }
}
