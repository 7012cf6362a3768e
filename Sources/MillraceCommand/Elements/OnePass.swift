import Millrace
import MillraceTables

// One input that cannot be converted in chunks is converted in one pass. The first rows, which are read ahead, tell the
// columns. If a later row does not fit and the conversion can begin again, all rows are read for their columns first.

/// Converts the elements of the only input.
struct OnePass: ElementVisitor {
  let conversion: Conversion
  let progress: Progress
  /// Whether the input is a single document that is not an array.
  var isSingle = false
  private var columns: [String] = []

  init(_ conversion: Conversion, _ progress: Progress) {
    self.conversion = conversion
    self.progress = progress
  }

  mutating func begin(columns: [String]) { self.columns = columns }

  mutating func visit<Source: ElementSource & ~Copyable>(_ elements: inout Source) throws {
    var transfer = SingleTransfer(consume elements, conversion, progress, columns)
    do {
      let schema = try transfer.schema(conversion.rowsToReadAhead)
      try conversion.output.visit(schema, isSingle: isSingle, &transfer)
      elements = transfer.finish()
    } catch {
      elements = transfer.finish()
      let isSchemaMismatch = (error as? FormatError)?.isAboutColumnsOfOutput ?? false
      throw isSchemaMismatch && conversion.canRestart ? SchemaMismatch() : error
    }
  }
}

/// Moves the elements of the only input to the output.
private struct SingleTransfer<Source: ElementSource & ~Copyable>: SinkVisitor, ~Copyable {
  private var elements: Source
  private var first = FirstRows()
  private let conversion: Conversion
  private let progress: Progress
  private let columns: [String]
  private let offset: RowOffset?
  /// The required columns that were found in the rows read ahead.
  private var findings: ReferenceFindings?

  init(_ elements: consuming Source, _ conversion: Conversion, _ progress: Progress, _ columns: [String]) {
    self.elements = elements
    self.conversion = conversion
    self.progress = progress
    self.columns = columns
    offset = conversion.makeOffset()
  }

  consuming func finish() -> Source { elements }

  /// Infers the columns from the first rows.
  ///
  /// - Parameter count: how many are read ahead.
  mutating func schema(_ count: Int) throws -> Schema {
    let maximumSize = conversion.inputOptions.infer == nil ? 4 << 20 : .max
    // Without a condition, the rows are checked when they are converted.
    let matcher = conversion.condition == nil && offset == nil ? nil : conversion.makeMatcher(offset: offset)
    try first.read(from: &elements, count, maximumSize: maximumSize, matcher)
    findings = matcher?.findings
    var observer = Schema.Observer()
    let filter = conversion.filter(of: conversion.inputs[0])
    observer.expectFields(named: filter.outputNames(of: columns))
    first.observe(&observer, filter)
    return observer.schema
  }

  mutating func visit<Sink: ElementSink & ~Copyable>(_ sink: consuming Sink) throws {
    var feed = conversion.feed(sink, progress, offset, findings: findings)
    feed.begin(columns: columns)
    var rows = first.takeElements()
    let first = first
    try feed.visit(&rows, numberedBy: { first.number(of: $0) })
    try feed.visit(&elements, numberedBy: { first.number(of: first.count + $0) })
    try conversion.end(&feed)
  }
}

extension Conversion {
  /// The number of first rows used to infer columns. A table names its columns, and CSV requires no types. From a pipe
  /// to CSV it is the first row, which must be written without waiting for more rows.
  fileprivate var rowsToReadAhead: Int {
    guard output.wantsSchema else { return 0 }
    let isCSV = Format.ofCSV.contains(output.format)
    if isCSV, namesSuffice { return 0 }
    // A member that is an object in only some rows becomes several columns.
    let firstSuffices = isCSV && !inputs[0].source.isFile && (output.flattenSeparator == nil || isFollowing)
    return min(limit, inputOptions.infer ?? (firstSuffices ? 1 : 1000))
  }

  /// Whether the conversion can begin again. Rows that were committed to a database cannot be removed.
  var canRestart: Bool {
    inputs.allSatisfy(\.source.isFile) && OutputBytes.canRestart(output.path)
      && (output.format != .sqlite || output.batch == nil)
  }

  /// - Parameters:
  ///   - offset: the rows that are left out.
  ///   - findings: The required columns that were found in earlier rows; nil if there were none.
  func feed<Sink: ElementSink & ~Copyable>(
    _ sink: consuming Sink, _ progress: Progress, _ offset: RowOffset?, findings: ReferenceFindings? = nil
  ) -> Feed<Sink> {
    let inputs = inputs
    return Feed(
      sink, limit: limit, sortsKeys: sortsKeys, filter: filter(of: inputs[0]),
      matcher: makeMatcher(findings, offset: offset),
      report: { rows in progress.report(inputs.reduce(0) { $0 + $1.source.count }, rows: rows) })
  }

  /// Ends the output, if rows had all columns that they must have.
  func end<Sink: ElementSink & ~Copyable>(_ feed: inout Feed<Sink>) throws {
    if mismatchedCells.areThere { throw SchemaMismatch() }
    if feed.count < limit {
      try check(afterRows: feed.count) {
        try feed.checkReferences(in: inputs[0].name)
        try inputOptions.selection.patternFindings.check(in: inputs[0].name)
      }
    }
    try feed.sink.end()
  }
}

extension FormatError {
  /// Whether the error comes from a row that would fit other columns of the output.
  var isAboutColumnsOfOutput: Bool {
    switch problem {
    case .custom(let problem as CSV.Problem):
      switch problem {
      // Without columns, the rows have no members, but later rows may.
      case .unlistedColumn, .lateColumn, .noColumns: true
      default: false
      }
    case .custom(let problem as Arrow.Problem):
      switch problem {
      case .newColumn, .anotherType, .instantOutOfRange, .noMembers: true
      default: false
      }
    default: false
    }
  }
}
