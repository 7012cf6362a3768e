import Millrace

extension Schema {
  /// Returns the schema for some members of the objects.
  ///
  /// - Parameter names: The keys of the members.
  public func selecting(_ names: Set<String>) -> Schema {
    var selected = self
    selected.fields = Fields(fields.filter { names.contains($0.name) })
    return selected
  }
}
