import Millrace

extension TableScan {
  /// The layout of the rows in CSV.
  public struct TableLayout: Sendable {
    /// The byte between two cells; nil to detect it for each input, as ``CSV/ReadingOptions/sniffsDelimiter`` does. Default: nil.
    public var delimiter: UInt8?
    /// The names of the columns of tables without a header; nil if each table has a header. Default: nil.
    public var columnNames: [String]?
    /// The first byte of comment lines, which requires whole files; nil if there are no comments. Default: nil.
    public var comment: UInt8?
    /// The byte that escapes others, which requires whole files; nil if there is none. Default: nil.
    public var escape: UInt8?
    /// The bytes that ``escape`` escapes. Default: `.any`.
    public var escaped = CSV.ReadingOptions.EscapedBytes.any
    /// Texts that mean null, such as `N/A`. A cell in quotes is always text. Default: none.
    public var nullTexts: [String] = []
    /// Whether the names of a header may differ from those of the schema in the case of their letters. Default: `false`.
    public var ignoresCase = false
    /// How quotes are read that RFC 4180 does not allow, and whether quotes are text. Other rules than `.strict` require whole files.
    /// Default: `.strict`.
    public var quotes = CSV.ReadingOptions.Quotes.strict
    /// Whether spaces and tabs around cells and names are skipped, which requires whole files. Default: `false`.
    public var trimsBlanks = false
    /// Whether cells that a row lacks at its end are null, and extra cells are ignored if they are empty. By default, a row whose cell
    /// count differs from the column count is bad. Default: `false`.
    public var padsRaggedRows = false
    /// How numbers are written in columns of numbers; nil for the grammar of RFC 8259. A cell that is written otherwise makes its row
    /// bad. Default: nil.
    public var numbers: CSV.NumberFormat?
    /// How dates and times are written in some columns of timestamps and dates, by name. A cell that is written otherwise makes its row
    /// bad. Default: empty.
    public var instants: [String: CSV.InstantFormat] = [:]

    /// Creates a layout. The properties describe the parameters.
    public init(delimiter: UInt8? = nil, columnNames: [String]? = nil) {
      self.delimiter = delimiter
      self.columnNames = columnNames
    }

    /// The options that read the rows of a table.
    ///
    /// - Parameter hasHeader: Whether the first row has the names of the columns.
    func readingOptions(hasHeader: Bool) -> CSV.ReadingOptions {
      CSV.ReadingOptions(
        dialect: CSV.Dialect(delimiter: delimiter ?? ASCII.comma, hasHeader: hasHeader, comment: comment),
        sniffsDelimiter: delimiter == nil, raggedRows: padsRaggedRows ? .padded : .rejected, quotes: quotes,
        escape: escape,
        headerNames: .numbered, nullTexts: nullTexts, numbers: numbers, instants: instants, trimsBlanks: trimsBlanks,
        escaped: escaped)
    }

    /// Reads what precedes the rows of an input.
    ///
    /// - Throws: `FormatError` and errors of the source.
    func header(of input: Input) throws -> Header {
      if let columnNames, let delimiter { return Header(names: columnNames, delimiter: delimiter) }
      var options = readingOptions(hasHeader: columnNames == nil)
      // Without names, the columns get numbers, for which the first row is read.
      let isNameless = columnNames?.isEmpty ?? false
      options.columnNames = isNameless ? nil : columnNames
      var cells = try CSV.RowCursor(try input.open(0), options: options)
      let names = try cells.columnNames
      return Header(names: names, delimiter: cells.delimiter, end: isNameless ? 0 : cells.offset)
    }

    /// The inputs with their text as RFC 4180, if it is not.
    ///
    /// - Throws: ``OptionError`` if an input is a part of a file, whose quotes are not known.
    func rewritten(_ inputs: [Input]) throws -> [Input] {
      let options = readingOptions(hasHeader: columnNames == nil)
      // Quotes in a comment would be counted where blocks of rows end.
      guard options.needsRewriting || comment != nil else { return inputs }
      let fromTheMiddle = OptionError(
        "tables with comments, escapes, other quotes or trimmed blanks cannot be read from the middle; read whole files"
      )
      guard inputs.allSatisfy({ $0.range == 0..<Int.max }) else { throw fromTheMiddle }
      return inputs.map { input in
        Input(name: input.name) { offset in
          guard offset == 0 else { throw fromTheMiddle }
          return CSV.RewritingSource(try input.open(0), options)
        }
      }
    }

    /// The layout of inputs whose text is RFC 4180.
    var ofRewritten: TableLayout {
      var layout = self
      (layout.quotes, layout.trimsBlanks, layout.escape) = (.strict, false, nil)
      return layout
    }
  }

  /// The columns of a table.
  struct Header {
    var names: [String] = []
    var delimiter = ASCII.comma
    /// The offset after the header and a line such as `sep=;`. A line feed of a carriage return may follow.
    var end = 0

    /// The number of bytes of a block that are before the first row.
    fileprivate func count(in block: RowBlock) -> Int {
      guard end > block.offset else { return 0 }
      let count = min(end - block.offset, block.count)
      let bytes = unsafe block.bytes
      let isInLineEnd =
        unsafe count < bytes.count && bytes[count - 1] == ASCII.carriageReturn && bytes[count] == ASCII.lineFeed
      return isInLineEnd ? count + 1 : count
    }
  }

  /// The result of parsing a block.
  struct Parsed {
    var batches: [Arrow.RecordBatch] = []
    /// The number of lines in the block. In CSV, they are counted only if it is requested.
    var lines = 0
    /// The error of a bad row, with its location in the block.
    var failure: FormatError?
  }

  /// Converts blocks to batches, one at a time. It is sendable because one thread at a time uses it.
  final class Parser: @unchecked Sendable {
    private var rows: Rows
    private let layout: TableLayout?
    /// The kinds of the columns whose cells are converted.
    private let kinds: [String: CSV.CellKind]
    /// The number of bytes of the blocks that contained the rows so far.
    private var byteCount = 0

    init(_ schema: [Arrow.Field], _ options: Options, _ layout: TableLayout?) throws {
      var options = options
      if let layout { options.instants = layout.instants }
      rows = Rows(try Rows.Columns(schema, options, areClosed: options.isClosed, isClosed: options.isClosed), options)
      self.layout = layout
      kinds = layout.map { layout in layout.kinds(of: schema) } ?? [:]
    }

    var badCount: Int { rows.badCount }

    /// - Parameters:
    ///   - header: The columns of CSV.
    ///   - countsLines: Whether the lines of CSV are counted.
    ///   - flushSize: The number of bytes of rows after which a batch is returned.
    func parse(_ block: RowBlock, header: Header, countsLines: Bool, flushSize: Int) -> Parsed {
      var parsed = Parsed()
      if let layout {
        let start = header.count(in: block)
        rows.readTable(block, from: start, options(of: block, layout, header), &parsed)
        if start > 0, let place = parsed.failure?.place {
          parsed.failure?.place.offset = place.offset.map { $0 + start }
          let lines = unsafe CSV.lineCount(of: UnsafeBufferPointer(rebasing: block.bytes[..<start]))
          parsed.failure?.place.line = place.line.map { $0 + lines }
        }
        if countsLines { parsed.lines = unsafe CSV.lineCount(of: block.bytes) }
      } else {
        rows.readJSON(block, &parsed)
      }
      byteCount += block.count
      if byteCount >= flushSize { flush(&parsed) }
      return parsed
    }

    private func options(of block: RowBlock, _ layout: TableLayout, _ header: Header) -> CSV.ReadingOptions {
      var options = layout.readingOptions(hasHeader: false)
      options.columnNames = header.names
      (options.dialect.delimiter, options.sniffsDelimiter) = (header.delimiter, false)
      if rows.rules.isExact { options.nonFiniteNumbers = .read(report: { _ in }) }
      options.maximumRowSize = min(rows.options.maximumRowSize, 1 << 30)
      if !kinds.isEmpty { options.columns = kinds.filter { header.names.contains($0.key) } }
      options.isContinuation = block.offset > 0 || header.end > 0
      return options
    }

    func flush(_ parsed: inout Parsed) {
      byteCount = 0
      rows.flush(&parsed)
    }
  }
}

extension TableScan.TableLayout {
  /// The kinds of the columns whose cells are converted before they are stored.
  fileprivate func kinds(of schema: [Arrow.Field]) -> [String: CSV.CellKind] {
    guard numbers != nil else { return [:] }
    var kinds: [String: CSV.CellKind] = [:]
    for field in schema {
      switch field.type {
      case .integer: kinds[field.name] = .integer
      case .float, .decimal: kinds[field.name] = .number
      default: break
      }
    }
    return kinds
  }
}
