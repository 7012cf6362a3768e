import SystemLibrary

/// The rows that `--offset` leaves out, in one pass over all inputs.
final class RowOffset: Sendable {
  private let remaining: Locked<Int>

  init(_ count: Int) { remaining = Locked(count) }

  /// Counts a row, and returns whether it is not left out.
  func takesNextRow() -> Bool {
    remaining.withLock { remaining in
      guard remaining > 0 else { return true }
      remaining -= 1
      return false
    }
  }
}
