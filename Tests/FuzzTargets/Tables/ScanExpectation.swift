import Millrace
import MillraceTables

/// The rows that a scan should return: lines, documents and tables split without the code of scans, with the entries of
/// ``ScanOracle``.
struct ScanExpectation {
  /// Whether a quote in CSV is misplaced. Then the beginnings of rows are guesses, which depend on the cuts.
  private(set) var hasMisplacedQuotes = false
  private var rows: [Row] = []
  /// Whether the scan fails after these rows, whatever happens to bad rows.
  private var fails = false

  private struct Row {
    /// The text, as a column for bad rows stores it. Nil if it is not known.
    var text: [UInt8]?
    var line: Int?
    /// Nil for a row that is rejected as a whole.
    var entries: [String]?
    /// Whether the row has another number of cells than the table: if it is kept, its entries are those of the cells.
    var isRagged = false
    var isBad: Bool
  }

  /// Returns nil if the rows are not known.
  init?(_ scan: ScanInput) {
    switch scan.format {
    case .lines: if !addLines(of: scan) { return nil }
    case .documents(let pointer): if !addElements(of: scan, at: pointer) { return nil }
    case .csv(let layout): addCells(of: scan, layout)
    }
  }

  // MARK: Rows

  private mutating func addLines(of scan: ScanInput) -> Bool {
    for (index, line) in scan.bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
      let text = NaiveJSON.withoutBlanks(line)
      if text.isEmpty { continue }
      if hasDuplicateKeys(text) { return false }
      add(text, scan, keeping: line.last == 0x0D ? line.dropLast() : line, line: index + 1)
    }
    return true
  }

  private mutating func addElements(of scan: ScanInput, at pointer: JSON.Pointer) -> Bool {
    // The levels around the rows count as well.
    guard NaiveJSON.isValid(scan.bytes), scan.options.maximumDepth > 5, !hasDuplicateKeys(scan.bytes[...]) else {
      return false
    }
    var value = NaiveJSON.withoutBlanks(scan.bytes[...])
    if let name = pointer.tokens.first {
      let key = Array("\"\(name)\"".utf8)
      guard value.first == UInt8(ascii: "{"),
        let member = NaiveJSON.parts(of: value)?.first(where: { $0.key.map(Array.init) == key })
      else { return false }
      value = member.value
    }
    let elements = value.first == UInt8(ascii: "[") ? NaiveJSON.parts(of: value)?.map(\.value) : nil
    for element in elements ?? [value] { add(element, scan, keeping: element, line: nil) }
    return true
  }

  private mutating func add(
    _ text: ArraySlice<UInt8>, _ scan: ScanInput, keeping kept: ArraySlice<UInt8>, line: Int?
  ) {
    var oracle = scan.oracle
    var entries: [String]?
    if NaiveJSON.isValid(Array(text), maximumDepth: scan.options.maximumDepth) {
      entries = try? oracle.row(json: text, scan.schema)
    }
    let isText = String(validating: kept, as: UTF8.self) != nil
    rows.append(
      Row(text: isText ? Array(kept) : nil, line: line, entries: entries, isBad: entries == nil || oracle.isBad))
  }

  private mutating func addCells(of scan: ScanInput, _ layout: TableScan.TableLayout) {
    let problems = Problems()
    let isLenient = scan.options.coercion == .lenient
    let options = CSV.ReadingOptions(
      dialect: CSV.Dialect(
        delimiter: layout.delimiter ?? UInt8(ascii: ","), hasHeader: layout.columnNames == nil),
      sniffsDelimiter: layout.delimiter == nil, columnNames: layout.columnNames, nameSeparator: nil,
      raggedRows: layout.padsRaggedRows ? .padded : .rejected, onBadElement: .report { problems.add($0) },
      headerNames: .numbered)
    if scan.bytes.isEmpty { return }
    do {
      var source = try CSV.stream(JSON.Value.self, from: ArraySource(scan.bytes), options: options)
      let names = try source.columnNames()
      let isMissing = scan.schema.contains { !names.contains($0.name) }
      if !isLenient, layout.columnNames == nil, isMissing { return fails = true }
      while true {
        let row = try source.next()
        rows += problems.take().map { Row(entries: nil, isRagged: $0, isBad: true) }
        guard let row else { break }
        var oracle = scan.oracle
        let cells = Dictionary(uniqueKeysWithValues: (row.object ?? [:]).map { ($0.key, $0.value.string ?? "") })
        let entries = try? oracle.row(cells: cells, scan.schema)
        rows.append(Row(entries: entries, isBad: entries == nil || oracle.isBad))
      }
    } catch {
      rows += problems.take().map { Row(entries: nil, isRagged: $0, isBad: true) }
      if let error = error as? FormatError { problems.add(error) }
      fails = true
    }
    hasMisplacedQuotes = problems.haveMisplacedQuotes
  }

  // MARK: Comparing

  func compare(with found: Scanned, _ scan: ScanInput) throws {
    var expected: [Row] = []
    var firstBad: Row?
    for row in rows {
      switch scan.options.badRows {
      case .error: if row.isBad, firstBad == nil { firstBad = row }
      case .skip: if row.isBad { continue }
      case .keep: break
      }
      if firstBad == nil { expected.append(row) }
    }
    if fails || firstBad != nil {
      try expect(found.failure != nil, "no error of a row that is bad: \(found)")
      if let line = firstBad?.line { try expect(found.failure?.error.place.line == line, "line \(line): \(found)") }
    } else {
      try expect(found.failure == nil, "an error without a bad row: \(found)")
      try expect(found.rows.count == expected.count, "\(expected.count) rows are expected: \(found)")
      let badCount = rows.count(where: \.isBad)
      try expect(found.badCount == badCount, "\(badCount) bad rows are expected: \(found)")
    }
    for (row, texts) in zip(expected, found.rows) {
      let entries = row.entries ?? scan.schema.map { _ in "null" }
      let isSame = Array(texts.prefix(entries.count)) == entries
      try expect(isSame || row.isRagged, "\(entries) is expected, \(texts) is found")
      try expectNotes(of: row, Array(texts.dropFirst(entries.count)), scan.options)
    }
  }

  /// The columns for bad rows.
  private func expectNotes(of row: Row, _ notes: [String], _ options: TableScan.Options) throws {
    var notes = notes
    if options.corruptColumn != nil {
      let found = notes.removeFirst()
      if !row.isBad {
        try expect(found == "null", "the text of a good row is kept: \(found)")
      } else if let text = row.text {
        let expected = String(decoding: text, as: UTF8.self).debugDescription
        try expect(found == expected, "the text of a bad row is \(expected), and \(found) is kept")
      }
    }
    if let reason = notes.first { try expect((reason != "null") == row.isBad, "the reason of a row: \(reason)") }
  }
}

extension ScanInput {
  fileprivate var oracle: ScanOracle {
    ScanOracle(isLenient: options.coercion == .lenient, keepsRows: options.badRows == .keep)
  }
}

/// Whether a document has two members of the same name in an object.
func hasDuplicateKeys(_ text: ArraySlice<UInt8>) -> Bool {
  let options = JSON.ReadingOptions(duplicateKeys: .rejected)
  return (try? JSON.decode(Nothing.self, from: Array(text))) != nil
    && (try? JSON.decode(Nothing.self, from: Array(text), options: options)) == nil
}

/// The bad rows of a table.
private final class Problems: @unchecked Sendable {
  private var areRagged: [Bool] = []
  private(set) var haveMisplacedQuotes = false

  func add(_ error: FormatError) {
    var isRagged = false
    if case .custom(let problem as CSV.Problem) = error.problem {
      switch problem {
      case .quoteInCell, .textAfterQuote: haveMisplacedQuotes = true
      case .wrongNumberOfCells: isRagged = true
      default: break
      }
    }
    areRagged.append(isRagged)
  }

  /// For each bad row since the last call, whether it has another number of cells than the table.
  func take() -> [Bool] {
    defer { areRagged = [] }
    return areRagged
  }
}
