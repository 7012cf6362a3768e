import Millrace
import MillraceCompression
import MillraceSQLite
import MillraceTables

let tableTargets = [csvTarget, scanTarget, arrowTarget, parquetTarget, cellTarget]

/// A table in CSV: cut into chunks it gives the same rows, and rows that are written are read as the same ones.
///
/// The header: dialect and options; the sizes of chunks; more options; how text that is not in RFC 4180 is read.
private let csvTarget = FuzzTarget("csv", headerSize: 4) { input in
  let (first, last, loose) = (input.header[0], input.header[2], input.header[3])
  let delimiters: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")]
  var dialect = CSV.Dialect(delimiter: delimiters[Int(first & 3)], hasHeader: first & 4 == 0)
  if first & 8 != 0 { dialect.comment = UInt8(ascii: "#") }
  if first & 16 != 0 { dialect.lineEnd = .carriageReturnAndLineFeed }
  var options = CSV.ReadingOptions(dialect: dialect, sniffsDelimiter: first & 32 != 0)
  if first & 64 != 0 { options.raggedRows = .padded }
  if first & 128 != 0 { options.nameSeparator = nil }
  let skips = last & 1 != 0
  if skips { options.onBadElement = .skip }
  if last & 2 != 0 { options.encoding = .latin1 }
  if last & 4 != 0 { options.maximumRowSize = 100 }
  if last & 8 != 0 { options.columnNames = ["a", "b", "c"] }
  if last & 16 != 0 { options.columns = ["a": .integer, "b": .number, "c": .json, "d": .boolean, "e": .instant] }
  if loose & 1 != 0 { options.quotes = .lenient }
  if last & 32 != 0 { options.quotes = .text }
  if loose & 2 != 0 { options.escape = UInt8(ascii: "\\") }
  if loose & 4 != 0 { options.headerNames = .numbered }
  if loose & 8 != 0 { options.nullTexts = ["N/A", "null"] }
  if loose & 16 != 0 { options.nonFiniteNumbers = loose & 32 != 0 ? .absent : .read(report: { _ in }) }
  if loose & 64 != 0 { options.raggedRows = .reported({ _ in }) }
  if loose & 128 != 0 { options.encoding = .windows1252 }
  let whole = try Rows(of: ArraySource(input.bytes), options)
  let cut = try Rows(of: Chunks(input.bytes, seed: input.header[1]), options)
  try expect(whole.isSame(as: cut), "whole: \(whole)\ncut: \(cut)")
  _ = try? CSV.decode([CSVRow].self, from: input.bytes, options: options)
  try expectRoundTrip(whole, options)
}

/// Writes rows, and reads them.
private func expectRoundTrip(_ rows: Rows, _ options: CSV.ReadingOptions) throws {
  guard rows.error == nil, options.nameSeparator == nil, options.columns.isEmpty, options.columnNames == nil,
    options.encoding == .utf8, options.maximumRowSize > 100, !options.sniffsDelimiter, options.escape == nil,
    options.nullTexts.isEmpty, options.quotes != .text,
    rows.values.allSatisfy({ $0.object?.isEmpty != true }), !rows.values.isEmpty
  else { return }
  var writing = CSV.WritingOptions(dialect: options.dialect)
  writing.columns = rows.columns
  let text = try CSV.encode(rows.values, options: writing)
  let again = try CSV.decode([JSON.Value].self, from: text, options: options)
  try expect(again == rows.values, "\(rows.values) is written as \(shown(text)) and read as \(again)")
}

@Serializable
private struct CSVRow {
  var a: Int?
  var b: Double?
  var c: [Int]?
  var d: Bool?
  var e: Instant?
  var name: String = ""
}

/// The rows of a table, and the error that ended it.
private struct Rows: CustomStringConvertible {
  var values: [JSON.Value] = []
  var columns: [String]?
  var error: FormatError?

  init(of source: some ByteSource, _ options: CSV.ReadingOptions) throws {
    var rows = try CSV.stream(JSON.Value.self, from: source, options: options)
    do {
      while let row = try rows.next() { values.append(row) }
    } catch let error as FormatError { self.error = error }
    guard options.dialect.hasHeader else { return }
    var names = JSON.Object()
    for row in values { for (name, _) in row.object ?? [:] { names[name] = true } }
    columns = names.map(\.key)
  }

  func isSame(as other: Rows) -> Bool {
    values == other.values && "\(String(describing: error?.problem))" == "\(String(describing: other.error?.problem))"
      && error?.place == other.error?.place
  }

  var description: String { "\(values), \(error.map(String.init(describing:)) ?? "no error")" }
}

/// A stream or a file of Arrow: tables that are read are written, and read as the same ones.
private let arrowTarget = FuzzTarget("arrow") { input in
  let options = Arrow.ReadingOptions(maximumBatchSize: 1 << 22)
  var tables = try? Arrow.TableReader(bytes: input.bytes, options: options)
  do {
    while let table = try tables?.next() {
      guard let text = try? Arrow.encode(table) else { continue }
      var again = try Arrow.TableReader(bytes: text)
      guard let read = try again.next() else {
        try expect(table.count == 0, "the table is missing")
        continue
      }
      if read.count < table.count {
        // A long table is written in several batches; only one without columns is that long here.
        var count = read.count
        while let rest = try again.next() { count += rest.count }
        try expect(count == table.count, "rows are missing")
        continue
      }
      // The bytes are compared: a number that is not one is not equal to itself.
      try expect(try Arrow.encode(read) == text, "a table is read as another one")
    }
  } catch let error as FormatError { _ = error.description }
  do {
    var stream = Arrow.Rows(Chunks(input.bytes, seed: 7), options: options)
    var count = 0
    while count < 1000, let row = try stream.next(JSON.Value.self) {
      count += 1
      _ = try JSON.encode(row)
    }
  } catch let error as FormatError { _ = error.description }
}

/// A Parquet file: tables that are read are written, and read as the same ones.
private let parquetTarget = FuzzTarget("parquet") { input in
  var options = Parquet.ReadingOptions(rowsPerTable: 100, maximumRowGroupSize: 1 << 22) { codec, bytes, output in
    try BlockCodec(rawValue: codec.rawValue)?.decompress(bytes, into: &output)
  }
  // Most changes of a page would only be found by its checksum.
  options.verifiesChecksums = false
  do {
    var reader = try Parquet.TableReader(bytes: input.bytes, options: options)
    for index in 0..<min(reader.rowGroupCount, 10) { _ = reader.rowGroup(at: index) }
    var count = 0
    while count < 100, let table = try reader.next() {
      count += 1
      guard table.count < 10_000, let bytes = try? Arrow.encode(table) else { continue }
      var writer = try Parquet.TableWriter(to: [UInt8]())
      do { try writer.write(table) } catch { continue }
      var again = try Parquet.TableReader(bytes: writer.finish(), options: Parquet.ReadingOptions())
      let read = try again.next() ?? Columns.Table(columns: [], count: 0)
      if table.count > 0, read.count == table.count {
        // The bytes are compared: a number that is not one is not equal to itself.
        try expect(try Arrow.encode(read) == bytes, "a table is read as another one")
      }
    }
  } catch let error as FormatError { _ = error.description }
}

/// A row of SQLite with cells of all storage classes: read as a tree and as a type. What was read is inserted, and read as
/// the same.
private let cellTarget = FuzzTarget("sqlite") { input in
  var bytes = input.bytes[...]
  let database = try SQLite.Database(path: ":memory:")
  let names = ["a", "b", "c", "d", "e", "name", "size.x"]
  var casts: [String] = []
  var values: [any SQLite.Bindable] = []
  for name in names {
    let kind = bytes.popFirst() ?? 0
    values.append(cell(kind, &bytes))
    casts.append("\(kind & 64 != 0 ? "CAST(? AS TEXT)" : "?") AS \"\(name)\"")
  }
  let sql = "SELECT " + casts.joined(separator: ", ")
  let options = SQLite.ReadingOptions(nameSeparator: input.bytes.count % 2 == 0 ? "." : nil)
  let bound = try values.map { try $0.boundValue }
  let named = Dictionary(uniqueKeysWithValues: bound.enumerated().map { ("v\($0)", $1 as any SQLite.Bindable) })
  var text = sql
  for index in bound.indices { text = text.replacingFirst("?", with: ":v\(index)") }
  var typed = try database.query(text, named: named, options: options)
  do { _ = try typed.next(Cells.self) } catch let error as FormatError { _ = error.description }
  var rows = try database.query(text, named: named, options: options)
  do {
    guard let row = try rows.next(JSON.Value.self) else { throw Finding("a row is missing") }
    let table = database.table("copy")
    // Structures are inserted as JSON text.
    guard options.nameSeparator == nil, let object = row.object, !object.isEmpty, (try? table.insert([row])) == 1
    else { return }
    var copies = try table.rows(options: options)
    guard let copy = try copies.next(JSON.Value.self) else { throw Finding("the inserted row is missing") }
    try expect(copy == row, "inserted \(row), and read \(copy)")
  } catch let error as FormatError { _ = error.description }
}

private func cell(_ kind: UInt8, _ bytes: inout ArraySlice<UInt8>) -> SQLite.Value {
  func run(_ size: Int) -> ArraySlice<UInt8> {
    let run = bytes.prefix(size)
    bytes = bytes.dropFirst(run.count)
    return run
  }
  func word() -> UInt64 { run(8).reduce(0) { $0 << 8 | UInt64($1) } }
  switch kind % 5 {
  case 1: return .integer(Int64(bitPattern: word()))
  case 2: return .real(Double(bitPattern: word()))
  case 3: return .text(String(decoding: run(Int(kind >> 2)), as: UTF8.self))
  case 4: return .blob(Array(run(Int(kind >> 2))))
  default: return .null
  }
}

@Serializable
private struct Cells {
  var a: Int?
  var b: Double?
  var c: [Int]?
  var d: String?
  var e: Bool?
  var name: JSON.Number?
}

extension String {
  fileprivate func replacingFirst(_ text: Character, with other: String) -> String {
    guard let index = firstIndex(of: text) else { return self }
    return self[..<index] + other + self[self.index(after: index)...]
  }
}
