import Millrace
import SystemLibrary

// The consumer requests each batch: between two calls of `next` no thread is running, so a process with an open scan
// can fork. With more than one thread, `next` parses some blocks in parallel, and returns their batches in the order of
// the blocks.

extension TableScan {
  /// How rows are separated.
  public enum Format: Sendable {
    /// A JSON object on each line.
    case lines
    /// The elements of the array at a pointer in each document, or the value at the pointer if it is not an array.
    case documents(at: JSON.Pointer)
    case csv(TableLayout)

    var layout: TableLayout? {
      if case .csv(let layout) = self { layout } else { nil }
    }

    /// The format of inputs whose text is RFC 4180.
    fileprivate var ofRewritten: Format { layout.map { .csv($0.ofRewritten) } ?? self }
  }

  /// The batches of some inputs. Do not use it from several threads at the same time.
  public final class Stream {
    /// The columns, including those for bad rows. All are nullable, because a row may lack any member.
    public let schema: [Arrow.Field]
    /// The number of bad rows so far.
    public private(set) var badRowCount = 0

    private let format: Format
    private let options: Options
    private let inputs: [Input]
    private let parsers: [Parser]
    private let blockSize: Int
    private var blocks: Blocks
    private var ready: [Arrow.RecordBatch] = []
    private var failure: (any Error)?
    private var hasEnded = false
    /// The file of the last block, its header, and the number of its lines before the next block.
    private var file = -1
    private var header = Header()
    private var lines = 0

    /// Creates a stream of batches.
    ///
    /// - Parameters:
    ///   - inputs: The files, or byte ranges of files, in the order of the rows.
    ///   - format: The format of all inputs.
    ///   - schema: The columns. The columns for bad rows are added if they are missing.
    ///   - options: The accepted values, the handling of bad rows, and limits. See ``Options``.
    ///   - threads: The number of threads that parse rows. Default: 1.
    ///   - blockSize: The number of bytes that a thread parses at a time. Default: 1 MiB, or 4 MiB for each of several
    ///     threads.
    /// - Throws: ``TableScan/OptionError`` if the schema or the options are not supported.
    public init(
      _ inputs: [Input], _ format: Format, schema: [Arrow.Field], options: Options = Options(), threads: Int = 1,
      blockSize: Int? = nil
    ) throws {
      // A block of one thread stays in the cache. With several threads, each block is a batch.
      let blockSize = blockSize ?? (threads == 1 ? 1 << 20 : 4 << 20)
      // With these limits, the text of a batch never exceeds the range of 32-bit offsets.
      try Self.check("the number of rows of a batch", options.batchRows, 1 << 20)
      try Self.check("the maximum size of a row", options.maximumRowSize, 1 << 28)
      try Self.check("the maximum nesting depth", options.maximumDepth, 1 << 16)
      try Self.check("the size of a block", blockSize, 1 << 28)
      try Self.check("the number of threads", threads, 1024)
      self.schema = Rows.schema(schema, options)
      let inputs = try format.layout?.rewritten(inputs) ?? inputs
      let format = format.ofRewritten
      (self.inputs, self.format, self.options, self.blockSize) = (inputs, format, options, blockSize)
      if case .documents = format, !inputs.allSatisfy({ $0.range == 0..<Int.max }) {
        throw OptionError("JSON documents cannot be read from the middle; read whole files")
      }
      blocks = Blocks(inputs, format, size: blockSize, options)
      parsers = try (0..<threads).map { [schema = self.schema] _ in try Parser(schema, options, format.layout) }
    }

    private static func check(_ name: String, _ value: Int, _ maximum: Int) throws {
      guard (1...maximum).contains(value) else {
        throw OptionError("\(name) is \(value); expected 1 to \(maximum)")
      }
    }

    /// Returns the next batch, or nil after the last one.
    ///
    /// - Throws: ``TableScan/Failure`` with the file and the location of the error. The stream has then ended.
    public func next() throws -> Arrow.RecordBatch? {
      while ready.isEmpty {
        if let failure {
          self.failure = nil
          hasEnded = true
          throw failure
        }
        if hasEnded { return nil }
        try advance()
      }
      return ready.removeFirst()
    }

    private func advance() throws {
      do {
        if try !readRound() {
          hasEnded = true
          var rest = Parsed()
          for parser in parsers { parser.flush(&rest) }
          ready += rest.batches
        }
      } catch {
        // The batches before it are returned first.
        failure = error
      }
      badRowCount = parsers.reduce(0) { $0 + $1.badCount }
    }

    /// Parses some blocks: as many as each thread can parse at the same time, times two, so that no thread waits long
    /// for the others.
    ///
    /// - Returns: `false` if there are no more blocks.
    private func readRound() throws -> Bool {
      let threads = parsers.count
      let unused = Locked(parsers)
      let flushSize = threads == 1 ? Self.batchSize : 0
      var count = 0
      var used: [RowBlock] = []
      try workInOrder(threads: threads) { [self] in
        guard count < (threads == 1 ? 1 : 2 * threads), let (input, block) = try blocks.nextBlock() else { return nil }
        count += 1
        return (input, block, try header(of: input))
      } work: { [inputs] (input: Int, block: RowBlock, header: Header) in
        let parser = unused.withLock { $0.removeLast() }
        defer { unused.withLock { $0.append(parser) } }
        let countsLines = inputs[input].startsAtBeginning
        return (input, block, parser.parse(block, header: header, countsLines: countsLines, flushSize: flushSize))
      } take: { [self] (input: Int, block: RowBlock, parsed: Parsed) in
        ready += parsed.batches
        if let bad = parsed.failure {
          throw Failure(
            file: inputs[input].name, error: located(bad, in: block, of: input),
            hint: bad.hasTooFewCells ? options.raggedHint : bad.isOfSchema ? options.hint : "")
        }
        if input != file { (file, lines) = (input, 0) }
        lines += parsed.lines
        used.append(block)
      }
      blocks.recycle(used)
      return count > 0
    }

    /// Returns an error in a block with its location in the input.
    private func located(_ error: FormatError, in block: RowBlock, of input: Int) -> FormatError {
      // Errors in elements have their place in the document.
      if block.run != nil { return error }
      var error = error
      error.place.offset = error.place.offset.map { $0 + block.offset }
      if let line = error.place.line {
        let before =
          inputs[input].startsAtBeginning
          ? (input == file ? lines : 0) : inputs[input].lineCount(upTo: block.offset, isCSV: format.layout != nil)
        error.place.line = before.map { line + $0 }
      }
      return error
    }

    /// Returns the columns of an input in CSV.
    private func header(of index: Int) throws -> Header {
      guard let layout = format.layout else { return Header() }
      if index == headerFile { return header }
      let input = inputs[index]
      do { header = try layout.header(of: input) } catch {
        throw Failure(file: input.name, error: FormatError(wrapping: error))
      }
      headerFile = index
      guard layout.columnNames == nil else { return header }
      if layout.ignoresCase {
        do { header.names = try Self.named(header.names, asIn: schema) } catch {
          throw Failure(file: input.name, error: FormatError(.custom(error)))
        }
      }
      // Names are compared by their bytes.
      if options.isClosed {
        let known = Set(schema.map { Array($0.name.utf8) })
        for name in header.names where !known.contains(Array(name.utf8)) {
          let error = FormatError(
            .custom(OptionError("the header has the column '\(name)', which the schema does not have")))
          throw Failure(file: input.name, error: error, hint: options.hint)
        }
      }
      if options.coercion == .strict {
        let special = [options.corruptColumn, options.reasonColumn]
        let found = Set(header.names.map { Array($0.utf8) })
        for field in schema where !found.contains(Array(field.name.utf8)) && !special.contains(field.name) {
          throw Failure(
            file: input.name, error: FormatError(.custom(OptionError("the header has no column '\(field.name)'"))))
        }
      }
      return header
    }

    /// The names of a header, with those of the schema where only the case of letters differs.
    ///
    /// - Throws: ``OptionError`` if several names of the header differ so from one name of the schema.
    private static func named(_ names: [String], asIn schema: [Arrow.Field]) throws -> [String] {
      // Names are compared by their bytes.
      var missing: [[UInt8]: String] = [:]
      let found = Set(names.map { Array($0.utf8) })
      for field in schema where !found.contains(Array(field.name.utf8)) {
        missing[Array(field.name.lowercased().utf8)] = field.name
      }
      var taken: [String: String] = [:]
      return try names.map { name in
        guard let wanted = missing[Array(name.lowercased().utf8)] else { return name }
        if let other = taken.updateValue(name, forKey: wanted) {
          throw OptionError("the columns '\(other)' and '\(name)' of the header both match '\(wanted)'")
        }
        return wanted
      }
    }

    private var headerFile = -1

    /// The number of bytes of rows after which a batch of one thread ends.
    private static var batchSize: Int { 8 << 20 }
  }
}

extension FormatError {
  /// Whether a row of CSV has fewer cells than the table has columns.
  fileprivate var hasTooFewCells: Bool {
    guard case .custom(let problem as CSV.Problem) = problem else { return false }
    guard case .wrongNumberOfCells(let found, let expected) = problem else { return false }
    return found < expected
  }

  /// Whether the row is well-formed, and does not fit the schema.
  var isOfSchema: Bool {
    if case .custom = problem { true } else { problem.isOfColumn }
  }
}
