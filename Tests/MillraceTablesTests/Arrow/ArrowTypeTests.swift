import Millrace
import MillraceTables
import Testing

/// What is rejected, by its name, and what is old.
@Suite struct ArrowTypeTests {
  private static let rejected = [
    "union": "column c: type union is not supported",
    "interval": "column c: type interval is not supported",
    "run_end_encoded": "column c: type run_end_encoded is not supported",
    "list_view": "column c: type list_view is not supported",
    "large_list_view": "column c: type large_list_view is not supported",
    "decimal256": "column c: type decimal256 is not supported",
    "delta": "delta dictionary is not supported",
    "nested": "column c.in.deep: type interval is not supported",
    "lz4": "buffer compression LZ4 without a decompressor is not supported",
    "zstd": "buffer compression ZSTD without a decompressor is not supported",
  ]

  @Test func `an unsupported type is rejected with its name`() async throws {
    let names = Self.rejected.keys.sorted()
    for (name, answer) in zip(names, try await ArrowPeers.answers(to: names.map { "sample \($0)" })) {
      let bytes = try ArrowPeers.bytes(answer)
      #expect {
        var reader = try Arrow.TableReader(bytes: bytes)
        while try reader.next() != nil {}
      } throws: { error in
        guard case .custom(let problem)? = (error as? FormatError)?.problem else { return false }
        return "\(problem)" == Self.rejected[name]
      }
    }
  }

  @Test func `files of polars are read by their footer, and rejected from a pipe`() async throws {
    let answer = try await ArrowPeers.answers(to: ["write polars file 1"])[0]
    let bytes = try ArrowPeers.bytes(answer)
    var whole = try Arrow.TableReader(bytes: bytes)
    let columns = try whole.schema
    #expect(!columns.isEmpty)
    while try whole.next() != nil {}
    #expect {
      var reader = Arrow.TableReader(ArraySource(bytes))
      _ = try reader.next()
    } throws: {
      "\($0)".contains("streaming a file that does not begin with its schema (open it by path) is not supported")
    }
  }

  @Test func `integers larger than Int64 become text, and are read as integers`() async throws {
    let answer = try await ArrowPeers.answers(to: ["sample uint64"])[0]
    let rows = try Arrow.decode([Row].self, from: try ArrowPeers.bytes(answer))
    #expect(rows.map(\.c) == [0, 1 << 63])
  }

  @Test func `metadata of version 4 is read`() async throws {
    let answer = try await ArrowPeers.answers(to: ["sample v4"])[0]
    let rows = try Arrow.decode([Row].self, from: try ArrowPeers.bytes(answer))
    #expect(rows.map(\.c) == [1, nil, 3])
  }

  @Test func `streams from before version 0_15 are read, whose lengths have no mark before them`() throws {
    let bytes = try Arrow.encode([Row(c: 5), Row(c: nil)])
    // Every message begins with the mark, at a multiple of 64 bytes. Without it four bytes are missing, and what follows
    // needs no alignment here.
    var old: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 64) {
      let block = bytes[start..<min(start + 64, bytes.count)]
      old += block.starts(with: [0xFF, 0xFF, 0xFF, 0xFF]) ? block.dropFirst(4) : block
    }
    #expect(try Arrow.decode([Row].self, from: old).map(\.c) == [5, nil])
  }

  @Serializable
  fileprivate struct Row {
    var c: UInt64?
  }
}
