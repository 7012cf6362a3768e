import Millrace

// A seekable file is read according to its footer, which decides: the specification allows dictionaries after the
// batches that use them, and the schema that polars writes at the beginning cannot be read.
//
// The footer contains the locations of the messages. Here the messages become a stream: first all dictionaries, then
// the batches.

extension Arrow {
  /// Bytes that can be read at any offset.
  enum FileContent {
    case bytes([UInt8])
    case file(FileDescriptor, size: Int)

    var size: Int {
      switch self {
      case .bytes(let bytes): bytes.count
      case .file(_, let size): size
      }
    }

    /// Appends some of the bytes in a range.
    func read(_ range: Range<Int>, into output: inout OutputSpan<UInt8>) throws {
      switch self {
      case .file(let descriptor, _): try descriptor.read(at: range.lowerBound, atMost: range.count, into: &output)
      case .bytes(let bytes):
        let piece = range.prefix(output.freeCapacity)
        unsafe output.withUnsafeMutableBufferPointer { memory, initialized in
          unsafe bytes.withUnsafeBufferPointer { bytes in
            _ = unsafe memory[initialized...].update(fromContentsOf: bytes[piece])
          }
          initialized += piece.count
        }
      }
    }

    /// Returns all bytes in a range.
    func bytes(_ range: Range<Int>) throws -> [UInt8] {
      try unsafe [UInt8](unsafeUninitializedCapacity: range.count) { memory, initialized in
        var output = unsafe OutputSpan(buffer: memory, initializedCount: 0)
        do {
          while output.count < range.count {
            let before = output.count
            try read(range.lowerBound + before..<range.upperBound, into: &output)
            if output.count == before { throw Problem.truncated }
          }
        } catch {
          initialized = unsafe output.finalize(for: memory)
          throw error
        }
        initialized = unsafe output.finalize(for: memory)
      }
    }
  }

  /// The messages in the footer of a file, one after the other.
  struct FileBlocks: ByteSource {
    private let content: FileContent
    private var ranges: ArraySlice<Range<Int>>
    /// The columns.
    let fields: [Field]

    /// - Parameter limit: The maximum size of the footer, in bytes.
    /// - Returns: Nil if the content is not an Arrow file; it may be a stream.
    /// - Throws: ``Problem`` and ``FlatBufferError`` if the footer is not valid, and ``SystemError`` if the file cannot
    ///   be read.
    init?(_ content: FileContent, limit: Int) throws {
      let size = content.size
      guard size >= fileMagic.count, try content.bytes(0..<fileMagic.count) == fileMagic else { return nil }
      let tailSize = 4 + 6
      guard size >= fileMagic.count + tailSize else { throw Problem.truncated }
      let tail = try content.bytes(size - tailSize..<size)
      guard tail.suffix(6).elementsEqual(fileMagic.prefix(6)) else { throw Problem.truncated }
      let footerSize = tail.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      let footerStart = size - tailSize - footerSize
      guard footerStart >= fileMagic.count else {
        throw Problem.malformed("footer is larger than the file", column: nil)
      }
      guard footerSize <= limit else { throw Problem.batchTooLarge(limit: limit) }

      let footer = try FlatBufferTable(rootOf: try content.bytes(footerStart..<footerStart + footerSize))
      try MetadataVersion.check(try footer.scalar(FooterField.version, default: 0))
      guard let schema = try footer.table(FooterField.schema) else {
        throw Problem.malformed("footer has no schema", column: nil)
      }
      fields = try SchemaParser.fields(of: schema)
      self.content = content
      let dictionaries = try Self.ranges(try footer.words(FooterField.dictionaries, width: 3), before: footerStart)
      let batches = try Self.ranges(try footer.words(FooterField.batches, width: 3), before: footerStart)
      ranges = (dictionaries + batches)[...]
      // Otherwise a short file could list the same batch many times.
      guard ranges.reduce(0, { $0 + $1.count }) <= size else {
        throw Problem.malformed("footer lists more batches than fit in the file", column: nil)
      }
    }

    /// Returns the ranges of messages in structures `Block` of three words: the offset, and the sizes of the metadata
    /// and the body.
    private static func ranges(_ blocks: [Int64], before end: Int) throws -> [Range<Int>] {
      try stride(from: 0, to: blocks.count, by: 3).map { index in
        // The size of the metadata has 32 bits. The other 32 bits of its word are unused.
        let (start, metadataSize, bodySize) = (
          blocks[index], Int32(truncatingIfNeeded: blocks[index + 1]), blocks[index + 2]
        )
        guard start >= 0, metadataSize >= 0, bodySize >= 0, start <= end,
          bodySize <= Int64(end) - start - Int64(metadataSize)
        else { throw Problem.malformed("footer lists a batch outside the file", column: nil) }
        return Int(start)..<Int(start) + Int(metadataSize) + Int(bodySize)
      }
    }

    mutating func read(into output: inout OutputSpan<UInt8>) throws {
      while let range = ranges.first {
        let before = output.count
        if !range.isEmpty { try content.read(range, into: &output) }
        ranges[ranges.startIndex] = range.lowerBound + (output.count - before)..<range.upperBound
        if output.count > before { return }
        // All bytes have been read, or the file has become shorter.
        if !range.isEmpty { throw Problem.truncated }
        ranges.removeFirst()
      }
    }
  }
}
