import Foundation
import Millrace
import Observation

@Serializable
public struct WithInterface {
  @_spi(Inner) public var a: Int
  public var b: Int
}

@Serializable
struct WithActor {
  @MainActor var a: Int
  var b = 2
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
@Serializable
@Observable
final class Model {
  var a = 1
  @ObservationIgnored var b = 2

  init() {}
}

@propertyWrapper
struct Clamped {
  private var value: Int
  private let range: ClosedRange<Int>

  init(_ range: ClosedRange<Int>) { self.init(wrappedValue: range.lowerBound, range) }

  init(wrappedValue: Int, _ range: ClosedRange<Int> = 0...9) {
    value = min(max(wrappedValue, range.lowerBound), range.upperBound)
    self.range = range
  }

  var wrappedValue: Int {
    get { value }
    set { value = min(max(newValue, range.lowerBound), range.upperBound) }
  }
}

@Serializable
struct WithWrappers {
  @Clamped var a: Int
  @Clamped(0...5) var b: Int = 3
  @Field("cc") @Clamped var c: Int = 4
}

@Serializable
struct WithWrappersAndInitializer {
  @Clamped(0...5) var a: Int

  init(twice a: Int) { self.a = 2 * a }
}

@Serializable
final class ClassWithWrappers {
  @Clamped(0...5) var a: Int
  @Clamped var b: Int = 3

  init(a: Int) { self.a = a }
}

/// An attribute of the same name as the library's, of another module.
enum Other {
  @propertyWrapper
  struct Field<Value> {
    var wrappedValue: Value

    init(wrappedValue: Value, key: String) { self.wrappedValue = wrappedValue }
  }
}

@Serializable
struct WithOtherField {
  @Other.Field(key: "x") var a: Int = 1
  var b: Int
}

func checkAttributes() {
  expect(WithInterface.self, #"{"a":1,"b":2}"#)
  expect(WithWrappers.self, #"{"a":10}"#, writes: #"{"a":9,"b":3,"cc":4}"#)
  expect(WithWrappers.self, #"{"a":1,"b":7,"cc":8}"#, writes: #"{"a":1,"b":5,"cc":8}"#)
  expect(WithWrappersAndInitializer.self, #"{"a":7}"#, writes: #"{"a":5}"#)
  expect(ClassWithWrappers.self, #"{"a":7}"#, writes: #"{"a":5,"b":3}"#)
  expect(WithOtherField.self, #"{"a":4,"b":2}"#)
  if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) { expect(Model.self, #"{"a":4,"b":5}"#) }
}
