import Millrace

@propertyWrapper struct Clamped {
  var wrappedValue: Int

  init(_ range: ClosedRange<Int>) { wrappedValue = range.lowerBound }
}

@Serializable
struct Film {
  @Clamped(1...9) var rank: Int  // !
}
