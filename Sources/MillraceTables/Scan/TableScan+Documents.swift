import Millrace

extension TableScan {
  /// The elements of arrays in documents, as rows.
  final class Documents {
    private let inputs: [Input]
    private let pointer: JSON.Pointer
    private var rows: Rows
    private var opened = 0
    private var elements: Elements?

    private final class Elements {
      var stream: JSON.Stream
      init(_ stream: consuming JSON.Stream) { self.stream = stream }
    }

    /// The maximum number of bytes of the rows in a batch, except for the last row: offsets have 32 bits.
    private static var maximumBatchSize: Int { 16 << 20 }

    init(_ inputs: [Input], _ pointer: JSON.Pointer, _ schema: [Arrow.Field], _ options: Options) throws {
      (self.inputs, self.pointer) = (inputs, pointer)
      rows = Rows(try Rows.Columns(schema, options, areClosed: options.isClosed, isClosed: options.isClosed), options)
    }

    var badCount: Int { rows.badCount }

    func next() throws -> Batch? {
      var size = 0
      while rows.count < rows.options.batchRows, size < Self.maximumBatchSize {
        if elements == nil {
          guard opened < inputs.count else { break }
          opened += 1
          elements = try located { try open(inputs[opened - 1]) }
        }
        guard let elements else { break }
        let before = elements.stream.offset
        let row: Void? = try located { try elements.stream.read { reader in try read(&reader) } }
        if row == nil { self.elements = nil } else { size += elements.stream.offset - before }
      }
      return rows.count > 0 ? rows.finish() : nil
    }

    private func open(_ input: Input) throws -> Elements {
      let options = JSON.StreamOptions(
        framing: pointer.tokens.isEmpty ? .automatic : .document, maximumElementSize: rows.options.maximumRowSize,
        reading: JSON.ReadingOptions(maximumDepth: rows.options.maximumDepth))
      return Elements(try JSON.Stream(try input.open(0), at: pointer, options: options))
    }

    private func located<Result>(_ body: () throws -> Result) throws -> Result {
      do { return try body() } catch {
        let error = FormatError(wrapping: error)
        throw Failure(file: inputs[opened - 1].name, error: error, hint: error.isOfSchema ? rows.options.hint : "")
      }
    }

    private func read(_ reader: inout JSON.Reader) throws {
      let mark = reader.mark()
      let start = unsafe reader.input.cursor
      func text() -> UnsafeBufferPointer<UInt8> {
        unsafe UnsafeBufferPointer(start: start, count: reader.input.cursor - start)
      }
      do {
        try unsafe reader.scanObject(into: rows.root, at: rows.count, &rows.rules)
        unsafe rows.accept(text: text())
      } catch {
        guard let problem = error as? FormatError, problem.problem.isOfWellFormedValue, rows.options.badRows != .error
        else { throw error }
        // The element is skipped as a whole, which fails if it is not well-formed.
        reader.rewind(to: mark)
        try reader.skipValue()
        _ = unsafe rows.reject(problem, text: text())
      }
    }
  }
}
