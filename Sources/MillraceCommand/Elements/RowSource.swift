import Millrace

// Options such as `--where`, `--entries`, `--unnest` and `--tail` need a whole row in memory. They read rows by a
// `RowSource`, one call for each row, and are not generic. If they were, the compiler would specialize them for each
// combination of an input, an output and other options: that was two thirds of the machine code of this module, and most
// of the time of a release build.

/// Reads the next row to a tape, which has only this row afterwards.
///
/// It returns `false` after the last row, and throws ``FormatError`` for a malformed row.
typealias RowSource = (_ row: inout RowTape) throws -> Bool

/// The elements of a source of any format as rows.
private final class ElementRows<Source: ElementSource & ~Copyable> {
  private var source: Source?

  init(_ source: consuming Source) { self.source = consume source }

  func readNext(_ row: inout RowTape) throws -> Bool { try source?.readNext(&row) ?? false }

  func takeSource() -> Source {
    guard let source = source.take() else { preconditionFailure("the source was taken before") }
    return source
  }
}

struct RowElements: ElementSource {
  private let readRow: RowSource
  private var row = RowTape()

  init(_ readRow: @escaping RowSource) { self.readRow = readRow }

  init(_ rows: [RowTape]) {
    var rows = rows[...]
    readRow = { row in
      guard let first = rows.popFirst() else { return false }
      row = first
      return true
    }
  }

  mutating func next<Value: Readable>(_ type: Value.Type) throws -> Value? { try nextForwarded(type) }

  mutating func forwardNext<Writer: FormatWriter & ~Copyable>(
    to writer: inout Writer, restart: (inout Writer) -> Void
  ) throws -> Bool {
    guard try readRow(&row) else { return false }
    restart(&writer)
    row.replay(to: &writer)
    return true
  }
}

extension ElementSource where Self: ~Copyable {
  /// Reads the next element to a tape, which has only this element afterwards.
  ///
  /// - Returns: `false` after the last element.
  @inline(never)
  mutating func readNext(_ row: inout RowTape) throws -> Bool {
    row.removeAll()
    return try forwardNext(to: &row, restart: { $0.removeAll() })
  }

  /// Reads the next element from what `forwardNext` writes: the `next` of sources that change elements on their way.
  mutating func nextForwarded<Value: Readable>(_ type: Value.Type) throws -> Value? {
    try nextValue()?.decode(type)
  }

  /// Reads the next element as a JSON value. Values that JSON does not have, such as bytes, become text.
  @inline(never)
  mutating func nextValue() throws -> JSON.Value? {
    var writer = JSON.Value.Writer()
    guard try forwardNext(to: &writer, restart: { $0 = JSON.Value.Writer() }) else { return nil }
    return try writer.finish()
  }
}

/// Passes elements to an operation as rows.
///
/// - Parameters:
///   - elements: The elements, which continue after the rows that were read.
///   - body: The operation.
func withRows<Source: ElementSource & ~Copyable>(
  of elements: inout Source, _ body: (@escaping RowSource) throws -> Void
) throws {
  let rows = ElementRows(consume elements)
  do {
    try body { try rows.readNext(&$0) }
    elements = rows.takeSource()
  } catch {
    elements = rows.takeSource()
    throw error
  }
}
