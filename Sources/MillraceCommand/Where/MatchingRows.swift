import Millrace

extension RowMatcher {
  /// Returns the rows of a source that fulfill the condition, until all further rows do: see ``isDone``.
  func matching(_ readRow: @escaping RowSource) -> RowSource {
    { row in
      if self.isDone { return false }
      repeat {
        guard try readRow(&self.tape) else { return false }
      } while !self.matches()
      swap(&row, &self.tape)
      return true
    }
  }
}

extension ElementSource where Self: ~Copyable {
  /// Passes a function that reads the next row to an operation. If there is a condition, the function first reads only rows that
  /// fulfill it, and another one all rows after them as soon as all further rows do.
  mutating func readMatching(
    _ matcher: RowMatcher?, _ body: (_ readRow: (inout RowTape) throws -> Bool) throws -> Void
  ) throws {
    if let matcher, !matcher.isDone {
      try withRows(of: &self) { try body(matcher.matching($0)) }
      guard matcher.isDone else { return }
    }
    try body { try readNext(&$0) }
  }
}
