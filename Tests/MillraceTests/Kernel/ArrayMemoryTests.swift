import TestSupport
import Testing

@testable import Millrace

/// Arrays that are made from the head of another one, beside those of the standard library.
@Suite struct ArrayMemoryTests {
  @Test func `the layout of this standard library is known`() {
    #expect(layoutOfArraysIsKnown)
  }

  @Test func `arrays of all lengths are those of the standard library`() throws {
    for count in 1...100 {
      try check((0..<count).map { $0 })
      try check((0..<count).map { UInt8(truncatingIfNeeded: $0) })
      try check((0..<count).map { "\($0)" })
      try check((0..<count).map { "a string with storage \($0)" })
      try check((0..<count).map { Wide(number: $0, flag: $0 % 2 == 0, text: "\($0)", numbers: [$0]) })
      try check((0..<count).map { $0 % 3 == 0 ? nil : [Double($0)] })
      try check((0..<count).map { _ in Empty() })
      try check((0..<count).map { SIMD4(repeating: Float($0)) })
      try check((0..<count).map { SIMD8(repeating: Double($0)) })
    }
  }

  @Test func `elements are released with the last array that contains them`() throws {
    weak var first: Element?
    weak var last: Element?
    do {
      let elements = (0..<10).map { _ in Element() }
      (first, last) = (elements[0], elements[9])
      var array = try made(elements)
      let copy = array
      array.removeFirst()
      #expect(array.count == 9 && copy.count == 10 && copy[0] === elements[0])
    }
    #expect(first == nil)
    #expect(last == nil)
  }

  // MARK: The naive twin

  private func check<Element: Equatable>(_ expected: [Element]) throws {
    let found = try made(expected)
    #expect(found == expected)
    let place = unsafe withUnsafePointer(to: found) { unsafe ArrayMemory.elements(ofArrayAt: $0) }
    unsafe found.withUnsafeBytes { #expect(unsafe place.start == $0.baseAddress && place.count == expected.count) }
    // A copy that grows and shrinks.
    var copy = found
    for element in expected { copy.append(element) }
    copy.remove(at: 0)
    copy.reserveCapacity(10 * expected.count)
    #expect(copy == Array((expected + expected).dropFirst()))
    #expect(found == expected)
  }

  private func made<Element>(_ elements: [Element]) throws -> [Element] {
    let memory = try #require(ArrayMemory(of: Element.self))
    let (array, target) = unsafe memory.allocate(count: elements.count, stride: MemoryLayout<Element>.stride)
    unsafe elements.withUnsafeBufferPointer {
      unsafe _ = target.initializeMemory(as: Element.self, from: $0.baseAddress.unsafelyUnwrapped, count: $0.count)
    }
    return unsafe ArrayMemory.take(array, of: Element.self)
  }
}

private final class Element {}

private struct Wide: Equatable {
  var number: Int
  var flag: Bool
  var text: String
  var numbers: [Int]
}

private struct Empty: Equatable {}
