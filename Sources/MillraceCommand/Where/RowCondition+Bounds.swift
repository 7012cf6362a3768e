import Millrace
import MillraceTables

// Row groups of Parquet whose bounds rule out that a row fulfills the condition are not read.

extension RowCondition {
  /// Whether a row of a row group may fulfill the condition. If it is not certain that none does, the result is `true`.
  ///
  /// - Parameter fields: The columns that are read.
  func mayBeTrue(in group: Parquet.TableReader.RowGroup, _ fields: [Arrow.Field]) -> Bool {
    GroupBounds(group: group, references: references, fields: fields).mayBeTrue(expression)
  }
}

/// The bounds of the columns of a row group, as conditions compare them.
private struct GroupBounds {
  let group: Parquet.TableReader.RowGroup
  let references: [RowCondition.Reference]
  let fields: [Arrow.Field]

  func mayBeTrue(_ expression: RowCondition.Expression) -> Bool {
    switch expression {
    case .and(let parts): parts.allSatisfy(mayBeTrue)
    case .or(let parts): parts.contains(where: mayBeTrue)
    case .comparison(.reference(let index), let operation, let value, let comparison):
      mayBeTrue(index, operation, RowCondition.Candidate(value: value, comparison: comparison))
    case .comparison(let value, let operation, .reference(let index), let comparison):
      mayBeTrue(index, operation.reversed, RowCondition.Candidate(value: value, comparison: comparison))
    case .among(.reference(let index), let choices):
      choices.candidates.contains { mayBeTrue(index, .equal, $0) }
    case .between(.reference(let index), let low, let high):
      mayBeTrue(index, .greaterOrEqual, low) && mayBeTrue(index, .lessOrEqual, high)
    default: true
    }
  }

  /// Whether a comparison of a value of a column may be true. Only literals can rule it out.
  private func mayBeTrue(
    _ index: Int, _ operation: RowCondition.Operator, _ candidate: RowCondition.Candidate
  ) -> Bool {
    // Other paths lead to members.
    let paths = references[index].paths
    guard case .literal(let literal) = candidate.value, paths.count == 1, paths[0].count == 1,
      let field = fields.first(where: { JSON.ExactKey.areEqual($0.name, paths[0][0]) }),
      let bounds = group.bounds[field.name]
    else { return true }
    // A comparison with null is not true.
    if bounds.nullCount == group.rowCount { return false }
    func isOutside(_ bound: Parquet.TableReader.Bound?, _ isOutside: (Int) -> Bool) -> Bool {
      guard let bound, let value = ComparedValue(bound, of: field.type, as: candidate.comparison),
        let order = value.compared(to: literal, as: candidate.comparison)
      else { return false }
      return isOutside(order)
    }
    return switch operation {
    case .equal: !isOutside(bounds.minimum) { $0 > 0 } && !isOutside(bounds.maximum) { $0 < 0 }
    case .less: !isOutside(bounds.minimum) { $0 >= 0 }
    case .lessOrEqual: !isOutside(bounds.minimum) { $0 > 0 }
    case .greater: !isOutside(bounds.maximum) { $0 <= 0 }
    case .greaterOrEqual: !isOutside(bounds.maximum) { $0 < 0 }
    case .different: true
    }
  }
}

extension ComparedValue {
  /// Creates the value of a bound, if values of the column are compared in the order of its bounds.
  fileprivate init?(_ bound: Parquet.TableReader.Bound, of type: Arrow.DataType, as comparison: Comparison) {
    switch (bound, comparison) {
    case (.integer(let number), .numbers): self = .number(ComparedNumber(number))
    case (.double(let number), .numbers):
      guard let number = ComparedNumber(number) else { return nil }
      self = .number(number)
    case (.instant(let instant), .instants): self = .instant(instant, .instant)
    case (.bytes(let bytes), .texts):
      // Binary data is compared as Base64.
      guard case .utf8 = type else { return nil }
      self = .text(bytes[...])
    default: return nil
    }
  }
}

extension RowCondition.Operator {
  /// The operator with its operands in the other order.
  fileprivate var reversed: Self {
    switch self {
    case .equal, .different: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}
