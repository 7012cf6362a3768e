import Foundation
import MillraceFoundation
import Testing

@Suite("FastJSONEncoder: numbers")
struct EncoderNumberTests {
  @Test func `doubles and floats look as Foundation prints them`() throws {
    var random = EncoderGenerator()
    var doubles: [Double] = [0, -0.0, 1e15, 1e16, 1e17, 0x1p53, 0x1p53 - 1, 0x1p53 + 2, 0x1p54, 1e-4, 9.99e-5, 1e22]
    doubles += [.leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, .pi]
    for exponent in -30...30 { doubles += [pow(10, Double(exponent)), 1.5 * pow(10, Double(exponent))] }
    var floats = doubles.map { Float($0) } + [16_777_215, 16_777_216, 16_777_218, -16_777_220]
    while doubles.count < EncoderGenerator.scaled(100_000) {
      doubles.append(Double(bitPattern: random.next()))
      doubles.append(Double(random.below(1_000_000)) * pow(10, Double(random.below(24) - 12)))
      doubles.append(Double(bitPattern: (1075 + UInt64(random.below(4)) - 2) << 52 | random.next() >> 12))
      floats.append(Float(bitPattern: UInt32(truncatingIfNeeded: random.next())))
      floats.append(Float(random.below(100_000_000)))
      floats.append(Float(random.below(1000)) * pow(10, Float(random.below(20) - 10)))
    }
    doubles = doubles.filter(\.isFinite)
    floats = floats.filter(\.isFinite)
    let pair = EncoderPair()
    func expectEqual<Number: Encodable>(_ numbers: [Number]) throws {
      let expected = try pair.theirs.encode(numbers).split(separator: UInt8(ascii: ","))
      let found = try pair.ours.encode(numbers).split(separator: UInt8(ascii: ","))
      try #require(found.count == numbers.count && expected.count == numbers.count)
      let wrong = numbers.indices.first { found[$0] != expected[$0] }
      #expect(wrong == nil, EncoderGenerator.note)
      if let wrong { #expect(found[wrong] == expected[wrong], "\(numbers[wrong])") }
    }
    try expectEqual(doubles)
    try expectEqual(floats)
    // As members, and one by one.
    for double in doubles.prefix(100) { pair.expectEqual(["a": double]) }
    for float in floats.prefix(100) { pair.expectEqual(ByHand { try float.encode(to: $0) }) }
  }

  @Test func `integers of every width`() {
    struct Widths: Encodable {
      var a = [Int8.min, .max], b = [Int16.min, .max], c = [Int32.min, .max], d = [Int64.min, .max],
        e = [Int.min, .max]
      var f = UInt8.max, g = UInt16.max, h = UInt32.max, i = UInt64.max, j = UInt.max
      var k = Int128.min, l = UInt128.max, m = [Int128.max], n = Int8(-5), o = Int16(7), p = Int32(-9), q = Int64.min
    }
    EncoderPair().expectEqual(Widths())
    EncoderPair().expectEqual(UInt128.max)
    EncoderPair().expectEqual([1: "one", -5: "minus five"])
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `numbers that are not finite are rejected with their path, or written as strings`(_ number: Double) {
    struct Inner: Encodable {
      var number: Double
      var float: Float?
    }
    let rejecting = EncoderPair()
    let replacing = EncoderPair()
    let strategy = JSONEncoder.NonConformingFloatEncodingStrategy.convertToString(
      positiveInfinity: "+\"Inf", negativeInfinity: "-/Inf", nan: "")
    replacing.theirs.nonConformingFloatEncodingStrategy = strategy
    replacing.ours.nonConformingFloatEncodingStrategy = strategy
    for pair in [rejecting, replacing] {
      pair.expectEqual(number)
      pair.expectEqual([1, number, 2])
      pair.expectEqual([[[1, 2], [number]]])
      pair.expectEqual([Float(number)])
      pair.expectEqual(["a": [Inner(number: number), Inner(number: 1, float: Float(number))]])
      pair.expectEqual(["a": [Inner(number: 1, float: Float(number))]])
      pair.expectEqual(
        ByHand { encoder in
          var object = encoder.container(keyedBy: Key.self)
          var nested = object.nestedContainer(keyedBy: Key.self, forKey: "n")
          var array = nested.nestedUnkeyedContainer(forKey: "array")
          try array.encode(1)
          try array.encode(number)
        })
    }
  }
}
