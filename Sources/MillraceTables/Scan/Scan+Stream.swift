import Millrace
import SystemLibrary

// The consumer requests each batch: between two calls of `next` no thread is running, so a process with an open scan
// can fork. With more than one thread, `next` reads as many blocks as there are threads, parses them in parallel, and
// returns their batches in the order of the blocks.

extension Scan {
  /// How rows are separated.
  public enum Format: Sendable {
    /// A JSON object on each line.
    case lines
    /// The elements of the array at a pointer in each document, or the value at the pointer if it is not an array.
    case documents(at: JSON.Pointer)
    case csv(TableLayout)
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
    private var documents: Documents?
    private var ready: [Batch] = []
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
    ///   - threads: The number of threads that parse rows. Documents are parsed by one thread. Default: 1.
    ///   - blockSize: The number of bytes that a thread parses at a time. Default: 4 MiB.
    /// - Throws: ``Scan/OptionError`` if the schema or the options are not supported.
    public init(
      _ inputs: [Input], _ format: Format, schema: [Arrow.Field], options: Options = Options(), threads: Int = 1,
      blockSize: Int = 4 << 20
    ) throws {
      // With these limits, the text of a batch never exceeds the range of 32-bit offsets.
      try Self.check("the number of rows of a batch", options.batchRows, 1 << 20)
      try Self.check("the maximum size of a row", options.maximumRowSize, 1 << 28)
      try Self.check("the maximum nesting depth", options.maximumDepth, 1 << 16)
      try Self.check("the size of a block", blockSize, 1 << 28)
      try Self.check("the number of threads", threads, 1024)
      self.schema = Rows.schema(schema, options)
      (self.inputs, self.format, self.options, self.blockSize) = (inputs, format, options, blockSize)
      var layout: TableLayout?
      if case .csv(let found) = format { layout = found }
      blocks = Blocks(inputs, isCSV: layout != nil, blockSize: blockSize, maximumRowSize: options.maximumRowSize)
      if case .documents(let pointer) = format {
        guard inputs.allSatisfy({ $0.range == 0..<Int.max }) else {
          throw OptionError("JSON documents cannot be read from the middle; read whole files")
        }
        documents = try Documents(inputs, pointer, self.schema, options)
        parsers = []
      } else {
        parsers = try (0..<threads).map { [schema = self.schema] _ in try Parser(schema, options, layout) }
      }
    }

    private static func check(_ name: String, _ value: Int, _ maximum: Int) throws {
      guard (1...maximum).contains(value) else {
        throw OptionError("\(name) is \(value); expected 1 to \(maximum)")
      }
    }

    /// Returns the next batch, or nil after the last one.
    ///
    /// - Throws: ``Scan/Failure`` with the file and the location of the error. The stream has then ended.
    public func next() throws -> Batch? {
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
      if let documents {
        do {
          if let batch = try documents.next() { ready.append(batch) } else { hasEnded = true }
        } catch { failure = error }
        badRowCount = documents.badCount
        return
      }
      var round: [(block: Block, header: Header)] = []
      do {
        while round.count < parsers.count, let block = try blocks.nextBlock() {
          round.append((block, try header(of: block)))
        }
      } catch {
        // The blocks before it are returned first.
        failure = error
      }
      let flushSize = parsers.count == 1 ? blockSize / 2 : 0
      var results = parse(round, flushSize: flushSize)
      if round.isEmpty {
        hasEnded = failure == nil
        var rest = Parsed()
        for parser in parsers { parser.flush(&rest) }
        results = [rest]
      }
      for index in results.indices {
        ready += results[index].batches
        if index < round.count { locate(&results[index], in: round[index].block) }
        if let bad = results[index].failure {
          failure = Failure(file: inputs[round[index].block.file].name, error: bad.error)
          break
        }
      }
      badRowCount = parsers.reduce(0) { $0 + $1.badCount }
    }

    /// Adds the lines before a block to the location of an error in it.
    private func locate(_ parsed: inout Parsed, in block: Block) {
      if block.file != file { (file, lines) = (block.file, 0) }
      if let line = parsed.failure?.error.place.line {
        // The lines before a part of a file are counted only if there is an error.
        let input = inputs[block.file]
        let before = input.range.lowerBound > 0 ? input.lineCount(upTo: block.offset, isCSV: blocks.isCSV) : lines
        parsed.failure?.error.place.line = before.map { line + $0 }
      }
      lines += parsed.lines
    }

    private func header(of block: Block) throws -> Header {
      guard case .csv(let layout) = format else { return Header() }
      if let names = layout.columnNames { return Header(names: names) }
      if block.file == headerFile { return header }
      let input = inputs[block.file]
      do {
        var cells = try CSV.Cells(
          try input.open(0), options: CSV.ReadingOptions(dialect: CSV.Dialect(delimiter: layout.delimiter)))
        header.names = try cells.columnNames
        header.end = cells.offset
        headerFile = block.file
      } catch { throw Failure(file: input.name, error: FormatError(wrapping: error)) }
      if options.coercion == .strict {
        let special = [options.corruptColumn, options.reasonColumn]
        for field in schema where !header.hasColumn(field.name) && !special.contains(field.name) {
          throw Failure(
            file: input.name, error: FormatError(.custom(OptionError("the header has no column '\(field.name)'"))))
        }
      }
      return header
    }

    private var headerFile = -1

    /// Parses blocks, each in a separate thread.
    private func parse(_ round: [(block: Block, header: Header)], flushSize: Int) -> [Parsed] {
      let jobs = zip(parsers, round).map { Job($0, $1.block, $1.header, flushSize) }
      let threads = jobs.dropFirst().map { Thread($0) }
      jobs.first?.run()
      for thread in threads { thread.join() }
      return jobs.map(\.result)
    }
  }

  /// A block that is parsed in a thread.
  private final class Job: @unchecked Sendable {
    private let parser: Parser
    private let block: Block
    private let header: Header
    private let flushSize: Int
    private(set) var result = Parsed()

    init(_ parser: Parser, _ block: Block, _ header: Header, _ flushSize: Int) {
      (self.parser, self.block, self.header, self.flushSize) = (parser, block, header, flushSize)
    }

    func run() { result = parser.parse(block, header: header, flushSize: flushSize) }
  }

  /// A thread that runs a job. If no thread can be started, the calling thread runs it.
  private struct Thread {
    private var thread: pthread_t?

    init(_ job: Job) {
      let context = Unmanaged.passRetained(job)
      #if canImport(Darwin)
        var started: pthread_t?
      #else
        var started = pthread_t()
      #endif
      let status = pthread_create(&started, nil, runJob, context.toOpaque())
      if status == 0 { thread = started } else { context.takeRetainedValue().run() }
    }

    func join() { if let thread { pthread_join(thread, nil) } }
  }

  #if canImport(Darwin)
    private static let runJob: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { context in
      Unmanaged<Job>.fromOpaque(context).takeRetainedValue().run()
      return nil
    }
  #else
    private static let runJob: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
      context.map { Unmanaged<Job>.fromOpaque($0).takeRetainedValue().run() }
      return nil
    }
  #endif
}
