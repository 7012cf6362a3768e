import Testing

#if canImport(Foundation)
  import Foundation
#endif

@testable import Millrace

@Suite("Resolving the escapes of strings")
struct StringUnescapingTests {
  private let source = GuardedMemory(capacity: 4_096)
  private let target = GuardedMemory(capacity: 4_096)

  /// The optimized routine. It reads up to an inaccessible page and writes up to another one.
  private func unescaped(_ text: [UInt8]) -> (Result<[UInt8], NaiveStrings.Refusal>, isASCII: Bool) {
    _ = source.copy(text)
    let start = UnsafePointer(source.last(text.count).baseAddress.unsafelyUnwrapped)
    let output = target.last(text.count + 8).baseAddress.unsafelyUnwrapped
    switch unescape(from: start, to: start + text.count, into: output) {
    case .text(let count, let isASCII, let isValid):
      #expect(isValid == text.allSatisfy { $0 < 0x80 })
      return (.success(Array(UnsafeBufferPointer(start: output, count: count))), isASCII)
    case .invalidEscape(let place): return (.failure(.invalidEscape(at: place - start)), true)
    case .loneSurrogate(let place): return (.failure(.loneSurrogate(at: place - start)), true)
    }
  }

  /// What a string is rejected for that is skipped.
  private func problem(_ text: [UInt8]) -> NaiveStrings.Refusal? {
    _ = source.copy(text)
    let start = UnsafePointer(source.last(text.count).baseAddress.unsafelyUnwrapped)
    switch invalidEscape(from: start, to: start + text.count) {
    case .invalidEscape(let place): return .invalidEscape(at: place - start)
    case .loneSurrogate(let place): return .loneSurrogate(at: place - start)
    case .text, nil: return nil
    }
  }

  private func check(_ text: [UInt8], _ mismatches: inout Mismatches) {
    let (found, isASCII) = unescaped(text)
    let expected = NaiveStrings.unescaped(text)
    let shown = String(decoding: text, as: UTF8.self)
    mismatches.expect(found, expected, shown)
    if case .failure(let expected) = expected {
      mismatches.expect(problem(text), expected, "skipped: \(shown)")
    } else {
      mismatches.expect(problem(text), nil, "skipped: \(shown)")
    }
    if case .success(let resolved) = expected {
      mismatches.expect(isASCII, resolved.allSatisfy { $0 < 0x80 }, "whether it is ASCII: \(shown)")
    }
  }

  /// Every escape, good and bad, and plain text.
  private static let pieces: [String] = [
    "a", "bcdefgh", "the quick brown fox", "é", "€", "😀", "\\\"", "\\\\", "\\/", "\\b", "\\f", "\\n", "\\r", "\\t",
    "\\u0000", "\\u001f", "\\u0041", "\\u007F", "\\u0080", "\\u07ff", "\\u0800", "\\uD7fF", "\\uE000", "\\uFFFF",
    "\\ud800\\udc00", "\\uD83D\\uDE00", "\\udbff\\udfff",
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
          let text =
            [UInt8](repeating: 0x61, count: position) + Array(piece.utf8)
            + [UInt8](repeating: round == 0 ? 0x62 : 0xC3, count: length - position)
          check(text, &mismatches)
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
