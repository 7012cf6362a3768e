import Foundation
import TestSupport

/// Spoils documents.
struct Damage {
  var random: SeededGenerator

  /// Numbers that are none, and some that fit few types.
  private static let numbers = [
    "01", "1.", "-", "+1", ".5", "1e", "1e+", "1.2.3", "--1", "0x10", "1_0", "256", "-129", "65536", "1e3", "4.0",
    "4.5", "1e400", "-1e400", "1e-400", "99999999999999999999", "-0", "18446744073709551615", "9223372036854775808",
    "340282366920938463463374607431768211456", "1e40", "Infinity", "NaN",
  ]
  private static let strings = [
    "\"\"", "\"x\"", "\"\\ud800\"", "\"\\udc00\\ud800\"", "\"\\x\"", "\"\\u12\"", "\"a\tb\"", "\"\\u00zz\"", "\"NaN\"",
    "\"red\"", "\"2020-02-30T00:00:00Z\"", "\"AA=\"", "\"!!\"", "\"ht tp://[\"", "'x'", "\"\u{0}\"",
  ]
  private static let others = ["null", "true", "false", "[]", "{}", "[null]", "{\"a\":[]}", "nul", "truE", "tru", "\\"]

  /// Changes one to three places of the tree.
  ///
  /// - Parameter keepsSyntax: whether only what is JSON is put in.
  mutating func damage(_ node: inout DocumentNode, keepsSyntax: Bool) {
    for _ in 0...random.below(3) {
      node.change(at: random.below(node.count)) { change(&$0, keepsSyntax: keepsSyntax) }
    }
  }

  private mutating func change(_ node: inout DocumentNode, keepsSyntax: Bool) {
    switch node {
    case .object(var members) where !members.isEmpty && random.below(4) > 0:
      change(&members)
      node = .object(members)
    case .array(var elements) where !elements.isEmpty && random.below(4) > 0:
      change(&elements)
      node = .array(elements)
    default: node = replacement(keepsSyntax: keepsSyntax)
    }
  }

  private mutating func replacement(keepsSyntax: Bool) -> DocumentNode {
    if keepsSyntax { return .token(random.element(of: ["null", "true", "4.0", "256", "\"x\"", "[]", "{}", "[null]"])) }
    switch random.below(8) {
    case 0...2: return .token(random.element(of: Self.numbers))
    case 3, 4: return .token(random.element(of: Self.strings))
    case 5, 6: return .token(random.element(of: Self.others))
    default:
      let depth = random.once(in: 20) ? 509 + random.below(5) : 1 + random.below(20)
      return .token(String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
    }
  }

  private mutating func change(_ members: inout [DocumentNode.Member]) {
    let index = random.below(members.count)
    switch random.below(6) {
    case 0: members.remove(at: index)
    case 1: members.insert(members[index], at: random.below(members.count + 1))
    case 2: members.insert(.init(key: members[index].key, value: .token("null")), at: random.below(members.count + 1))
    case 3: members.shuffle(using: &random)
    case 4: members[index].key = random.element(of: ["\"\"", "\"name\"", "\"é\"", "\"super\"", "\"a\\tb\""])
    default: members[index].value = members[random.below(members.count)].value
    }
  }

  private mutating func change(_ elements: inout [DocumentNode]) {
    let index = random.below(elements.count)
    switch random.below(4) {
    case 0: elements.remove(at: index)
    case 1: elements.insert(elements[index], at: index)
    case 2: elements.shuffle(using: &random)
    default: elements.append(.token("null"))
    }
  }

  /// Changes one to three bytes, or cuts the document.
  mutating func damage(_ bytes: inout [UInt8]) {
    for _ in 0...random.below(3) where !bytes.isEmpty {
      let index = random.below(bytes.count)
      switch random.below(6) {
      case 0: bytes.removeLast(bytes.count - index)
      case 1: bytes[index] ^= 1 << UInt8(random.below(8))
      case 2: bytes.insert(random.byte(), at: index)
      case 3: bytes.insert(random.element(of: Array("{}[]\",:\\ 0-e.u/\n".utf8)), at: index)
      case 4: bytes.remove(at: index)
      default: bytes.insert(contentsOf: random.element(of: [" ", "\u{FEFF}", "//x\n", ",", "null"]).utf8, at: index)
      }
    }
    // A document that ends with a bracket too deep stops Foundation's decoder and the process with it.
    if bytes.last == UInt8(ascii: "[") { bytes.append(UInt8(ascii: " ")) }
  }
}
