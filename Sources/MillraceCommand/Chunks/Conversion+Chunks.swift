import Millrace
import MillraceCommandLine
import MillraceTables

// Lines, rows of CSV and elements of documents are converted in chunks, on several threads, in one pass.
//
// The first chunk determines the columns and kinds that Arrow, Parquet and CSV require. If a later chunk does not fit, the rest
// of the input is only read for its requirements, and the conversion begins again with those of all rows: there are two
// passes at most. The chunks do not depend on the number of threads, so the output does not either.

extension Conversion {
  /// Whether the inputs can be converted in chunks to this output.
  func isConvertedInChunks() throws -> Bool {
    guard limit == .max, offset == 0, keptRows == nil, !inputOptions.makesRows, output.split == nil,
      output.batch == nil,
      output.format != .sqlite
    else {
      return false
    }
    if let infer = inputOptions.infer, infer != .max { return false }
    return try inputs.allSatisfy { input in
      if inputOptions.infer != nil, !input.source.isFile { return false }
      switch input.format {
      // A document that is not an array becomes one, so it must be known whether it is.
      case .json where output.format == .json && inputs.count == 1:
        return try input.source.isFile && !input.isSingle(pass())
      case .json: return true
      case .jsonLines: return inputOptions.pointer.tokens.isEmpty
      case .csv, .tsv:
        // Without a header, rows are arrays. Comments and escapes can contain quotes that do not delimit cells.
        let csv = inputOptions.csv
        return inputOptions.hasHeader && csv.encoding == .utf8 && !badRows.continuesAfterError
          && csv.dialect.comment == nil && csv.escape == nil && csv.quotes == .strict && !csv.trimsBlanks
      default: return false
      }
    }
  }

  /// - Returns: `false` if nothing was done, because the first chunk of a table does not have its header.
  func convertInChunks(_ progress: Progress) throws -> Bool {
    var opened = try inputs.map { try open($0) }
    if opened.contains(where: { $0.first != nil && $0.input.table?.names.isEmpty == true }) { return false }
    var read = RowTotals()
    guard var plan = try plan(&opened, &read) else {
      for input in opened { try input.putBack() }
      guard !inputs.contains(where: { $0.format == .json }) else { return false }
      // The first row determines the columns of rows that are not objects.
      let conversion = following()
      var transfer = Transfer(conversion: conversion, progress: progress)
      try conversion.output.visit(Schema(), isSingle: false, &transfer)
      return true
    }
    // The kinds of cells are inferred from a file's beginning, and a file that was closed is at its beginning.
    for index in opened.indices
    where inputs[index].source.isFile && (opened[index].input.table != nil || inputs[index].source.isClosedWhenIdle) {
      try opened[index].restart()
    }
    setChunkSize(of: opened, plan, read)
    for input in inputs { input.source.forget() }
    if inputOptions.infer == .max, needsShape, inputs.allSatisfy(\.source.isFile) {
      progress.begin("reading columns")
      (plan, read) = try learn(opened, from: plan, progress)
      for index in opened.indices { try opened[index].restart() }
      setChunkSize(of: opened, plan, read)
      progress.begin("converting")
    }
    let run = ChunkRun(self, plan, progress, canRestart: canRestart)
    try run.run(opened)
    if let learned = run.learned {
      for index in opened.indices { try opened[index].restart() }
      setChunkSize(of: opened, learned, run.read)
      progress.begin("converting again")
      run.discard()
      let second = ChunkRun(self, learned, progress, canRestart: false)
      try second.run(opened)
      try second.finish()
    } else {
      try run.finish()
    }
    return true
  }

  /// Returns the requirements of all rows.
  private func learn(
    _ opened: [OpenedInput], from plan: ChunkPlan, _ progress: Progress
  ) throws -> (ChunkPlan, RowTotals) {
    let run = ChunkRun(self, plan, progress, canRestart: true, isLearning: true)
    try run.run(opened)
    return (run.learned ?? plan, run.read)
  }

  /// Makes chunks smaller if rows lack most columns, because columns, and rows of CSV, have an entry for each of them.
  private func setChunkSize(of opened: [OpenedInput], _ plan: ChunkPlan, _ read: RowTotals) {
    guard needsShape else { return }
    // Bytes of columns for each byte of a row.
    let growth = 8 * plan.shape.leafCount * read.count / max(read.byteCount, 1)
    guard growth > 8 else { return }
    // A batch of Parquet has a page for each column, which takes some space even without values.
    let columnsSize = output.format == .parquet ? 8 << 20 : 4 << 20
    let size = min(max(columnsSize / growth, 1 << 12), chunkSize)
    for input in opened where input.input.table == nil { input.blocks.setSize(size) }
  }

  /// Whether the columns of all rows must be known, and not only those that inputs name.
  var needsShape: Bool {
    if Format.ofColumns.contains(output.format) { return true }
    return Format.ofCSV.contains(output.format) && output.columns == nil && !namesSuffice
  }

  /// Whether the names of the columns in the inputs are those of the output.
  var namesSuffice: Bool {
    inputs.allSatisfy(\.isTable) && output.flattenSeparator == nil && inputOptions.nestSeparator == nil
  }

  /// The size of a chunk in bytes, unless a row is larger. Two chunks of text and what becomes of them take 12 MiB. Larger batches of
  /// columns take less time: those of Parquet 5 to 10 %.
  private var chunkSize: Int { RowBlocks.chunkSize * (Format.ofColumns.contains(output.format) ? 2 : 1) }

  // MARK: The plan

  private func open(_ input: StreamInput) throws -> OpenedInput {
    // What precedes the array in a document can be larger than memory. Only rows of CSV may be converted in another way.
    let isLast = inputs.allSatisfy { $0.format == .json } && !Format.ofCSV.contains(output.format)
    let pointer = inputOptions.pointer
    var opened = OpenedInput(
      input: ChunkedInput(input: input), pointer: pointer, chunkSize: chunkSize,
      blocks: try input.blocks(
        at: pointer, size: chunkSize, isLast: isLast, isPaused: isFollowing ? { input.source.isPaused() } : nil))
    opened.first = try input.describing { try opened.nextBlock() }
    // A file is read again from its beginning.
    if input.source.isClosedWhenIdle, !isFollowing { try input.source.rewind() }
    guard Format.ofCSV.contains(input.format) else { return opened }
    opened.input.table = try table(of: input, opened.first)
    // A header without rows does not determine the kinds of cells.
    while isFollowing, !pass().readsText, let first = opened.first, opened.input.table?.headerSize == first.count,
      let rows = try opened.nextBlock()
    {
      opened.first = unsafe RowBlock(Array(first.bytes) + Array(rows.bytes))
      opened.input.table = try table(of: input, opened.first)
    }
    return opened
  }

  /// The header of a table.
  private func table(of input: StreamInput, _ first: RowBlock?) throws -> ChunkedInput.Table {
    let first = first ?? RowBlock([])
    let bytes = unsafe first.bytes
    // A pipe cannot be read twice, so only its first chunk is used.
    let source: any ByteSource = input.source.isFile ? try input.bytes(isLast: false) : first.source()
    var elements = try CSV.stream(
      IgnoredValue.self, from: source, options: input.csvOptions(pass(), kinds: [:], onBadElement: .stop))
    do {
      let names = try elements.columnNames()
      var size = elements.offset
      guard size <= bytes.count else {
        return ChunkedInput.Table(names: [], delimiter: elements.delimiter, headerSize: 0, headerLines: 0)
      }
      if size > 0, size < bytes.count, unsafe bytes[size - 1] == 0x0D, unsafe bytes[size] == 0x0A { size += 1 }
      try input.checkColumns(pass(), names)
      let header = unsafe UnsafeBufferPointer(rebasing: bytes[..<size])
      return unsafe ChunkedInput.Table(
        names: names, delimiter: elements.delimiter, headerSize: size, headerLines: CSV.lineCount(of: header))
    } catch let error as FormatError {
      throw CommandError.data(input.describe(error) + input.hint(for: error, pass(), delimiter: elements.delimiter))
    }
  }

  /// Returns the plan that the first chunks require.
  ///
  /// - Returns: nil if the first row is not an object, and determines the columns of CSV.
  private func plan(_ opened: inout [OpenedInput], _ read: inout RowTotals) throws -> ChunkPlan? {
    var plan = ChunkPlan()
    for index in opened.indices {
      let input = opened[index].input
      if let table = input.table {
        plan.shape.expect(
          filter(of: input.input).outputNames(of: ColumnSelection.members(of: table.names, inputOptions.nestSeparator)))
        if pass().infersKinds {
          // A pipe cannot be read twice, so only its first chunk is used.
          let source: (any ByteSource)? =
            input.input.source.isFile ? nil : (opened[index].first ?? RowBlock([])).source()
          plan.merge(kinds: try input.input.inferredKinds(pass(), from: source))
        }
      }
    }
    for index in opened.indices {
      guard let block = opened[index].first else { continue }
      if needsShape {
        let work = ChunkWork(self, opened[index].input, plan)
        let learned = try work.learn(block)
        if let row = learned.otherRow, index == 0 && row == 0 || badRows.continuesAfterError,
          Format.ofCSV.contains(output.format)
        {
          return nil
        }
        if let error = learned.error {
          try opened[index].input.input.describing { throw work.located(error, in: block, lines: 0, rows: 0) }
        }
        if let mismatch = learned.mismatch { plan.add(mismatch) }
        read.add(learned, block)
      }
      opened[index].blocks.putBack(block)
      opened[index].first = nil
    }
    return plan
  }
}

/// An input and its blocks of rows.
struct OpenedInput {
  var input: ChunkedInput
  /// The path of the array in a document.
  let pointer: JSON.Pointer
  let chunkSize: Int
  var blocks: any BlockSource
  /// The first block, until ``next()`` returns it.
  var first: RowBlock?

  /// Rewinds a file.
  mutating func restart() throws { blocks = try input.input.blocks(at: pointer, size: chunkSize) }

  /// Returns the next chunk, or nil after the last one.
  ///
  /// - Throws: ``CommandError``, and ``DocumentError`` for what is not an element of a document.
  func nextBlock() throws -> RowBlock? {
    do {
      return try blocks.nextBlock()
    } catch let error as CommandError {
      throw error
    } catch {
      let error = FormatError(wrapping: error)
      if case .custom(let error as CommandError) = error.problem { throw error }
      guard let blocks = blocks as? ElementBlocks else { throw CommandError.data(input.input.describe(error)) }
      throw DocumentError(
        error: error, excerpt: blocks.withBytesInMemory { input.input.lineInMemory(of: error, in: $0, from: $1) })
    }
  }

  /// Goes back to the beginning.
  func putBack() throws { try input.input.source.rewind() }
}

/// An error in a document. Its message shows the line, which is read again when no thread reads the input any more.
struct DocumentError: Error {
  let error: FormatError
  /// The line, as far as it is in memory.
  let excerpt: String?
  var hint = ""
}

extension RowBlocks {
  /// The size of a chunk of text that becomes text.
  @TaskLocal package static var chunkSize = 1 << 20
}

extension StreamInput {
  /// Performs an operation, and converts an error in a document to ``CommandError``.
  func describing<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as DocumentError {
      throw CommandError.data(message(error.error, excerpt: error.excerpt) + error.hint)
    }
  }

  /// The chunks of the rows.
  fileprivate func blocks(
    at pointer: JSON.Pointer, size: Int, isLast: Bool = false, isPaused: (() -> Bool)? = nil
  ) throws -> any BlockSource {
    let bytes = try bytes(isLast: isLast)
    if format == .json {
      return try ElementBlocks(bytes, at: pointer, options: streamOptions(), size: size, isPaused: isPaused)
    }
    // The reader of the rows rejects larger rows.
    return RowBlocks(
      bytes, isCSV: Format.ofCSV.contains(format), size: size, maximumRowSize: CSV.ReadingOptions().maximumRowSize,
      isPaused: isPaused)
  }
}
