import Millrace
import Testing

/// Values that are nested without a scalar between the levels: the output must grow before each level.
@Suite struct NestedOutputTests {
  @Serializable
  struct Branch {
    var children: [Branch]
  }

  @Serializable
  struct Twig {
    var children: [Twig]?
  }

  @Serializable
  final class Node {
    var next: Node?
    init(next: Node?) { self.next = next }
  }

  @Serializable
  indirect enum Chain {
    case link(Chain)
    case pair(first: Chain, second: [Chain])
    case end
  }

  @Serializable
  struct Shelf {
    var boxes: [String: Shelf]
  }

  // Every depth, so that the memory ends at every level; and beyond the buffer on the stack and the slack of the array.
  private let depths = Array(0...200) + [500]

  @Test func `arrays of arrays`() throws {
    for depth in depths {
      var value = Branch(children: [])
      var optional = Twig(children: nil)
      for _ in 0..<depth {
        value = Branch(children: [value])
        optional = Twig(children: [optional])
      }
      let opened = String(repeating: #"{"children":["#, count: depth)
      let closed = String(repeating: "]}", count: depth)
      #expect(try JSON.encode(value, as: String.self) == opened + #"{"children":[]}"# + closed)
      #expect(try JSON.encode(optional, as: String.self) == opened + "{}" + closed)
    }
  }

  @Test func `objects in objects`() throws {
    for depth in depths {
      var value = Node(next: nil)
      for _ in 0..<depth { value = Node(next: value) }
      let expected = String(repeating: #"{"next":"#, count: depth) + "{}" + String(repeating: "}", count: depth)
      #expect(try JSON.encode(value, as: String.self) == expected)
    }
  }

  @Test func `cases in cases`() throws {
    for depth in depths {
      var (link, pair) = (Chain.end, Chain.end)
      for _ in 0..<depth { (link, pair) = (.link(link), .pair(first: .end, second: [pair])) }
      let end = try JSON.encode(Chain.end, as: String.self)
      let links = String(repeating: #"{"link":{"_0":"#, count: depth) + end + String(repeating: "}}", count: depth)
      #expect(try JSON.encode(link, as: String.self) == links)
      let pairs =
        String(repeating: #"{"pair":{"first":\#(end),"second":["#, count: depth) + end
        + String(repeating: "]}}", count: depth)
      #expect(try JSON.encode(pair, as: String.self) == pairs)
    }
  }

  @Test func trees() throws {
    for depth in depths {
      var (array, object, both) = (JSON.Value.array([]), JSON.Value.object([:]), JSON.Value.array([]))
      for _ in 0..<depth {
        array = .array([array])
        object = .object(["": object])
        both = .array([.object(["": both])])
      }
      func expected(_ opened: String, _ inner: String, _ closed: String) -> String {
        String(repeating: opened, count: depth) + inner + String(repeating: closed, count: depth)
      }
      #expect(try JSON.encode(array, as: String.self) == expected("[", "[]", "]"))
      #expect(try JSON.encode(object, as: String.self) == expected(#"{"":"#, "{}", "}"))
      #expect(try JSON.encode(both, as: String.self) == expected(#"[{"":"#, "[]", "}]"))
    }
  }

  @Test func `dictionaries in dictionaries`() throws {
    for depth in depths {
      var value = Shelf(boxes: [:])
      for _ in 0..<depth { value = Shelf(boxes: ["": value]) }
      let expected =
        String(repeating: #"{"boxes":{"":"#, count: depth) + #"{"boxes":{}}"# + String(repeating: "}}", count: depth)
      #expect(try JSON.encode(value, as: String.self) == expected)
    }
  }
}
