import Millrace

extension TableScan {
  /// Reads blocks of rows into columns, if nothing of the rows is lost. See ``Coercion/exact``.
  package struct ExactRows: ~Copyable {
    private var rows: Rows

    /// - Parameters:
    ///   - fields: The columns.
    ///   - skipsOtherColumns: Whether rows may have other columns, which are skipped.
    /// - Throws: ``OptionError`` if a type is not supported.
    package init(_ fields: [Arrow.Field], skipsOtherColumns: Bool) throws {
      let options = Options(coercion: .exact, batchRows: .max)
      let columns = try Rows.Columns(fields, options, areClosed: true, isClosed: !skipsOtherColumns)
      rows = Rows(columns, options)
    }

    /// Reads lines or elements as a batch.
    ///
    /// - Parameter report: A function that is called with each line that is not well-formed, which is then skipped; nil
    ///   to fail.
    /// - Throws: ``FormatError`` for a row that does not fit the columns.
    package mutating func readJSON(_ block: RowBlock, report: ((FormatError) -> Void)?) throws -> Batch {
      var parsed = Parsed()
      rows.readJSON(block, &parsed, report: report)
      if let failure = parsed.failure { throw failure }
      return rows.finish()
    }

    /// Reads rows of CSV as a batch.
    ///
    /// - Parameters:
    ///   - position: The index of the block's first byte that is read.
    ///   - options: The options of the reader, which name the columns and the kinds of their cells.
    /// - Throws: ``FormatError`` for a row that does not fit the columns.
    package mutating func readTable(
      _ block: RowBlock, from position: Int, _ options: CSV.ReadingOptions
    ) throws -> Batch {
      var parsed = Parsed()
      rows.readTable(block, from: position, options, &parsed)
      if let failure = parsed.failure { throw failure }
      return rows.finish()
    }
  }
}

extension Arrow.EncodedBatch {
  /// Encodes a batch of a scan.
  package init(_ batch: TableScan.Batch) {
    var body: [UInt8] = []
    body.reserveCapacity(batch.columns.reduce(0) { $0 + $1.encodedSize })
    var nodes: [Int64] = []
    var buffers: [Int64] = []
    for column in batch.columns { column.encode(&nodes, &buffers, &body) }
    self.init(nodes: nodes, buffers: buffers, body: body, count: batch.count)
  }
}

extension TableScan.Entries {
  /// The sizes of the buffers, in bytes.
  private var bufferSizes: [Int] {
    let bits = (count + 7) / 8
    let validity = nullCount > 0 ? bits : 0
    switch field.type {
    case .null: return []
    case .boolean: return [validity, bits]
    case .structure: return [validity]
    case .list: return [validity, 4 * (count + 1)]
    case .utf8, .binary: return [validity, 4 * (count + 1), Int(offset(at: count))]
    default: return [validity, 8 * count]
    }
  }

  private func offset(at index: Int) -> Int32 {
    unsafe buffers[1]?.loadUnaligned(fromByteOffset: 4 * index, as: Int32.self) ?? 0
  }

  /// The size of the buffers with the bytes that align them.
  fileprivate var encodedSize: Int {
    children.reduce(bufferSizes.reduce(0) { $0 + Arrow.aligned($1) }) { $0 + $1.encodedSize }
  }

  fileprivate func encode(_ nodes: inout [Int64], _ locations: inout [Int64], _ body: inout [UInt8]) {
    nodes += [Int64(count), Int64(nullCount)]
    for (index, size) in bufferSizes.enumerated() {
      locations += [Int64(body.count), Int64(size)]
      unsafe body.append(contentsOf: UnsafeRawBufferPointer(start: buffers[index], count: size))
      body.append(contentsOf: repeatElement(0, count: Arrow.aligned(size) - size))
    }
    for child in children { child.encode(&nodes, &locations, &body) }
  }
}
