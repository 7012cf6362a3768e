import CMillrace
import Millrace
import MillraceCompression
import MillraceSQLite
import MillraceTables
import SystemLibrary

/// The options of a written file, see `millrace.h`.
@Serializable(unknownFields: .rejected)
struct WriteRequest {
  var path: String
  var format: Format = .lines
  var delimiter: String?
  var header: Bool?
  var table: String?

  @Serializable
  enum Format: String {
    case lines, json, csv, sqlite, parquet, arrow, arrows
  }
}

extension WriteRequest {
  /// Writes all rows. The file appears under its name when all of them are written.
  ///
  /// - Returns: the number of rows.
  func write(_ rows: consuming StreamRows) throws -> Int {
    if format != .csv, delimiter != nil || header != nil {
      throw TableScan.OptionError("'delimiter' and 'header' require the format csv")
    }
    if format == .sqlite, table == nil { throw TableScan.OptionError("the format sqlite requires 'table'") }
    if format != .sqlite, table != nil { throw TableScan.OptionError("'table' requires the format sqlite") }
    var names: Set<[UInt8]> = []
    if let name = rows.fields.map(\.name).first(where: { !names.insert(Array($0.utf8)).inserted }) {
      throw TableScan.OptionError("duplicate column '\(name)'")
    }
    if format == .sqlite { return try writeDatabase(rows) }
    var file = try StagedFile(path)
    let count = try write(rows, to: DescriptorSink(descriptor: file.descriptor))
    try file.finish()
    return count
  }

  private func write(_ tables: consuming StreamRows, to sink: DescriptorSink) throws -> Int {
    switch format {
    case .lines: return try move(tables, to: try TextOutput(.lines, to: sink))
    case .sqlite: return try writeDatabase(tables)
    case .json: return try move(tables, to: try TextOutput(.array, to: sink))
    case .csv:
      var dialect = CSV.Dialect(hasHeader: header ?? true)
      if let delimiter { dialect.delimiter = try ScanRequest.character(delimiter, of: "delimiter") }
      let options = CSV.WritingOptions(dialect: dialect, nested: .json, columns: tables.fields.map(\.name))
      return try move(tables, to: try TextOutput(.csv(options), to: sink))
    case .parquet:
      let zstandard = Parquet.Compression(.zstandard) { try BlockCodec.zstandard.compress($0) }
      let options = Parquet.WritingOptions(schema: tables.fields.map(\.written), compression: zstandard)
      return try move(tables, to: try Parquet.TableWriter(to: sink, options: options))
    case .arrow, .arrows:
      let options = Arrow.WritingOptions(
        container: format == .arrow ? .file : .stream, schema: tables.fields.map(\.written))
      return try move(tables, to: try Arrow.TableWriter(to: sink, options: options))
    }
  }

  private func move<Output: Columns.TableSink & ~Copyable>(
    _ tables: consuming StreamRows, to output: consuming Output
  ) throws -> Int {
    while let table = try tables.next() { try output.write(table) }
    try output.end()
    return output.count
  }

  private func writeDatabase(_ tables: consuming StreamRows) throws -> Int {
    let path = resolvingLinks(path)
    var status = stat()
    let isNew = unsafe stat(path, &status) != 0
    do { return try insert(tables) } catch {
      // A database without a committed transaction is an empty file.
      if isNew { removeFileIfEmpty(path) }
      throw error
    }
  }

  private func insert(_ tables: consuming StreamRows) throws -> Int {
    let database = try SQLite.Database(path: path, mode: .create)
    let options = SQLite.WritingOptions(create: .mustNotExist, longNumbers: .text)
    var writer = try database.table(table ?? "").writer(options: options, columns: tables.fields.map(\.name))
    var rows = Columns.Rows(tables, nonFiniteNumbers: .nullForNaN, destination: .database)
    var count = 0
    while try writer.append(nextOf: &rows) { count += 1 }
    try writer.end()
    return count
  }
}
