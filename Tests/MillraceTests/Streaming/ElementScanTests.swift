import TestSupport
import Testing

@testable import Millrace

@Suite("The scan for the end of an element")
struct ElementScanTests {
  /// Counts brackets byte by byte. A backslash escapes the next byte.
  private func naiveEnd(of text: [UInt8], terminator: UInt8?) -> Int? {
    var (depth, isInString, isEscaped) = (0, false, false)
    let isScalar = !"\"{[".utf8.contains(text[0])
    for (index, byte) in text.enumerated() {
      if byte == terminator { return index }
      if isScalar {
        if index > 0, byte <= 0x20 || "\",:{}[]".utf8.contains(byte) { return index }
        continue
      }
      defer { isEscaped = byte == UInt8(ascii: "\\") && !isEscaped }
      if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
      guard !isInString else { continue }
      if "{[".utf8.contains(byte) { depth += 1 }
      if "}]".utf8.contains(byte) { depth -= 1 }
      if depth <= 0 { return index + 1 }
    }
    return nil
  }

  private func randomText(_ random: inout SeededGenerator) -> [UInt8] {
    let alphabet = Array(["{}[]\"\\, x\n", "{[\"\\x", "}]\"\\x", "\\\\\\\"x", "xé{}"][random.below(5)].utf8)
    let start = Array(random.element(of: ["{", "[", "\"", "1", "{\"a\":[", "[[[[[[[["]).utf8)
    return start + (0..<random.below(300)).map { _ in random.element(of: alphabet) }
      + Array(random.element(of: ["", "\"", "]}", "}]\n"]).utf8)
  }

  @Test func `the end is the one that a loop over bytes finds, however the bytes arrive`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(3000) {
      let text = randomText(&random)
      let terminator = random.element(of: [nil, nil, UInt8(ascii: "\n")])
      let expected = naiveEnd(of: text, terminator: terminator)
      let memory = text + Array(repeating: 0, count: GuardedInput.padding)
      let steps = random.element(of: [1, 7, 64, 1000])
      var scan = JSON.ElementScan()
      var found: Int?
      for count in stride(from: steps, to: text.count + steps, by: steps) where found == nil {
        // Bytes after the end are zeros.
        var window = Array(memory.prefix(min(count, text.count)))
        let size = window.count
        window += Array(repeating: 0, count: GuardedInput.padding)
        found = window.withUnsafeBufferPointer { bytes in
          unsafe scan.end(in: UnsafeBufferPointer(rebasing: bytes[..<size]), terminator: terminator)
        }
      }
      mismatches.expect(found, expected, "\(String(decoding: text, as: UTF8.self)), \(steps) bytes at a time")
    }
    mismatches.report()
  }
}
