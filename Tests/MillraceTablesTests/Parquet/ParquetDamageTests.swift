import Millrace
import MillraceTables
import Testing

/// Damaged files: reading them may succeed or throw `FormatError`, but must not crash, hang, take more memory than the
/// limit, or throw another error.
@Suite struct ParquetDamageTests {
  private func isAcceptable(_ bytes: [UInt8]) -> Bool {
    do {
      var options = Parquet.ReadingOptions.decompressing
      options.maximumRowGroupSize = 1 << 24
      var reader = try Parquet.TableReader(bytes: bytes, options: options)
      for index in 0..<reader.rowGroupCount { _ = reader.rowGroup(at: index) }
      while let table = try reader.next() {
        // Columns that take no bytes may have any number of entries.
        if table.count < 10_000 { _ = Columns.text(of: [table]) }
      }
      return true
    } catch {
      return error is FormatError
    }
  }

  private func documents(_ count: Int) async throws -> [[UInt8]] {
    let questions = (0..<count).map { index in
      "write \(index % 8 == 6 ? "polars" : index % 8 == 7 ? "duckdb" : "pyarrow") parquet \(index)"
    }
    return try await ArrowPeers.answers(to: questions).map { try ArrowPeers.bytes($0) }
  }

  @Test func `every byte of small files is damaged, and the file is rejected or read`() async throws {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    let documents = try await documents(60).filter { $0.count < 6_000 }.prefix(24)
    #expect(documents.count >= 20)
    for (number, document) in documents.enumerated() {
      for index in Scale.sample(Array(document.indices), &random) {
        var bytes = document
        bytes[index] ^= random.once(in: 2) ? 1 << UInt8(random.below(8)) : 1 + UInt8(random.below(255))
        if !isAcceptable(bytes) { mismatches.note("document \(number), byte \(index)") }
      }
    }
    mismatches.report()
  }

  @Test func `several damages of a file are rejected or read`() async throws {
    var random = SeededGenerator()
    var mismatches = Mismatches()
    for (number, document) in try await documents(30).enumerated() {
      for _ in 0..<Scale.count(150) {
        var bytes = document
        for _ in 0..<1 + random.below(3) {
          let place = random.below(bytes.count)
          switch random.below(4) {
          case 0: bytes[place] = random.byte()
          case 1: for index in place..<min(bytes.count, place + 5) { bytes[index] = 0xFF }
          case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(16)))
          default:
            let piece = bytes[place..<min(bytes.count, place + 8)]
            let target = random.below(bytes.count - piece.count + 1)
            bytes.replaceSubrange(target..<target + piece.count, with: piece)
          }
          if bytes.isEmpty { bytes = [0] }
        }
        if !isAcceptable(bytes) { mismatches.note("document \(number)") }
      }
    }
    mismatches.report()
  }

  @Test func `whatever is cut off a file is missed`() async throws {
    for document in try await documents(4) {
      for count in stride(from: 0, to: document.count, by: 1 + document.count / 500) {
        #expect(throws: FormatError.self) { _ = try Parquet.text(of: Array(document.prefix(count))) }
      }
    }
  }
}
