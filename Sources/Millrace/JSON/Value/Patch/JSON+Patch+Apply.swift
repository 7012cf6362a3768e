// A patch may come from any source. Its size bounds its own values, but two operations can add more to a document than
// the patch contains: an `add` at the end of a long path makes the document deeper, and repeated `copy` operations of
// the document into itself double it each time. Both are limited.

extension JSON.Patch {
  /// Limits for the growth of a document by a patch.
  ///
  /// ```swift
  /// var value: JSON.Value = [1, 2]
  /// let patch = JSON.Patch([.copy(from: "/0", to: "/-")])
  /// try value.apply(patch, limits: JSON.Patch.Limits(maximumCopiedValues: 10))
  /// print(value)  // [1,2,1]
  /// ```
  public struct Limits: Sendable, Hashable {
    /// The maximum nesting depth of a value that an operation adds, in levels. The default is 512.
    public var maximumDepth: Int
    /// The maximum number of values that all `copy` operations add together. The default is 1,000,000.
    public var maximumCopiedValues: Int

    /// Creates limits. The default depth is that of ``JSON/ReadingOptions``, so that the document can be read again.
    public init(maximumDepth: Int = 512, maximumCopiedValues: Int = 1_000_000) {
      self.maximumDepth = maximumDepth
      self.maximumCopiedValues = maximumCopiedValues
    }
  }
}

extension JSON.Value {
  /// Applies a patch (RFC 6902). If an operation fails, the value is unchanged.
  ///
  /// - Parameters:
  ///   - patch: The operations.
  ///   - limits: The limits for the growth of the document.
  /// - Throws: ``FormatError`` if an operation fails. Its problem describes the cause, with the path in this value. Its
  ///   place is the path of the operation in the patch, such as `/2`.
  public mutating func apply(
    _ patch: JSON.Patch, limits: JSON.Patch.Limits = JSON.Patch.Limits()
  ) throws(FormatError) {
    var result = self
    var copied = 0
    var removals = JSON.Patch.Removals()
    for (index, operation) in patch.operations.enumerated() {
      do throws(FormatError) {
        try result.apply(operation, limits, &copied, &removals)
      } catch {
        throw FormatError(error.problem, at: FormatError.Place(path: "/\(index)"))
      }
    }
    removals.apply(to: &result)
    self = result
  }

  private mutating func apply(
    _ operation: JSON.Patch.Operation, _ limits: JSON.Patch.Limits, _ copied: inout Int,
    _ removals: inout JSON.Patch.Removals
  ) throws(FormatError) {
    if !operation.pointers.allSatisfy({ removals.areIndependent(of: $0, in: self) }) { removals.apply(to: &self) }
    switch operation {
    case .add(let pointer, let value): try add(value, at: pointer, limits)
    case .remove(let pointer): try remove(at: pointer, &removals)
    case .replace(let pointer, let value):
      try value.check(belowLevels: pointer.tokens.count, limits)
      guard put(value, at: pointer, .replace) else { throw FormatError(.noSuchPath(pointer.description)) }
    case .move(let source, let pointer):
      guard self[source] != nil, !pointer.isInside(source) else {
        throw FormatError(.noSuchPath((self[source] == nil ? source : pointer).description))
      }
      guard source != pointer else { return }
      let value = try remove(at: source, &removals)
      // The target can be a value around the source.
      if !removals.areIndependent(of: pointer, in: self) { removals.apply(to: &self) }
      try add(value, at: pointer, limits)
    case .copy(let source, let pointer):
      guard let value = self[source] else { throw FormatError(.noSuchPath(source.description)) }
      guard let count = value.count(upTo: limits.maximumCopiedValues - copied) else {
        throw FormatError(.patchTooLarge(limit: limits.maximumCopiedValues))
      }
      copied += count
      try add(value, at: pointer, limits)
    case .test(let pointer, let expected):
      guard let value = self[pointer] else { throw FormatError(.noSuchPath(pointer.description)) }
      guard value == expected else {
        throw FormatError(
          .testFailed(path: pointer.description, expected: expected.excerpt, found: value.excerpt))
      }
    }
  }

  /// Removes the value at a pointer: a member later, an element at once.
  @discardableResult
  private mutating func remove(
    at pointer: JSON.Pointer, _ removals: inout JSON.Patch.Removals
  ) throws(FormatError) -> JSON.Value {
    guard let key = pointer.tokens.last else { return try remove(at: pointer) }
    let parent = JSON.Pointer(tokens: pointer.tokens.dropLast())
    guard let object = self[parent]?.object else { return try remove(at: pointer) }
    guard let value = object[key] else { throw FormatError(.noSuchPath(pointer.description)) }
    removals.insert(key, of: parent)
    return value
  }

  private mutating func add(
    _ value: JSON.Value, at pointer: JSON.Pointer, _ limits: JSON.Patch.Limits
  ) throws(FormatError) {
    try value.check(belowLevels: pointer.tokens.count, limits)
    guard put(value, at: pointer, .add) else { throw FormatError(.noSuchPath(pointer.description)) }
  }

  private func check(belowLevels levels: Int, _ limits: JSON.Patch.Limits) throws(FormatError) {
    guard hasDepth(upTo: limits.maximumDepth - levels) else {
      throw FormatError(.nestedTooDeep(limit: limits.maximumDepth))
    }
  }

  /// Whether at most this many arrays and objects are open at once in this value.
  private func hasDepth(upTo limit: Int) -> Bool {
    switch self {
    case .array(let elements): limit > 0 && elements.allSatisfy { $0.hasDepth(upTo: limit - 1) }
    case .object(let members): limit > 0 && members.allSatisfy { $0.value.hasDepth(upTo: limit - 1) }
    case .null, .boolean, .number, .string: limit >= 0
    }
  }

  /// The number of values in this value, including itself; nil if it exceeds a limit.
  private func count(upTo limit: Int) -> Int? {
    guard limit > 0 else { return nil }
    var count = 1
    switch self {
    case .array(let elements):
      for element in elements {
        guard let more = element.count(upTo: limit - count) else { return nil }
        count += more
      }
    case .object(let members):
      for (_, value) in members {
        guard let more = value.count(upTo: limit - count) else { return nil }
        count += more
      }
    case .null, .boolean, .number, .string: break
    }
    return count
  }
}

extension JSON.Patch.Operation {
  /// The paths that the operation concerns.
  fileprivate var pointers: [JSON.Pointer] {
    switch self {
    case .add(let pointer, _), .remove(let pointer), .replace(let pointer, _), .test(let pointer, _): [pointer]
    case .move(let source, let pointer), .copy(let source, let pointer): [source, pointer]
    }
  }
}

extension JSON.Pointer {
  /// Whether this pointer leads to a location inside the value at another pointer, and not to the value itself.
  fileprivate func isInside(_ other: JSON.Pointer) -> Bool {
    tokens.count > other.tokens.count && tokens.starts(with: other.tokens, by: JSON.ExactKey.areEqual)
  }
}
