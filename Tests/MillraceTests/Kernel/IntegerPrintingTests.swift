import Millrace
import Testing

@Suite("Integers as text")
struct IntegerPrintingTests {
  private var random = SeededGenerator("integers as text")

  @Test mutating func `integers of any length are written as the standard library does`() throws {
    var numbers: [Int] = [0, .max, .min, Int(UInt32.max), Int(UInt32.max) + 1, Int(UInt32.max) - 1]
    var power = 1
    for _ in 0..<19 {
      numbers += [power - 1, power, power + 1, -power, 1 - power]
      for _ in 0..<Scale.count(2_000) { numbers.append(Int.random(in: power / 10...power, using: &random)) }
      power = power.multipliedReportingOverflow(by: 10).partialValue
    }
    for _ in 0..<Scale.count(20_000) { numbers.append(Int.random(in: 100_000_000...4_294_967_295, using: &random)) }
    let texts = String(decoding: try JSON.encode(numbers), as: UTF8.self).dropFirst().dropLast().split(separator: ",")
    #expect(texts.count == numbers.count)
    let wrong = zip(texts, numbers).first { $0 != String($1) }
    #expect(wrong == nil)
  }
}
