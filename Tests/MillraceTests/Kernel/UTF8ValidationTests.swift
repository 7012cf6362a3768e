import Testing

@testable import Millrace

@Suite("Validation of UTF-8")
struct UTF8ValidationTests {
  /// Compares with the standard library, with the bytes before an inaccessible page.
  private static func check(_ bytes: [UInt8], _ memory: GuardedMemory, _ mismatches: inout Mismatches) {
    let copy = memory.copy(bytes)
    let start = UnsafePointer(memory.last(bytes.count).baseAddress.unsafelyUnwrapped)
    let expected = String(validating: copy, as: UTF8.self) != nil
    mismatches.expect(isValidUTF8(from: start, to: start + bytes.count), expected, "\(bytes)")
    for bytesBeforeCut in 1...3 {
      let cut = 4 + bytes.reduce(bytesBeforeCut) { $0 + Int($1) } % 61
      let text = [UInt8](repeating: 0x61, count: cut - bytesBeforeCut) + bytes
      mismatches.expect(areAccepted(text, cutAt: cut), expected, "\(bytes), a block ends at \(cut) of \(text)")
    }
  }

  /// Whether the check of blocks accepts all bytes: a block up to the cut, and whole blocks after it.
  private static func areAccepted(_ bytes: [UInt8], cutAt cut: Int) -> Bool {
    var check = UTF8BlockCheck()
    var isValid = true
    var rest = bytes[...]
    var size = cut
    while !rest.isEmpty {
      let block = Array(rest.prefix(size))
      let padded = block + [UInt8](repeating: 0, count: 64 - block.count)
      let isAccepted = padded.withUnsafeBufferPointer {
        check.accepts(SixtyFourBytes(at: $0.baseAddress.unsafelyUnwrapped), size: block.count)
      }
      isValid = isValid && isAccepted
      rest = rest.dropFirst(size)
      size = 64
    }
    return isValid && !check.isIncomplete
  }

  /// A sequence alone, with ASCII before it, with more after it, and so that only its first bytes are there.
  private static func checkInContext(_ bytes: [UInt8], _ memory: GuardedMemory, _ mismatches: inout Mismatches) {
    check(bytes, memory, &mismatches)
    check(bytes + [0x61], memory, &mismatches)
    check([0xE2, 0x82, 0xAC] + bytes + [0xE2, 0x82, 0xAC, 0x61], memory, &mismatches)
    check([UInt8](repeating: 0x61, count: 7) + bytes + [UInt8](repeating: 0x61, count: 9), memory, &mismatches)
  }

  /// The bytes at which the table of RFC 3629 changes, and one byte of the middle of each range.
  private static let boundaries: [UInt8] = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xAA, 0xBF, 0xC0, 0xED, 0xFF]

  @Test func `all sequences of one and two bytes`() {
    let memory = GuardedMemory(capacity: 100)
    var mismatches = Mismatches()
    for first in UInt8.min...UInt8.max {
      Self.checkInContext([first], memory, &mismatches)
      for second in UInt8.min...UInt8.max {
        Self.check([first, second], memory, &mismatches)
        Self.check([0x61, first, second, 0x61, 0x61], memory, &mismatches)
      }
    }
    mismatches.report()
  }

  @Test func `all boundaries in sequences of three bytes`() {
    let memory = GuardedMemory(capacity: 100)
    var mismatches = Mismatches()
    for first in UInt8(0xC0)...0xFF {
      for second in Self.boundaries {
        for third in Self.boundaries { Self.checkInContext([first, second, third], memory, &mismatches) }
      }
    }
    mismatches.report()
  }

  @Test func `all boundaries at each place of a long run of characters of three bytes`() {
    let memory = GuardedMemory(capacity: 100)
    var mismatches = Mismatches()
    let run = [[UInt8]](repeating: [0xE3, 0x81, 0x82], count: 24)
    for place in run.indices {
      for first in [0x61, 0xC3, 0xCD] + Array(UInt8(0xE0)...0xF0) {
        for second in Self.boundaries {
          for third in Self.boundaries {
            var characters = run
            characters[place] = [first, second, third]
            let bytes = Array(characters.joined())
            let copy = memory.copy(bytes)
            let start = UnsafePointer(memory.last(bytes.count).baseAddress.unsafelyUnwrapped)
            mismatches.expect(
              isValidUTF8(from: start, to: start + bytes.count), String(validating: copy, as: UTF8.self) != nil,
              "\(bytes)")
          }
        }
      }
    }
    mismatches.report()
  }

  @Test func `all boundaries in sequences of four bytes`() {
    let memory = GuardedMemory(capacity: 100)
    var mismatches = Mismatches()
    for first in UInt8(0xE0)...0xFF {
      for second in Self.boundaries {
        for third in Self.boundaries {
          for fourth in Self.boundaries { Self.check([first, second, third, fourth], memory, &mismatches) }
        }
      }
    }
    for second in UInt8.min...UInt8.max {
      for first in UInt8(0xF0)...0xF4 {
        Self.checkInContext([first, second, 0x80, 0xBF], memory, &mismatches)
      }
    }
    mismatches.report()
  }

  @Test func `characters cut off at the end`() {
    let memory = GuardedMemory(capacity: 100)
    var mismatches = Mismatches()
    for character in ["\u{80}", "é", "\u{7FF}", "\u{800}", "€", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "😀", "\u{10FFFF}"] {
      for before in 0...20 {
        let bytes = [UInt8](repeating: 0x61, count: before) + Array(character.utf8)
        for count in before...bytes.count {
          Self.check(Array(bytes[..<count]), memory, &mismatches)
          Self.check(Array(bytes[..<count]) + [0x61], memory, &mismatches)
        }
      }
    }
    mismatches.report()
  }

  @Test func `random mixes of characters and bytes`() {
    let memory = GuardedMemory(capacity: 1_000)
    var random = SeededGenerator()
    var mismatches = Mismatches()
    let alphabet: [[UInt8]] = ["a", "é", "ж", "€", "中", "\u{D7FF}", "\u{FFFD}", "😀", "\u{10FFFF}"].map {
      Array($0.utf8)
    }
    for _ in 0..<Scale.count(100_000) {
      var bytes: [UInt8] = []
      for _ in 0..<random.below(12) {
        switch random.below(40) {
        case 0: bytes.append(random.byte())
        case 1: bytes += random.element(of: alphabet).dropLast()
        case 2: bytes += random.element(of: alphabet).dropFirst()
        case 3..<16: bytes += [UInt8](repeating: 0x61, count: random.below(12))
        default: bytes += random.element(of: alphabet)
        }
      }
      Self.check(bytes, memory, &mismatches)
    }
    mismatches.report()
  }
}
