import Millrace
import MillraceTables

/// Rows of JSON lines, documents and CSV with a schema that is a value: the same however they are cut, and those of the
/// typed path.
///
/// The header: format and values; bad rows and limits; blocks and threads; the sizes of chunks; the types of six columns.
let scanTarget = FuzzTarget("scan", headerSize: 10, mutatesJSON: true) { input in
  let scan = ScanInput(input)
  let whole = try Scanned(scan, blockSize: 1 << 20, threads: 1, isCut: false)
  guard scan.options.maximumRowSize > 1000 else { return }
  let cut = try Scanned(scan, blockSize: scan.blockSize, threads: scan.threads, isCut: true)
  let expected = ScanExpectation(scan)
  if let expected, expected.hasMisplacedQuotes { return }
  try expect(whole.isSame(as: cut), "whole: \(whole)\ncut: \(cut)")
  try expectParts(of: scan, whole)
  if let expected { try expected.compare(with: whole, scan) }
  try expectInference(of: scan)
}

/// What the header of an input chooses.
struct ScanInput {
  let bytes: [UInt8]
  let format: TableScan.Format
  let schema: [Arrow.Field]
  var options: TableScan.Options
  let blockSize: Int
  let threads: Int
  let seed: UInt8

  init(_ input: FuzzTarget.Input) {
    let header = input.header
    bytes = input.bytes
    switch header[0] & 7 {
    case 0, 1, 2: format = .lines
    case 3: format = .documents(at: JSON.Pointer(tokens: []))
    case 4: format = .documents(at: JSON.Pointer(tokens: ["a"]))
    default:
      var layout = TableScan.TableLayout()
      if header[0] & 7 == 5 { layout.delimiter = UInt8(ascii: ";") }
      if header[0] & 7 == 6 { layout.columnNames = ["a", "b", "id"] }
      layout.padsRaggedRows = header[0] & 16 != 0
      format = .csv(layout)
    }
    var options = TableScan.Options(coercion: header[0] & 8 != 0 ? .lenient : .strict)
    options.badRows = [.error, .skip, .keep, .keep][Int(header[1] & 3)]
    if options.badRows == .keep, header[1] & 4 != 0 { options.corruptColumn = "corrupt" }
    if options.badRows == .keep, header[1] & 8 != 0 { options.reasonColumn = "reason" }
    if header[1] & 16 != 0 { options.batchRows = 3 }
    if header[1] & 32 != 0 { options.maximumRowSize = 40 }
    if header[1] & 64 != 0 { options.maximumDepth = 5 }
    self.options = options
    blockSize = 1 + Int(header[2] & 63)
    threads = header[2] & 128 != 0 ? 3 : 1
    seed = header[3]
    schema = zip(["a", "b", "c", "id", "name", "é"], header[4...]).map { name, byte in
      Arrow.Field(name: name, type: Self.types[Int(byte) % Self.types.count])
    }
  }

  var isTable: Bool { if case .csv = format { true } else { false } }

  func input(_ range: Range<Int> = 0..<Int.max, beginsQuoted: Bool = false, isCut: Bool) -> TableScan.Input {
    TableScan.Input(name: "rows", range: range, beginsQuoted: beginsQuoted) { [bytes, seed] offset in
      let rest = Array(bytes.dropFirst(offset))
      return isCut ? Chunks(rest, seed: seed) : ArraySource(rest)
    }
  }

  /// Whether inference saw every row: it skips rows that are not well-formed.
  var acceptsAllRows: Bool {
    guard case .lines = format, options.maximumDepth > 5 else { return false }
    return bytes.split(separator: UInt8(ascii: "\n")).map(NaiveJSON.withoutBlanks).allSatisfy { line in
      line.isEmpty || line.first == UInt8(ascii: "{") && NaiveJSON.isValid(Array(line)) && !hasDuplicateKeys(line)
    }
  }

  private static let types: [Arrow.DataType] = [
    .int64, .float64, .utf8, .boolean, .list(of: .int64),
    .structure([Arrow.Field(name: "a", type: .int64), Arrow.Field(name: "b", type: .utf8)]),
    .map(
      entries: Arrow.Field(
        name: "entries",
        type: .structure([
          Arrow.Field(name: "key", type: .utf8, isNullable: false), Arrow.Field(name: "value", type: .float64),
        ]), isNullable: false)),
    .timestamp(.microsecond), .timestamp(.second, timeZone: nil), .timestamp(.nanosecond), .date(bits: 32),
    .decimal(precision: 5, scale: 2, bits: 128), .decimal(precision: 38, scale: 0, bits: 128), .binary,
    .float(bits: 32),
    .integer(bits: 8, isSigned: true), .integer(bits: 16, isSigned: true), .integer(bits: 32, isSigned: true),
    .integer(bits: 8, isSigned: false), .integer(bits: 16, isSigned: false), .integer(bits: 32, isSigned: false),
    .integer(bits: 64, isSigned: false), .null, .utf8(.bits64),
    .list(Arrow.Field(name: "item", type: .list(of: .boolean)), .bits64),
    .list(of: .structure([Arrow.Field(name: "id", type: .decimal(precision: 10, scale: 3, bits: 128))])),
  ]
}

/// What a scan returned.
struct Scanned: CustomStringConvertible {
  private(set) var rows: [[String]] = []
  private(set) var badCount = 0
  private(set) var failure: TableScan.Failure?

  init(_ scan: ScanInput, blockSize: Int, threads: Int, isCut: Bool) throws {
    try self.init(scan, [scan.input(isCut: isCut)], scan.schema, blockSize: blockSize, threads: threads)
  }

  init(
    _ scan: ScanInput, _ inputs: [TableScan.Input], _ schema: [Arrow.Field], blockSize: Int = 1 << 20, threads: Int = 1
  ) throws {
    let stream = try TableScan.Stream(
      inputs, scan.format, schema: schema, options: scan.options, threads: threads, blockSize: blockSize)
    do {
      try stream.addTexts(to: &rows, maximumCount: scan.options.batchRows)
    } catch let error as TableScan.Failure { failure = error }
    badCount = stream.badRowCount
  }

  /// Whether the rows are the same, or the error if there is one.
  ///
  /// How many of the rows before an error are returned depends on the sizes of blocks.
  func isSame(as other: Scanned) -> Bool {
    guard let failure, let otherFailure = other.failure else {
      return rows == other.rows && badCount == other.badCount && failure == nil && other.failure == nil
    }
    return "\(failure)" == "\(otherFailure)" && failure.error.place == otherFailure.error.place
      && (rows.starts(with: other.rows) || other.rows.starts(with: rows))
  }

  var description: String {
    let place = failure.map { " at \($0.error.place)" } ?? ""
    return "\(rows), \(badCount) bad, \(failure.map { "\($0)" } ?? "no error")\(place)"
  }
}

/// Two parts of a file have the rows of the file.
private func expectParts(of scan: ScanInput, _ whole: Scanned) throws {
  if case .documents = scan.format { return }
  guard whole.failure == nil else { return }
  let middle = scan.bytes.count * Int(scan.seed) / 255
  let quotes = scan.bytes[..<middle].count { $0 == UInt8(ascii: "\"") }
  let parts = [
    scan.input(0..<middle, isCut: false), scan.input(middle..<Int.max, beginsQuoted: quotes % 2 == 1, isCut: true),
  ]
  let found = try Scanned(scan, parts, scan.schema, blockSize: scan.blockSize)
  try expect(whole.isSame(as: found), "whole: \(whole)\nin two parts: \(found)")
}

/// Columns that are inferred from all rows accept all rows, and change no value.
private func expectInference(of scan: ScanInput) throws {
  let input = scan.input(isCut: true)
  guard let fields = try? TableScan.inferredFields([input], scan.format, rows: 1000) else { return }
  var exact = scan
  exact.options.coercion = .exact
  do {
    let found = try Scanned(exact, [input], fields)
    let problem = "a row does not fit the columns that were inferred from it"
    if exact.acceptsAllRows { try expect(found.failure == nil && found.badCount == 0, "\(problem): \(found)") }
  } catch is TableScan.OptionError {
    // Names that are nested too deeply, or the names of the columns for bad rows.
  }
}
