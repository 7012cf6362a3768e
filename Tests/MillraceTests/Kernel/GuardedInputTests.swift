import Testing

@testable import Millrace

@Suite("Reading without asking where the input ends")
struct GuardedInputTests {
  private typealias Search = (end: Int?, isASCII: Bool)

  /// The optimized routine, from a byte of the input on. The positions are offsets in the input.
  private static func endOfPlainText(in bytes: UnsafeBufferPointer<UInt8>, from offset: Int) -> Search {
    let input = GuardedInput(bytes)
    var seen = SixteenBytes(.zero)
    let end = input.endOfPlainText(from: input.cursor + offset, seen: &seen)
    return (end.map { input.offset(of: $0) }, seen.isASCII)
  }

  /// Its naive twin.
  private static func firstSpecial(in bytes: UnsafeBufferPointer<UInt8>, from offset: Int) -> Int {
    var position = offset
    while position < bytes.count, !EightBytesTests.isStringSpecial(bytes[position]) { position += 1 }
    return position
  }

  /// Compares the two. A search may stop only where the twin finds nothing before the limit.
  private static func check(
    _ memory: GuardedMemory, _ text: [UInt8], offset: Int, _ mismatches: inout Mismatches, _ about: String
  ) {
    let bytes = memory.copy(text)
    let found = endOfPlainText(in: bytes, from: offset)
    let expected = firstSpecial(in: bytes, from: offset)
    if let end = found.end {
      mismatches.expect(end, expected, about)
    } else if expected <= text.count - GuardedInput.margin || text.count <= GuardedInput.margin {
      mismatches.note("\(about): not found, expected at \(expected)")
    }
    if found.isASCII, bytes[offset..<expected].contains(where: { $0 >= 0x80 }), found.end != nil {
      mismatches.note("\(about): said to be ASCII")
    }
  }

  @Test func `the end of plain text is found at every length and offset, for every byte that ends it`() {
    let memory = GuardedMemory(capacity: 4_096)
    var mismatches = Mismatches()
    let ends: [UInt8] = [0x22, 0x5C, 0x00, 0x1F, 0x0A]
    for length in 0...100 {
      for offset in 0..<16 {
        for behind in [0, 7, 190, 300] {
          var text = [UInt8](repeating: 0x22, count: offset)
          text += (0..<length).map { [0x20, 0x21, 0x23, 0x5B, 0x5D, 0x7F, 0xC3, 0xA9][($0 + length) % 8] }
          text.append(ends[(length + offset) % ends.count])
          text += [UInt8](repeating: [0x61, 0x22, 0x5C, 0x00][length % 4], count: behind)
          Self.check(
            memory, text, offset: offset, &mismatches, "length \(length), offset \(offset), \(behind) bytes after it")
        }
      }
    }
    mismatches.report()
  }

  @Test func `a search in an unterminated text stops at the limit, and at the end of input in the tail`() {
    let memory = GuardedMemory(capacity: 4_096)
    var mismatches = Mismatches()
    for count in 0...500 {
      for offset in 0..<min(16, count + 1) {
        let text = [UInt8](repeating: 0x61, count: count)
        Self.check(memory, text, offset: offset, &mismatches, "count \(count), offset \(offset)")
        let found = Self.endOfPlainText(in: memory.copy(text), from: offset)
        mismatches.expect(found.end, count <= GuardedInput.margin ? count : nil, "count \(count), offset \(offset)")
      }
    }
    mismatches.report()
  }

  @Test func `non-ASCII bytes are found at each offset before the end`() {
    let memory = GuardedMemory(capacity: 4_096)
    for length in 1...40 {
      for position in 0..<length {
        var text = [UInt8](repeating: 0x61, count: length) + [0x22] + [UInt8](repeating: 0x61, count: 300)
        text[position] = 0x80
        #expect(!Self.endOfPlainText(in: memory.copy(text), from: 0).isASCII)
        text[position] = 0x7F
        #expect(Self.endOfPlainText(in: memory.copy(text), from: 0).isASCII)
      }
    }
  }

  @Test func `the cursor keeps its offset when it moves to the tail`() {
    let memory = GuardedMemory(capacity: 4_096)
    for count in [0, 1, 191, 192, 193, 194, 400, 1_000] {
      let bytes = memory.copy((0..<count).map { UInt8(truncatingIfNeeded: $0) })
      for offset in stride(from: 0, through: count, by: 7) {
        var input = GuardedInput(bytes)
        input.cursor += offset
        input.guardEnd()
        #expect(input.offset == offset)
        #expect((input.tail != nil) == (count <= GuardedInput.margin || offset > count - GuardedInput.margin))
        #expect(input.isAtEnd == (offset == count))
        if offset < count { #expect(input.byte == UInt8(truncatingIfNeeded: offset)) }
        if input.tail != nil {
          let behind = UnsafeBufferPointer(start: input.end, count: GuardedInput.padding)
          #expect(behind.allSatisfy { $0 == 0 })
        }
      }
    }
  }

  @Test func `an input without memory is at its end`() {
    let input = GuardedInput(UnsafeBufferPointer(start: nil, count: 0))
    #expect(input.isAtEnd && input.offset == 0 && input.byte == 0)
  }
}
