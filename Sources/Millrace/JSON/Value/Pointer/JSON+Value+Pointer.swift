extension JSON.Value {
  /// The value at a pointer, or nil if there is none (RFC 6901, section 4).
  ///
  /// Setting replaces the value. A new key becomes the last key of the object, and the index `-`, or the number of
  /// elements, appends to an array. Setting nil removes the value; the whole document becomes null. Setting has no
  /// effect if the pointer's parent is missing or neither an array nor an object, or if an index is out of range.
  /// ``set(_:at:)`` and ``remove(at:)`` throw in these cases.
  public subscript(pointer: JSON.Pointer) -> JSON.Value? {
    get {
      var value = self
      for token in pointer.tokens {
        switch value {
        case .object(let object):
          guard let member = object[token] else { return nil }
          value = member
        case .array(let elements):
          guard let index = JSON.Pointer.index(token), index < elements.count else { return nil }
          value = elements[index]
        case .null, .boolean, .number, .string: return nil
        }
      }
      return value
    }
    set {
      if let newValue { _ = put(newValue, at: pointer, .set) } else { _ = take(at: pointer) }
    }
  }

  /// Sets the value at a pointer, like the subscript.
  ///
  /// - Parameters:
  ///   - value: The new value.
  ///   - pointer: The path of the value.
  /// - Throws: ``FormatError`` if there is no value that could be set. This value is then unchanged.
  public mutating func set(_ value: JSON.Value, at pointer: JSON.Pointer) throws(FormatError) {
    guard put(value, at: pointer, .set) else { throw FormatError(.noSuchPath(pointer.description)) }
  }

  /// Removes the value at a pointer. If it is the whole document, null remains.
  ///
  /// - Parameter pointer: The path of the value.
  /// - Returns: The removed value.
  /// - Throws: ``FormatError`` if there is no value at the pointer.
  @discardableResult
  public mutating func remove(at pointer: JSON.Pointer) throws(FormatError) -> JSON.Value {
    guard let value = take(at: pointer) else { throw FormatError(.noSuchPath(pointer.description)) }
    return value
  }
}

extension JSON.Value {
  /// The effect on an existing value, and on a missing one.
  enum Placement {
    /// Replaces the value, or adds it.
    case set
    /// Replaces a member and inserts before an element; adds a missing value.
    case add
    /// Replaces the value; a missing value has no effect.
    case replace
  }

  /// Puts a value at the location of a pointer.
  ///
  /// - Returns: Whether the location exists. If not, nothing has been changed.
  mutating func put(_ value: JSON.Value, at pointer: JSON.Pointer, _ placement: Placement) -> Bool {
    guard let last = pointer.tokens.last else {
      self = value
      return true
    }
    return withValue(at: pointer.tokens.dropLast()) { parent in
      switch parent {
      case .object(var object):
        guard placement != .replace || object.position(of: last) != nil else { return false }
        parent = .null  // releases the storage, so that it is changed in place
        object[last] = value
        parent = .object(object)
        return true
      case .array(var elements):
        guard let index = last == "-" ? elements.count : JSON.Pointer.index(last), index <= elements.count,
          placement != .replace || index < elements.count
        else { return false }
        parent = .null
        if index == elements.count || placement == .add {
          elements.insert(value, at: index)
        } else {
          elements[index] = value
        }
        parent = .array(elements)
        return true
      case .null, .boolean, .number, .string: return false
      }
    } ?? false
  }

  /// Removes the value at a pointer and returns it.
  mutating func take(at pointer: JSON.Pointer) -> JSON.Value? {
    guard let last = pointer.tokens.last else {
      defer { self = .null }
      return self
    }
    let taken = withValue(at: pointer.tokens.dropLast()) { parent -> JSON.Value? in
      switch parent {
      case .object(var object):
        guard let value = object[last] else { return nil }
        parent = .null
        object[last] = nil
        parent = .object(object)
        return value
      case .array(var elements):
        guard let index = JSON.Pointer.index(last), index < elements.count else { return nil }
        parent = .null
        let value = elements.remove(at: index)
        parent = .array(elements)
        return value
      case .null, .boolean, .number, .string: return nil
      }
    }
    return taken ?? nil
  }

  /// Removes members of the object at a pointer.
  mutating func removeMembers(of pointer: JSON.Pointer, where isRemoved: (String) -> Bool) {
    _ = withValue(at: pointer.tokens[...]) { value in
      guard case .object(var object) = value else { return }
      value = .null  // releases the storage, so that it is changed in place
      object.removeAll { key, _ in isRemoved(key) }
      value = .object(object)
    }
  }

  /// Changes the value at the path of some tokens in place. Returns nil if there is none.
  private mutating func withValue<Result>(
    at tokens: ArraySlice<String>, _ body: (inout JSON.Value) throws -> Result
  ) rethrows -> Result? {
    guard let token = tokens.first else { return try body(&self) }
    switch self {
    case .object(var object):
      guard let position = object.position(of: token) else { return nil }
      self = .null
      defer { self = .object(object) }
      return try object.withValue(at: position) { try $0.withValue(at: tokens.dropFirst(), body) }
    case .array(var elements):
      guard let index = JSON.Pointer.index(token), index < elements.count else { return nil }
      self = .null
      defer { self = .array(elements) }
      return try elements[index].withValue(at: tokens.dropFirst(), body)
    case .null, .boolean, .number, .string: return nil
    }
  }
}
