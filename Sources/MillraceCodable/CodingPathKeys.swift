import Millrace

/// The key of an element, with the same name as in Foundation.
struct IndexKey: CodingKey {
  let index: Int

  init(_ index: Int) { self.index = index }
  init?(stringValue: String) { return nil }
  init?(intValue: Int) { index = intValue }

  var stringValue: String { "Index \(index)" }
  var intValue: Int? { index }
}

/// The key of a super encoder that was requested without a key.
struct SuperKey: CodingKey {
  init() {}
  init?(stringValue: String) { if stringValue != "super" { return nil } }
  init?(intValue: Int) { return nil }

  var stringValue: String { "super" }
  var intValue: Int? { nil }
}

/// A key of a path that does not come from the program.
///
/// An existential stores it without allocating.
struct PathKey: CodingKey {
  let stringValue: String
  private let canBeNumber: Bool

  var intValue: Int? { canBeNumber ? Int(stringValue) : nil }

  init(_ name: String) {
    stringValue = name
    canBeNumber = false
  }

  init(stringValue: String) { self.init(stringValue) }

  /// Creates a key of a dictionary. It also has an integer value if its name is one, except in Foundation's own code
  /// for key strategies.
  init(dictionaryKey name: String, isConverting: Bool) {
    stringValue = name
    canBeNumber = !isConverting
  }

  init?(intValue: Int) { return nil }
}
