import Millrace
import MillraceTables
import SystemLibrary

/// A row does not fit what was inferred from the rows before it. The conversion can begin again with what all rows need.
struct SchemaMismatch: Error {
  /// Whether a number would lose digits in a column of a database, because of the type that the first rows gave it.
  var isAboutLostDigits = false
}

/// Records whether a row is bad only because a cell does not have the kind inferred from the first rows.
final class MismatchedCells: Sendable {
  private let found = Locked(false)

  /// Whether a cell did not fit.
  var areThere: Bool { found.withLock { $0 } }

  func note() { found.withLock { $0 = true } }

  func removeAll() { found.withLock { $0 = false } }
}

extension InputOptions {
  /// Whether an error comes from a cell that does not have the inferred kind of its column.
  func inferred(kindIn error: FormatError) -> Bool {
    guard case .custom(CSV.Problem.wrongKind) = error.problem, let name = error.column, name != unnesting?.field else {
      return false
    }
    return columns?.first { $0.name == name }?.kind == nil
  }
}

extension FormatError {
  /// The name of the column: the last part of the path.
  var column: String? { place.path.flatMap { JSON.Pointer($0) }?.tokens.last }
}
