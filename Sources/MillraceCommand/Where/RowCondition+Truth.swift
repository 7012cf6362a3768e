extension RowCondition {
  /// Whether a row fulfills the condition: it is true, and neither false nor unknown.
  ///
  /// - Parameter value: returns the value of a reference.
  func isTrue(_ value: (Int) -> ComparedValue) -> Bool { expression.truth(value) == true }
}

extension RowCondition.Expression {
  /// The truth of the expression by three-valued logic; nil if it is unknown.
  func truth(_ value: (Int) -> ComparedValue) -> Bool? {
    switch self {
    case .literal(let literal): return literal.truth
    case .reference(let index): return value(index).truth
    case .comparison(let left, let operation, let right, let comparison):
      return left.value(value).compared(to: right.value(value), as: comparison).map(operation.holds)
    case .among(let expression, let choices): return choices.contain(expression.value(value), value)
    case .between(let expression, let low, let high):
      let compared = expression.value(value)
      return Self.conjunction([(low, RowCondition.Operator.greaterOrEqual), (high, .lessOrEqual)]) {
        candidate, operation in
        compared.compared(to: candidate.value.value(value), as: candidate.comparison).map(operation.holds)
      }
    case .match(let expression, let pattern): return expression.value(value).writtenText.map(pattern.matches)
    case .and(let parts): return Self.conjunction(parts) { $0.truth(value) }
    // By De Morgan's law.
    case .or(let parts): return Self.conjunction(parts) { $0.truth(value).map(!) }.map(!)
    case .not(let part): return part.truth(value).map { !$0 }
    case .isNull(let part):
      if case .null = part.value(value) { return true }
      return false
    case .isTrue(let part, let isTrue): return part.truth(value) == isTrue
    }
  }

  /// Whether all of several are true; unknown if none is false and one is unknown.
  private static func conjunction<Part>(_ parts: [Part], _ truth: (Part) -> Bool?) -> Bool? {
    var result: Bool? = true
    for part in parts {
      switch truth(part) {
      case false: return false
      case nil: result = nil
      case true: break
      }
    }
    return result
  }

  /// The value of the expression as a part of a comparison.
  func value(_ value: (Int) -> ComparedValue) -> ComparedValue {
    switch self {
    case .literal(let literal): literal
    case .reference(let index): value(index)
    default: truth(value).map(ComparedValue.boolean) ?? .null
    }
  }
}

extension RowCondition.Pattern {
  fileprivate func matches(_ text: ArraySlice<UInt8>) -> Bool {
    switch self {
    case .text(let pattern): pattern.matches(text)
    case .search(let expression): expression.matches(text)
    }
  }
}

extension RowCondition.Operator {
  /// Whether the comparison is true if the first value is below (-1), equal to (0) or above (1) the second one.
  fileprivate func holds(_ order: Int) -> Bool {
    switch self {
    case .equal: order == 0
    case .different: order != 0
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    case .greaterOrEqual: order >= 0
    }
  }
}
