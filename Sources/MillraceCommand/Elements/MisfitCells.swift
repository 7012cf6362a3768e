import Millrace
import MillraceTables
import SystemLibrary

/// A row does not fit what was inferred from the rows before it. The conversion can begin again with what all rows need.
struct Misfit: Error {}

/// Takes notice of cells of CSV that do not have the kinds that were inferred from the first rows.
///
/// Without it such a row would stop the conversion, or be dropped as a bad row, for a guess of the tool.
final class MisfitCells: Sendable {
  private let found = Locked(false)

  /// Whether a cell did not fit.
  var areThere: Bool { found.withLock { $0 } }

  func removeAll() { found.withLock { $0 = false } }

  /// Returns a function that tells whether an error is that of a misfit in a column whose kind was inferred, and then takes
  /// notice of it.
  func ofColumns(_ names: Set<String>) -> @Sendable (FormatError) -> Bool {
    { [found] error in
      guard case .custom(CSV.Problem.wrongKind) = error.problem else { return false }
      guard let column = error.column, names.contains(column) else { return false }
      found.withLock { $0 = true }
      return true
    }
  }
}

extension FormatError {
  /// The name of the column: the last part of the path.
  fileprivate var column: String? { place.path.flatMap { JSON.Pointer($0) }?.tokens.last }
}
