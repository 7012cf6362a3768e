import Millrace
import MillraceCommandLine
import MillraceTables
import SystemLibrary

/// One pass over all inputs.
final class ChunkRun {
  private let conversion: Conversion
  /// The plan, which changes as long as nothing is written, and the number of its changes.
  private let plan: Locked<(plan: ChunkPlan, version: Int)>
  private let progress: Progress
  /// The output, from the first row on.
  private var assembly: ChunkAssembly?
  /// The first chunk with rows, while no row has had a column that rows must have. It is not written if no other chunk follows, so that a
  /// misspelled name leaves no output.
  private var held: (chunk: ConvertedChunk, plan: ChunkPlan)?
  /// Whether another pass can follow.
  private let canRestart: Bool

  /// Whether the rest of the pass only determines the requirements of all rows.
  private let isLearning: Locked<Bool>
  /// The requirements of all rows, if some did not fit.
  private(set) var learned: ChunkPlan?

  /// The number of rows that were passed to the output.
  private var writtenCount = 0
  /// The rows of all inputs.
  private(set) var read = RowTotals()
  /// The number of lines of the input that were read.
  private var lineCount = 0
  private var inputRowCount = 0
  /// The required columns that were found; nil if no columns are required.
  private let findings: Locked<ReferenceFindings?>

  init(
    _ conversion: Conversion, _ plan: ChunkPlan, _ progress: Progress, canRestart: Bool, isLearning: Bool = false
  ) {
    self.conversion = conversion
    self.plan = Locked((plan, 0))
    self.progress = progress
    self.canRestart = canRestart
    var findings = conversion.makeMatcher()?.findings
    // The columns of tables were checked.
    if conversion.inputs.contains(where: \.isTable) { findings?.complete() }
    self.findings = Locked(findings)
    self.isLearning = Locked(isLearning)
    if isLearning { learned = plan }
  }

  func run(_ opened: [OpenedInput]) throws {
    for input in opened {
      (lineCount, inputRowCount) = (0, 0)
      let (isLearning, findings, conversion, plan) = (isLearning, findings, conversion, plan)
      try input.input.input.describing {
        try workInOrder(threads: conversion.threads) {
          try input.nextBlock()
        } work: { block in
          let (plan, version) = plan.withLock { $0 }
          let work = ChunkWork(conversion, input.input, plan, findings.withLock { $0 })
          return (block, work.convert(block, learns: isLearning.withLock { $0 }), version)
        } take: { [self] block, result, version in
          try take(block, result, of: input.input, version: version)
        }
      }
    }
    try checkColumns(opened)
  }

  private var isUnwritten: Bool { assembly == nil && held == nil }

  /// - Parameter version: The version of the plan that the chunk was converted with.
  private func take(_ block: RowBlock, _ result: ConvertedChunk, of input: ChunkedInput, version: Int) throws {
    var result = result
    var (plan, lastVersion) = plan.withLock { $0 }
    let findings = findings.withLock { $0 }
    var work = ChunkWork(conversion, input, plan, findings)
    if learned == nil {
      if version != lastVersion { result = work.convert(block, learns: false) }
      if let mismatch = result.mismatch,
        isUnwritten || !conversion.needsShape && plan.onlyGainsCells(in: mismatch.kinds)
      {
        // What is written stays as it is, so the plan can change without another pass.
        plan.add(mismatch)
        self.plan.withLock { $0 = (plan, lastVersion + 1) }
        work = ChunkWork(conversion, input, plan, findings)
        result = work.convert(block, learns: false)
      }
    }
    if let error = result.error, result.mismatch == nil || learned == nil && !canRestart {
      // The error is one of the columns, and not of a row.
      if case .custom(let problem as CSV.InvalidOptions) = error.problem { throw problem }
      throw work.located(error, in: block, lines: lineCount, rows: inputRowCount)
    }
    if let found = result.findings { self.findings.withLock { $0?.merge(found) } }
    if let mismatch = result.mismatch {
      isLearning.withLock { $0 = true }
      var plan = learned ?? plan
      plan.add(mismatch)
      plan.isFinal = true
      if learned == nil { progress.begin("reading columns, because a row does not fit those of the first rows") }
      learned = plan
    } else if learned == nil {
      for error in result.badRows {
        let error = work.placed(error, in: block, lines: lineCount, rows: inputRowCount)
        conversion.badRows.note(input.input.skippedLines.placed(error), in: input.input.name)
      }
      conversion.nonFiniteCells.add(result.nonFiniteCells)
      if result.rowCount > 0 { try write(result, plan) }
    }
    lineCount += result.lineCount
    inputRowCount += result.readCount
    read.add(result, block)
    progress.report(conversion.inputs.reduce(0) { $0 + $1.source.count }, rows: read.count)
  }

  private func write(_ chunk: ConvertedChunk, _ plan: ChunkPlan) throws {
    let isMissingColumn = findings.withLock { $0.map { !$0.isComplete } ?? false }
    if isUnwritten, isMissingColumn, !conversion.isFollowing { return held = (chunk, plan) }
    try writeHeld()
    if assembly == nil { assembly = try ChunkAssembly(conversion.output, plan) }
    try assembly?.append(chunk)
    writtenCount += chunk.rowCount
  }

  private func writeHeld() throws {
    guard let (chunk, plan) = held else { return }
    held = nil
    assembly = try ChunkAssembly(conversion.output, plan)
    try assembly?.append(chunk)
    writtenCount += chunk.rowCount
  }

  /// Throws an error if no row has a requested column.
  private func checkColumns(_ opened: [OpenedInput]) throws {
    guard read.count > 0, let input = opened.first?.input.input else { return }
    try conversion.check(afterRows: writtenCount) {
      try findings.withLock { $0 }?.check(in: input.name)
      try conversion.inputOptions.selection.patternFindings.check(in: input.name)
    }
  }

  /// Discards the output and the warnings so far.
  func discard() {
    conversion.badRows.removeAll()
    conversion.nonFiniteCells.removeAll()
    assembly?.discard()
    assembly = nil
    held = nil
  }

  /// Ends the output.
  func finish() throws {
    try writeHeld()
    if assembly == nil { assembly = try ChunkAssembly(conversion.output, plan.withLock { $0.plan }) }
    try assembly?.finish()
  }
}

/// The output, made of converted chunks.
struct ChunkAssembly {
  private let output: OutputOptions
  private var bytes: OutputBytes
  private var hasRows = false
  private let start = OutputStart()
  private var columns: ColumnOutput?

  init(_ output: OutputOptions, _ plan: ChunkPlan) throws {
    let names = plan.shape.members.isEmpty ? nil : plan.shape.columnNames(flattenedBy: output.flattenSeparator)
    try self.init(output, columns: output.columns ?? names.map(output.inOrder), output.fields(of: plan.shape))
  }

  /// - Parameters:
  ///   - columns: The columns of CSV; nil if there is no row.
  ///   - fields: The columns of an output that stores columns.
  init(_ output: OutputOptions, columns: [String]?, _ fields: [Arrow.Field]) throws {
    self.output = output
    bytes = try output.bytes()
    switch output.format {
    case .csv, .tsv:
      if let columns {
        let header = try CSV.StreamWriter(to: [UInt8](), options: output.csvOptions(columns: columns)).finish()
        try bytes.write(header)
      }
    case .arrow, .arrowStream, .parquet: self.columns = try ColumnOutput(to: bytes, fields, output)
    default: break
    }
  }

  mutating func append(_ chunk: ConvertedChunk) throws {
    if let batch = chunk.batch { try columns?.write(batch) }
    guard chunk.rowCount > 0, !chunk.text.isEmpty else { return }
    if output.format == .json {
      // The elements of an array are after its first bracket, and before its last bracket and a line feed.
      try bytes.write(text: hasRows ? "," : "[")
      let end = chunk.text.count - (output.isPretty ? 3 : 2)
      try chunk.text.withSpan { try bytes.write($0.extracting(1..<end)) }
    } else {
      try bytes.write(chunk.text)
    }
    hasRows = true
  }

  mutating func finish() throws {
    if let columns { return try columns.end() }
    if output.format == .json {
      try bytes.write(text: hasRows ? output.isPretty ? "\n]\n" : "]\n" : "[]\n")
    }
    try bytes.finish()
  }

  /// Truncates standard output to its previous length. Other files appear only with ``finish()``.
  func discard() { start.truncate(output.path) }
}
