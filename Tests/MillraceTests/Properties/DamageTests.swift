import Millrace
import Testing

/// A valid document with one damage: the error is at the damage, with its line, its column and the path of the value.
@Suite("The place of an error is the place of the damage")
struct DamageTests {
  /// A value that is skipped.
  private struct Nothing: Readable {
    static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Nothing {
      try reader.skipValue()
      return Nothing()
    }
  }

  /// Any value without strings.
  private struct Stringless: Readable {
    static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Stringless {
      switch try reader.nextKind() {
      case .object: _ = try [String: Stringless].read(from: &reader)
      case .array: _ = try [Stringless].read(from: &reader)
      case .string: _ = try reader.readDouble()
      default: try reader.skipValue()
      }
      return Stringless()
    }
  }

  /// Random documents on several lines.
  private func forEachDocument(
    _ body: (_ bytes: [UInt8], _ parts: DocumentParts, _ random: inout SeededGenerator) throws -> Void
  ) throws {
    var random = SeededGenerator()
    var documents = RandomJSON(SeededGenerator("documents"))
    for _ in 0..<Scale.count(600) {
      var bytes = documents.document(of: 1 + random.below(30))
      for comma in try DocumentParts(bytes).commas.reversed() where random.once(in: 3) {
        bytes.insert(contentsOf: random.element(of: ["\n", "\r\n  ", "\n\n"]).utf8, at: comma.range.upperBound)
      }
      // The end of the document is read with other checks than the rest.
      if random.once(in: 3) { bytes += [UInt8](repeating: 0x20, count: 300) }
      try body(bytes, DocumentParts(bytes), &random)
    }
  }

  /// Reads a document in all ways, and returns the errors.
  private func errors(_ bytes: [UInt8], in memory: GuardedMemory) -> [FormatError?] {
    func error<Value: Readable>(_ type: Value.Type) -> FormatError? {
      do throws(FormatError) {
        _ = try memory.decode(type, from: bytes)
        return nil
      } catch { return error }
    }
    return [error(JSON.Value.self), error(JSONTree.self), error(Nothing.self)]
  }

  /// Checks line and column, counted from the beginning, and the path.
  private func check(
    _ error: FormatError?, in bytes: [UInt8], _ damage: Range<Int>, _ path: String, _ mismatches: inout Mismatches
  ) {
    let text = "\(String(decoding: bytes, as: UTF8.self).debugDescription), damaged at \(damage)"
    guard let error, let offset = error.place.offset else { return mismatches.note("no error of \(text)") }
    guard damage.contains(offset) else { return mismatches.note("\(error) of \(text)") }
    let before = String(decoding: bytes[..<offset], as: UTF8.self).unicodeScalars
    let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
    let expected = FormatError.Place(
      offset: offset, line: lines.count, column: (lines.last?.count ?? 0) + 1, path: path)
    mismatches.expect(error.place, expected, text)
  }

  @Test func `a value that is not well-formed`() throws {
    let broken = [
      "nul", "tru ", "falsE", "@", "01", "-", "1.", "1e", "+1", ".5", "NaN", "'a'", "\"\\x\"", "\"\\ud800\"",
      "\"\\udc00\\ud800\"", "\"\\u12g4\"", "\"a\u{1}\"", "nulll", "1x", "\"a\"\"b\"",
    ]
    let memory = GuardedMemory(capacity: 1 << 16)
    var mismatches = Mismatches()
    try forEachDocument { bytes, parts, random in
      guard let leaf = parts.leaves.randomElement(using: &random) else { return }
      let token = Array(random.element(of: broken).utf8)
      var damaged = bytes
      damaged.replaceSubrange(leaf.range, with: token)
      // What is missing at the end of a token is found at the next byte.
      let damage = leaf.range.lowerBound..<leaf.range.lowerBound + token.count + 1
      for error in errors(damaged, in: memory) { check(error, in: damaged, damage, leaf.path, &mismatches) }
    }
    mismatches.report()
  }

  @Test func `a byte of the structure`() throws {
    let memory = GuardedMemory(capacity: 1 << 16)
    var mismatches = Mismatches()
    try forEachDocument { bytes, parts, random in
      for candidates in [parts.colons, parts.commas, parts.ends] {
        guard let part = candidates.randomElement(using: &random) else { continue }
        let byte = bytes[part.range.lowerBound]
        var damaged = bytes
        damaged[part.range.lowerBound] =
          byte == UInt8(ascii: "]") ? UInt8(ascii: "}") : byte == UInt8(ascii: "}") ? UInt8(ascii: "]") : 0x3B
        // In an empty array or object, an element or a key is missing.
        let isEnd = parts.ends.contains { $0.range == part.range }
        let isEmpty = isEnd && [0x5B, 0x7B].contains(lastByte(bytes, part.range))
        let path = isEmpty && byte == UInt8(ascii: "]") ? part.path + "/0" : part.path
        for error in errors(damaged, in: memory) { check(error, in: damaged, part.range, path, &mismatches) }
      }
    }
    mismatches.report()
  }

  /// The last byte before a range that is not white space.
  private func lastByte(_ bytes: [UInt8], _ range: Range<Int>) -> UInt8 {
    bytes[..<range.lowerBound].last { $0 > 0x20 } ?? 0
  }

  @Test func `a value of another type`() throws {
    let memory = GuardedMemory(capacity: 1 << 16)
    var mismatches = Mismatches()
    try forEachDocument { bytes, parts, random in
      var numbers = bytes
      for leaf in parts.leaves.reversed() where bytes[leaf.range.lowerBound] == UInt8(ascii: "\"") {
        numbers.replaceSubrange(leaf.range, with: "7".utf8)
      }
      guard let leaf = try DocumentParts(numbers).leaves.randomElement(using: &random) else { return }
      var damaged = numbers
      damaged.replaceSubrange(leaf.range, with: "\"é\"".utf8)
      let start = leaf.range.lowerBound
      do throws(FormatError) {
        _ = try memory.decode(Stringless.self, from: damaged)
        mismatches.note("a string is read as a number")
      } catch {
        check(error, in: damaged, start..<start + 1, leaf.path, &mismatches)
      }
    }
    mismatches.report()
  }

  @Test func `the end of the document`() throws {
    let memory = GuardedMemory(capacity: 1 << 16)
    var mismatches = Mismatches()
    try forEachDocument { bytes, parts, random in
      // Within the outermost array or object, so that every beginning is incomplete.
      guard let end = parts.ends.map(\.range.lowerBound).max() else { return }
      let count = random.below(end + 1)
      let damaged = Array(bytes[..<count])
      for error in errors(damaged, in: memory) {
        // A literal or an escape that is cut is reported where it begins.
        let isAtEnd = error?.place.offset.map { count - 12...count ~= $0 } ?? false
        if !isAtEnd { mismatches.note("\(String(describing: error)) of \(String(decoding: damaged, as: UTF8.self))") }
      }
    }
    mismatches.report()
  }
}
