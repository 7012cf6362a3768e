import Millrace

extension Arrow {
  /// Writes tables with the same columns as one Arrow stream or file.
  ///
  /// ```swift
  /// var writer = try Arrow.TableWriter(to: try DescriptorSink(path: "films.arrow"))
  /// try writer.write(try Columns.table(of: films))
  /// try writer.finish()
  /// ```
  ///
  /// The schema is given by the options or by the first table. Columns of later tables are matched by name: missing columns
  /// are filled with nulls, integers and doubles are converted to each other if that is exact, and other differences are errors.
  public struct TableWriter<Sink: ByteSink & ~Copyable>: Columns.TableSink, ~Copyable {
    private var sink: Sink
    private let options: WritingOptions
    private var encoder = BatchEncoder()
    /// The columns, once they have been written.
    private var fields: [Field]?
    /// The number of bytes written so far.
    private var offset = 0
    /// The offset of each batch, and the sizes of its metadata and its body, for the footer.
    private var blocks: [Int64] = []
    /// The same of each dictionary.
    private var dictionaryBlocks: [Int64] = []
    /// The number of rows that were written.
    public private(set) var count = 0

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - sink: The destination of the bytes.
    ///   - options: The options. See ``WritingOptions``.
    /// - Throws: `FormatError` with a ``Problem`` if the schema of the options has types that can only be read.
    public init(to sink: consuming Sink, options: WritingOptions = WritingOptions()) throws {
      do { try options.schema?.checkAreWritten() } catch { throw FormatError(wrapping: error) }
      self.sink = sink
      self.options = options
    }

    /// Writes a table, as one batch or several batches.
    ///
    /// - Parameter table: The table.
    /// - Throws: `FormatError` with a ``Problem``, the row, counted over all tables, and the column, if an entry does
    ///   not fit the schema. Then no part of its batch is written. Also errors of the sink.
    public mutating func write(_ table: Columns.Table) throws {
      let rowsBefore = count
      do {
        let fields = try begin(table)
        var start = 0
        while start < table.count {
          let limit = min(options.bytesPerBatch, Int(Int32.max))
          let rows = table.rows(from: start, limit: options.rowsPerBatch, bytes: limit)
          try writeBatch(table, rows, as: fields)
          start = rows.upperBound
        }
      } catch let problem as EntryProblem {
        throw problem.error(countingFrom: rowsBefore)
      }
    }

    /// Ends the stream or file. No table can be written afterwards.
    ///
    /// - Throws: Errors of the sink.
    public mutating func end() throws {
      let fields = try begin(Columns.Table(columns: [], count: 0))
      try write([0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0])
      if options.container == .file { try writeFooter(fields) }
      try sink.finish()
    }

    /// Ends the stream or file and returns the sink.
    ///
    /// - Throws: Errors of the sink.
    @discardableResult
    public consuming func finish() throws -> Sink {
      try end()
      return sink
    }

    // MARK: Messages

    /// Writes the beginning, unless it has been written.
    private mutating func begin(_ table: Columns.Table) throws -> [Field] {
      if let fields { return fields }
      let fields = try options.schema ?? table.columns.map { try Field(of: $0) }
      do { try fields.checkAreWritten() } catch { throw FormatError(wrapping: error) }
      self.fields = fields
      if options.container == .file { try write(fileMagic) }
      _ = try write(message: message(.schema, schemaMetadata(fields), bodySize: 0))
      try writeDictionaries(fields)
      return fields
    }

    private mutating func writeDictionaries(_ fields: [Field]) throws {
      var written: Set<Int64> = []
      for field in fields {
        guard let dictionary = field.dictionary, written.insert(dictionary.id).inserted else { continue }
        let values = dictionary.values
        let batch = try encoder.encode(
          Columns.Table(columns: [values]), rows: 0..<values.count, as: [Field(name: values.name, type: field.type)])
        let header = FlatBufferValue.table([.int64(dictionary.id), batch])
        dictionaryBlocks += try write(
          message(.dictionaryBatch, header, bodySize: encoder.body.count), encoder.body)
      }
    }

    private mutating func writeBatch(_ table: Columns.Table, _ rows: Range<Int>, as fields: [Field]) throws {
      let batch = try encoder.encode(table, rows: rows, as: fields)
      try writeBatch(message(.recordBatch, batch, bodySize: encoder.body.count), encoder.body, count: rows.count)
    }

    private mutating func writeBatch(_ metadata: [UInt8], _ body: BatchBody, count rowCount: Int) throws {
      blocks += try write(metadata, body)
      count += rowCount
    }

    /// Returns what the footer says of the message.
    private mutating func write(_ metadata: [UInt8], _ body: BatchBody) throws -> [Int64] {
      let start = offset
      let size = try write(message: metadata)
      try body.write(to: &sink)
      offset += body.count
      return [Int64(start), Int64(size), Int64(body.count)]
    }

    /// Writes a batch that was encoded with the schema of the options.
    ///
    /// - Throws: Errors of the sink.
    package mutating func write(_ batch: EncodedBatch) throws {
      _ = try begin(Columns.Table(columns: [], count: 0))
      try writeBatch(batch.metadata, batch.body, count: batch.count)
    }

    /// Writes the metadata of a message with its length, and zeros up to a multiple of 64 bytes.
    ///
    /// - Returns: The number of bytes.
    private mutating func write(message metadata: [UInt8]) throws -> Int {
      let start = offset
      let padding = 63 - (offset + 8 + metadata.count - 1) % 64
      try write([0xFF, 0xFF, 0xFF, 0xFF] + bytes(of: UInt32(metadata.count + padding)))
      try write(metadata)
      try write([UInt8](repeating: 0, count: padding))
      return offset - start
    }

    private mutating func writeFooter(_ fields: [Field]) throws {
      let footer = FlatBufferValue.table([
        .int16(MetadataVersion.v5), schemaMetadata(fields), .words(dictionaryBlocks, width: 3),
        .words(blocks, width: 3),
      ]).serialized()
      try write(footer)
      try write(bytes(of: UInt32(footer.count)))
      try write(Array(fileMagic.prefix(6)))
    }

    private func bytes(of number: UInt32) -> [UInt8] {
      unsafe withUnsafeBytes(of: number.littleEndian) { unsafe Array($0) }
    }

    private mutating func write(_ bytes: [UInt8]) throws {
      try unsafe bytes.withUnsafeBufferPointer { try unsafe sink.write($0.span) }
      offset += bytes.count
    }
  }
}
