import Millrace

extension Scan {
  /// The layout of the rows in CSV.
  public struct TableLayout: Sendable {
    /// The byte between two cells. Default: a comma.
    public var delimiter: UInt8
    /// The names of the columns of tables without a header; nil if each table has a header. Default: nil.
    public var columnNames: [String]?

    /// Creates a layout. The properties describe the parameters.
    public init(delimiter: UInt8 = ASCII.comma, columnNames: [String]? = nil) {
      self.delimiter = delimiter
      self.columnNames = columnNames
    }
  }

  /// The columns of a table.
  struct Header {
    var names: [String] = []
    /// The offset after the header; 0 if the table has none. Lines before the header are blank.
    var end = 0
  }

  /// The result of parsing a block.
  struct Parsed {
    var batches: [Batch] = []
    /// The number of lines in the block. In CSV, they are counted only if it is requested.
    var lines = 0
    /// The error of a bad row, with its location in the block.
    var failure: FormatError?
  }

  /// Converts blocks to batches, one at a time. It is sendable because one thread at a time uses it.
  final class Parser: @unchecked Sendable {
    private var rows: Rows
    private let layout: TableLayout?
    /// The number of bytes of the blocks that contained the rows so far.
    private var byteCount = 0

    init(_ schema: [Arrow.Field], _ options: Options, _ layout: TableLayout?) throws {
      rows = Rows(try Rows.Columns(schema, options, areClosed: options.isClosed, isClosed: options.isClosed), options)
      self.layout = layout
    }

    var badCount: Int { rows.badCount }

    /// - Parameters:
    ///   - header: The columns of CSV.
    ///   - countsLines: Whether the lines of CSV are counted.
    ///   - flushSize: The number of bytes of rows after which a batch is returned.
    func parse(_ block: RowBlock, header: Header, countsLines: Bool, flushSize: Int) -> Parsed {
      var parsed = Parsed()
      if let layout {
        rows.readTable(block, from: 0, options(of: block, layout, header), &parsed)
        if countsLines { parsed.lines = unsafe CSV.lineCount(of: block.bytes) }
      } else {
        rows.readLines(block, &parsed)
      }
      byteCount += block.count
      if byteCount >= flushSize { flush(&parsed) }
      return parsed
    }

    private func options(of block: RowBlock, _ layout: TableLayout, _ header: Header) -> CSV.ReadingOptions {
      let hasHeader = block.offset < header.end
      var options = CSV.ReadingOptions(
        dialect: CSV.Dialect(delimiter: layout.delimiter, hasHeader: hasHeader),
        columnNames: hasHeader ? nil : header.names,
        raggedRows: rows.rules.coercion == .strict ? .rejected : .padded,
        maximumRowSize: min(rows.options.maximumRowSize, 1 << 30))
      options.isContinuation = block.offset > 0
      return options
    }

    func flush(_ parsed: inout Parsed) {
      byteCount = 0
      rows.flush(&parsed)
    }
  }
}
