import Millrace
import MillraceCompression
import MillraceTables
import SystemLibrary

/// The rows of Parquet files, in the memory of one row group.
final class ParquetScan: BatchSource {
  let schema: [Arrow.Field]
  var badRowCount: Int { 0 }

  private let columns: [String]?
  private let batchRows: Int
  private var files: ArraySlice<File>
  private var file: File
  private var reader: Parquet.TableReader
  /// The number of rows of the file that were returned.
  private var rowCount = 0

  enum File {
    case path(String)
    case bytes([UInt8])
  }

  /// Opens the first file, whose columns all others must have.
  ///
  /// - Parameters:
  ///   - columns: The columns to read, nested ones with dots; nil for all.
  ///   - batchRows: The maximum number of rows in a batch.
  init(_ files: [File], columns: [String]?, batchRows: Int) throws {
    guard let first = files.first else { throw TableScan.OptionError("missing 'paths'") }
    guard (1...1 << 20).contains(batchRows) else {
      throw TableScan.OptionError("the number of rows of a batch is \(batchRows); expected 1 to 1048576")
    }
    let opened = try first.reader(columns, batchRows)
    let fields = opened.fields.map(\.exported)
    schema = try columns.map { try TableScan.projected(fields, $0) } ?? fields
    (self.columns, self.batchRows, self.files, file) = (columns, batchRows, files.dropFirst(), first)
    reader = opened
  }

  func next() throws -> Arrow.RecordBatch? {
    while true {
      do {
        if let table = try reader.next() {
          defer { rowCount += table.count }
          return try Arrow.RecordBatch(table, as: schema, firstRow: rowCount)
        }
      } catch { throw file.located(error) }
      guard let following = files.popFirst() else { return nil }
      (file, rowCount) = (following, 0)
      reader = try file.reader(columns, batchRows)
      try checkColumns()
    }
  }

  private func checkColumns() throws {
    let fields = reader.fields.map(\.exported)
    let found = try columns.map { try TableScan.projected(fields, $0) } ?? fields
    let byName = [JSON.ExactKey: Arrow.Field](
      found.map { (JSON.ExactKey(text: $0.name), $0) }, uniquingKeysWith: { first, _ in first })
    for field in schema {
      guard let other = byName[field.name] else {
        throw file.mismatch("the column '\(field.name)' of the first file is missing")
      }
      guard other == field else {
        throw file.mismatch("the column '\(field.name)' is \(other.type), but \(field.type) in the first file")
      }
    }
    let names = Set<JSON.ExactKey>(texts: schema.map(\.name))
    if let other = found.first(where: { !names.contains($0.name) }) {
      throw file.mismatch("the first file does not have the column '\(other.name)'")
    }
  }
}

extension ParquetScan.File {
  fileprivate func reader(_ columns: [String]?, _ batchRows: Int) throws -> Parquet.TableReader {
    var options = Parquet.ReadingOptions(rowsPerTable: batchRows) { codec, bytes, output in
      try BlockCodec(rawValue: codec.rawValue)?.decompress(bytes, into: &output)
    }
    options.keepsStoredValues = true
    do {
      if let columns {
        // No column is selected, because one that cannot be read is an error only if it is used.
        options.columns = []
        options.columns = try Self.wholeColumns(columns, among: try open(options).columnNames)
      }
      return try open(options)
    } catch { throw located(error) }
  }

  private func open(_ options: Parquet.ReadingOptions) throws -> Parquet.TableReader {
    switch self {
    case .path(let path): try Parquet.TableReader(path: path, options: options)
    case .bytes(let bytes): try Parquet.TableReader(bytes: bytes, options: options)
    }
  }

  /// Returns the columns that contain the selected ones, each of them once.
  private static func wholeColumns(_ names: [String], among all: [String]) throws -> [String] {
    var result: [String] = []
    for name in names {
      // Names may contain dots, so each prefix is tried.
      let prefixes = [name] + name.indices.filter { name[$0] == "." }.map { String(name[..<$0]) }
      guard let column = prefixes.first(where: { all.contains($0) }) else {
        throw TableScan.OptionError("unknown column '\(name)'")
      }
      if !result.contains(column) { result.append(column) }
    }
    return result
  }

  /// Adds the name of the file to an error, except to errors of the file system, which contain it.
  fileprivate func located(_ error: any Error) -> any Error {
    if error is SystemError || error is StreamError { return error }
    return StreamError(status: status(of: error), message: "\(name): \(error)")
  }

  /// Returns the error for a file whose columns differ from those of the first file.
  fileprivate func mismatch(_ what: String) -> StreamError { StreamError(status: EINVAL, message: "\(name): \(what)") }

  private var name: String { if case .path(let path) = self { path } else { "bytes" } }
}

extension Arrow.Field {
  /// The field in a stream: maps as Arrow requires them, and types that Arrow's C interface and its users know.
  fileprivate var exported: Arrow.Field {
    var field = self
    switch type {
    case .float(bits: 16): field.type = .float(bits: 32)
    case .decimal(let precision, let scale, _): field.type = .decimal(precision: precision, scale: scale, bits: 128)
    case .structure(let members): field.type = .structure(members.map(\.exported))
    case .utf8: field.type = .utf8
    case .binary: field.type = .binary
    case .list(let element, _): field.type = .list(element.exported, .bits32)
    case .map(let entries):
      var entries = entries.exported
      entries.isNullable = false
      if case .structure(var members) = entries.type {
        members[0].isNullable = false
        entries.type = .structure(members)
      }
      field.type = .map(entries: entries)
    default: break
    }
    return field
  }
}
