import Millrace

extension Schema {
  /// What is known if only some members of the objects are looked at.
  public func selecting(_ names: Set<String>) -> Schema {
    var selected = self
    selected.fields = Fields(fields.filter { names.contains($0.name) })
    return selected
  }
}
