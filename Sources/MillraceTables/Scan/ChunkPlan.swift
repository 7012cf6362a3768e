import Millrace

/// The columns and the kinds of cells that must be known before rows are converted.
///
/// They are inferred from the first rows. If a later row does not fit, they are widened to what all rows need, in this order:
///
/// | values | column |
/// |---|---|
/// | only nulls | nulls |
/// | one kind | that kind |
/// | integers and other numbers | doubles, if a double has all digits of each integer |
/// | instants | nanoseconds, microseconds if one is out of range, or text if another one has nanoseconds |
/// | objects, arrays | structures with all members, lists of the widened elements |
/// | any other mixture, numbers that neither an integer nor a double represents | text |
package struct ChunkPlan: Sendable {
  /// The columns of the output; none if the output has no columns.
  package var shape = Columns.Shape(kind: .structure)
  /// The kinds of the cells of CSV by the names of their columns, unless an option gives them.
  package var kinds: CSV.InferredKinds = [:]
  /// Whether a row that does not fit is an error.
  package var isFinal = false

  /// Creates a plan without columns.
  package init() {}

  /// Widens the kind of a column's cells so that it includes a cell that does not fit.
  ///
  /// - Returns: `false` if no kind includes both.
  package mutating func widen(_ name: String, toTake cell: String) -> Bool {
    let name = Array(name.utf8)
    guard let kind = kinds[name], kind != .text, kind != .null else { return false }
    kinds[name] = kind == .integer && JSON.Number(cell) != nil ? .number : .text
    return true
  }

  /// Whether other kinds of cells differ from those of the plan only where it has had no cells.
  package func onlyGainsCells(in others: CSV.InferredKinds) -> Bool {
    others.allSatisfy { kinds[$0.key] == $0.value || kinds[$0.key] == .null }
  }

  /// Merges the requirements of a chunk into the plan.
  package mutating func add(_ mismatch: (shape: Columns.Shape, kinds: CSV.InferredKinds)) {
    shape.merge(mismatch.shape)
    merge(kinds: mismatch.kinds)
    // A column of text has the text of its cells as it is written.
    for member in shape.members where member.shape.kind == .string { kinds[Array(member.name.utf8)]? = .text }
  }

  /// Merges the kinds of cells of another plan.
  package mutating func merge(kinds others: CSV.InferredKinds) {
    for (name, kind) in others where kind != .null || kinds[name] == nil {
      guard let known = kinds[name], known != kind, known != .null else {
        kinds[name] = kind
        continue
      }
      kinds[name] = [known, kind].allSatisfy { $0 == .integer || $0 == .number } ? .number : .text
    }
  }
}
