import TestSupport
import Testing

@testable import Millrace
@testable import MillraceCodable

/// The structure of a document, byte by byte and with recursion.
private struct NaiveStructure {
  struct Broken: Error { var offset: Int }

  let bytes: [UInt8]
  var position = 0
  /// For each container its brackets, the number of its elements or members, and its place in the one around it.
  var containers: [(start: Int, end: Int, count: Int, ordinal: Int)] = []
  /// Where each value begins and ends.
  var values: [(start: Int, end: Int)] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes + [0] }

  var byte: UInt8 { bytes[position] }
  var isAtEnd: Bool { position == bytes.count - 1 }

  mutating func run() throws {
    skipBlanks()
    try value(depth: 0, ordinal: 0)
    skipBlanks()
    if !isAtEnd { throw Broken(offset: position) }
  }

  mutating func skipBlanks() { while [0x20, 0x0A, 0x0D, 0x09].contains(byte) { position += 1 } }

  mutating func value(depth: Int, ordinal: Int) throws {
    let start = position
    switch Character(UnicodeScalar(byte)) {
    case "\"": try string()
    case "[", "{": try container(depth: depth, ordinal: ordinal)
    case "-", "0"..."9": while "+-.eE0123456789".utf8.contains(byte) { position += 1 }
    case "t": try literal("true")
    case "f": try literal("false")
    case "n": try literal("null")
    default: throw Broken(offset: position)
    }
    values.append((start, position))
  }

  mutating func literal(_ text: String) throws {
    guard bytes[position...].starts(with: text.utf8) else { throw Broken(offset: position) }
    position += text.utf8.count
  }

  mutating func container(depth: Int, ordinal: Int) throws {
    if depth == 512 { throw Broken(offset: position) }
    let isObject = byte == UInt8(ascii: "{")
    let index = containers.count
    containers.append((position, 0, 0, ordinal))
    position += 1
    skipBlanks()
    var count = 0
    while byte != UInt8(ascii: isObject ? "}" : "]") {
      if isObject {
        guard byte == UInt8(ascii: "\"") else { throw Broken(offset: position) }
        try string()
        skipBlanks()
        guard byte == UInt8(ascii: ":") else { throw Broken(offset: position) }
        position += 1
        skipBlanks()
      }
      try value(depth: depth + 1, ordinal: count)
      count += 1
      skipBlanks()
      if byte == UInt8(ascii: ",") {
        position += 1
        skipBlanks()
      } else if byte != UInt8(ascii: isObject ? "}" : "]") {
        throw Broken(offset: position)
      }
    }
    containers[index].end = position
    containers[index].count = count
    position += 1
  }

  mutating func string() throws {
    position += 1
    while byte != UInt8(ascii: "\"") {
      if isAtEnd { throw Broken(offset: position) }
      guard byte == UInt8(ascii: "\\") else {
        position += 1
        continue
      }
      position += 1
      if isAtEnd { throw Broken(offset: position) }
      let isUnicode = byte == UInt8(ascii: "u")
      position += 1
      for _ in 0..<(isUnicode ? 4 : 0) {
        if isAtEnd || byte == UInt8(ascii: "\"") { throw Broken(offset: position) }
        position += 1
      }
    }
    position += 1
  }
}

/// A document in memory that is followed by zeros, and what is found in it.
private final class Checked {
  let start: UnsafeMutablePointer<UInt8>
  let count: Int

  init(_ bytes: [UInt8]) {
    count = bytes.count
    start = .allocate(capacity: count + GuardedInput.padding)
    start.update(repeating: 0, count: count + GuardedInput.padding)
    for (index, byte) in bytes.enumerated() { start[index] = byte }
  }

  deinit { start.deallocate() }

  func run(_ recorder: inout some ContainerRecorder) -> FormatError? {
    let brackets = UnsafeMutablePointer<UInt8>.allocate(capacity: StructureCheck.maximumDepth)
    defer { brackets.deallocate() }
    var check = StructureCheck(
      start: UnsafePointer(start), end: UnsafePointer(start + count), allowsNotFinite: false, brackets: brackets)
    do {
      try check.run(&recorder)
      return nil
    } catch {
      return FormatError(wrapping: error)
    }
  }

  func offset(_ pointer: UnsafePointer<UInt8>) -> Int { pointer - UnsafePointer(start) }
}

@Suite("The structure of a document is checked before it is decoded")
struct StructureCheckTests {
  private static func compare(_ bytes: [UInt8], _ mismatches: inout Mismatches) {
    var naive = NaiveStructure(bytes)
    var expected: Int?
    do { try naive.run() } catch { expected = (error as? NaiveStructure.Broken)?.offset }
    let checked = Checked(bytes)
    var nothing = NoRecorder()
    var recorder = IndexRecorder()
    let text = String(decoding: bytes.prefix(300), as: UTF8.self).debugDescription
    mismatches.expect(checked.run(&nothing)?.place.offset, expected, "the error in \(text)")
    mismatches.expect(checked.run(&recorder)?.place.offset, expected, "the error in \(text), recording")
    if expected != nil { return }
    let found = recorder.entries.map { [checked.offset($0.start), checked.offset($0.end), $0.count, $0.ordinal] }
    mismatches.expect(
      found, naive.containers.map { [$0.start, $0.end, $0.count, $0.ordinal] }, "containers of \(text)")
    for value in naive.values {
      var cursor = DocumentCursor(position: UnsafePointer(checked.start + value.start))
      cursor.skipValue()
      mismatches.expect(checked.offset(cursor.position), value.end, "the end of the value at \(value.start) of \(text)")
    }
    // The naive way takes cubic time.
    if naive.values.count < 60 { comparePaths(checked, ContainerIndex(recorder.entries), naive, text, &mismatches) }
  }

  private static func comparePaths(
    _ checked: Checked, _ index: ContainerIndex, _ naive: NaiveStructure, _ text: String, _ mismatches: inout Mismatches
  ) {
    var index = index
    for value in naive.values {
      let around = naive.containers.filter { $0.start < value.start && value.start <= $0.end }
      let position = UnsafePointer(checked.start + value.start)
      let container = index.container(around: position).map { checked.offset($0.start) }
      mismatches.expect(container, around.last?.start, "the container around \(value.start) of \(text)")
      let steps = index.steps(to: position).map { step in
        switch step {
        case .element(let ordinal): "\(ordinal)"
        // A key is identified by the offset of its value.
        case .key(let key):
          {
            var cursor = DocumentCursor(position: key)
            cursor.skipKey(depth: 0)
            return "key of \(checked.offset(cursor.position))"
          }()
        }
      }
      let chain = around.map(\.start).dropFirst() + [value.start]
      let expected = zip(around, chain).map { container, start in
        if naive.bytes[container.start] == UInt8(ascii: "{") { return "key of \(start)" }
        let before = naive.values.filter { inner in
          inner.start < start
            && naive.containers.last { $0.start < inner.start && inner.start <= $0.end }?.start == container.start
        }
        return "\(before.count)"
      }
      mismatches.expect(steps, around.isEmpty ? [] : expected, "the way to \(value.start) of \(text)")
    }
  }

  @Test func `random tokens, with and without sense`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    let tokens = [
      "{", "}", "[", "]", ",", ":", "\"a\"", "\"long enough for two vectors\"", "\"\\\"\"", "\"\\u00e9\"", "\"\\u1\"",
      "\"\\\\\"", "\"\\u123\\\"", "\"é\"", "1", "-2.5e+3", "1234567890123456789.123", "true", "false", "null", " ",
      "\n  ",
      "\t", "nul", "\"", "\\", "\u{0}", "1/2", "x", "[]", "{}", "[1,2]", "{\"a\":[1]}", "\"\u{1}\"",
    ]
    for _ in 0..<Scale.count(40_000) {
      let text = (0...random.below(12)).map { _ in random.element(of: tokens) }.joined()
      Self.compare(Array(text.utf8), &mismatches)
    }
    mismatches.report()
  }

  @Test func `random documents, whole, cut and damaged`() {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for _ in 0..<Scale.count(400) {
      let bytes = Array(Self.document(&random, depth: 0).utf8)
      Self.compare(bytes, &mismatches)
      Self.compare(Array(bytes.prefix(random.below(bytes.count + 1))), &mismatches)
      var damaged = bytes
      damaged[random.below(bytes.count)] = random.element(of: Array("{}[],:\"\\ 1tn\u{0}".utf8))
      Self.compare(damaged, &mismatches)
    }
    mismatches.report()
  }

  private static func document(_ random: inout SeededGenerator, depth: Int) -> String {
    let blank = random.element(of: ["", "", " ", "\n", "\n" + String(repeating: " ", count: 2 * depth), "\r\n\t"])
    switch random.below(depth > 5 ? 4 : 7) {
    case 0: return blank + "\"" + String(repeating: "x", count: random.below(40)) + "\""
    case 1: return blank + random.element(of: ["\"\\\"\\\\\"", "\"\\u0022\"", "\"日本\"", "\"a\\\\\\\"b\""])
    case 2: return blank + String(Double(random.below(1_000_000)) / 64)
    case 3: return blank + random.element(of: ["true", "false", "null", "0", "[]", "{}"])
    case 4, 5:
      let elements = (0..<random.below(5)).map { _ in document(&random, depth: depth + 1) }
      return blank + "[" + elements.joined(separator: ",") + random.element(of: ["", " ", elements.isEmpty ? "" : ","])
        + "]"
    default:
      let keys = ["\"a\"", "\"a key that is long\"", "\"\\\"\"", "\"é\"", "\"\\\\\""]
      let members = (0..<random.below(5)).map { _ in
        random.element(of: keys) + random.element(of: [":", " : "]) + document(&random, depth: depth + 1)
      }
      return blank + "{" + members.joined(separator: ", ") + "\n}"
    }
  }

  @Test func `levels up to the limit`() {
    var mismatches = Mismatches()
    for depth in [1, 63, 64, 511, 512, 513, 600] {
      for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]")] {
        let middle = open == "[" ? "" : "1"
        let count = open.hasPrefix("[{") ? depth / 2 : depth
        let text = String(repeating: open, count: count) + middle + String(repeating: close, count: count)
        Self.compare(Array(text.utf8), &mismatches)
      }
    }
    mismatches.report()
  }
}
