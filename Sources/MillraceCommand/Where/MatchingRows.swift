import Millrace

/// The rows of another source that fulfill a condition, until all further rows do: see ``RowMatcher/isDone``.
final class MatchingRows: RowSource {
  private let base: any RowSource
  private let matcher: RowMatcher

  init(_ base: any RowSource, _ matcher: RowMatcher) {
    self.base = base
    self.matcher = matcher
  }

  func readNext(_ row: inout RowTape) throws -> Bool {
    if matcher.isDone { return false }
    repeat {
      guard try base.readNext(&matcher.tape) else { return false }
    } while !matcher.matches()
    swap(&row, &matcher.tape)
    return true
  }
}

extension ElementSource where Self: ~Copyable {
  /// Passes a function that reads the next row to an operation. If there is a condition, the function first reads only rows that
  /// fulfill it, and another one all rows after them as soon as all further rows do.
  mutating func readMatching(
    _ matcher: RowMatcher?, _ body: (_ readNext: (inout RowTape) throws -> Bool) throws -> Void
  ) throws {
    if let matcher, !matcher.isDone {
      try withRows(of: &self) { rows in
        let matching = MatchingRows(rows, matcher)
        try body { try matching.readNext(&$0) }
      }
      guard matcher.isDone else { return }
    }
    try body { try readNext(&$0) }
  }
}
