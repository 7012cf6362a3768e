import Foundation
import TestSupport
import Testing

@Suite("Random documents and values, both coders")
struct RandomTests {
  /// Each batch has numbers of its own.
  @Test(arguments: 0..<10)
  func `documents are decoded to the same values and errors`(_ batch: Int) {
    var cases = RandomCases(random: SeededGenerator("random documents", part: batch))
    var mismatches = Mismatches()
    for index in 0..<Scale.count(5_000) {
      if let difference = cases.decodingCase(index).difference() { mismatches.note(difference) }
    }
    mismatches.report()
  }

  @Test(arguments: 0..<4)
  func `values are encoded to the same bytes and errors`(_ batch: Int) {
    var cases = RandomCases(random: SeededGenerator("random values", part: batch))
    var mismatches = Mismatches()
    var count = 0
    let attempts = Scale.count(5_000)
    for index in 0..<attempts {
      guard let encodingCase = cases.encodingCase(index) else { continue }
      count += 1
      if let difference = encodingCase.difference() { mismatches.note(difference) }
    }
    mismatches.report()
    #expect(count >= attempts / 2, "there are too few values; \(SeededGenerator.note)")
  }

  @Test func `documents of every type come as values and as errors`() {
    var cases = RandomCases(random: SeededGenerator("values and errors"))
    let count = RandomCases.types.count
    var values = Array(repeating: 0, count: count)
    var errors = values
    for index in 0..<count * 200 {
      switch cases.decodingCase(index).outcome(of: JSONDecoder()).result {
      case .value: values[index % count] += 1
      case .failure: errors[index % count] += 1
      }
    }
    for index in 0..<count {
      #expect(values[index] >= 4 && errors[index] >= 4, "\(RandomCases.types[index]) \(SeededGenerator.note)")
    }
  }
}
