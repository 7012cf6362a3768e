import Testing

#if canImport(Foundation)
  import Foundation
#endif

@testable import Millrace

@Suite("Resolving the escapes of strings")
struct StringUnescapingTests {
  private let source = GuardedMemory(capacity: 8_192)
  private let target = GuardedMemory(capacity: 4_096)

  /// The optimized routine, or nil if it rejects the text. It reads up to an inaccessible page and writes up to another one.
  ///
  /// - Parameters:
  ///   - before: The number of bytes before the token.
  ///   - after: The number of bytes after it: the end of the input is far away, near, or in the token.
  ///   - capacity: The size of the memory that the text is first written to.
  private func unescaped(
    _ text: [UInt8], before: Int = 0, after: Int = 0, capacity: Int = 1024
  ) -> (text: [UInt8], isASCII: Bool)? {
    let spaces = [UInt8](repeating: 0x20, count: max(before, after))
    let token = [0x22] + text + [0x22]
    var input = GuardedInput(source.copy(spaces.prefix(before) + token + spaces.prefix(after)))
    input.rewind(toOffset: before)
    let scratch = target.last(capacity).baseAddress.unsafelyUnwrapped
    var output = UnescapedText(scratch: scratch, capacity: capacity)
    guard input.unescape(into: &output) else { return nil }
    #expect(input.offset == before + token.count)
    return (Array(output.bytes), output.isASCII)
  }

  private static func hasUnescapedQuote(_ text: [UInt8]) -> Bool {
    var position = 0
    while position < text.count, text[position] != 0x22 { position += text[position] == 0x5C ? 2 : 1 }
    return position < text.count
  }

  /// What a string is rejected for.
  private func problem(_ text: [UInt8]) -> NaiveStrings.Refusal? {
    _ = source.copy(text)
    let start = UnsafePointer(source.last(text.count).baseAddress.unsafelyUnwrapped)
    switch invalidEscape(from: start, to: start + text.count) {
    case .invalidEscape(let place): return .invalidEscape(at: place - start)
    case .loneSurrogate(let place): return .loneSurrogate(at: place - start)
    case nil: return nil
    }
  }

  private func check(
    _ text: [UInt8], before: Int = 0, after: Int = 0, capacity: Int = 1024, _ mismatches: inout Mismatches
  ) {
    // A lone backslash before an escaped quote escapes its backslash.
    if Self.hasUnescapedQuote(text) { return }
    let found = unescaped(text, before: before, after: after, capacity: capacity)
    let shown = String(decoding: text, as: UTF8.self)
    switch NaiveStrings.unescaped(text) {
    case .failure(let refusal):
      mismatches.expect(found?.text, nil, shown)
      mismatches.expect(problem(text), refusal, "the problem of \(shown)")
    case .success(let resolved):
      let isValid = Array(String(decoding: resolved, as: UTF8.self).utf8) == resolved
      mismatches.expect(found?.text, isValid ? resolved : nil, shown)
      mismatches.expect(problem(text), nil, "the problem of \(shown)")
      if isValid {
        mismatches.expect(found?.isASCII, resolved.allSatisfy { $0 < 0x80 }, "whether it is ASCII: \(shown)")
      }
    }
  }

  /// Every escape, good and bad, and plain text.
  private static let pieces: [String] = [
    "a", "bcdefgh", "the quick brown fox", "é", "€", "😀", "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t",
    "\\u0000", "\\u001f", "\\u0041", "\\u007F", "\\u0080", "\\u07ff", "\\u0800", "\\uD7fF", "\\uE000", "\\uFFFF",
    "\\ud800\\udc00", "\\uD83D\\uDE00", "\\udbff\\udfff", "\\u3042\\u3044\\u3046\\u3048\\u304a",
    "\\u043C\\u0438\\u0440\\u0430\\u043c", "\\u00e9\\u3042\\u0436\\u0041", "\\ud83d\\ude00\\ud83d\\ude00\\u3042",
  ]
  private static let badPieces: [String] = [
    "\\", "\\a", "\\x41", "\\u", "\\u12", "\\u12g4", "\\U0041", "\\ud800", "\\udc00", "\\udfff\\ud800",
    "\\udc00\\udc00", "\\udc00\\udfff",
    "\\ud800\\u0041",
    "\\ud800\\ud800\\udc00", "\\ud800x", "\\ud800\\n", "\\u 123", "\\u-123", "\\é", "\\0", "\\\u{7}",
  ]

  @Test func `each length with escapes at each position`() {
    var mismatches = Mismatches()
    for length in 0...100 {
      for position in 0...length {
        // Three of the pieces each time, so that all of them meet all positions in the course of the lengths.
        let all = Self.pieces + Self.badPieces
        for round in 0..<3 {
          let piece = all[(length * 7 + position * 3 + round * 17) % all.count]
          let filler = ["b", "é", "€"][round].utf8
          let text =
            [UInt8](repeating: 0x61, count: position) + Array(piece.utf8)
            + Array(repeatElement(filler, count: (length - position) / filler.count).joined())
          check(text, before: length % 16, after: position * 4 % 230, &mismatches)
        }
      }
    }
    mismatches.report()
  }

  @Test func `each piece alone and cut off at each of its bytes`() {
    var mismatches = Mismatches()
    for piece in Self.pieces + Self.badPieces {
      for before in 0...9 {
        let text = [UInt8](repeating: 0x61, count: before) + Array(piece.utf8)
        for count in before...text.count { check(Array(text[..<count]), &mismatches) }
      }
    }
    mismatches.report()
  }

  @Test func `every escape of one letter and every hexadecimal digit`() {
    var mismatches = Mismatches()
    for byte in UInt8(0x20)...0xFF {
      check([0x5C, byte, 0x61, 0x61, 0x61, 0x61], &mismatches)
      for position in 0..<4 {
        var text = Array("\\u0041".utf8)
        text[2 + position] = byte
        check(text, &mismatches)
      }
    }
    for unit in stride(from: 0, through: 0xFFFF, by: 0x1F) {
      let digits = String(unit, radix: 16, uppercase: unit % 2 == 0)
      check(Array("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8), &mismatches)
    }
    mismatches.report()
  }

  @Test func `runs of escapes of every length, with other escapes among them`() {
    let characters = [
      "\\u3042", "\\u0436", "\\u0041", "\\ud7ff", "\\uE000", "\\u0800", "\\u0080", "\\ud83d\\ude00", "x", "\\n",
    ]
    var mismatches = Mismatches()
    for length in 0...24 {
      for character in characters {
        for other in characters + ["\\ud800", "\\u12", "\\u30g0", "\\"] {
          for position in 0...min(length, 9) {
            var run = Array(repeating: character, count: length)
            run.insert(other, at: position)
            check(Array(run.joined().utf8), before: length, after: 8 * position, &mismatches)
          }
        }
      }
    }
    mismatches.report()
  }

  @Test func `every byte at every position of four escapes`() {
    var mismatches = Mismatches()
    for position in 0..<24 {
      for byte in UInt8(0x23)...0xFF where byte != 0x5C {
        var text = Array("\\u30a2\\u04bF\\u9C0d\\uEf41".utf8)
        text[position] = byte
        check(text, &mismatches)
      }
    }
    mismatches.report()
  }

  @Test func `long strings that cross the limit of the input, in memory of every size`() {
    var mismatches = Mismatches()
    let text = Array("some text é \\n\\t \\u3042\\u3044\\u3046\\u3048 \\\" the quick brown fox jumps €".utf8)
    for after in 0...400 {
      let long = Array(repeatElement(text, count: 1 + after % 13).joined())
      check(long, before: after % 17, after: after, capacity: 40 + after * 7 % 1000, &mismatches)
    }
    mismatches.report()
  }

  @Test func `random strings`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(40_000) {
      var text: [UInt8] = []
      for _ in 0..<random.below(12) {
        let isBad = random.once(in: 30)
        text += Array(random.element(of: isBad ? Self.badPieces : Self.pieces).utf8)
      }
      check(text, &mismatches)
    }
    mismatches.report()
  }

  #if canImport(Foundation)
    @Test func `strings are read as Foundation reads them`() throws {
      var random = SeededGenerator()
      var mismatches = Mismatches()
      for _ in 0..<Scale.count(10_000) {
        var token = "\""
        for _ in 0..<random.below(14) {
          token += random.element(of: random.once(in: 40) ? Self.badPieces : Self.pieces)
        }
        token += "\""
        let expected = try? JSONSerialization.jsonObject(with: Data(token.utf8), options: .fragmentsAllowed) as? String
        let found = try? source.decode(String.self, from: token.utf8)
        mismatches.expect(found.map { Array($0.utf8) }, expected.map { Array($0.utf8) }, token)
      }
      mismatches.report()
    }
  #endif
}
