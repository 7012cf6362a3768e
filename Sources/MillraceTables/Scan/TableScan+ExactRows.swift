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
    package mutating func readJSON(_ block: RowBlock, report: ((FormatError) -> Void)?) throws -> Arrow.RecordBatch {
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
    ) throws -> Arrow.RecordBatch {
      var parsed = Parsed()
      rows.readTable(block, from: position, options, &parsed)
      if let failure = parsed.failure { throw failure }
      return rows.finish()
    }
  }
}
