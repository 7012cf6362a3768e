import Millrace

extension Parquet {
  /// Writes tables with the same columns as one Parquet file, in the memory of one row group.
  ///
  /// ```swift
  /// var writer = try Parquet.TableWriter(to: try DescriptorSink(path: "films.parquet"))
  /// try writer.write(try Columns.table(of: films))
  /// try writer.finish()
  /// ```
  ///
  /// The schema is given by the options or by the first table. Columns of later tables are matched by name, as
  /// `Arrow.TableWriter` does. Columns have dictionaries where these save space, statistics, and a page index.
  public struct TableWriter<Sink: ByteSink & ~Copyable>: Columns.TableSink, ~Copyable {
    private var sink: Sink
    private let options: WritingOptions
    /// The columns, once they are known.
    private var columns: (fields: [Arrow.Field], leaves: [Leaf])?
    /// The leaf columns of the current row group.
    private var chunks: [ColumnChunk] = []
    private var rowsInGroup = 0
    private var groups: [WrittenRowGroup] = []
    /// The number of bytes written so far.
    private var offset = 0
    /// The number of rows that were passed to this writer.
    public private(set) var count = 0

    /// Creates a writer.
    ///
    /// - Parameters:
    ///   - sink: The destination of the bytes.
    ///   - options: The options. See ``WritingOptions``.
    /// - Throws: `FormatError` with an `Arrow.Problem` if the schema of the options has types that can only be read,
    ///   or a structure without members.
    public init(to sink: consuming Sink, options: WritingOptions = WritingOptions()) throws {
      do {
        try options.schema?.checkAreWritten()
        try options.schema?.checkAreInParquet()
      } catch { throw FormatError(wrapping: error) }
      self.sink = sink
      self.options = options
    }

    /// Writes a table.
    ///
    /// - Parameter table: The table.
    /// - Throws: `FormatError` with an `Arrow.Problem`, the row, counted over all tables, and the column, if an entry
    ///   does not fit the schema. Also errors of the sink.
    public mutating func write(_ table: Columns.Table) throws {
      let rowsBefore = count
      do {
        let (fields, leaves) = try begin(table)
        var encoder = BatchEncoder(leaves, options)
        var start = 0
        while start < table.count {
          let limit = min(65_536, options.rowsPerGroup - rowsInGroup)
          let rows = table.rows(from: start, limit: limit, bytes: min(options.bytesPerGroup, 1 << 24))
          try append(try encoder.encode(table, rows: rows, as: fields))
          start = rows.upperBound
        }
      } catch let problem as Arrow.EntryProblem {
        throw problem.error(countingFrom: rowsBefore)
      }
    }

    /// Ends the file. No table can be written afterwards.
    ///
    /// - Throws: Errors of the sink.
    public mutating func end() throws {
      let (fields, leaves) = try begin(Columns.Table(columns: [], count: 0))
      try endGroup()
      try writeMagic()
      try writePageIndex()
      let footer = Parquet.footer(fields, leaves, groups, options.compression?.codec)
      guard let size = UInt32(exactly: footer.count) else {
        throw FormatError(
          wrapping: Arrow.Problem.unsupported(feature: "a parquet footer of more than 4 GiB", column: nil))
      }
      try write(footer)
      var ending: [UInt8] = []
      ending.append(integer: size)
      try write(ending + magic)
      try sink.finish()
    }

    /// Ends the file and returns the sink.
    ///
    /// - Throws: Errors of the sink.
    @discardableResult
    public consuming func finish() throws -> Sink {
      try end()
      return sink
    }

    /// Determines the columns, unless they are known.
    private mutating func begin(_ table: Columns.Table) throws -> (fields: [Arrow.Field], leaves: [Leaf]) {
      if let columns { return columns }
      let fields = try options.schema ?? table.columns.map { try Arrow.Field(of: $0) }
      do {
        try fields.checkAreWritten()
        try fields.checkAreInParquet()
      } catch { throw FormatError(wrapping: error) }
      let begun = (fields, fields.parquetLeaves())
      columns = begun
      chunks = begun.1.map { _ in ColumnChunk() }
      return begun
    }

    /// Writes the first bytes, before the first row group or the footer, so that an error in the first rows leaves nothing in a pipe.
    private mutating func writeMagic() throws { if offset == 0 { try write(magic) } }

    /// Writes rows that were encoded with the schema of the options.
    ///
    /// - Throws: Errors of the sink.
    package mutating func write(_ batch: EncodedBatch) throws {
      _ = try begin(Columns.Table(columns: [], count: 0))
      if rowsInGroup > 0, rowsInGroup + batch.count > options.rowsPerGroup { try endGroup() }
      try append(batch)
    }

    private mutating func append(_ batch: EncodedBatch) throws {
      for (index, part) in batch.parts.enumerated() {
        try chunks[index].append(part, rows: batch.count, options.compression)
      }
      rowsInGroup += batch.count
      count += batch.count
      let size = chunks.reduce(0) { $0 + $1.size }
      if rowsInGroup >= options.rowsPerGroup || size >= options.bytesPerGroup { try endGroup() }
    }

    /// Writes the current row group, unless it is empty.
    private mutating func endGroup() throws {
      guard rowsInGroup > 0, let leaves = columns?.leaves else { return }
      try writeMagic()
      var group = WrittenRowGroup(chunks: [], rows: rowsInGroup)
      for index in chunks.indices {
        var chunk = ColumnChunk()
        swap(&chunk, &chunks[index])
        let start = offset
        let type = leaves[index].type.parquetType
        group.chunks.append(try chunk.end(at: start, type, options.compression) { try write($0) })
      }
      groups.append(group)
      rowsInGroup = 0
    }

    /// Writes the bounds of all pages, and then their locations.
    private mutating func writePageIndex() throws {
      for group in groups.indices {
        for chunk in groups[group].chunks.indices {
          if let index = groups[group].chunks[chunk].bounds { groups[group].chunks[chunk].bounds = try write(index) }
        }
      }
      for group in groups.indices {
        for chunk in groups[group].chunks.indices {
          groups[group].chunks[chunk].locations = try write(groups[group].chunks[chunk].locations)
        }
      }
    }

    private mutating func write(_ index: ColumnChunk.Written.Index) throws -> ColumnChunk.Written.Index {
      let written = ColumnChunk.Written.Index(size: index.bytes.count, offset: offset)
      try write(index.bytes)
      return written
    }

    private mutating func write(_ bytes: [UInt8]) throws {
      try sink.write(bytes)
      offset += bytes.count
    }
  }
}
