// Pattern matching for trees in `switch` and `if`. Values can be literals, so the following needs no function of this
// file:
//
//     switch value["state"] {
//     case "on": …
//     case 0, false: …
//     case .string(let other): …
//     case nil: …
//     }

extension JSON.Value {
  /// Whether a value is an integer in a range, such as in `case 200..<300:`.
  ///
  /// A number with a fraction or an exponent is not an integer, even if it is equal to one.
  @inlinable
  public static func ~= (range: some RangeExpression<Int>, value: JSON.Value) -> Bool {
    value.int.map { range.contains($0) } ?? false
  }

  /// Whether a value is a number whose nearest double is in a range, such as in `case 0.0..<0.5:`.
  @inlinable
  public static func ~= (range: some RangeExpression<Double>, value: JSON.Value) -> Bool {
    value.double.map { range.contains($0) } ?? false
  }
}

extension Optional where Wrapped == JSON.Value {
  /// Whether there is a value, and it is an integer in a range.
  @inlinable
  public static func ~= (range: some RangeExpression<Int>, value: JSON.Value?) -> Bool {
    value.map { range ~= $0 } ?? false
  }

  /// Whether there is a value, and it is a number whose nearest double is in a range.
  @inlinable
  public static func ~= (range: some RangeExpression<Double>, value: JSON.Value?) -> Bool {
    value.map { range ~= $0 } ?? false
  }
}
