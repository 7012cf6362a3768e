import Millrace
import MillraceCommandLine
import MillraceTables
import SystemLibrary

/// The work of a thread on a chunk.
struct ChunkWork {
  private let conversion: Conversion
  private let input: ChunkedInput
  private let plan: ChunkPlan
  private let fields: [Arrow.Field]
  /// The required columns that were found in earlier chunks; nil if none were checked.
  private let findings: ReferenceFindings?

  init(_ conversion: Conversion, _ input: ChunkedInput, _ plan: ChunkPlan, _ findings: ReferenceFindings? = nil) {
    self.conversion = conversion
    self.input = input
    self.plan = plan
    self.findings = findings
    fields = conversion.output.fields(of: plan.shape)
  }

  private var isCSV: Bool { input.table != nil }
  private var output: OutputOptions { conversion.output }

  /// The index of the first byte of a block after the header.
  private func start(of block: RowBlock) -> Int { block.offset == 0 ? input.table?.headerSize ?? 0 : 0 }

  private func source(of block: RowBlock) -> MemorySource { block.source(from: start(of: block)) }

  /// Converts a chunk, or determines which columns it needs if it does not fit the plan.
  ///
  /// - Parameter learns: Whether only the requirements are determined, without a conversion.
  func convert(_ block: RowBlock, learns: Bool) -> ConvertedChunk {
    var result = ConvertedChunk()
    if !learns {
      do {
        if mayHaveOtherRows(block), let error = try learn(block).error { throw error }
        try convert(block, &result)
        // There are no columns yet: the rows so far have no members, or do not fulfill the condition. The text of this chunk has the
        // columns of its own first row.
        if !plan.isFinal, conversion.needsShape, plan.shape.members.isEmpty, result.rowCount > 0 {
          let learned = learned(block)
          if learned.mismatch?.shape.members.isEmpty != true { result = learned }
        }
      } catch {
        let error = FormatError(wrapping: error)
        let isMismatch = !plan.isFinal && isSchemaMismatch(error)
        // Columns are built in another order than rows are read, so the first row that cannot be read is found by another pass.
        if isMismatch || conversion.needsShape { result = learned(block) }
        if !isMismatch { result.mismatch = nil }
        if isMismatch ? result.mismatch != nil : result.error == nil { result.error = error }
      }
    } else {
      result = learned(block)
    }
    result.lineCount = unsafe isCSV ? CSV.lineCount(of: block.bytes) : LaneCount.lineFeeds(in: block.bytes)
    return result
  }

  /// Whether a line may not be an object, although the first row is one. CSV would have the elements of an array as cells.
  private func mayHaveOtherRows(_ block: RowBlock) -> Bool {
    guard !isCSV, conversion.needsShape, Format.ofCSV.contains(output.format) else { return false }
    if let run = block.run { return !run.areObjects }
    // A line that is skipped may begin as an array.
    guard !conversion.badRows.continuesAfterError else { return false }
    let bytes = unsafe block.bytes
    var index = 0
    while index < bytes.count {
      let byte = unsafe bytes[index]
      if byte == ASCII.space || byte == ASCII.tab || ASCII.isLineBreak(byte) {
        index += 1
      } else {
        guard byte == UInt8(ascii: "{") else { return true }
        let end = unsafe memchr(block.start + index, Int32(ASCII.lineFeed), bytes.count - index)
        guard let end = unsafe end else { return false }
        index = unsafe end - UnsafeMutableRawPointer(block.start) + 1
      }
    }
    return false
  }

  private func learned(_ block: RowBlock) -> ConvertedChunk {
    do { return try learn(block) } catch { return ConvertedChunk(error: FormatError(wrapping: error)) }
  }

  /// Returns the requirements of the rows, or the error of the first row that cannot be converted.
  func learn(_ block: RowBlock) throws -> ConvertedChunk {
    var plan = plan
    while true {
      let work = ChunkWork(conversion, input, plan, findings)
      var result = ConvertedChunk()
      do {
        let rows = try work.fill(Columns.ShapeWriter(rejectsOtherRows: !isCSV), block, &result)
        var shape = try rows.finish()
        if output.flattenSeparator != nil {
          var counts = ConvertedChunk()
          shape.merge(Columns.Shape(of: try work.fill(Schema.Observer(), block, &counts).schema))
        }
        result.mismatch = (shape, plan.kinds)
        return result
      } catch let row as Columns.OtherRow {
        // With a condition, the number of the row is not known.
        let place = FormatError.Place(path: conversion.condition == nil ? "/\(row.index)" : nil)
        result.error = FormatError(.custom(NotAnObject(format: output.format)), at: place)
        result.otherRow = row.index
        return result
      } catch let error as FormatError {
        guard case .custom(let problem as CSV.Problem) = error.problem, case .wrongKind(_, let found) = problem,
          !conversion.badRows.continuesAfterError, conversion.inputOptions.inferred(kindIn: error),
          let name = error.column,
          try plan.widen(name, toTake: found) || learnLateKind(of: name, block, &plan)
        else {
          result.error = error
          return result
        }
      }
    }
  }

  /// Infers the kind of a column that had no cells before from those of a block.
  ///
  /// - Returns: `false` if the column had cells.
  private func learnLateKind(of name: String, _ block: RowBlock, _ plan: inout ChunkPlan) throws -> Bool {
    let name = Array(name.utf8)
    guard plan.kinds[name] == .null, let table = input.table else { return false }
    let pass = conversion.pass()
    var options = tableOptions(table, pass, ChunkNotes())
    options.infersNumbers = true
    if pass.nonFiniteCells != nil { options.nonFiniteNumbers = .absent }
    var rows = try CSV.stream(IgnoredValue.self, from: source(of: block), options: options)
    plan.merge(kinds: try rows.inferredKinds(rows: .max, of: { $0 == name }, isForColumns: pass.readsInstants))
    return plan.kinds[name] != .null
  }

  /// Whether an error comes from a row that would fit another plan.
  private func isSchemaMismatch(_ error: FormatError) -> Bool {
    error.isAboutColumnsOfOutput || conversion.inputOptions.inferred(kindIn: error)
  }

  // MARK: Rows

  private func convert(_ block: RowBlock, _ result: inout ConvertedChunk) throws {
    switch output.format {
    case .json, .jsonLines, .concatenated, .jsonSequence, .csv, .tsv:
      var rows = BlockRows(work: self, block: block, result: result)
      let text = try output.text(of: &rows, columns: output.columns ?? columnNames.map(output.inOrder))
      result = rows.result
      result.text = text
    case .arrow, .arrowStream, .parquet:
      if let batch = exactBatch(of: block, &result) {
        result.batch = batch.count > 0 ? try EncodedBatch(batch, as: fields, output) : nil
        return
      }
      let table = try table(of: block, &result, shape: plan.shape)
      if table.count > 0 { result.batch = try EncodedBatch(table, as: fields, output) }
    case .sqlite: break
    }
  }

  /// Reads rows straight into the columns of the plan.
  ///
  /// - Returns: nil if a row does not fit them, or if rows must be selected or nested first. The rows are then written to
  ///   columns one by one, which tells what is wrong and what would fit.
  private func exactBatch(of block: RowBlock, _ result: inout ConvertedChunk) -> Arrow.RecordBatch? {
    guard conversion.condition == nil, conversion.inputOptions.nestSeparator == nil else { return nil }
    let selection = conversion.inputOptions.selection
    guard selection.sourceColumn == nil, !selection.isUnresolved else { return nil }
    // The columns of a table that have no field are those that are left out, but lines can have others.
    guard isCSV || selection.dropped.isEmpty && conversion.inputOptions.memberKinds == nil else { return nil }
    let fields = fields.map { field in
      Arrow.Field(name: selection.oldName(of: field.name), type: field.type, isNullable: field.isNullable)
    }
    let skipsOtherColumns = selection.columns != nil || !selection.dropped.isEmpty
    guard var rows = try? TableScan.ExactRows(fields, skipsOtherColumns: skipsOtherColumns) else { return nil }
    let pass = conversion.pass()
    let notes = ChunkNotes()
    var batch: Arrow.RecordBatch?
    if let table = input.table {
      batch = try? rows.readTable(block, from: start(of: block), tableOptions(table, pass, notes))
    } else {
      let survives = conversion.badRows.continuesAfterError
      batch = try? rows.readJSON(block, report: survives ? { notes.add(badRow: $0) } : nil)
    }
    guard let batch else { return nil }
    if !isCSV, var findings = findings ?? conversion.makeMatcher()?.findings, !findings.isComplete {
      // Where all values are null, the rows tell whether they have the column.
      let present = zip(fields, batch.columns).filter { $1.nullCount < batch.count }
      findings.add(columns: Set<JSON.ExactKey>(texts: present.map { $0.0.name }))
      guard findings.isComplete else { return nil }
      result.findings = findings
    }
    notes.store(in: &result)
    (result.rowCount, result.readCount) = (batch.count, batch.count)
    return batch
  }

  /// The columns of a CSV output; nil if there is no row.
  var columnNames: [String]? {
    plan.shape.members.isEmpty ? nil : plan.shape.columnNames(flattenedBy: output.flattenSeparator)
  }

  private func table(
    of block: RowBlock, _ result: inout ConvertedChunk, shape: Columns.Shape
  ) throws -> Columns.Table {
    let table = try fill(Columns.Writer(shape: shape), block, &result)
    guard isCSV || !table.hasOtherRows else { throw NotAnObject(format: output.format) }
    return try table.finish()
  }

  fileprivate func fill<Sink: ElementSink & ~Copyable>(
    _ sink: consuming Sink, _ block: RowBlock, _ result: inout ConvertedChunk
  ) throws -> Sink {
    var feed = Feed(
      sink, limit: .max, sortsKeys: conversion.sortsKeys, filter: conversion.filter(of: input.input),
      matcher: conversion.makeMatcher(findings), report: { _ in })
    let notes = ChunkNotes()
    let pass = conversion.pass()
    if let table = input.table {
      var elements = try CSV.stream(
        IgnoredValue.self, from: source(of: block), options: tableOptions(table, pass, notes))
      feed.begin(columns: ColumnSelection.members(of: table.names, conversion.inputOptions.nestSeparator))
      try feed.visit(&elements)
    } else {
      let reading = JSON.ReadingOptions(duplicateKeys: pass.rejectsDuplicateKeys ? .rejected : .lastWins)
      var elements = try input.input.elements(
        of: block, reading: reading,
        onBadLine: conversion.badRows.continuesAfterError ? .report { notes.add(badRow: $0) } : .stop)
      try feed.visit(&elements, conversion.inputOptions.memberKinds)
    }
    (result.rowCount, result.readCount) = (feed.count, feed.readCount)
    result.findings = feed.findings
    notes.store(in: &result)
    return feed.takeSink()
  }

  /// The options for rows of CSV without their header.
  private func tableOptions(_ table: ChunkedInput.Table, _ pass: Pass, _ notes: ChunkNotes) -> CSV.ReadingOptions {
    let given = conversion.inputOptions.givenKinds.filter { table.names.contains($0.key) }
    var options = input.input.csvOptions(pass, kinds: plan.kinds, given: given, onBadElement: .stop)
    options.dialect.hasHeader = false
    options.dialect.delimiter = table.delimiter
    options.sniffsDelimiter = false
    options.columnNames = table.names
    options.isContinuation = true
    if pass.nonFiniteCells != nil { options.nonFiniteNumbers = .read(report: { notes.add(nonFiniteCellIn: $0) }) }
    return options
  }

  // MARK: Errors

  /// Returns an error of a chunk as an error of the whole input.
  ///
  /// - Parameters:
  ///   - lines: the lines before the chunk.
  ///   - rows: the rows before the chunk.
  func located(_ error: FormatError, in block: RowBlock, lines: Int, rows: Int) -> any Error {
    if case .custom(let error as CommandError) = error.problem { return error }
    let error = placed(error, in: block, lines: lines, rows: rows)
    let hint = input.input.hint(for: error, conversion.pass(), delimiter: input.table?.delimiter)
    let excerpt = unsafe isCSV ? nil : input.input.lineInMemory(of: error, in: block.bytes.span, from: block.offset)
    if block.run != nil { return DocumentError(error: error, excerpt: excerpt, hint: hint) }
    return CommandError.data(input.input.describe(error) + (excerpt.map { "\n" + $0 } ?? "") + hint)
  }

  /// The same error with a place in the whole input.
  func placed(_ error: FormatError, in block: RowBlock, lines: Int, rows: Int) -> FormatError {
    var error = error
    let isOfRow = isCSV || error.place.line == nil
    if block.run == nil {
      let header = block.offset == 0 ? input.table : nil
      error.place.offset = error.place.offset.map { $0 + block.offset + (header?.headerSize ?? 0) }
      error.place.line = error.place.line.map { $0 + lines + (header?.headerLines ?? 0) }
    }
    if isOfRow, let path = error.place.path, path.hasPrefix("/") {
      let row = path.dropFirst().prefix { $0 != "/" }
      if let number = Int(row) {
        error.place.path =
          (block.run?.path(ofElement: number) ?? "/\(number + rows)") + path.dropFirst(1 + row.count)
      }
    }
    if case .custom(let problem as CSV.Problem) = error.problem {
      switch problem {
      case .unlistedColumn(let name, let row):
        error.problem = .custom(CSV.Problem.unlistedColumn(name, row: row + rows))
      case .lateColumn(let name, let row): error.problem = .custom(CSV.Problem.lateColumn(name, row: row + rows))
      default: break
      }
    }
    return error
  }
}

/// The rows of a block that becomes text.
private struct BlockRows: ChunkRows {
  let work: ChunkWork
  let block: RowBlock
  var result: ConvertedChunk

  mutating func move<Sink: ElementSink & ~Copyable>(to sink: consuming Sink) throws -> Sink {
    try work.fill(sink, block, &result)
  }
}

/// The warnings of a chunk.
private final class ChunkNotes: Sendable {
  private let badRows = Locked([FormatError]())
  private let nonFiniteCells = NonFiniteCells()

  func add(badRow error: FormatError) { badRows.withLock { $0.append(error) } }

  func add(nonFiniteCellIn column: String) { nonFiniteCells.add(column) }

  func store(in result: inout ConvertedChunk) {
    result.badRows = badRows.withLock { $0 }
    result.nonFiniteCells = nonFiniteCells.all
  }
}

/// A row that is not an object, although the output requires columns.
struct NotAnObject: Error, CustomStringConvertible {
  let format: Format

  var description: String { "\(format.names[0]) requires every row to be an object" }
}

extension Columns.Shape {
  /// The columns of a table of such rows.
  ///
  /// - Parameter separator: separates the names of nested objects in column names; nil writes nested objects as JSON cells.
  func columnNames(flattenedBy separator: String?) -> [String] {
    members.flatMap { member in
      let shape = member.shape
      guard let separator, shape.kind == .structure || !shape.members.isEmpty else { return [member.name] }
      // A member that has other values than objects, too, also has a column with its own name.
      return (shape.kind == .structure ? [] : [member.name])
        + shape.columnNames(flattenedBy: separator).map { member.name + separator + $0 }
    }
  }
}
