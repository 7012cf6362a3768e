import Millrace

// A record batch is made of three things: the entries and absent entries of each column, nested ones included, in the order
// of the schema from the outside to the inside; the places of the buffers in the body, in the same order; and the body.
// How many buffers a column has follows from its type alone.
//
// Nothing of it is believed. Buffers must be within the body and one after the other, and as large as the entries need;
// every allocation is first paid for from a budget, because a few bytes can describe many entries: those of types that
// take no bytes at all, values of dictionaries, and views of the same bytes.

extension Arrow {
  /// Makes columns of the body of a record batch.
  struct BatchDecoder {
    /// The entries of a column.
    struct Node {
      var count: Int
      var absentCount: Int
    }

    private let body: UnsafeRawBufferPointer
    /// What keeps the body in memory, if it was compressed.
    private let decompressed: DecompressedBody?
    private let nodes: [Int64]
    private let buffers: [Int64]
    private let viewBufferCounts: [Int64]
    private var nodeIndex = 0
    private var bufferIndex = 0
    private var viewIndex = 0
    /// Where in the body the last buffer ended.
    private var endOfLastBuffer = 0
    private var budget: Int
    private let limit: Int
    /// The values of dictionaries, by their ids.
    let dictionaries: [Int64: Columns.Column]
    /// The names on the way to the column that is being read.
    private var path: [String] = []
    /// The rows.
    let count: Int

    /// - Parameters:
    ///   - batch: a table `RecordBatch`.
    ///   - body: must outlive the decoder.
    ///   - limit: the bytes that the columns may take.
    /// - Throws: ``Problem``, ``FlatBufferError``.
    init(
      _ batch: FlatBufferTable, body: UnsafeRawBufferPointer, dictionaries: [Int64: Columns.Column], limit: Int,
      decompress: Decompressor?
    ) throws {
      if let compression = try batch.table(BatchField.compression) {
        let isLZ4 = try compression.scalar(0, default: Int8(0)) == 0
        guard let decompress else {
          let codec = isLZ4 ? "LZ4" : "ZSTD"
          throw Problem.unsupported(
            feature: "buffer compression \(codec) without a decompressor",
            column: nil)
        }
        let buffers = try batch.words(BatchField.buffers, width: 2)
        decompressed = try DecompressedBody(
          body, buffers, isLZ4 ? .lz4Frame : .zstandard, decompress, limit: limit)
      } else {
        decompressed = nil
      }
      self.body = decompressed?.bytes ?? body
      self.dictionaries = dictionaries
      self.limit = limit
      budget = limit
      nodes = try batch.words(BatchField.nodes, width: 2)
      buffers = try decompressed?.buffers ?? batch.words(BatchField.buffers, width: 2)
      viewBufferCounts = try batch.words(BatchField.viewBufferCounts)
      let count: Int64 = try batch.scalar(BatchField.count, default: 0)
      guard (0...Int64(Int32.max)).contains(count) else {
        throw Problem.malformed("invalid row count \(count) in a batch", column: nil)
      }
      self.count = Int(count)
    }

    /// The columns of these fields.
    ///
    /// - Throws: ``Problem``.
    mutating func columns(_ fields: [Field]) throws -> [Columns.Column] {
      var columns: [Columns.Column] = []
      for field in fields { columns.append(try column(field, count: count)) }
      guard nodeIndex == nodes.count, bufferIndex == buffers.count else {
        throw Problem.malformed("batch has more buffers than its columns need", column: nil)
      }
      return columns
    }

    /// A column.
    ///
    /// - Parameter count: the entries it must have; nil if that is not known.
    mutating func column(_ field: Field, count: Int?) throws -> Columns.Column {
      path.append(field.name)
      defer { path.removeLast() }
      let node = try nextNode()
      if let count, count != node.count {
        throw malformed("found \(node.count) entries, expected \(count)")
      }
      return try column(field, node)
    }

    private mutating func nextNode() throws -> Node {
      guard nodeIndex + 2 <= nodes.count else { throw malformed("missing entry count") }
      let (count, absentCount) = (nodes[nodeIndex], nodes[nodeIndex + 1])
      nodeIndex += 2
      guard count >= 0, count < 1 << 40, absentCount >= 0, absentCount <= count else {
        throw malformed("invalid null count \(absentCount) for \(count) entries")
      }
      return Node(count: Int(count), absentCount: Int(absentCount))
    }

    // MARK: Buffers

    /// The next buffer, whatever its size.
    mutating func nextBuffer() throws -> UnsafeRawBufferPointer {
      guard bufferIndex + 2 <= buffers.count else { throw malformed("missing buffer") }
      let (offset, size) = (buffers[bufferIndex], buffers[bufferIndex + 1])
      bufferIndex += 2
      guard offset >= 0, size >= 0, offset <= body.count, size <= Int64(body.count) - offset else {
        throw malformed("buffer outside the message body")
      }
      if size == 0 { return UnsafeRawBufferPointer(rebasing: body[0..<0]) }
      guard offset >= endOfLastBuffer else { throw malformed("overlapping buffers") }
      endOfLastBuffer = Int(offset + size)
      return UnsafeRawBufferPointer(rebasing: body[Int(offset)..<endOfLastBuffer])
    }

    /// The next buffer, which has a number of entries of a size.
    ///
    /// - Parameter size: in bytes.
    mutating func nextBuffer(entries count: Int, size: Int) throws -> UnsafeRawBufferPointer {
      let buffer = try nextBuffer()
      let (needed, overflow) = count.multipliedReportingOverflow(by: size)
      guard !overflow, needed <= buffer.count else {
        throw malformed("buffer of \(buffer.count) bytes is too small for \(count) entries")
      }
      return UnsafeRawBufferPointer(rebasing: buffer[0..<needed])
    }

    /// The next buffer, which holds bits.
    mutating func nextBitmap(count: Int) throws -> Columns.Bitmap {
      let buffer = try nextBuffer(entries: count / 8 + (count % 8 == 0 ? 0 : 1), size: 1)
      try charge(entries: buffer.count, size: 1)
      let wordCount = (count + 63) / 64
      let words = [UInt64](unsafeUninitializedCapacity: wordCount) { memory, initialized in
        memory.initialize(repeating: 0)
        UnsafeMutableRawBufferPointer(memory).copyMemory(from: buffer)
        initialized = wordCount
      }
      return Columns.Bitmap(words: words, count: count)
    }

    /// Which entries are there: nil if all are.
    mutating func nextValidity(_ node: Node) throws -> Columns.Bitmap? {
      if node.absentCount == 0 {
        _ = try nextBuffer()
        return nil
      }
      return try nextBitmap(count: node.count)
    }

    /// How many buffers of bytes the views of a column refer to.
    mutating func nextViewBufferCount() throws -> Int {
      guard viewIndex < viewBufferCounts.count else { throw malformed("missing buffer count for views") }
      let count = viewBufferCounts[viewIndex]
      viewIndex += 1
      guard count >= 0, count <= Int64(buffers.count) else {
        throw malformed("invalid buffer count \(count) for views")
      }
      return Int(count)
    }

    /// Pays for memory.
    ///
    /// - Throws: ``Problem/batchTooLarge(limit:)``.
    mutating func charge(entries count: Int, size: Int) throws {
      let (cost, overflow) = count.multipliedReportingOverflow(by: size)
      guard !overflow, cost <= budget else { throw Problem.batchTooLarge(limit: limit) }
      budget -= cost
    }

    /// Where entries begin that are one after the other, and where the last one ends. What is absent takes no room.
    mutating func offsets(of entries: Entries, size: (Int) throws -> Int) throws -> [Int] {
      try charge(entries: entries.count + 1, size: MemoryLayout<Int>.size)
      var offsets: [Int] = []
      offsets.reserveCapacity(entries.count + 1)
      offsets.append(0)
      var end = 0
      for index in 0..<entries.count {
        if !entries.isAbsent(index) { end += try size(index) }
        offsets.append(end)
      }
      return offsets
    }

    // MARK: Errors

    /// The names on the way to the column that is being read.
    var columnPath: String { path.joined(separator: ".") }

    func malformed(_ what: String) -> Problem { .malformed(what, column: columnPath) }
  }
}
