import Millrace
import Synchronization
import Testing

/// An object whose instances are counted.
private final class Tracked: Serializable {
  static let live = Atomic(0)
  let number: Int

  init(number: Int) {
    self.number = number
    Self.live.add(1, ordering: .relaxed)
  }

  deinit { Self.live.subtract(1, ordering: .relaxed) }

  static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Tracked {
    Tracked(number: try Int.read(from: &reader))
  }

  func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) { number.write(to: &writer) }
}

@Serializable
private struct Of64 {
  var f0: Tracked, f1: Int?, f2: [Tracked], f3 = "s3"
  var f4: Tracked, f5: Int?, f6: [Tracked], f7 = "s7"
  var f8: Tracked, f9: Int?, f10: [Tracked], f11 = "s11"
  var f12: Tracked, f13: Int?, f14: [Tracked], f15 = "s15"
  var f16: Tracked, f17: Int?, f18: [Tracked], f19 = "s19"
  var f20: Tracked, f21: Int?, f22: [Tracked], f23 = "s23"
  var f24: Tracked, f25: Int?, f26: [Tracked], f27 = "s27"
  var f28: Tracked, f29: Int?, f30: [Tracked], f31 = "s31"
  var f32: Tracked, f33: Int?, f34: [Tracked], f35 = "s35"
  var f36: Tracked, f37: Int?, f38: [Tracked], f39 = "s39"
  var f40: Tracked, f41: Int?, f42: [Tracked], f43 = "s43"
  var f44: Tracked, f45: Int?, f46: [Tracked], f47 = "s47"
  var f48: Tracked, f49: Int?, f50: [Tracked], f51 = "s51"
  var f52: Tracked, f53: Int?, f54: [Tracked], f55 = "s55"
  var f56: Tracked, f57: Int?, f58: [Tracked], f59 = "s59"
  var f60: Tracked, f61: Int?, f62: [Tracked], f63 = "s63"
}

@Serializable
private struct Of65 {
  var f0: Tracked, f1: Int?, f2: [Tracked], f3 = "s3"
  var f4: Tracked, f5: Int?, f6: [Tracked], f7 = "s7"
  var f8: Tracked, f9: Int?, f10: [Tracked], f11 = "s11"
  var f12: Tracked, f13: Int?, f14: [Tracked], f15 = "s15"
  var f16: Tracked, f17: Int?, f18: [Tracked], f19 = "s19"
  var f20: Tracked, f21: Int?, f22: [Tracked], f23 = "s23"
  var f24: Tracked, f25: Int?, f26: [Tracked], f27 = "s27"
  var f28: Tracked, f29: Int?, f30: [Tracked], f31 = "s31"
  var f32: Tracked, f33: Int?, f34: [Tracked], f35 = "s35"
  var f36: Tracked, f37: Int?, f38: [Tracked], f39 = "s39"
  var f40: Tracked, f41: Int?, f42: [Tracked], f43 = "s43"
  var f44: Tracked, f45: Int?, f46: [Tracked], f47 = "s47"
  var f48: Tracked, f49: Int?, f50: [Tracked], f51 = "s51"
  var f52: Tracked, f53: Int?, f54: [Tracked], f55 = "s55"
  var f56: Tracked, f57: Int?, f58: [Tracked], f59 = "s59"
  var f60: Tracked, f61: Int?, f62: [Tracked], f63 = "s63"
  var f64: Tracked
}

@Serializable
private struct Of130 {
  var f0: Tracked, f1: Int?, f2: [Tracked], f3 = "s3"
  var f4: Tracked, f5: Int?, f6: [Tracked], f7 = "s7"
  var f8: Tracked, f9: Int?, f10: [Tracked], f11 = "s11"
  var f12: Tracked, f13: Int?, f14: [Tracked], f15 = "s15"
  var f16: Tracked, f17: Int?, f18: [Tracked], f19 = "s19"
  var f20: Tracked, f21: Int?, f22: [Tracked], f23 = "s23"
  var f24: Tracked, f25: Int?, f26: [Tracked], f27 = "s27"
  var f28: Tracked, f29: Int?, f30: [Tracked], f31 = "s31"
  var f32: Tracked, f33: Int?, f34: [Tracked], f35 = "s35"
  var f36: Tracked, f37: Int?, f38: [Tracked], f39 = "s39"
  var f40: Tracked, f41: Int?, f42: [Tracked], f43 = "s43"
  var f44: Tracked, f45: Int?, f46: [Tracked], f47 = "s47"
  var f48: Tracked, f49: Int?, f50: [Tracked], f51 = "s51"
  var f52: Tracked, f53: Int?, f54: [Tracked], f55 = "s55"
  var f56: Tracked, f57: Int?, f58: [Tracked], f59 = "s59"
  var f60: Tracked, f61: Int?, f62: [Tracked], f63 = "s63"
  var f64: Tracked, f65: Int?, f66: [Tracked], f67 = "s67"
  var f68: Tracked, f69: Int?, f70: [Tracked], f71 = "s71"
  var f72: Tracked, f73: Int?, f74: [Tracked], f75 = "s75"
  var f76: Tracked, f77: Int?, f78: [Tracked], f79 = "s79"
  var f80: Tracked, f81: Int?, f82: [Tracked], f83 = "s83"
  var f84: Tracked, f85: Int?, f86: [Tracked], f87 = "s87"
  var f88: Tracked, f89: Int?, f90: [Tracked], f91 = "s91"
  var f92: Tracked, f93: Int?, f94: [Tracked], f95 = "s95"
  var f96: Tracked, f97: Int?, f98: [Tracked], f99 = "s99"
  var f100: Tracked, f101: Int?, f102: [Tracked], f103 = "s103"
  var f104: Tracked, f105: Int?, f106: [Tracked], f107 = "s107"
  var f108: Tracked, f109: Int?, f110: [Tracked], f111 = "s111"
  var f112: Tracked, f113: Int?, f114: [Tracked], f115 = "s115"
  var f116: Tracked, f117: Int?, f118: [Tracked], f119 = "s119"
  var f120: Tracked, f121: Int?, f122: [Tracked], f123 = "s123"
  var f124: Tracked, f125: Int?, f126: [Tracked], f127 = "s127"
  var f128: Tracked, f129: Int?
}

@Suite("Tables of 64 and more fields")
struct WideTableTests {
  /// The members of a document, of which later ones replace earlier ones, and the text of the value.
  private func document(of count: Int, _ random: inout SeededGenerator) -> (text: String, expected: String) {
    var members: [(name: String, value: String)] = []
    var values = [String?](repeating: nil, count: count)
    for index in 0..<count {
      let isOptional = index % 4 == 1 || index % 4 == 3
      if isOptional, random.once(in: 3) { continue }
      for _ in 0..<(random.once(in: 10) ? 2 : 1) {
        let number = "\(random.below(1_000))"
        let value =
          switch index % 4 {
          case 0: number
          case 1: random.once(in: 4) ? "null" : number
          case 2: "[\(number),\(number)]"
          default: "\"\(number)\""
          }
        members.append(("f\(index)", value))
      }
      if random.once(in: 8) { members.append(("unknown", "[{}]")) }
    }
    if random.once(in: 2) { members.shuffle(using: &random) }
    for (name, value) in members {
      if let index = Int(name.dropFirst()) { values[index] = value }
    }
    let written = values.enumerated().compactMap { index, value -> String? in
      let value = value ?? (index % 4 == 3 ? "\"s\(index)\"" : "null")
      return value == "null" ? nil : "\"f\(index)\":\(value)"
    }
    let text = "{\(members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ","))}"
    return (text, "{\(written.joined(separator: ","))}")
  }

  private func check<Value: Serializable>(_ type: Value.Type, count: Int, _ random: inout SeededGenerator) throws {
    var documents: [(text: String, expected: String)] = []
    for _ in 0..<Scale.count(400) {
      documents.append(document(of: count, &random))
      let (text, expected) = documents[documents.count - 1]
      #expect(try JSON.encode(JSON.decode(type, from: text), as: String.self) == expected, "\(text)")
      #expect(try JSON.encode(JSON.decode(JSON.Value.self, from: text).decode(type), as: String.self) == expected)
      var damaged = Array(text.utf8)
      damaged[random.below(damaged.count)] = random.element(of: Array("\"{}[]:,x9".utf8))
      _ = try? JSON.decode(type, from: damaged)
      let missing = text.replacing("\"f\(count / 8 * 4)\":", with: "\"none\":")
      #expect(throws: FormatError.self) { try JSON.decode(type, from: missing) }
    }
    // Of one object in another order than the fields, the reader concludes that the next one is, too.
    let text = "[\(documents.map(\.text).joined(separator: ","))]"
    let expected = "[\(documents.map(\.expected).joined(separator: ","))]"
    #expect(try JSON.encode(JSON.decode([Value].self, from: text), as: String.self) == expected)
    for _ in 0..<Scale.count(40) {
      var damaged = Array(text.utf8)
      damaged[random.below(damaged.count)] = random.element(of: Array("\"{}[]:,x9".utf8))
      _ = try? JSON.decode([Value].self, from: damaged)
    }
  }

  // One test, because the objects of all of them are counted together.
  @Test func `fields are read in any order, and released once`() throws {
    var random = SeededGenerator("wide tables")
    try check(Of64.self, count: 64, &random)
    try check(Of65.self, count: 65, &random)
    try check(Of130.self, count: 130, &random)
    #expect(Tracked.live.load(ordering: .relaxed) == 0)
  }
}
