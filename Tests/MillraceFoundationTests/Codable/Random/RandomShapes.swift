import Foundation
import TestSupport

/// Makes nodes of shapes.
struct RandomShapes {
  var random: SeededGenerator
  let options: DecodingOptions

  mutating func node(of shape: Shape, depth: Int = 0) -> DocumentNode {
    switch shape {
    case .bool: return .token(random.once(in: 2) ? "true" : "false")
    case .integer(let range): return .token(String(range.lowerBound + random.below(range.count)))
    case .number: return .token(number())
    case .float: return .token(random.element(of: ["0.5", "1", "-2.25", "1e10", "3.4028235e38", "0.1", "16777217"]))
    case .decimal: return .token(decimal())
    case .string: return .token(string())
    case .date: return date()
    case .data: return data()
    case .url: return .token(random.element(of: ["\"https://example.com/a?b=c\"", "\"a/b\"", "\"file:\\/\\/\\/x\""]))
    case .uuid: return .token("\"00112233-4455-6677-8899-AABBCCDDEE\(10 + random.below(90))\"")
    case .anything: return anything(depth: depth)
    case .text(let text): return .token(text)
    case .optional(let shape): return random.once(in: 4) ? .token("null") : node(of: shape, depth: depth)
    case .array(let shape): return .array((0..<count(depth)).map { _ in node(of: shape, depth: depth + 1) })
    case .tuple(let shapes): return .array(shapes.map { node(of: $0, depth: depth + 1) })
    case .dictionary(let shape):
      return .object((0..<count(depth)).map { .init(key: key($0), value: node(of: shape, depth: depth + 1)) })
    case .numbered(let shape):
      return .object((0..<count(depth)).map { .init(key: "\"\($0 * 7)\"", value: node(of: shape, depth: depth + 1)) })
    case .choice(let shapes): return node(of: random.element(of: shapes), depth: depth + 1)
    case .object(let members): return object(members, depth: depth)
    case .of(let type): return node(of: type.shape, depth: depth + 1)
    }
  }

  /// How many elements there are: fewer the deeper they are, and none at last.
  private mutating func count(_ depth: Int) -> Int { depth > 7 ? 0 : random.below(max(1, 5 - depth / 2)) }

  private mutating func object(_ members: [Shape.Member], depth: Int) -> DocumentNode {
    var all: [DocumentNode.Member] = []
    for member in members {
      if member.isOptional, depth > 8 || random.once(in: 3) { continue }
      all.append(.init(key: literal(member.name), value: node(of: member.shape, depth: depth + 1)))
    }
    if random.once(in: 3) { all.shuffle(using: &random) }
    return .object(all)
  }

  /// A key, now and then with an escape where none is needed.
  private mutating func literal(_ name: String) -> String {
    guard random.once(in: 40), let first = name.utf8.first else { return "\"\(name)\"" }
    let digits = String(first, radix: 16)
    return "\"\\u00\(digits.count < 2 ? "0" : "")\(digits)\(name.dropFirst())\""
  }

  private mutating func key(_ index: Int) -> String {
    let keys = ["key", "aKey", "snake_key", "_x_", "é", "e\u{301}", "\\n", "a/b", "0", "😀", "\\u00e9", "", "URLKey"]
    return "\"\(random.element(of: keys))\(random.once(in: 3) ? "" : String(index))\""
  }

  private mutating func anything(depth: Int) -> DocumentNode {
    switch random.below(depth > 6 ? 5 : 8) {
    case 0: .token("null")
    case 1: .token("true")
    case 2: .token(number())
    case 3, 4: .token(string())
    case 5, 6: .array((0..<count(depth)).map { _ in anything(depth: depth + 1) })
    default: .object((0..<count(depth)).map { .init(key: key($0), value: anything(depth: depth + 1)) })
    }
  }

  private mutating func string() -> String {
    let pieces = [
      "a", "word", "two words", "é", "e\u{301}", "😀", "\\n", "\\u0041", "\\ud83d\\ude00", "\\\"", "\\\\", "/", "\\/",
      "\u{7F}", "\u{2028}", "\\u0000", "NaN", "null", "1", "active", "0123456789abcdef0123456789abcdef",
    ]
    return "\"\((0..<random.below(4)).map { _ in random.element(of: pieces) }.joined())\""
  }

  private mutating func number() -> String {
    switch random.below(5) {
    case 0: String(random.below(1000))
    case 1: "-\(random.below(1000)).\(random.below(1000))"
    case 2: "\(random.ofAnyLength())"
    case 3: "\(random.below(10)).\(random.ofAnyLength())e\(random.below(200) - 100)"
    default: options.floats == .throw ? "1.0" : random.element(of: ["\"NaN\"", "\"+Inf\"", "\"-Inf\"", "-0.0"])
    }
  }

  private mutating func decimal() -> String {
    "\(random.once(in: 2) ? "-" : "")\(random.ofAnyLength()).\(random.ofAnyLength())\(random.once(in: 8) ? "e-3" : "")"
  }

  private mutating func date() -> DocumentNode {
    let days = random.below(20_000)
    switch options.dates {
    case .deferredToDate, .secondsSince1970, .millisecondsSince1970: return .token("\(days)\(random.below(99_999)).25")
    case .iso8601:
      return .token(
        "\"20\(10 + random.below(90))-0\(1 + random.below(9))-2\(random.below(9))T01:46:\(10 + days % 50)Z\"")
    case .formatted: return .token("\"2\(100 + random.below(900))/0\(1 + random.below(9))/1\(random.below(9)) 12:30\"")
    case .custom:
      return random.once(in: 2) ? .token(String(days)) : .object([.init(key: "\"days\"", value: .token("\(days).5"))])
    }
  }

  private mutating func data() -> DocumentNode {
    let bytes = (0..<random.below(9)).map { _ in random.byte() }
    switch options.data {
    case .base64: return .token("\"\(Data(bytes).base64EncodedString())\"")
    case .deferredToData: return .array(bytes.map { .token(String($0)) })
    case .custom: return .token(String(random.below(20)))
    }
  }
}
