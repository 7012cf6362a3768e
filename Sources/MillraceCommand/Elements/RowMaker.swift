import Millrace

/// Passes the rows that `--entries` and `--unnest` make of elements to another visitor.
struct RowMaker: ElementVisitor {
  private let beginRows: (_ columns: [String]) -> Void
  private let visitRows: (@escaping RowSource) throws -> Void
  private let entries: Entries?
  private let unnesting: Unnesting?

  // Closures, because older systems cannot cast an object whose type has arguments that cannot be copied to a protocol.
  init<Visitor: ElementVisitor & ~Copyable>(
    _ visitor: StoredVisitor<Visitor>, _ entries: Entries?, _ unnesting: Unnesting?
  ) {
    beginRows = { visitor.begin(columns: $0) }
    visitRows = { try visitor.visit($0) }
    self.entries = entries
    self.unnesting = unnesting
  }

  func begin(columns: [String]) { beginRows(unnesting?.columns(columns) ?? columns) }

  func visit<Source: ElementSource & ~Copyable>(_ elements: inout Source) throws {
    try withRows(of: &elements) { readRow in
      var readRow = readRow
      if let entries { readRow = EntryRows(readRow, entries).readNext }
      if let unnesting { readRow = UnnestedRows(readRow, unnesting).readNext }
      try visitRows(readRow)
    }
  }
}

/// A visitor of elements that receives rows.
final class StoredVisitor<Visitor: ElementVisitor & ~Copyable> {
  private var visitor: Visitor?

  init(_ visitor: consuming Visitor) { self.visitor = consume visitor }

  func begin(columns: [String]) { visitor?.begin(columns: columns) }

  func visit(_ readRow: @escaping RowSource) throws {
    var elements = RowElements(readRow)
    try visitor?.visit(&elements)
  }

  func takeVisitor() -> Visitor {
    guard let visitor = visitor.take() else { preconditionFailure("the visitor was taken before") }
    return visitor
  }
}
