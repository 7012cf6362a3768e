import Millrace
import MillraceTables
import Testing

/// Damaged bytes: reading them may succeed or throw `FormatError`, but must not crash or throw another error.
@Suite struct ArrowDamageTests {
  /// Reads everything, and looks at every entry.
  private func read(_ reader: consuming Arrow.TableReader) throws {
    while let table = try reader.next() {
      // Columns that take no bytes may have any number of entries.
      if table.count < 10_000 { _ = Columns.text(of: [table]) }
    }
  }

  private func outcome(_ body: () throws -> Void) -> (isRefused: Bool, isExpected: Bool) {
    do {
      try body()
      return (false, true)
    } catch {
      return (true, error is FormatError)
    }
  }

  /// Documents of several types, by pyarrow and by this library.
  private func documents() async throws -> [[UInt8]] {
    let questions = (0..<60).map {
      "write \($0 % 8 == 7 ? "polars" : "pyarrow") \($0 % 2 == 0 ? "stream" : "file") \($0)"
    }
    var documents = try await ArrowPeers.answers(to: questions).map { try ArrowPeers.bytes($0) }
    for part in 0..<10 {
      var random = RandomArrowTable(random: SeededGenerator("damaged tables", part: part))
      let options = Arrow.WritingOptions(container: part % 2 == 0 ? .stream : .file, rowsPerBatch: 20)
      documents.append(try Arrow.encode(random.table(columns: 4, rows: 30), options: options))
    }
    return documents
  }

  private func damaged(_ document: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = document
    for _ in 0..<1 + random.below(3) {
      let place = random.below(bytes.count)
      switch random.below(6) {
      case 0: bytes[place] ^= 1 << UInt8(random.below(8))
      case 1: bytes[place] = random.byte()
      case 2:
        let word: UInt64 = random.element(of: [0, .max, 1 << 31, 1 << 63, 0x7FFF_FFFF, random.next(), 1 << 40])
        let start = place / 4 * 4
        let size = random.once(in: 2) ? 4 : 8
        for byte in 0..<size where start + byte < bytes.count {
          bytes[start + byte] = UInt8(truncatingIfNeeded: word >> UInt64(8 * byte))
        }
      case 3: bytes.removeLast(min(bytes.count - 1, random.below(40)))
      case 4: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(16)))
      default:
        let piece = bytes[place..<min(bytes.count, place + 8)]
        let target = random.below(bytes.count - piece.count + 1)
        bytes.replaceSubrange(target..<target + piece.count, with: piece)
      }
      if bytes.isEmpty { bytes = [0] }
    }
    return bytes
  }

  @Test func `damaged documents are rejected or read, and nothing else`() async throws {
    let options = Arrow.ReadingOptions(maximumBatchSize: 1 << 22)
    var random = SeededGenerator()
    var (rejected, count) = (0, 0)
    var mismatches = Mismatches()
    for (index, document) in try await documents().enumerated() {
      for _ in 0..<Scale.count(120) {
        let bytes = damaged(document, &random)
        let whole = outcome { try read(Arrow.TableReader(bytes: bytes, options: options)) }
        let inOrder = outcome { try read(Arrow.TableReader(ArraySource(bytes), options: options)) }
        count += 1
        if whole.isRefused { rejected += 1 }
        if !whole.isExpected || !inOrder.isExpected { mismatches.note("document \(index): an error of another type") }
      }
    }
    mismatches.report()
    #expect(rejected > count / 10 && rejected < count, "\(rejected) of \(count) were rejected")
  }

  @Test func `whatever is cut off a file is missed`() throws {
    var random = RandomArrowTable(random: SeededGenerator())
    let options = Arrow.WritingOptions(container: .file, rowsPerBatch: 4)
    let bytes = try Arrow.encode(random.table(columns: 2, rows: 9, depth: 1), options: options)
    for count in 0..<bytes.count {
      let start = Array(bytes.prefix(count))
      #expect(outcome { try read(Arrow.TableReader(bytes: start)) }.isRefused, "the first \(count) bytes")
      #expect(
        outcome { try read(Arrow.TableReader(ArraySource(start))) }.isRefused,
        "the first \(count) bytes, read sequentially")
    }
  }

  @Test func `a stream may end between two batches and nowhere else`() throws {
    let table = Columns.Table(columns: [Columns.Column(name: "n", values: .integers([1, 2, 3]), count: 3)])
    let bytes = try Arrow.encode(table, options: Arrow.WritingOptions(rowsPerBatch: 1))
    var accepted = 0
    for count in 0..<bytes.count
    where !outcome({ try read(Arrow.TableReader(bytes: Array(bytes.prefix(count)))) }).isRefused {
      accepted += 1
      #expect(count % 64 == 0)
    }
    // After the schema and after each batch.
    #expect(accepted == 4)
  }

  @Test(arguments: [
    "", "{}", "[1, 2, 3]", "name,age\nAlien,47\n", "ARROW", "PAR1\0\0\0\0\0\0\0\0", "\u{1F}\u{8B}\u{8}    ",
  ])
  func `other files are reported as not Arrow`(text: String) {
    #expect {
      try read(Arrow.TableReader(bytes: Array(text.utf8)))
    } throws: { error in
      guard case .custom(let problem as Arrow.Problem)? = (error as? FormatError)?.problem else { return false }
      return problem == .notArrow
    }
  }
}
