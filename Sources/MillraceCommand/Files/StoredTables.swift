import Millrace
import MillraceTables

/// The tables of an Arrow or Parquet input, one at a time.
final class StoredTables {
  let names: [String]
  /// The columns that are read.
  let fields: [Arrow.Field]
  private let input: StreamInput
  private let pass: Pass
  private var arrow: Arrow.TableReader?
  private var parquet: Parquet.TableReader?
  private var isOpen = true

  /// Opens an input and checks that it has all columns that the options name.
  ///
  /// - Parameter keepsDictionaries: Whether columns that are written keep their dictionaries. Those of several inputs differ.
  /// - Throws: ``FormatError`` for a malformed input, ``CommandError`` for a missing column.
  init(_ input: StreamInput, _ pass: Pass, keepsDictionaries: Bool) throws {
    self.input = input
    self.pass = pass
    if input.format == .parquet {
      let reader = try Self.openParquet(input, pass)
      (names, fields) = (reader.columnNames, reader.fields)
      parquet = consume reader
    } else {
      var reader = try Self.openArrow(input, pass)
      fields = try keepsDictionaries && pass.destination == .columns ? reader.writtenSchema : reader.schema
      names = fields.map(\.name)
      try input.checkColumns(pass, names)
      arrow = consume reader
    }
  }

  /// Closes a file until its first table is read. Other inputs stay open.
  func close() {
    guard input.source.isFile else { return }
    arrow = nil
    parquet = nil
    isOpen = false
  }

  /// Returns the next table, or nil after the last one.
  ///
  /// - Throws: ``FormatError`` if the table cannot be read.
  func next() throws -> Columns.Table? {
    if !isOpen {
      isOpen = true
      if input.format == .parquet {
        parquet = try Self.openParquet(input, pass)
      } else {
        arrow = try Self.openArrow(input, pass)
      }
    }
    if let table = try arrow?.next() ?? parquet?.next() { return table }
    arrow = nil
    parquet = nil
    return nil
  }

  /// Opens a Parquet file, of which only the columns and row groups are read that are used.
  static func openParquet(_ input: StreamInput, _ pass: Pass) throws -> Parquet.TableReader {
    var options = try input.parquetOptions(pass)
    // No column is selected, because one that cannot be read is an error only if it is used.
    options.columns = []
    let names: [String]
    let readable: [String]
    do {
      let file = try Parquet.TableReader(path: input.path, options: options)
      (names, readable) = (file.columnNames, file.readableColumns)
    }
    try input.checkColumns(pass, names)
    options.columns = input.usedColumns(pass, among: names) ?? (pass.leavesOutUnreadable ? readable : nil)
    var reader = try Parquet.TableReader(path: input.path, options: options)
    // Other names are those of rows that columns or members become.
    if let condition = pass.condition, pass.options.nestSeparator == nil, !pass.options.makesRows {
      let fields = reader.fields
      reader.selectRowGroups { condition.mayBeTrue(in: $0, fields) }
    }
    return reader
  }

  static func openArrow(_ input: StreamInput, _ pass: Pass) throws -> Arrow.TableReader {
    let options = input.arrowOptions(pass)
    // A file is read by its footer: those of Polars have no schema at their beginning.
    if input.isReadByFooter { return try Arrow.TableReader(path: input.path, options: options) }
    return Arrow.TableReader(try input.bytes(isLast: pass.isLast), options: options)
  }
}
