import Millrace

// A record batch has three parts: the number of entries and nulls of each column, including nested columns, in the
// order of the schema and from outer to inner columns; the locations of the buffers in the body, in the same order; and
// the body. The number of buffers of a column is determined by its type alone.
//
// None of it is trusted. Buffers must be within the body, one after the other, and as large as the entries require.
// Every allocation is charged to a budget before it is made, because a few bytes can describe many entries: entries of
// types without any bytes, values of dictionaries, and views of the same bytes.

extension Arrow {
  /// Creates columns from the body of a record batch.
  ///
  /// SAFETY: the body outlives this value, and each buffer was checked to be in it.
  @safe
  struct BatchDecoder {
    /// The number of entries and nulls of a column.
    struct Node {
      var count: Int
      var absentCount: Int
    }

    private let body: UnsafeRawBufferPointer
    /// The buffers of a batch in memory; nil for those in a body.
    private let buffersInMemory: [UnsafeRawBufferPointer]?
    /// The object that owns the memory of the body, if the body was compressed.
    private let decompressed: DecompressedBody?
    private let nodes: [Int64]
    private let buffers: [Int64]
    private let viewBufferCounts: [Int64]
    private var nodeIndex = 0
    private var bufferIndex = 0
    private var viewIndex = 0
    /// The offset in the body of the end of the last buffer.
    private var endOfLastBuffer = 0
    private var budget: Int
    private let limit: Int
    /// The values of dictionaries, by their ids.
    let dictionaries: [Int64: Columns.Column]
    /// The names on the path to the column that is being read.
    private var path: [String] = []
    /// The number of rows.
    let count: Int

    /// - Parameters:
    ///   - batch: A table `RecordBatch`.
    ///   - body: The body, which must outlive the decoder.
    ///   - limit: The maximum size of the columns, in bytes.
    /// - Throws: ``Problem`` and ``FlatBufferError`` if the metadata is not valid or not supported.
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
        decompressed = try unsafe DecompressedBody(
          body, buffers, isLZ4 ? .lz4Frame : .zstandard, decompress, limit: limit)
      } else {
        decompressed = nil
      }
      unsafe self.body = unsafe decompressed?.bytes ?? body
      unsafe buffersInMemory = nil
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

    /// - Parameter batch: A batch in memory, which must outlive the decoder.
    init(_ batch: BatchBuffers, count: Int) {
      unsafe body = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
      decompressed = nil
      unsafe buffersInMemory = unsafe batch.buffers
      nodes = batch.nodes
      buffers = []
      viewBufferCounts = batch.viewBufferCounts
      dictionaries = batch.dictionaries
      (limit, budget) = (.max, .max)
      self.count = count
    }

    /// Returns the columns of these fields.
    ///
    /// - Throws: ``Problem`` if the batch is not valid or not supported.
    mutating func columns(_ fields: [Field]) throws -> [Columns.Column] {
      var columns: [Columns.Column] = []
      for field in fields { columns.append(try column(field, count: count)) }
      guard nodeIndex == nodes.count, bufferIndex == bufferCount else {
        throw Problem.malformed("batch has more buffers than its columns need", column: nil)
      }
      return columns
    }

    /// Returns a column.
    ///
    /// - Parameter count: The required number of entries, or nil if it is not known.
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

    private var bufferCount: Int { unsafe buffersInMemory?.count ?? buffers.count / 2 }

    /// Returns the next buffer, which may have any size.
    mutating func nextBuffer() throws -> UnsafeRawBufferPointer {
      guard bufferIndex < bufferCount else { throw malformed("missing buffer") }
      defer { bufferIndex += 1 }
      if let buffersInMemory = unsafe buffersInMemory { return unsafe buffersInMemory[bufferIndex] }
      let (offset, size) = (buffers[2 * bufferIndex], buffers[2 * bufferIndex + 1])
      guard offset >= 0, size >= 0, unsafe offset <= body.count, unsafe size <= Int64(body.count) - offset else {
        throw malformed("buffer outside the message body")
      }
      if size == 0 { return unsafe UnsafeRawBufferPointer(rebasing: body[0..<0]) }
      guard offset >= endOfLastBuffer else { throw malformed("overlapping buffers") }
      endOfLastBuffer = Int(offset + size)
      return unsafe UnsafeRawBufferPointer(rebasing: body[Int(offset)..<endOfLastBuffer])
    }

    /// Returns the next buffer, which contains entries of a fixed size.
    ///
    /// - Parameter size: The size of an entry, in bytes.
    mutating func nextBuffer(entries count: Int, size: Int) throws -> UnsafeRawBufferPointer {
      let buffer = try unsafe nextBuffer()
      let (needed, overflow) = count.multipliedReportingOverflow(by: size)
      guard !overflow, needed <= buffer.count else {
        throw malformed("buffer of \(buffer.count) bytes is too small for \(count) entries")
      }
      return unsafe UnsafeRawBufferPointer(rebasing: buffer[0..<needed])
    }

    /// Returns the next buffer, which contains bits.
    mutating func nextBitmap(count: Int) throws -> Columns.Bitmap {
      let buffer = try unsafe nextBuffer(entries: count / 8 + (count % 8 == 0 ? 0 : 1), size: 1)
      try charge(entries: buffer.count, size: 1)
      let wordCount = (count + 63) / 64
      let words = unsafe [UInt64](unsafeUninitializedCapacity: wordCount) { memory, initialized in
        unsafe memory.initialize(repeating: 0)
        unsafe UnsafeMutableRawBufferPointer(memory).copyMemory(from: buffer)
        initialized = wordCount
      }
      return Columns.Bitmap(words: words, count: count)
    }

    /// Returns the validity of the entries, or nil if no entry is null.
    mutating func nextValidity(_ node: Node) throws -> Columns.Bitmap? {
      if node.absentCount == 0 {
        _ = try unsafe nextBuffer()
        return nil
      }
      return try nextBitmap(count: node.count)
    }

    /// Returns the number of data buffers that the views of a column refer to.
    mutating func nextViewBufferCount() throws -> Int {
      guard viewIndex < viewBufferCounts.count else { throw malformed("missing buffer count for views") }
      let count = viewBufferCounts[viewIndex]
      viewIndex += 1
      guard count >= 0, count <= Int64(bufferCount) else {
        throw malformed("invalid buffer count \(count) for views")
      }
      return Int(count)
    }

    /// Charges memory to the budget.
    ///
    /// - Throws: ``Problem/batchTooLarge(limit:)`` if the budget is exceeded.
    mutating func charge(entries count: Int, size: Int) throws {
      let (cost, overflow) = count.multipliedReportingOverflow(by: size)
      guard !overflow, cost <= budget else { throw Problem.batchTooLarge(limit: limit) }
      budget -= cost
    }

    /// Returns the offsets of entries that follow one another, and the end of the last entry. Null entries are empty.
    mutating func offsets(of entries: Entries, size: (Int) throws -> Int) throws -> [Int] {
      try charge(entries: entries.count + 1, size: MemoryLayout<Int>.size)
      var offsets: [Int] = []
      offsets.reserveCapacity(entries.count + 1)
      offsets.append(0)
      var end = 0
      for index in 0..<entries.count {
        if !entries.isNull(index) { end += try size(index) }
        offsets.append(end)
      }
      return offsets
    }

    // MARK: Errors

    /// The names on the path to the column that is being read, separated by dots.
    var columnPath: String { path.joined(separator: ".") }

    func malformed(_ what: String) -> Problem { .malformed(what, column: columnPath) }
  }
}
