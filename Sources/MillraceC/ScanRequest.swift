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
  var quotes: String?
  var trim: Bool?
  var comment: String?
  var escape: String?
  var quoteEscape: String?
  var nullValues: [String]?
  var matchCase: Bool?
  var encoding: String?
  var ragged: Bool?
  var decimal: String?
  var thousands: String?
  var dateFormats: [String: String]?
  var zone: String?
  var inferRows: Int = 10_000
  var inferred: Bool = false
  var maximumRowSize: Int = 64 << 20

  @Serializable
  enum Format: String {
    case lines, json, csv, parquet
  }
}

extension ScanRequest {
  /// Opens the scan.
  ///
  /// - Parameters:
  ///   - bytes: the input itself, if there are no paths.
  ///   - schema: the columns, or nil if they are to be inferred.
  func open(_ bytes: [UInt8]?, _ schema: [Arrow.Field]?) throws -> any BatchSource {
    if format == .parquet { return try openParquet(bytes, schema) }
    let inputs = try inputs(bytes)
    let special = [corruptColumn, reasonColumn]
    let all = try schema ?? inferredFields(inputs)
    let format = try scanFormat(all.filter { !special.contains($0.name) })
    let fields = try columns.map { try TableScan.projected(all, $0.filter { !special.contains($0) }) } ?? all
    var options = try options(isInferred: schema == nil || inferred)
    if self.format != .csv { options.instants = try instantFormats(all) }
    return try TableScan.Stream(
      inputs, format, schema: fields, options: options, threads: threads, blockSize: blockSize)
  }

  private func openParquet(_ bytes: [UInt8]?, _ schema: [Arrow.Field]?) throws -> ParquetScan {
    guard schema == nil else { throw TableScan.OptionError("a Parquet file has a schema of its own; omit 'schema'") }
    guard at == nil, begin == nil, end == nil, !beginsQuoted, onBadRow == "error", corruptColumn == nil,
      reasonColumn == nil, coercion == nil, delimiter == nil, header == nil, quotes == nil, trim == nil,
      comment == nil, escape == nil, quoteEscape == nil, nullValues == nil, matchCase == nil, encoding == nil,
      ragged == nil, decimal == nil, thousands == nil, dateFormats == nil, zone == nil, blockSize == nil, !inferred
    else {
      throw TableScan.OptionError(
        "the format parquet can only be combined with 'paths', 'columns', 'batchRows' and 'threads'")
    }
    guard let bytes else {
      guard let paths else { throw TableScan.OptionError("missing 'paths'") }
      return try ParquetScan(paths.map { .path($0) }, columns: columns, batchRows: batchRows)
    }
    guard paths == nil else { throw TableScan.OptionError("'paths', 'begin' and 'end' cannot be combined with bytes") }
    return try ParquetScan([.bytes(bytes)], columns: columns, batchRows: batchRows)
  }

  func inferredFields(_ inputs: [TableScan.Input]) throws -> [Arrow.Field] {
    guard inferRows >= 0 else { throw TableScan.OptionError("'inferRows' is \(inferRows); expected 0 or more") }
    return try TableScan.inferredFields(inputs, try scanFormat(nil), rows: inferRows)
  }

  /// - Parameter isInferred: Whether the schema was inferred. Then nothing is lost in later rows, unless that is asked for.
  func options(isInferred: Bool) throws -> TableScan.Options {
    let name = coercion ?? (isInferred ? "exact" : "lenient")
    guard var coercion = TableScan.Coercion(rawValue: name) else {
      throw TableScan.OptionError("unknown coercion '\(name)'; expected strict, lenient or exact")
    }
    // Columns that were inferred from the first rows describe the rows after them only if nothing of those is lost.
    if isInferred, coercion == .strict { coercion = .exact }
    guard let badRows = TableScan.BadRows(rawValue: onBadRow) else {
      throw TableScan.OptionError("unknown onBadRow '\(onBadRow)'; expected error, skip or keep")
    }
    var options = TableScan.Options(
      coercion: coercion, badRows: badRows, corruptColumn: corruptColumn, reasonColumn: reasonColumn,
      batchRows: batchRows, maximumRowSize: maximumRowSize)
    options.isProjection = columns != nil
    options.isInferred = isInferred && coercion == .exact
    options.raggedHint = "the option 'ragged' takes missing cells as null"
    if coercion == .exact { options.hint = "infer from more rows, or give a schema" }
    return options
  }

  /// - Parameter fields: the columns; nil before they are inferred.
  private func scanFormat(_ fields: [Arrow.Field]?) throws -> TableScan.Format {
    if format != .json, at != nil { throw TableScan.OptionError("'at' requires the format json") }
    if format != .csv, delimiter != nil || header != nil || beginsQuoted {
      throw TableScan.OptionError("'delimiter', 'header' and 'beginsQuoted' require the format csv")
    }
    if format != .csv, quotes != nil || trim != nil || ragged != nil || decimal != nil || thousands != nil {
      throw TableScan.OptionError("'quotes', 'trim', 'ragged', 'decimal' and 'thousands' require the format csv")
    }
    if format != .csv, comment != nil || escape != nil || quoteEscape != nil || nullValues != nil || matchCase != nil {
      throw TableScan.OptionError(
        "'comment', 'escape', 'quoteEscape', 'nullValues' and 'matchCase' require the format csv")
    }
    if format != .csv, fields == nil, dateFormats != nil || zone != nil {
      throw TableScan.OptionError("'dateFormats' and 'zone' require the format csv or a schema")
    }
    switch format {
    case .lines: return .lines
    case .parquet: preconditionFailure("it is opened by openParquet")
    case .json:
      guard let pointer = JSON.Pointer(at ?? "") else {
        throw TableScan.OptionError(
          "'at' is not a JSON Pointer: '\(at ?? "")'; expected keys after slashes, such as /response/docs")
      }
      return .documents(at: pointer)
    case .csv:
      var layout = TableScan.TableLayout()
      layout.delimiter = try delimiter.map { try Self.character($0, of: "delimiter") }
      if header == false { layout.columnNames = fields?.map(\.name) ?? [] }
      layout.quotes = try tableQuotes()
      layout.trimsBlanks = trim ?? false
      layout.comment = try comment.map { try Self.character($0, of: "comment") }
      if let escape {
        guard quoteEscape == nil else { throw TableScan.OptionError("'escape' and 'quoteEscape' cannot be combined") }
        layout.escape = try Self.character(escape, of: "escape")
      } else if let quoteEscape {
        (layout.escape, layout.escaped) = (try Self.character(quoteEscape, of: "quoteEscape"), .quotes)
      }
      layout.nullTexts = nullValues ?? []
      layout.ignoresCase = matchCase == false
      layout.padsRaggedRows = ragged ?? false
      layout.numbers = try numberFormat()
      layout.instants = try instantFormats(fields)
      return .csv(layout)
    }
  }

  private func tableQuotes() throws -> CSV.ReadingOptions.Quotes {
    switch quotes ?? "strict" {
    case "strict": .strict
    case "lenient": .lenient
    case "none": .text
    case let name: throw TableScan.OptionError("unknown quotes '\(name)'; expected strict, lenient or none")
    }
  }

  private func numberFormat() throws -> CSV.NumberFormat? {
    guard decimal != nil || thousands != nil else { return nil }
    let (decimal, thousands) = (decimal ?? ".", thousands)
    if let byte = decimal.utf8.first, decimal.utf8.count == 1, thousands?.count ?? 1 == 1 {
      let format = CSV.NumberFormat(decimalSeparator: byte, groupSeparator: thousands?.first)
      if format.isValid { return format }
    }
    throw TableScan.OptionError("'decimal' and 'thousands' must be different characters, no digits, signs or letters")
  }

  /// The formats of the columns of timestamps and dates.
  ///
  /// - Parameter fields: the columns; nil before they are inferred, when all that have a format are timestamps.
  private func instantFormats(_ fields: [Arrow.Field]?) throws -> [String: CSV.InstantFormat] {
    let zone = try zone.map { try TimeZoneRules($0) }
    let formats = dateFormats ?? [:]
    guard let fields else {
      return try formats.mapValues { try CSV.InstantFormat($0, zone: zone ?? .utc) }
    }
    var instants: [String: CSV.InstantFormat] = [:]
    func add(_ field: Arrow.Field, _ name: String) throws {
      let format = formats[name]
      switch field.type {
      // Only instants are in a time zone. Other dates and times stay as they are written.
      case .timestamp(_, timeZone: _?):
        if let format {
          instants[name] = try CSV.InstantFormat(format, zone: zone ?? .utc)
        } else if let zone {
          instants[name] = .iso8601(zone: zone)
        }
      case .timestamp, .date: if let format { instants[name] = try CSV.InstantFormat(format) }
      default:
        guard format == nil else {
          throw TableScan.OptionError("'dateFormats' has '\(name)', which is not a timestamp or date")
        }
        guard self.format != .csv else { return }
        for member in field.type.members { try add(member, "\(name).\(member.name)") }
      }
    }
    for field in fields { try add(field, field.name) }
    if let name = formats.keys.sorted().first(where: { instants[$0] == nil }) {
      throw TableScan.OptionError("'dateFormats' has the unknown column '\(name)'")
    }
    if zone != nil, !instants.values.contains(where: { $0.zone == zone }) {
      throw TableScan.OptionError("'zone' requires a column of timestamps with a time zone")
    }
    return instants
  }

  static func character(_ text: String, of option: String) throws -> UInt8 {
    guard text.utf8.count == 1, let byte = text.utf8.first else {
      throw TableScan.OptionError("invalid '\(option)': '\(text)'; expected one ASCII character")
    }
    return byte
  }

  func inputs(_ bytes: [UInt8]?) throws -> [TableScan.Input] {
    guard let encoding = CSV.ReadingOptions.Encoding(named: encoding ?? "utf8") else {
      throw TableScan.OptionError("unknown encoding '\(encoding ?? "")'; expected utf8, latin1 or windows1252")
    }
    /// The text of a whole input.
    @Sendable func text(of source: any ByteSource) throws -> any ByteSource {
      encoding == .utf8 ? TextSource(source) : SingleByteSource(source, encoding)
    }
    if let bytes {
      guard paths == nil, begin == nil, end == nil else {
        throw TableScan.OptionError("'paths', 'begin' and 'end' cannot be combined with bytes")
      }
      return [TableScan.Input(name: "bytes") { _ in try text(of: DecompressingSource(ArraySource(bytes))) }]
    }
    guard let paths else { throw TableScan.OptionError("missing 'paths'") }
    let range = (begin ?? 0)..<max(begin ?? 0, end ?? .max)
    guard range.lowerBound >= 0, (end ?? .max) >= range.lowerBound else {
      throw TableScan.OptionError("'begin' must not be negative or greater than 'end'")
    }
    let isWhole = range == 0..<Int.max
    guard isWhole || paths.count == 1 else { throw TableScan.OptionError("'begin' and 'end' require one path") }
    return paths.map { path in
      TableScan.Input(name: path, range: range, beginsQuoted: beginsQuoted) { offset in
        // A whole file may also be a pipe.
        if isWhole, offset == 0 { return try text(of: DecompressingSource(path: path)) }
        guard encoding == .utf8 else {
          throw TableScan.OptionError("text in other encodings cannot be read from the middle; omit 'begin' and 'end'")
        }
        var first: any ByteSource = try TableScan.FileSource(path: path)
        let start = try first.readStart(atLeast: Compression.prefixLength).bytes
        guard Compression(startingWith: start) == nil else {
          throw TableScan.OptionError("a compressed file cannot be read from the middle; omit 'begin' and 'end'")
        }
        guard !TextSource.isUTF16(startingWith: start) else {
          throw TableScan.OptionError("text in UTF-16 cannot be read from the middle; omit 'begin' and 'end'")
        }
        return try TableScan.FileSource(path: path, offset: offset)
      }
    }
  }
}
