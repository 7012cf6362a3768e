import Millrace
import MillraceCompression
import MillraceTables
import SystemLibrary

/// The options of a scan, see `millrace.h`.
@Serializable(unknownFields: .rejected)
struct ScanRequest {
  var paths: [String]?
  var format: Format = .lines
  var at: String?
  var columns: [String]?
  var begin: Int?
  var end: Int?
  var beginsQuoted: Bool = false
  var threads: Int = 1
  var batchRows: Int = 1 << 16
  var blockSize: Int?
  var onBadRow: String = "error"
  var corruptColumn: String?
  var reasonColumn: String?
  var coercion: String?
  var delimiter: String?
  var header: Bool?
  var inferRows: Int = 10_000
  var maximumRowSize: Int = 64 << 20

  @Serializable
  enum Format: String {
    case lines, json, csv
  }
}

extension ScanRequest {
  /// Opens the scan.
  ///
  /// - Parameters:
  ///   - bytes: the input itself, if there are no paths.
  ///   - schema: the columns, or nil if they are to be inferred.
  func open(_ bytes: [UInt8]?, _ schema: [Arrow.Field]?) throws -> Scan.Stream {
    let inputs = try inputs(bytes)
    let special = [corruptColumn, reasonColumn]
    let all = try schema ?? inferredFields(inputs)
    let format = try scanFormat(all.map(\.name).filter { !special.contains($0) })
    let fields = try columns.map { try Scan.projected(all, $0.filter { !special.contains($0) }) } ?? all
    return try Scan.Stream(
      inputs, format, schema: fields, options: try options(isInferred: schema == nil), threads: threads,
      blockSize: blockSize)
  }

  func inferredFields(_ inputs: [Scan.Input]) throws -> [Arrow.Field] {
    guard inferRows >= 0 else { throw Scan.OptionError("'inferRows' is \(inferRows); expected 0 or more") }
    return try Scan.inferredFields(inputs, try scanFormat([]), rows: inferRows)
  }

  /// - Parameter isInferred: Whether the schema was inferred. Then nothing is lost in later rows, unless that is asked for.
  func options(isInferred: Bool) throws -> Scan.Options {
    let name = coercion ?? (isInferred ? "exact" : "lenient")
    guard let coercion = Scan.Coercion(rawValue: name) else {
      throw Scan.OptionError("unknown coercion '\(name)'; expected strict, lenient or exact")
    }
    guard let badRows = Scan.BadRows(rawValue: onBadRow) else {
      throw Scan.OptionError("unknown onBadRow '\(onBadRow)'; expected error, skip or keep")
    }
    var options = Scan.Options(
      coercion: coercion, badRows: badRows, corruptColumn: corruptColumn, reasonColumn: reasonColumn,
      batchRows: batchRows, maximumRowSize: maximumRowSize)
    options.isProjection = columns != nil
    if coercion == .exact { options.hint = "infer from more rows, or give a schema" }
    return options
  }

  /// - Parameter names: the names of the columns of a table without a header.
  private func scanFormat(_ names: [String]) throws -> Scan.Format {
    if format != .json, at != nil { throw Scan.OptionError("'at' requires the format json") }
    if format != .csv, delimiter != nil || header != nil || beginsQuoted {
      throw Scan.OptionError("'delimiter', 'header' and 'beginsQuoted' require the format csv")
    }
    switch format {
    case .lines: return .lines
    case .json:
      guard let pointer = JSON.Pointer(at ?? "") else {
        throw Scan.OptionError(
          "'at' is not a JSON Pointer: '\(at ?? "")'; expected keys after slashes, such as /response/docs")
      }
      return .documents(at: pointer)
    case .csv:
      var layout = Scan.TableLayout()
      if let delimiter { layout.delimiter = try Self.delimiter(delimiter) }
      if header == false { layout.columnNames = names }
      return .csv(layout)
    }
  }

  static func delimiter(_ text: String) throws -> UInt8 {
    guard text.utf8.count == 1, let byte = text.utf8.first else {
      throw Scan.OptionError("invalid delimiter '\(text)'; expected one ASCII character")
    }
    return byte
  }

  func inputs(_ bytes: [UInt8]?) throws -> [Scan.Input] {
    if let bytes {
      guard paths == nil, begin == nil, end == nil else {
        throw Scan.OptionError("'paths', 'begin' and 'end' cannot be combined with bytes")
      }
      return [Scan.Input(name: "bytes") { _ in DecompressingSource(ArraySource(bytes)) }]
    }
    guard let paths else { throw Scan.OptionError("missing 'paths'") }
    let range = (begin ?? 0)..<max(begin ?? 0, end ?? .max)
    guard range.lowerBound >= 0, (end ?? .max) >= range.lowerBound else {
      throw Scan.OptionError("'begin' must not be negative or greater than 'end'")
    }
    let isWhole = range == 0..<Int.max
    guard isWhole || paths.count == 1 else { throw Scan.OptionError("'begin' and 'end' require one path") }
    return paths.map { path in
      Scan.Input(name: path, range: range, beginsQuoted: beginsQuoted) { offset in
        // A whole file may also be a pipe.
        if isWhole, offset == 0 { return try DecompressingSource(path: path) }
        var first: any ByteSource = try Scan.FileSource(path: path)
        guard Compression(startingWith: try first.readStart(atLeast: Compression.prefixLength).bytes) == nil else {
          throw Scan.OptionError("a compressed file cannot be read from the middle; omit 'begin' and 'end'")
        }
        return try Scan.FileSource(path: path, offset: offset)
      }
    }
  }
}
