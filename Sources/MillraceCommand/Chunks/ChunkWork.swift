import Millrace
import MillraceTables
import SystemLibrary

/// What is done with a chunk on one of the threads.
struct ChunkWork {
  private let conversion: Conversion
  private let input: ChunkedInput
  private let plan: ChunkPlan
  private let fields: [Arrow.Field]

  init(_ conversion: Conversion, _ input: ChunkedInput, _ plan: ChunkPlan) {
    self.conversion = conversion
    self.input = input
    self.plan = plan
    fields = Arrow.Field.fields(of: plan.shape)
  }

  private var isCSV: Bool { input.table != nil }
  private var output: OutputOptions { conversion.output }

  /// The bytes of a chunk without those of a header.
  func rows(of chunk: TextChunk) -> [UInt8] {
    guard chunk.offset == 0, let table = input.table else { return chunk.bytes }
    return Array(chunk.bytes[min(table.headerSize, chunk.bytes.count)...])
  }

  /// Converts a chunk, or determines which columns it needs if it does not fit the plan.
  ///
  /// - Parameters:
  ///   - learns: whether that is all that is wanted.
  ///   - names: the columns that were not met before.
  func convert(_ chunk: TextChunk, learns: Bool, missing names: Set<String>) -> ConvertedChunk {
    var result = ConvertedChunk()
    let bytes = rows(of: chunk)
    if !learns {
      do {
        try convert(bytes, &result)
        // No row before this chunk has fulfilled the condition, so there are no columns yet.
        if conversion.condition != nil, conversion.needsShape, plan.shape.members.isEmpty, result.rowCount > 0 {
          learn(bytes, &result)
          if result.misfit?.shape.members.isEmpty == true { result.misfit = nil }
        }
      } catch {
        let error = FormatError(wrapping: error)
        result.error = error
        if !plan.isFinal, isMisfit(error) {
          learn(bytes, &result)
          if result.misfit != nil { result.error = error }
        }
      }
    } else {
      learn(bytes, &result)
    }
    result.lineCount = chunk.lineCount(isCSV: isCSV)
    if !names.isEmpty { result.foundColumns = self.names(in: bytes, among: names) }
    return result
  }

  private func learn(_ bytes: [UInt8], _ result: inout ConvertedChunk) {
    do {
      guard let learned = try learn(bytes) else {
        result.error = FormatError(.custom(NotAnObject()))
        return
      }
      result.error = learned.error
      if learned.error == nil { result.misfit = (learned.shape, learned.kinds) }
      (result.rowCount, result.readCount) = (learned.rows.rowCount, learned.rows.readCount)
      result.findings = learned.rows.findings
    } catch {
      result.error = FormatError(wrapping: error)
    }
  }

  /// What the rows need.
  ///
  /// - Returns: nil if rows are not objects.
  func learn(_ bytes: [UInt8]) throws -> LearnedChunk? {
    var plan = plan
    while true {
      let work = ChunkWork(conversion, input, plan)
      var result = ConvertedChunk()
      do {
        let table = try work.table(of: bytes, &result, shape: Columns.Shape(kind: .structure))
        if !isCSV, table["value"] != nil, !rowsAreObjects(bytes) { return nil }
        return LearnedChunk(shape: Columns.Shape(of: table), kinds: plan.kinds, rows: result)
      } catch let error as FormatError {
        guard case .custom(let problem as CSV.Problem) = error.problem, case .wrongKind(_, let found) = problem,
          !conversion.badRows.areSurvived, let name = columnName(error), plan.widen(name, toTake: found)
        else { return LearnedChunk(shape: plan.shape, kinds: plan.kinds, rows: result, error: error) }
      }
    }
  }

  /// Whether an error is that of a row that would fit another plan.
  private func isMisfit(_ error: FormatError) -> Bool {
    guard case .custom(let problem as CSV.Problem) = error.problem, case .wrongKind = problem else {
      return error.isAboutColumnsOfOutput
    }
    guard let name = columnName(error) else { return false }
    return conversion.inputOptions.columns?.first { $0.name == name }?.kind == nil
  }

  /// The column of an error's path.
  private func columnName(_ error: FormatError) -> String? {
    error.place.path.flatMap { JSON.Pointer($0) }?.tokens.last
  }

  // MARK: Rows

  private func convert(_ bytes: [UInt8], _ result: inout ConvertedChunk) throws {
    switch output.format {
    case .json, .jsonLines, .concatenated, .jsonSequence:
      let layout: JSON.StreamLayout =
        switch output.format {
        case .jsonLines: .lines
        case .jsonSequence: .records
        case .concatenated: .concatenated
        default: .array
        }
      if output.isPretty {
        let writer = JSON.StreamWriter(to: [UInt8](), as: layout, style: JSON.Pretty.self)
        result.text = try fill(writer, bytes, &result).finish()
      } else {
        result.text = try fill(JSON.StreamWriter(to: [UInt8](), as: layout), bytes, &result).finish()
      }
    case .csv, .tsv:
      var options = output.csvOptions(columns: output.columns ?? columnNames)
      options.dialect.hasHeader = false
      result.text = try fill(CSV.StreamWriter(to: [UInt8](), options: options), bytes, &result).finish()
    case .arrow, .arrowStream:
      let table = try table(of: bytes, &result, shape: plan.shape)
      if !isCSV, table["value"] != nil, !rowsAreObjects(bytes) { throw NotAnObject() }
      if table.count > 0 { result.batch = try Arrow.EncodedBatch(table, as: fields) }
    case .sqlite: break
    }
  }

  /// The columns of an output of CSV; nil if there is no row.
  var columnNames: [String]? {
    plan.shape.members.isEmpty ? nil : plan.shape.columnNames(flattenedBy: output.flattenSeparator)
  }

  private func table(
    of bytes: [UInt8], _ result: inout ConvertedChunk, shape: Columns.Shape
  ) throws -> Columns.Table {
    try fill(Columns.Writer(shape: shape), bytes, &result).finish()
  }

  /// Moves the rows to a sink.
  private func fill<Sink: ElementSink & ~Copyable>(
    _ sink: consuming Sink, _ bytes: [UInt8], _ result: inout ConvertedChunk
  ) throws -> Sink {
    var feed = Feed(
      sink, limit: .max, sortsKeys: conversion.sortsKeys, filter: conversion.filter,
      condition: conversion.condition, report: { _ in })
    let bad = Locked([FormatError]())
    let policy: BadElementPolicy =
      conversion.badRows.areSurvived ? .report { error in bad.withLock { $0.append(error) } } : .stop
    let pass = conversion.pass()
    if let table = input.table {
      var options = input.input.csvOptions(pass, kinds: kinds(of: table), onBadElement: policy)
      options.dialect.hasHeader = false
      options.dialect.delimiter = table.delimiter
      options.sniffsDelimiter = false
      options.columnNames = table.names
      options.isContinuation = true
      let nonFiniteCells = NonFiniteCells()
      if pass.nonFiniteCells != nil { options.nonFiniteNumbers = .read(report: { nonFiniteCells.add($0) }) }
      var elements = try CSV.stream(Anything.self, from: ArraySource(bytes), options: options)
      feed.begin(columns: table.names)
      try feed.visit(&elements)
      result.nonFiniteCells = nonFiniteCells.all
    } else {
      let reading = JSON.ReadingOptions(duplicateKeys: pass.rejectsDuplicateKeys ? .rejected : .lastWins)
      var elements: JSON.Elements<Anything> = try input.input.elements(
        of: ArraySource(bytes), reading: reading, onBadLine: policy)
      try feed.visit(&elements)
    }
    (result.rowCount, result.readCount) = (feed.count, feed.readCount)
    result.findings = feed.findings
    result.badRows = bad.withLock { $0 }
    return feed.takeSink()
  }

  private func kinds(of table: ChunkedInput.Table) -> [String: CSV.CellKind] {
    plan.kinds.filter { table.names.contains($0.key) }
  }

  // MARK: Lines

  private func rowsAreObjects(_ bytes: [UInt8]) -> Bool {
    bytes.split(separator: UInt8(ascii: "\n")).allSatisfy { line in
      let first = line.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }
      return first == nil || first == UInt8(ascii: "{")
    }
  }

  /// The names that are in the text, with quotes around them.
  private func names(in bytes: [UInt8], among names: Set<String>) -> Set<String> {
    names.filter { name in
      let key = (try? JSON.encode(name)) ?? []
      return bytes.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress else { return false }
        var position = 0
        while position + key.count <= bytes.count,
          let quote = memchr(start + position, Int32(UInt8(ascii: "\"")), bytes.count - key.count + 1 - position)
        {
          if memcmp(quote, key, key.count) == 0 { return true }
          position = UnsafeRawPointer(quote) - start + 1
        }
        return false
      }
    }
  }

  // MARK: Errors

  /// An error of a chunk as one of the whole input.
  ///
  /// - Parameters:
  ///   - lines: the lines before the chunk.
  ///   - rows: the rows before the chunk.
  func located(_ error: FormatError, in chunk: TextChunk, lines: Int, rows: Int) -> CommandError {
    if case .custom(let error as CommandError) = error.problem { return error }
    let offset = error.place.offset
    let error = placed(error, in: chunk, lines: lines, rows: rows)
    var message = input.input.describe(error)
    if let offset, !isCSV {
      message += "\n" + chunk.bytes.withUnsafeBufferPointer { excerpt(of: $0, at: offset) }
    }
    return .data(message + input.input.hint(for: error, conversion.pass(), delimiter: input.table?.delimiter))
  }

  /// The same error with a place in the whole input.
  func placed(_ error: FormatError, in chunk: TextChunk, lines: Int, rows: Int) -> FormatError {
    var error = error
    let header = chunk.offset == 0 ? input.table : nil
    error.place.offset = error.place.offset.map { $0 + chunk.offset + (header?.headerSize ?? 0) }
    error.place.line = error.place.line.map { $0 + lines + (header?.headerLines ?? 0) }
    let isOfRow = isCSV || error.place.line == nil
    if isOfRow, rows > 0, let path = error.place.path, path.hasPrefix("/") {
      let row = path.dropFirst().prefix { $0 != "/" }
      if let number = Int(row) { error.place.path = "/\(number + rows)" + path.dropFirst(1 + row.count) }
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

/// A row that is not an object, where columns are wanted.
struct NotAnObject: Error, CustomStringConvertible {
  var description: String { "arrow requires every row to be an object" }
}

extension Columns.Shape {
  /// The columns of a table of such rows.
  ///
  /// - Parameter separator: separates the names of nested objects in column names; nil writes nested objects as JSON cells.
  func columnNames(flattenedBy separator: String?) -> [String] {
    members.flatMap { member in
      guard let separator, member.shape.kind == .structure else { return [member.name] }
      return member.shape.columnNames(flattenedBy: separator).map { member.name + separator + $0 }
    }
  }
}
