// Removing a member takes time in proportion to the members of its object, however many are removed. So a patch collects the
// members to remove, and removes them at once before an operation that needs the object as it is.

extension JSON.Patch {
  /// Members to remove from objects of a document. Nothing is found at their paths.
  struct Removals {
    /// The keys to remove, by the paths of their objects.
    private var keys: [JSON.Pointer: Set<JSON.ExactKey>] = [:]
    /// The paths of these objects and of all values around them.
    private var containers: Set<JSON.Pointer> = []

    /// Whether an operation at a path is independent of the removals: it concerns neither a removed member nor a value that
    /// contains one, and does not move the elements of an array that contains one.
    func areIndependent(of pointer: JSON.Pointer, in document: JSON.Value) -> Bool {
      if keys.isEmpty { return true }
      if containers.contains(pointer) { return false }
      let parent = JSON.Pointer(tokens: Array(pointer.tokens.dropLast()))
      if containers.contains(parent), document[parent]?.array != nil { return false }
      return !pointer.tokens.indices.contains { index in
        let object = JSON.Pointer(tokens: Array(pointer.tokens[..<index]))
        return keys[object]?.contains(JSON.ExactKey(text: pointer.tokens[index])) ?? false
      }
    }

    /// Adds a member of an object.
    mutating func insert(_ key: String, of object: JSON.Pointer) {
      if keys[object] == nil {
        for count in 0...object.tokens.count { containers.insert(JSON.Pointer(tokens: Array(object.tokens[..<count]))) }
      }
      keys[object, default: []].insert(JSON.ExactKey(text: key))
    }

    /// Removes the members from a document.
    mutating func apply(to document: inout JSON.Value) {
      for (object, keys) in keys {
        document.removeMembers(of: object) { keys.contains(JSON.ExactKey(text: $0)) }
      }
      self = Removals()
    }
  }
}
