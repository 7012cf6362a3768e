extension Collection where Element: Equatable {
  /// Returns the first range with the elements of another collection: `firstRange(of:)`, which the oldest systems do not have.
  package func range(ofFirst other: some Collection<Element>) -> Range<Index>? {
    var start = startIndex
    while true {
      if self[start...].starts(with: other) { return start..<index(start, offsetBy: other.count) }
      if start == endIndex { return nil }
      formIndex(after: &start)
    }
  }
}

extension String {
  /// Whether the UTF-8 of another text is in that of this one: `contains(_:)`, which the oldest systems do not have.
  package func contains(utf8Of other: String) -> Bool { utf8.range(ofFirst: other.utf8) != nil }
}
