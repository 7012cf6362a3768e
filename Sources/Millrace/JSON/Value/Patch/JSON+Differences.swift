extension JSON {
  /// A location at which two documents differ.
  public struct Difference: Sendable, Hashable {
    /// The location: for a removed value in the first document, otherwise in the second.
    public var pointer: Pointer
    /// The kind of difference.
    public var change: Change

    /// The kind of a difference.
    public enum Change: Sendable, Hashable {
      /// A value that the first document does not have.
      case added(Value)
      /// A value that the second document does not have.
      case removed(Value)
      /// A value of the first document, and the value of the second document at the same location.
      case replaced(Value, by: Value)
    }
  }

  /// The differences between two documents; empty if they are equal.
  ///
  /// In tests, its description shows the differences of large documents, one on each line:
  ///
  /// ```swift
  /// let expected: JSON.Value = ["name": "Alien", "year": 1979, "cast": ["Weaver"]]
  /// let found: JSON.Value = ["name": "Alien", "year": 1986, "cast": []]
  /// print(expected.differences(to: found))
  /// // /year: 1986 instead of 1979
  /// // /cast/0: "Weaver" is missing
  /// ```
  public struct Differences: Sendable, Hashable {
    private var differences: [Difference] = []
  }
}

extension JSON.Differences: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { differences.count }
  public subscript(position: Int) -> JSON.Difference { differences[position] }
}

// MARK: - Finding differences

extension JSON.Value {
  /// Returns the differences between this value and another one.
  ///
  /// Members are compared by key, in any order. The common beginning and end of two arrays are omitted, and the
  /// elements between them are compared one by one. One added or removed element is therefore one difference.
  ///
  /// - Parameters:
  ///   - other: The second value.
  ///   - numbers: How numbers are compared. Default: by value.
  /// - Complexity: O(size × depth)
  public func differences(to other: JSON.Value, numbers: JSON.NumberEquality = .byValue) -> JSON.Differences {
    var differences = JSON.Differences()
    differences.compare(self, other, at: [], numbers)
    return differences
  }
}

extension JSON.Differences {
  fileprivate mutating func compare(
    _ old: JSON.Value, _ new: JSON.Value, at pointer: JSON.Pointer, _ numbers: JSON.NumberEquality
  ) {
    switch (old, new) {
    case (.object(let old), .object(let new)):
      for (key, value) in old {
        if let other = new[key] {
          compare(value, other, at: pointer.appending(key), numbers)
        } else {
          add(.removed(value), at: pointer.appending(key))
        }
      }
      for (key, value) in new where old[key] == nil { add(.added(value), at: pointer.appending(key)) }
    case (.array(let old), .array(let new)): compare(old, new, at: pointer, numbers)
    default: if !old.isEqual(to: new, numbers: numbers) { add(.replaced(old, by: new), at: pointer) }
    }
  }

  /// Adds the differences of two arrays. Removals are listed from the last to the first, so that they can be applied
  /// one after another: each index is valid when its removal is applied.
  private mutating func compare(
    _ old: [JSON.Value], _ new: [JSON.Value], at pointer: JSON.Pointer, _ numbers: JSON.NumberEquality
  ) {
    let shorter = Swift.min(old.count, new.count)
    var start = 0
    while start < shorter, old[start].isEqual(to: new[start], numbers: numbers) { start += 1 }
    var suffixCount = 0
    while suffixCount < shorter - start,
      old[old.count - 1 - suffixCount].isEqual(to: new[new.count - 1 - suffixCount], numbers: numbers)
    { suffixCount += 1 }
    let end = shorter - suffixCount
    for index in start..<end { compare(old[index], new[index], at: pointer.appending(index), numbers) }
    for index in (end..<old.count - suffixCount).reversed() { add(.removed(old[index]), at: pointer.appending(index)) }
    for index in end..<new.count - suffixCount { add(.added(new[index]), at: pointer.appending(index)) }
  }

  private mutating func add(_ change: JSON.Difference.Change, at pointer: JSON.Pointer) {
    differences.append(JSON.Difference(pointer: pointer, change: change))
  }
}

// MARK: - Description

extension JSON.Differences: CustomStringConvertible {
  /// A line for each difference; `equal` if there is none.
  public var description: String { isEmpty ? "equal" : map(\.description).joined(separator: "\n") }
}

extension JSON.Difference: CustomStringConvertible {
  /// Such as `/year: 1986 instead of 1979`. Long values are cut.
  public var description: String {
    let place = pointer.tokens.isEmpty ? "" : "\(pointer): "
    return switch change {
    case .added(let value): "\(place)\(value.excerpt) is new"
    case .removed(let value): "\(place)\(value.excerpt) is missing"
    case .replaced(let old, let new): "\(place)\(new.excerpt) instead of \(old.excerpt)"
    }
  }
}

extension JSON.Value {
  /// The beginning of this value as JSON.
  var excerpt: String {
    let text = description
    let longest = 120
    return text.count > longest ? text.prefix(longest) + "…" : text
  }
}
