import Millrace

// The types of the columns of a batch are determined by its rows, and the schema of a stream is fixed. So integers are
// written as doubles, and doubles as integers, if the conversion is exact.

extension Columns.Column {
  /// Returns doubles as integers.
  ///
  /// - Throws: ``Arrow/EntryProblem`` for a fraction, a negative zero, or a number that is out of range.
  func integers(_ numbers: [Double], _ range: Range<Int>, _ type: Arrow.DataType) throws -> [Int64] {
    try converted(numbers, range, absent: 0) { number, index in
      guard let integer = Int64(exactly: number), !(number == 0 && number.sign == .minus) else {
        throw Arrow.EntryProblem(.anotherType(found: number.description, type), at: index)
      }
      return integer
    }
  }

  /// Returns integers as doubles.
  ///
  /// - Throws: ``Arrow/EntryProblem`` for an integer that is not equal to a double.
  func doubles(_ numbers: [Int64], _ range: Range<Int>, _ type: Arrow.DataType) throws -> [Double] {
    try converted(numbers, range, absent: 0) { number, index in
      guard let double = Double(exactly: number) else {
        throw Arrow.EntryProblem(.anotherType(found: number.description, type), at: index)
      }
      return double
    }
  }

  /// Returns instants in a unit.
  ///
  /// - Throws: ``Arrow/EntryProblem`` for an instant that is out of range for the unit, or that is not a multiple of
  ///   it.
  func timestamps(_ instants: [Instant], _ range: Range<Int>, _ unit: Arrow.TimeUnit) throws -> [Int64] {
    try converted(instants, range, absent: 0) { instant, index in
      guard let count = instant.count(unitsPerSecond: unit.perSecond) else {
        throw Arrow.EntryProblem(.instantOutOfRange(instant, unit), at: index)
      }
      return count
    }
  }

  private func converted<Entry, Result>(
    _ entries: [Entry], _ range: Range<Int>, absent: Result, _ convert: (Entry, _ index: Int) throws -> Result
  ) rethrows -> [Result] {
    try range.map { isNull(at: $0) ? absent : try convert(entries[$0], $0) }
  }

  /// Returns the index of the first entry that is not null.
  func firstPresent(in range: Range<Int>) -> Int? {
    if case .unknown = values { return nil }
    guard let validity else { return range.first }
    return range.first { validity[$0] }
  }

  /// Returns the index of the first entry that is null.
  func firstAbsent(in range: Range<Int>) -> Int? {
    if case .unknown = values { return range.first }
    guard let validity else { return nil }
    return range.first { !validity[$0] }
  }

  /// Returns the approximate size of some entries in a batch, in bytes.
  func size(of range: Range<Int>) -> Int {
    switch values {
    case .unknown: range.count
    case .booleans: range.count / 4
    case .integers, .doubles, .instants: 8 * range.count
    case .strings(let texts), .bytes(let texts):
      4 * range.count + texts.offsets[range.upperBound] - texts.offsets[range.lowerBound]
    case .structures(let members): members.reduce(range.count / 8) { $0 + $1.size(of: range) }
    case .lists(let offsets, let elements):
      4 * range.count + elements.size(of: offsets[range.lowerBound]..<offsets[range.upperBound])
    }
  }
}

extension Columns.Table {
  /// Returns rows from a row on: at least one, and only one if it is larger than the limit.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of rows.
  ///   - bytes: The maximum size of the rows in a batch, in bytes.
  func rows(from start: Int, limit: Int, bytes: Int) -> Range<Int> {
    var count = min(limit, self.count - start)
    while count > 1, columns.reduce(0, { $0 + $1.size(of: start..<start + count) }) > bytes { count /= 2 }
    return start..<start + count
  }
}

extension Columns.Values {
  /// The kind of the entries, for messages.
  var kindName: String {
    switch self {
    case .unknown: "nothing"
    case .booleans: "a boolean"
    case .integers: "an integer"
    case .doubles: "a number with a fraction"
    case .strings: "a string"
    case .bytes: "binary data"
    case .instants: "an instant"
    case .structures: "an object"
    case .lists: "an array"
    }
  }
}

extension Columns.Bitmap {
  /// Returns some of the bits, from the lowest bit of the first word on, with zeros after the last one.
  func words(in range: Range<Int>) -> [UInt64] {
    let (first, shift) = (range.lowerBound / 64, UInt64(range.lowerBound % 64))
    var result: [UInt64] = []
    result.reserveCapacity((range.count + 63) / 64)
    for position in 0..<(range.count + 63) / 64 {
      let index = first + position
      var word = words[index] >> shift
      if shift > 0, index + 1 < words.count { word |= words[index + 1] << (64 - shift) }
      result.append(word)
    }
    if range.count % 64 > 0 { result[result.count - 1] &= 1 << UInt64(range.count % 64) - 1 }
    return result
  }
}

extension [Columns.Column] {
  /// Calls a function with each field and its column, which is matched by its name; nil if the column is missing.
  ///
  /// - Parameter firstPresent: Returns the index of the first entry of a column that is written and not null.
  /// - Throws: Errors of the function, and ``Arrow/EntryProblem`` for a column without a field that has such an entry.
  func match(
    _ fields: [Arrow.Field], firstPresent: (Columns.Column) -> Int?,
    _ encode: (Arrow.Field, Columns.Column?) throws -> Void
  ) throws {
    lazy var positions = [JSON.ExactKey: Int](
      enumerated().map { (JSON.ExactKey(text: $1.name), $0) }, uniquingKeysWith: { first, _ in first })
    var matched = 0
    for (index, field) in fields.enumerated() {
      // Columns are usually in the order of the fields.
      let isAtIndex = index < count && JSON.ExactKey.areEqual(self[index].name, field.name)
      let position = isAtIndex ? index : positions[field.name]
      if position != nil { matched += 1 }
      do { try encode(field, position.map { self[$0] }) } catch let problem as Arrow.EntryProblem {
        throw problem.within(field.name)
      }
    }
    guard matched < count else { return }
    let names = Set<JSON.ExactKey>(texts: fields.map(\.name))
    for column in self where !names.contains(column.name) {
      if let entry = firstPresent(column) { throw Arrow.EntryProblem(.newColumn, at: entry).within(column.name) }
    }
  }
}
