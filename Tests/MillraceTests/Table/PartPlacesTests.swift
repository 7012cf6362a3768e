import Foundation
import TestSupport
import Testing

@testable import Millrace

@Serializable private enum Only: String { case one }
@Serializable private enum Small: Int8 { case a = -1, b }
@Serializable private struct Nothing: Hashable {}
@Serializable private struct Nine: Hashable {
  var number: Int
  var flag: Bool
}

@Serializable
private final class Mixed: Codable {
  let first: Nothing
  let small: Small
  let only: Only
  let nine: Nine?
  let flag: Bool
  let list: [Only]?
  let none: Nothing?
  let float: Float
  let last: Only
}
extension Only: Codable {}
extension Small: Codable {}
extension Nothing: Codable {}
extension Nine: Codable {}

@Serializable
private enum Shape: Codable {
  case a(Only, small: Small, Only, Int)
  case b(only: Only)
  case c(flag: Bool, nine: Nine, after: UInt8)
}

/// Compares the size of the tuple of a builder's parts with that of the runtime, and continues with one part more.
private func expectPlaces<each Part: Serializable>(
  _ builder: __TableBuilder, _ source: inout SeededGenerator, _ left: Int, _ parts: repeat (each Part).Type
) {
  let added = builder.cases[0]
  #expect(added.size == MemoryLayout<(repeat each Part)>.size, "\((repeat each Part).self)")
  #expect(added.alignment == MemoryLayout<(repeat each Part)>.alignment, "\((repeat each Part).self)")
  guard left > 0 else { return }
  let types: [any Serializable.Type] = [
    Only.self, Small.self, Nothing.self, Nine.self, Bool.self, Int16.self, Int.self, Float.self, Double.self,
    String.self,
  ]
  expectPlaces(after: types[source.below(types.count)], builder, &source, left - 1, repeat each parts)
}

private func expectPlaces<Next: Serializable, each Part: Serializable>(
  after next: Next.Type, _ builder: __TableBuilder, _ source: inout SeededGenerator, _ left: Int,
  _ parts: repeat (each Part).Type
) {
  var builder = builder
  switch source.below(4) {
  case 0:
    builder.add("", Next.self)
    expectPlaces(builder, &source, left, repeat each parts, Next.self)
  case 1:
    builder.add("", Next?.self)
    expectPlaces(builder, &source, left, repeat each parts, Next?.self)
  case 2:
    builder.add("", [Next].self)
    expectPlaces(builder, &source, left, repeat each parts, [Next].self)
  default:
    builder.add("", [Next]?.self)
    expectPlaces(builder, &source, left, repeat each parts, [Next]?.self)
  }
}

@Suite struct PartPlacesTests {
  @Test func `parts are where the runtime puts the elements of a tuple`() {
    var source = SeededGenerator("places of parts")
    for _ in 0..<50 {
      var builder = __TableBuilder(capacity: 12)
      builder.addCase("", FieldTable(""))
      expectPlaces(builder, &source, 12)
    }
  }

  @Test func `values with parts without a size are read and written`() throws {
    let text = #"""
      {"first":{},"small":-1,"only":"one","nine":{"number":7,"flag":true},"flag":true,"list":["one","one"],"none":{},"float":1.5,"last":"one"}
      """#
    let mixed = try JSON.decode(Mixed.self, from: text)
    #expect(try JSON.encode(mixed, as: String.self) == text)
    let foundations = try JSONDecoder().decode(Mixed.self, from: Data(text.utf8))
    #expect(try JSON.encode(foundations, as: String.self) == text)
    for shape in [
      Shape.a(.one, small: .b, .one, 4), .b(only: .one), .c(flag: true, nine: Nine(number: 1, flag: true), after: 3),
    ] {
      let text = try JSON.encode(shape, as: String.self)
      #expect(try JSON.encode(JSON.decode(Shape.self, from: text), as: String.self) == text)
      let foundations = try JSONDecoder().decode(Shape.self, from: Data(text.utf8))
      #expect(try JSON.encode(foundations, as: String.self) == text)
    }
  }
}
