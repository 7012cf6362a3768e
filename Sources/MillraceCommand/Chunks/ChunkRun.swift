import Millrace
import MillraceTables
import SystemLibrary

/// One pass over all inputs.
final class ChunkRun {
  private let conversion: Conversion
  private let plan: ChunkPlan
  private let progress: Progress
  private var assembly: ChunkAssembly?

  /// Whether the pass goes on only to learn what all rows need.
  private let isLearning: Locked<Bool>
  /// What all rows need, if some did not fit.
  private(set) var learned: ChunkPlan?

  private var rowCount = 0
  /// The lines of the input so far.
  private var lineCount = 0
  private var inputRowCount = 0
  /// The columns that lines should have and that were not met so far.
  private let missingColumns: Locked<Set<String>>

  init(_ conversion: Conversion, _ plan: ChunkPlan, _ progress: Progress, isLearning: Bool = false) {
    self.conversion = conversion
    self.plan = plan
    self.progress = progress
    self.isLearning = Locked(isLearning)
    if isLearning { learned = plan }
    let areLines = conversion.inputs.allSatisfy { !$0.isTable }
    let columns = areLines && conversion.output.flattenSeparator == nil ? conversion.inputOptions.columns : nil
    missingColumns = Locked(Set(columns?.map(\.name) ?? []))
  }

  /// Converts all inputs.
  func run(_ opened: [OpenedInput]) throws {
    if learned == nil { assembly = try ChunkAssembly(conversion, plan) }
    for input in opened {
      (lineCount, inputRowCount) = (0, 0)
      let work = ChunkWork(conversion, input.input, plan)
      let (isLearning, missingColumns) = (isLearning, missingColumns)
      try workInOrder(threads: conversion.threads) {
        try Self.naming(input.input) { try input.chunks.next() }
      } work: { chunk in
        let missing = missingColumns.withLock { $0 }
        return (chunk, work.convert(chunk, learns: isLearning.withLock { $0 }, missing: missing))
      } take: { [self] chunk, result in
        try take(chunk, result, of: input.input, work)
      }
    }
    try checkColumns(opened)
  }

  /// Says of an error of the source which input it is.
  private static func naming<Result>(_ input: ChunkedInput, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as CommandError {
      throw error
    } catch {
      throw CommandError.data(input.input.describe(FormatError(wrapping: error)))
    }
  }

  private func take(_ chunk: TextChunk, _ result: ConvertedChunk, of input: ChunkedInput, _ work: ChunkWork) throws {
    if let error = result.error { throw work.located(error, in: chunk, lines: lineCount, rows: inputRowCount) }
    if let misfit = result.misfit {
      isLearning.withLock { $0 = true }
      var plan = learned ?? plan
      plan.shape.merge(misfit.shape)
      plan.merge(kinds: misfit.kinds)
      plan.isFinal = true
      if learned == nil { progress.begin("reading columns, because a row does not fit those of the first rows") }
      learned = plan
    } else if learned == nil {
      for error in result.badRows {
        conversion.badRows.note(
          work.placed(error, in: chunk, lines: lineCount, rows: inputRowCount), in: input.input.name)
      }
      try assembly?.append(result)
    }
    if !result.foundColumns.isEmpty { missingColumns.withLock { $0.subtract(result.foundColumns) } }
    lineCount += result.lineCount
    inputRowCount += result.rowCount
    rowCount += result.rowCount
    progress.report(conversion.inputs.reduce(0) { $0 + $1.source.count }, rows: rowCount)
  }

  /// Makes sure that lines have the columns that are wanted.
  private func checkColumns(_ opened: [OpenedInput]) throws {
    guard let missing = missingColumns.withLock({ $0.min() }), rowCount > 0 || learned != nil,
      let input = opened.first?.input
    else { return }
    throw missingColumn(missing, among: try conversion.firstNames(of: input.input), in: input.input.name)
  }

  /// Takes back what was written.
  func discard() {
    assembly?.discard()
    assembly = nil
  }

  /// Ends the output.
  func finish() throws { try assembly?.finish() }
}

extension Conversion {
  /// The names of the members that the first lines have.
  fileprivate func firstNames(of input: StreamInput) throws -> [String] {
    guard input.source.isFile else { return [] }
    var observation = Observation(limit: 1000)
    try input.visit(Pass(options: inputOptions, badRows: badRows, isLast: false), &observation)
    return observation.observer.schema.fields.map(\.name)
  }
}

/// The output, made of converted chunks.
struct ChunkAssembly {
  private let output: OutputOptions
  private var bytes: OutputBytes
  private var hasRows = false
  /// Where in a regular file standard output began.
  private let start: off_t
  private var tables: TableWriterBox?

  /// A writer, which cannot be copied, in a class.
  private final class TableWriterBox {
    var writer: Arrow.TableWriter<OutputBytes>
    init(_ writer: consuming Arrow.TableWriter<OutputBytes>) { self.writer = writer }
  }

  init(_ conversion: Conversion, _ plan: ChunkPlan) throws {
    output = conversion.output
    start = lseek(STDOUT_FILENO, 0, SEEK_CUR)
    bytes = try output.bytes()
    switch output.format {
    case .csv, .tsv:
      let names =
        output.columns
        ?? (plan.shape.members.isEmpty ? nil : plan.shape.columnNames(flattenedBy: output.flattenSeparator))
      if let names {
        let header = try CSV.StreamWriter(to: [UInt8](), options: output.csvOptions(columns: names)).finish()
        try bytes.write(header.span)
      }
    case .arrow, .arrowStream:
      let options = Arrow.WritingOptions(
        container: output.format == .arrow ? .file : .stream, schema: Arrow.Field.fields(of: plan.shape))
      tables = TableWriterBox(try Arrow.TableWriter(to: bytes, options: options))
    default: break
    }
  }

  mutating func append(_ chunk: ConvertedChunk) throws {
    if let batch = chunk.batch { try tables?.writer.write(batch) }
    guard chunk.rowCount > 0, !chunk.text.isEmpty else { return }
    if output.format == .json {
      // Of an array the elements: between its first bracket, and its last bracket and a line feed.
      try bytes.write(Array((hasRows ? "," : "[").utf8).span)
      let end = chunk.text.count - (output.isPretty ? 3 : 2)
      try bytes.write(chunk.text.span.extracting(1..<end))
    } else {
      try bytes.write(chunk.text.span)
    }
    hasRows = true
  }

  mutating func finish() throws {
    if let tables { return try tables.writer.end() }
    if output.format == .json {
      try bytes.write(Array((hasRows ? output.isPretty ? "\n]\n" : "]\n" : "[]\n").utf8).span)
    }
    try bytes.finish()
  }

  /// Takes back what was written to standard output. Without ``finish()`` there is no other file.
  func discard() {
    guard output.path == nil || output.path == "-", start >= 0 else { return }
    lseek(STDOUT_FILENO, start, SEEK_SET)
    ftruncate(STDOUT_FILENO, start)
  }
}
