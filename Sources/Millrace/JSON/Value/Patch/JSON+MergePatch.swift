// JSON Merge Patch (RFC 7386, and 7396, which replaced it): a patch has the structure of the document. Members of the
// patch are set, null removes a member, and all other members stay.

extension JSON.Value {
  /// Applies a merge patch (RFC 7386).
  ///
  /// Members keep their positions and new ones are appended. An array is replaced as a whole.
  ///
  /// ```swift
  /// var value: JSON.Value = ["title": "Goodbye!", "author": ["givenName": "John", "familyName": "Doe"]]
  /// value.mergePatch(["title": "Hello!", "author": ["familyName": nil]])
  /// // {"title":"Hello!","author":{"givenName":"John"}}
  /// ```
  ///
  /// - Parameter patch: The merge patch.
  /// - Complexity: O(size of the patch) for objects from which nothing is removed, and O(members) more for each of the
  ///   others.
  public mutating func mergePatch(_ patch: JSON.Value) {
    guard case .object(let changes) = patch else {
      self = patch
      return
    }
    var members = object ?? [:]
    self = .null  // releases the storage, so that it is changed in place
    var removesMembers = false
    for (key, change) in changes {
      if change.isNull {
        removesMembers = true
      } else if let position = members.position(of: key) {
        members.withValue(at: position) { $0.mergePatch(change) }
      } else {
        var value = JSON.Value.null
        value.mergePatch(change)
        members[key] = value
      }
    }
    if removesMembers { members.removeAll { key, _ in changes[key]?.isNull ?? false } }
    self = .object(members)
  }

  /// Returns the merge patch that changes this value to a target (RFC 7386), or nil if there is none.
  ///
  /// There is no patch if an object of the target has a new member that is null, because null removes members in a merge patch.
  /// Nulls in arrays, and nulls that the value already has, are allowed. The order of members is not part of a patch.
  ///
  /// - Parameters:
  ///   - target: The value that the patch produces.
  ///   - numbers: How numbers are compared. Equal numbers are not part of the patch. Default: by value.
  /// - Complexity: O(size × depth)
  public func mergePatch(to target: JSON.Value, numbers: JSON.NumberEquality = .byValue) -> JSON.Value? {
    guard case .object(let wanted) = target else { return target }
    let members = object ?? [:]
    var changes = JSON.Object()
    for (key, value) in wanted {
      let present = members[key]
      if let present, present.isEqual(to: value, numbers: numbers) { continue }
      guard !value.isNull, let change = (present ?? .null).mergePatch(to: value, numbers: numbers) else { return nil }
      changes[key] = change
    }
    for (key, _) in members where wanted[key] == nil { changes[key] = .some(.null) }
    return .object(changes)
  }
}
