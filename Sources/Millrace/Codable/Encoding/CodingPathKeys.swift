/// The key of an element, named as Foundation names it.
struct IndexKey: CodingKey {
  let index: Int

  init(_ index: Int) { self.index = index }
  init?(stringValue: String) { return nil }
  init?(intValue: Int) { index = intValue }

  var stringValue: String { "Index \(index)" }
  var intValue: Int? { index }
}

/// The key of a super encoder that was given none.
struct SuperKey: CodingKey {
  init() {}
  init?(stringValue: String) { if stringValue != "super" { return nil } }
  init?(intValue: Int) { return nil }

  var stringValue: String { "super" }
  var intValue: Int? { nil }
}
