import Millrace
import MillraceCommandLine
import MillraceTables

/// One pass over the tables of all inputs.
final class TableRun {
  private let conversion: Conversion
  private let inputs: [StoredTables]
  private let filters: [RowFilter]
  private let names: [String]
  private let fields: [Arrow.Field]
  private let progress: Progress
  /// The output, from the first row on.
  private var assembly: ChunkAssembly?

  /// The input that is being read, and the number of its rows that were read.
  private var input = 0
  private var inputRowCount = 0
  /// The table whose rows are being taken.
  private var pending: Item?
  /// The number of rows that were read.
  private var rowCount = 0
  /// The rows that are left out, and those that may still be written. With one of the options, there is one thread.
  private var offset: Int
  private var limit: Int

  /// Rows of a table that was read.
  private struct Item {
    let input: Int
    /// The number of rows of the input before the rows.
    var firstRow: Int
    let table: Columns.Table
    let written: Columns.Table
    var rows: Range<Int>
  }

  /// - Parameters:
  ///   - inputs: The tables of each input.
  ///   - filters: The selection of the columns of each input.
  ///   - names: The names of the columns of the output.
  ///   - fields: The columns of an output that stores columns.
  init(
    _ conversion: Conversion, _ inputs: [StoredTables], _ filters: [RowFilter], _ names: [String],
    _ fields: [Arrow.Field], _ progress: Progress
  ) {
    self.conversion = conversion
    self.inputs = inputs
    self.filters = filters
    self.names = names
    self.fields = fields
    self.progress = progress
    offset = conversion.offset
    limit = conversion.limit
  }

  func run() throws {
    let threads = offset > 0 || limit < .max ? 1 : conversion.threads
    try workInOrder(
      threads: threads, next: { [self] in try next() }, work: { [self] in try work($0) },
      take: { [self] in try take($0) })
  }

  /// Ends the output.
  func finish() throws {
    if assembly == nil { assembly = try ChunkAssembly(conversion.output, columns: names, fields) }
    try assembly?.finish()
  }

  /// Discards the output, so that another pass can begin.
  func discard() { assembly?.discard() }

  private func next() throws -> Item? {
    while limit > 0 {
      if let item = nextOfTable() { return item }
      guard input < inputs.count else { return nil }
      if let table = try conversion.naming(conversion.inputs[input], { try inputs[input].next() }) {
        pending = Item(
          input: input, firstRow: inputRowCount, table: table, written: filters[input].selected(table),
          rows: 0..<table.count)
        inputRowCount += table.count
      } else {
        (input, inputRowCount) = (input + 1, 0)
      }
    }
    return nil
  }

  /// Returns the next rows of the pending table.
  ///
  /// Text is written in pieces, which take less memory than a row group, and which several threads can write. Rows that are
  /// selected first are those of the whole table.
  private func nextOfTable() -> Item? {
    guard var rest = pending, !rest.rows.isEmpty else { return nil }
    var item = rest
    if conversion.output.format.isText, conversion.condition == nil, offset == 0, limit == .max {
      item.rows = rest.rows.prefix(rest.written.rowsPerText)
    }
    rest.firstRow += item.rows.count
    rest.rows = item.rows.upperBound..<rest.rows.upperBound
    pending = rest.rows.isEmpty ? nil : rest
    return item
  }

  private func take(_ chunk: ConvertedChunk) throws {
    if chunk.rowCount > 0 {
      if assembly == nil { assembly = try ChunkAssembly(conversion.output, columns: names, fields) }
      try assembly?.append(chunk)
    }
    rowCount += chunk.readCount
    progress.report(conversion.inputs.reduce(0) { $0 + $1.source.count }, rows: rowCount)
  }

  // MARK: Tables

  private func work(_ item: Item) throws -> ConvertedChunk {
    let selected = try rows(of: item)
    let table = selected.map(item.written.taking) ?? item.written
    let rows = selected.map { 0..<$0.count } ?? item.rows
    var chunk = ConvertedChunk()
    (chunk.rowCount, chunk.readCount) = (rows.count, item.rows.count)
    guard !rows.isEmpty else { return chunk }
    let input = conversion.inputs[item.input]
    do {
      if Format.ofColumns.contains(conversion.output.format) {
        chunk.batch = try EncodedBatch(table, as: fields, conversion.output)
      } else {
        chunk.text = try text(of: rows, in: table, filters[item.input])
      }
    } catch let error as FormatError {
      if conversion.canRestart, let instants = FarInstants(error, fields) { throw instants }
      throw CommandError.data(input.describe(placed(error, in: item, selected)))
    }
    return chunk
  }

  private func text(of rows: Range<Int>, in table: Columns.Table, _ filter: RowFilter) throws -> [UInt8] {
    let rules = Columns.TextRules(
      nonFiniteNumbers: conversion.output.nonFiniteNumbers, writesAbsent: filter.writesAbsent,
      omitsNulls: filter.omitsNulls)
    if !conversion.sortsKeys, let text = try conversion.output.text(of: rows, in: table, rules, columns: names) {
      return text
    }
    let piece = rows.count == table.count ? table : table.taking(Array(rows))
    var moved = TableRows(table: piece, conversion: conversion, filter: filter)
    do {
      return try conversion.output.text(of: &moved, columns: names)
    } catch let error as FormatError where error.place.offset != nil {
      // The place is one in the JSON text. A row of its own has the path of the value.
      for row in 0..<piece.count where piece.json(row..<row + 1, as: .lines, rules) == nil {
        let rows = TableRows(table: piece.taking([row]), conversion: conversion, filter: filter)
        do {
          _ = try rows.move(to: JSON.StreamWriter(to: [UInt8](), as: .lines)).finish()
        } catch var error as FormatError {
          error.place = FormatError.Place(path: "/\(row)" + (error.place.path ?? ""))
          throw error
        }
      }
      throw error
    }
  }

  /// The rows of a table that are written; nil for all.
  private func rows(of item: Item) throws -> [Int]? {
    var rows = try matchingRows(of: item)
    let count = rows?.count ?? item.table.count
    let skipped = min(offset, count)
    let taken = min(limit, count - skipped)
    if taken < count { rows = Array((rows ?? Array(0..<count))[skipped..<skipped + taken]) }
    if offset > 0 { offset -= skipped }
    if limit < .max { limit -= taken }
    return rows
  }

  /// The rows of a table that fulfill the condition; nil for all.
  private func matchingRows(of item: Item) throws -> [Int]? {
    guard let condition = conversion.condition else { return nil }
    let tested = Set<JSON.ExactKey>(texts: condition.references.flatMap(\.paths).compactMap(\.first))
    let columns = item.table.columns.filter { tested.contains($0.name) }
    var reader = Columns.Reader(Columns.Table(columns: columns, count: item.table.count))
    let matcher = RowMatcher(condition, columns: [])
    matcher.findings.complete()
    var rows: [Int] = []
    for row in 0..<item.table.count {
      matcher.tape.removeAll()
      _ = try reader.forwardNext(to: &matcher.tape, restart: { $0.removeAll() })
      if matcher.matches() { rows.append(row) }
    }
    return rows
  }

  /// Returns an error with its row counted over all tables of the input.
  private func placed(_ error: FormatError, in item: Item, _ rows: [Int]?) -> FormatError {
    var error = error
    guard let path = error.place.path else { return error }
    let token = path.dropFirst().prefix { $0 != "/" }
    guard let row = Int(token) else { return error }
    error.place.path = "/\(item.firstRow + (rows?[row] ?? row))" + path.dropFirst(1 + token.utf8.count)
    return error
  }
}

/// A column has an instant that nanoseconds cannot count, which only the type `INT96` of Parquet can store. Microseconds count it.
struct FarInstants: Error {
  let column: String

  /// - Parameter fields: The columns of the output.
  /// - Returns: nil for another error.
  init?(_ error: FormatError, _ fields: [Arrow.Field]) {
    guard case .custom(let problem as Arrow.Problem) = error.problem,
      case .instantOutOfRange(_, let path, .nanosecond) = problem,
      let field = fields.first(where: { path == $0.name || path.hasPrefix($0.name + ".") })
    else { return nil }
    column = field.name
  }
}

/// The rows of a table whose columns are those of the output.
private struct TableRows: ChunkRows {
  let table: Columns.Table
  let conversion: Conversion
  let filter: RowFilter

  func move<Sink: ElementSink & ~Copyable>(to sink: consuming Sink) throws -> Sink {
    var nulls = RowFilter()
    nulls.omitsNulls = filter.omitsNulls
    nulls.writesAbsent = filter.writesAbsent
    if nulls.writesAbsent { nulls.columns = table.columns.map(\.name) }
    var feed = Feed(
      sink, limit: .max, sortsKeys: conversion.sortsKeys, filter: nulls, matcher: nil, report: { _ in })
    var reader = Columns.Reader(table, nonFiniteNumbers: conversion.output.nonFiniteNumbers)
    try feed.visit(&reader)
    return feed.takeSink()
  }
}
