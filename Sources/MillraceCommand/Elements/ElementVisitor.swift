import Millrace

/// Something that is done with elements, whatever format they come from.
///
/// A closure cannot be generic, so this is the protocol of one that is.
protocol ElementVisitor: ~Copyable {
  /// Takes notice of the columns of a table, before its rows come.
  mutating func begin(columns: [String])

  /// - Throws: ``FormatError`` for what is wrong with the elements, and any other error.
  mutating func visit<Source: ElementSource & ~Copyable>(_ elements: inout Source) throws
}

extension ElementVisitor where Self: ~Copyable {
  mutating func begin(columns: [String]) {}
}

/// Something that is done with what elements go to, whatever format it is.
protocol SinkVisitor: ~Copyable {
  /// - Parameter sink: is to be ended.
  mutating func visit<Sink: ElementSink & ~Copyable>(_ sink: consuming Sink) throws
}
