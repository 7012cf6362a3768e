import Millrace

/// Passes the rows that `--entries` and `--unnest` make of elements to another visitor.
struct RowMaker: ElementVisitor {
  private let visitor: any RowVisitor
  private let entries: Entries?
  private let unnesting: Unnesting?

  init(_ visitor: any RowVisitor, _ entries: Entries?, _ unnesting: Unnesting?) {
    self.visitor = visitor
    self.entries = entries
    self.unnesting = unnesting
  }

  func begin(columns: [String]) { visitor.begin(columns: unnesting?.columns(columns) ?? columns) }

  func visit<Source: ElementSource & ~Copyable>(_ elements: inout Source) throws {
    try withRows(of: &elements) { rows in
      var rows = rows
      if let entries { rows = EntryRows(rows, entries) }
      if let unnesting { rows = UnnestedRows(rows, unnesting) }
      try visitor.visit(rows)
    }
  }
}

/// An operation on rows.
protocol RowVisitor: AnyObject {
  /// Receives the columns of a table, before its rows.
  func begin(columns: [String])

  /// - Throws: ``FormatError`` for a malformed row, and any error of the operation.
  func visit(_ rows: any RowSource) throws
}

/// A visitor of elements that receives rows.
final class StoredVisitor<Visitor: ElementVisitor & ~Copyable>: RowVisitor {
  private var visitor: Visitor?

  init(_ visitor: consuming Visitor) { self.visitor = consume visitor }

  func begin(columns: [String]) { visitor?.begin(columns: columns) }

  func visit(_ rows: any RowSource) throws {
    var elements = RowElements(rows)
    try visitor?.visit(&elements)
  }

  func takeVisitor() -> Visitor {
    guard let visitor = visitor.take() else { preconditionFailure("the visitor was taken before") }
    return visitor
  }
}
