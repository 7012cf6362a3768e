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
