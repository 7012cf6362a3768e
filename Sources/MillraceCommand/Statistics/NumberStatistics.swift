import Millrace

/// The statistics of numbers, exact for numbers of any size except for ``ExactSum/isKnown``.
struct NumberStatistics {
  private(set) var minimum: ComparedNumber?
  private(set) var maximum: ComparedNumber?
  private(set) var sum = ExactSum()
  /// Numbers with the same value are one number, such as 1 and 1.0.
  private(set) var distinct = DistinctCount()
  private(set) var count = 0

  mutating func add(_ number: ComparedNumber) {
    count += 1
    if minimum.map({ number.compared(to: $0) < 0 }) ?? true { minimum = number.copied() }
    if maximum.map({ number.compared(to: $0) > 0 }) ?? true { maximum = number.copied() }
    if let integer = number.integer { sum.add(integer) } else if let decimal = number.decimal { sum.add(decimal) }
    distinct.add(number.stableHash)
  }

  /// nil if there are no numbers, or if the mean is out of the range of doubles.
  var mean: Double? { count > 0 && sum.isKnown ? sum.mean(of: count) : nil }
}

extension ComparedNumber {
  /// A hash of the value, whatever its text.
  fileprivate var stableHash: UInt64 {
    if let integer = integer ?? decimal?.integer {
      var hash = StableHash(kind: ValueKind.integer.rawValue)
      hash.add(integer)
      return hash.value
    }
    var hash = StableHash(kind: ValueKind.number.rawValue)
    guard let decimal else { return hash.value }
    hash.add(Int64(decimal.isNegative ? 1 : 0))
    hash.add(Int64(decimal.places.upperBound))
    for byte in decimal.digits where byte != UInt8(ascii: ".") { hash.add(byte) }
    return hash.value
  }
}

/// The kinds of values whose hashes differ.
enum ValueKind: UInt8 {
  case boolean, integer, number, text, instant, bytes, nested
}
