import Millrace
import Testing

// The kinds of the fields alternate: Bool, Int, Double, String.

@Serializable
private struct Of7 {
  var f0: Bool?, f1: Int?, f2: Double?, f3: String?
  var f4: Bool?, f5: Int?, f6: Double?
}

@Serializable
private struct Of8 {
  var f0: Bool?, f1: Int?, f2: Double?, f3: String?
  var f4: Bool?, f5: Int?, f6: Double?, f7: String?
}

@Serializable
private struct Of64 {
  var f0: Bool?, f1: Int?, f2: Double?, f3: String?
  var f4: Bool?, f5: Int?, f6: Double?, f7: String?
  var f8: Bool?, f9: Int?, f10: Double?, f11: String?
  var f12: Bool?, f13: Int?, f14: Double?, f15: String?
  var f16: Bool?, f17: Int?, f18: Double?, f19: String?
  var f20: Bool?, f21: Int?, f22: Double?, f23: String?
  var f24: Bool?, f25: Int?, f26: Double?, f27: String?
  var f28: Bool?, f29: Int?, f30: Double?, f31: String?
  var f32: Bool?, f33: Int?, f34: Double?, f35: String?
  var f36: Bool?, f37: Int?, f38: Double?, f39: String?
  var f40: Bool?, f41: Int?, f42: Double?, f43: String?
  var f44: Bool?, f45: Int?, f46: Double?, f47: String?
  var f48: Bool?, f49: Int?, f50: Double?, f51: String?
  var f52: Bool?, f53: Int?, f54: Double?, f55: String?
  var f56: Bool?, f57: Int?, f58: Double?, f59: String?
  var f60: Bool?, f61: Int?, f62: Double?, f63: String?
}

@Serializable
private struct Of65 {
  var f0: Bool?, f1: Int?, f2: Double?, f3: String?
  var f4: Bool?, f5: Int?, f6: Double?, f7: String?
  var f8: Bool?, f9: Int?, f10: Double?, f11: String?
  var f12: Bool?, f13: Int?, f14: Double?, f15: String?
  var f16: Bool?, f17: Int?, f18: Double?, f19: String?
  var f20: Bool?, f21: Int?, f22: Double?, f23: String?
  var f24: Bool?, f25: Int?, f26: Double?, f27: String?
  var f28: Bool?, f29: Int?, f30: Double?, f31: String?
  var f32: Bool?, f33: Int?, f34: Double?, f35: String?
  var f36: Bool?, f37: Int?, f38: Double?, f39: String?
  var f40: Bool?, f41: Int?, f42: Double?, f43: String?
  var f44: Bool?, f45: Int?, f46: Double?, f47: String?
  var f48: Bool?, f49: Int?, f50: Double?, f51: String?
  var f52: Bool?, f53: Int?, f54: Double?, f55: String?
  var f56: Bool?, f57: Int?, f58: Double?, f59: String?
  var f60: Bool?, f61: Int?, f62: Double?, f63: String?
  var f64: Bool?
}

@Serializable
private struct Of130 {
  var f0: Bool?, f1: Int?, f2: Double?, f3: String?
  var f4: Bool?, f5: Int?, f6: Double?, f7: String?
  var f8: Bool?, f9: Int?, f10: Double?, f11: String?
  var f12: Bool?, f13: Int?, f14: Double?, f15: String?
  var f16: Bool?, f17: Int?, f18: Double?, f19: String?
  var f20: Bool?, f21: Int?, f22: Double?, f23: String?
  var f24: Bool?, f25: Int?, f26: Double?, f27: String?
  var f28: Bool?, f29: Int?, f30: Double?, f31: String?
  var f32: Bool?, f33: Int?, f34: Double?, f35: String?
  var f36: Bool?, f37: Int?, f38: Double?, f39: String?
  var f40: Bool?, f41: Int?, f42: Double?, f43: String?
  var f44: Bool?, f45: Int?, f46: Double?, f47: String?
  var f48: Bool?, f49: Int?, f50: Double?, f51: String?
  var f52: Bool?, f53: Int?, f54: Double?, f55: String?
  var f56: Bool?, f57: Int?, f58: Double?, f59: String?
  var f60: Bool?, f61: Int?, f62: Double?, f63: String?
  var f64: Bool?, f65: Int?, f66: Double?, f67: String?
  var f68: Bool?, f69: Int?, f70: Double?, f71: String?
  var f72: Bool?, f73: Int?, f74: Double?, f75: String?
  var f76: Bool?, f77: Int?, f78: Double?, f79: String?
  var f80: Bool?, f81: Int?, f82: Double?, f83: String?
  var f84: Bool?, f85: Int?, f86: Double?, f87: String?
  var f88: Bool?, f89: Int?, f90: Double?, f91: String?
  var f92: Bool?, f93: Int?, f94: Double?, f95: String?
  var f96: Bool?, f97: Int?, f98: Double?, f99: String?
  var f100: Bool?, f101: Int?, f102: Double?, f103: String?
  var f104: Bool?, f105: Int?, f106: Double?, f107: String?
  var f108: Bool?, f109: Int?, f110: Double?, f111: String?
  var f112: Bool?, f113: Int?, f114: Double?, f115: String?
  var f116: Bool?, f117: Int?, f118: Double?, f119: String?
  var f120: Bool?, f121: Int?, f122: Double?, f123: String?
  var f124: Bool?, f125: Int?, f126: Double?, f127: String?
  var f128: Bool?, f129: Int?
}

@Serializable
private struct Around {
  var first: Int
  var objects: [Of8]
  var before: Int?
  var object: Of65
  var byName: [String: Of8]
  var after: Of8?
}

/// Optional scalars in a row, of which any are nil.
@Suite struct OptionalScalarsTests {
  /// The value of a field as JSON, or nil if there is none.
  private func value(at index: Int, _ random: inout SeededGenerator) -> String? {
    guard random.once(in: 2) else { return nil }
    switch index % 4 {
    case 0: return random.once(in: 2) ? "true" : "false"
    case 1: return ["0", "-1", "\(Int.min)", "\(Int.max)", "\(random.below(1_000_000))"][random.below(5)]
    case 2: return ["0.5", "-2.25", "12345.678", "\(Double(random.below(1_000)) + 0.125)"][random.below(4)]
    default:
      let texts = ["", "short", "é", #"\"\\\n"#, String(repeating: "long ", count: random.below(60))]
      return #""\#(texts[random.below(5)])""#
    }
  }

  /// An object with some of the fields, and the same with nulls in the place of others.
  private func object(of count: Int, _ random: inout SeededGenerator) -> (expected: String, text: String) {
    var members: [(given: String, expected: String?)] = []
    for index in 0..<count {
      let value = value(at: index, &random)
      if value == nil, random.once(in: 2) { continue }
      let member = #""f\#(index)":\#(value ?? "null")"#
      members.append((member, value == nil ? nil : member))
    }
    let expected = members.compactMap(\.expected).joined(separator: ",")
    return ("{\(expected)}", "{\(members.map(\.given).joined(separator: ","))}")
  }

  private func check<Value: Serializable>(_ type: Value.Type, count: Int, _ random: inout SeededGenerator) throws {
    for _ in 0..<Scale.count(200) {
      let (expected, text) = object(of: count, &random)
      #expect(try JSON.encode(JSON.decode(type, from: text), as: String.self) == expected, "\(text)")
    }
  }

  @Test func `any of them are nil`() throws {
    var random = SeededGenerator("optional scalars")
    try check(Of7.self, count: 7, &random)
    try check(Of8.self, count: 8, &random)
    try check(Of64.self, count: 64, &random)
    try check(Of65.self, count: 65, &random)
    try check(Of130.self, count: 130, &random)
  }

  @Test func `objects with them in other objects`() throws {
    var random = SeededGenerator("optional scalars")
    for _ in 0..<Scale.count(200) {
      let objects = (0..<random.below(20)).map { _ in object(of: 8, &random).expected }
      let before = random.once(in: 2) ? #""before":7,"# : ""
      let after = random.once(in: 2) ? #","after":\#(object(of: 8, &random).expected)"# : ""
      let byName = random.once(in: 2) ? #""name":\#(object(of: 8, &random).expected)"# : ""
      let text =
        #"{"first":1,"objects":[\#(objects.joined(separator: ","))],\#(before)"#
        + #""object":\#(object(of: 65, &random).expected),"byName":{\#(byName)}\#(after)}"#
      #expect(try JSON.encode(JSON.decode(Around.self, from: text), as: String.self) == text)
    }
  }
}
