import Millrace

// Access to the entries of a column, all together or one by one.

extension Columns.Column {
  /// The Boolean values, or nil if the column has another type.
  public var booleans: Columns.Bitmap? { if case .booleans(let bits) = values { bits } else { nil } }
  /// The integers, or nil if the column has another type.
  public var integers: [Int64]? { if case .integers(let numbers) = values { numbers } else { nil } }
  /// The doubles, or nil if the column has another type.
  public var doubles: [Double]? { if case .doubles(let numbers) = values { numbers } else { nil } }
  /// The strings, or nil if the column has another type.
  public var strings: Columns.Texts? { if case .strings(let texts) = values { texts } else { nil } }
  /// The binary data, or nil if the column has another type.
  public var bytes: Columns.Texts? { if case .bytes(let texts) = values { texts } else { nil } }
  /// The instants, or nil if the column has another type.
  public var instants: [Instant]? { if case .instants(let instants) = values { instants } else { nil } }
  /// The columns of the members of structures, or nil if the column has another type.
  public var members: [Columns.Column]? { if case .structures(let columns) = values { columns } else { nil } }
  /// The elements of all lists, and the offsets of each list, or nil if the column has another type.
  public var lists: (offsets: [Int], elements: Columns.Column)? {
    if case .lists(let offsets, let elements) = values { (offsets, elements) } else { nil }
  }

  /// The column of a member of structures, or nil if there is none.
  public subscript(name: String) -> Columns.Column? { members?.first { JSON.ExactKey.areEqual($0.name, name) } }

  /// Returns the Boolean value of a row, or nil if the entry is null or the column has another type.
  public func boolean(at index: Int) -> Bool? { isNull(at: index) ? nil : booleans?[index] }
  /// Returns the integer of a row, or nil if the entry is null or the column has another type.
  public func integer(at index: Int) -> Int64? { isNull(at: index) ? nil : integers?[index] }
  /// Returns the double of a row, or nil if the entry is null or the column has another type. An integer that is
  /// exactly equal to a double is returned as a double.
  public func double(at index: Int) -> Double? {
    isNull(at: index) ? nil : doubles?[index] ?? integers.flatMap { Double(exactly: $0[index]) }
  }
  /// Returns the string of a row, or nil if the entry is null or the column has another type.
  public func string(at index: Int) -> String? { isNull(at: index) ? nil : strings?[index] }
  /// Returns the binary data of a row, or nil if the entry is null or the column has another type.
  public func bytes(at index: Int) -> [UInt8]? {
    isNull(at: index) ? nil : bytes.map { Array($0.bytes[$0.range(at: index)]) }
  }
  /// Returns the instant of a row, or nil if the entry is null or the column has another type.
  public func instant(at index: Int) -> Instant? { isNull(at: index) ? nil : instants?[index] }
}

extension Columns.Table {
  /// Returns a table with some of the columns, in a given order.
  ///
  /// - Parameter names: The names of the columns, without duplicates.
  /// - Returns: The table, or nil if a column does not exist.
  public func selecting(_ names: [String]) -> Columns.Table? {
    let columns = names.compactMap { self[$0] }
    return columns.count == names.count ? Columns.Table(columns: columns, count: count) : nil
  }
}
