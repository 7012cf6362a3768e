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
  /// The number of rows that were read.
  private var rowCount = 0
  /// The rows that are left out, and those that may still be written. With one of the options, there is one thread.
  private var offset: Int
  private var limit: Int

  /// A table that was read.
  private struct Item {
    let input: Int
    /// The number of rows of the input before the table.
    let firstRow: Int
    let table: Columns.Table
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

  private func next() throws -> Item? {
    while limit > 0, input < inputs.count {
      if let table = try conversion.naming(conversion.inputs[input], { try inputs[input].next() }) {
        let item = Item(input: input, firstRow: inputRowCount, table: table)
        inputRowCount += table.count
        return item
      }
      (input, inputRowCount) = (input + 1, 0)
    }
    return nil
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
    let rows = try rows(of: item)
    var table = filters[item.input].selected(item.table)
    if let rows { table = table.taking(rows) }
    var chunk = ConvertedChunk()
    (chunk.rowCount, chunk.readCount) = (table.count, item.table.count)
    guard table.count > 0 else { return chunk }
    let input = conversion.inputs[item.input]
    do {
      if Format.ofColumns.contains(conversion.output.format) {
        chunk.batch = try EncodedBatch(table, as: fields, conversion.output)
      } else {
        var rows = TableRows(table: table, conversion: conversion, filter: filters[item.input])
        chunk.text = try conversion.output.text(of: &rows, columns: names)
      }
    } catch let error as FormatError {
      throw CommandError.data(input.describe(placed(error, in: item, rows)))
    }
    return chunk
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
    var reader = Columns.Reader(
      Columns.Table(columns: columns, count: item.table.count), nonFiniteNumbers: conversion.output.nonFiniteNumbers)
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
