import Testing

@testable import MillraceCodable

@Suite("Arguments of generic types")
struct GenericTypesTests {
  private final class Class {}

  private static let types: [Any.Type] = [
    [Int].self, [[Int]].self, [String: Int].self, [String: [String: Int]].self, [Int: String].self, [Class].self,
    [String: Class].self, [String: Any].self, [Substring: Int].self, Set<Int>.self, Optional<[Int]>.self, Int.self,
    String.self, Class.self, ArraySlice<Int>.self, ContiguousArray<Int>.self, (Int, Int).self, Any.self,
    AnyHashable.self, KeyValuePairs<String, Int>.self,
  ]

  @Test func `a cast finds the same as the layout of the metadata`() {
    for type in Self.types {
      #expect(KnownGeneric(type, knowsLayout: false) == KnownGeneric(type, knowsLayout: true), "\(type)")
    }
  }

  @Test func `the elements of arrays and of dictionaries with string keys are known`() {
    for knowsLayout in [false, true] {
      #expect(KnownGeneric([Int].self, knowsLayout: knowsLayout) == .array(of: ObjectIdentifier(Int.self)))
      #expect(
        KnownGeneric([String: [Int]].self, knowsLayout: knowsLayout) == .dictionary(of: ObjectIdentifier([Int].self)))
      #expect(KnownGeneric([Int: Int].self, knowsLayout: knowsLayout) == nil)
    }
  }
}
