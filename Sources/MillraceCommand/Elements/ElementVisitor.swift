import Millrace

// No pair of formats is special: `StreamInput.visit` opens an input as a source and passes it to an `ElementVisitor`, and
// `OutputOptions.visit` opens the output as a sink and passes it to a `SinkVisitor`. Operations on elements are visitors:
// `Feed` moves elements, `Observation` infers a schema, `SelectedRows` passes rows to a closure.

/// An operation on elements of any format.
///
/// This is a protocol because closures cannot be generic.
protocol ElementVisitor: ~Copyable {
  /// Receives the columns of a table, before its rows.
  mutating func begin(columns: [String])

  /// - Throws: ``FormatError`` for a malformed element, and any error of the operation.
  mutating func visit<Source: ElementSource & ~Copyable>(_ elements: inout Source) throws
}

extension ElementVisitor where Self: ~Copyable {
  mutating func begin(columns: [String]) {}
}

/// An operation on a sink of any format.
protocol SinkVisitor: ~Copyable {
  /// - Parameter sink: The sink, which the operation must end.
  mutating func visit<Sink: ElementSink & ~Copyable>(_ sink: consuming Sink) throws
}
