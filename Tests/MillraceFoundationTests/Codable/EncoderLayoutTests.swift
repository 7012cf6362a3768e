import Foundation
import MillraceFoundation
import Testing

@Suite("FastJSONEncoder: layouts")
struct EncoderLayoutTests {
  /// A random document with odd keys.
  private indirect enum Tree: Encodable {
    case scalar(String)
    case number(Double)
    case array([Tree])
    case object([String: Tree])

    init(_ random: inout EncoderGenerator, depth: Int) {
      switch random.below(depth > 0 ? 6 : 2) {
      case 0: self = .scalar(Tree.text(&random))
      case 1: self = .number(Double(random.below(1000)) / 8)
      case 2, 3: self = .array((0..<random.below(4)).map { _ in Tree(&random, depth: depth - 1) })
      default:
        var members: [String: Tree] = [:]
        for _ in 0..<random.below(9) { members[Tree.text(&random)] = Tree(&random, depth: depth - 1) }
        self = .object(members)
      }
    }

    static func text(_ random: inout EncoderGenerator) -> String {
      let pieces = [
        "a", "B", "b", "Z", "10", "9", "1", "/", "\"", "\\", "\n", "\u{1}", "é", "e\u{301}", "\u{FFFF}", "😀", " ", "{",
      ]
      return (0..<random.below(5)).map { _ in pieces[random.below(pieces.count)] }.joined()
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .scalar(let value): try container.encode(value)
      case .number(let value): try container.encode(value)
      case .array(let value): try container.encode(value)
      case .object(let value): try container.encode(value)
      }
    }
  }

  @Test func `random documents in every sorted layout`() {
    var random = EncoderGenerator()
    let formattings: [JSONEncoder.OutputFormatting] = [
      .sortedKeys, [.sortedKeys, .prettyPrinted], [.sortedKeys, .withoutEscapingSlashes],
      [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes],
    ]
    let pairs = formattings.map { EncoderPair($0) }
    for _ in 0..<EncoderGenerator.scaled(400) {
      let tree = Tree(&random, depth: 5)
      for pair in pairs { pair.expectEqual(tree, EncoderGenerator.note) }
    }
  }

  @Test func `documents without objects of several members in every other layout`() {
    for formatting: JSONEncoder.OutputFormatting in [[], .prettyPrinted, .withoutEscapingSlashes] {
      let pair = EncoderPair(formatting)
      pair.expectEqual(["a/b": [["": [[Int]]()], [:], ["/": [[1, 2], []]]]])
      pair.expectEqual([String]())
      pair.expectEqual([String: Int]())
      pair.expectEqual("/")
      pair.expectEqual(1.5)
      pair.expectEqual(["/////", "no slash", "a/"])
    }
  }

  @Test func `unsorted documents hold the same members`() throws {
    var random = EncoderGenerator()
    let pair = EncoderPair([])
    for _ in 0..<EncoderGenerator.scaled(200) {
      let tree = Tree(&random, depth: 4)
      let theirs = try JSONSerialization.jsonObject(with: pair.theirs.encode(tree), options: .fragmentsAllowed)
      let ours = try JSONSerialization.jsonObject(with: pair.ours.encode(tree), options: .fragmentsAllowed)
      #expect((theirs as? NSObject) == (ours as? NSObject), EncoderGenerator.note)
    }
  }

  private struct Nest: Encodable {
    let levels: Int
    func encode(to encoder: any Encoder) throws {
      if levels % 2 == 0 {
        var array = encoder.unkeyedContainer()
        if levels > 1 { try array.encode(Nest(levels: levels - 1)) } else { try array.encode(levels) }
      } else {
        var object = encoder.container(keyedBy: Key.self)
        if levels > 1 {
          try object.encode(Nest(levels: levels - 1), forKey: "a")
        } else {
          try object.encode([1, 2], forKey: "b")
        }
      }
    }
  }

  @Test(arguments: [509, 510, 511, 512, 513, 600])
  func `as many levels as Foundation admits`(_ levels: Int) {
    EncoderPair().expectEqual(Nest(levels: levels))
    EncoderPair(.prettyPrinted).expectEqual(Nest(levels: levels))
  }

  @Test func `a hundred thousand levels are an error`() {
    #expect(throws: EncodingError.self) { try FastJSONEncoder().encode(Nest(levels: 100_000)) }
  }
}
