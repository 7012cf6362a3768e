import Millrace

// The fallback path for values that cannot be written in the order in which they are encoded. It is slow and rarely
// used.

/// A document as nodes that can be added to in any order.
final class EncodingTree {
  /// The location of the next value.
  enum Target {
    /// A member of the object at a position.
    case member(Int, String)
    /// A new element of the array at a position.
    case element(Int)
    /// The whole value at a position.
    case whole(Int)
  }

  var target = Target.whole(0)
  /// The nodes by their positions: the offset in the text at which they began, or a negative number.
  private var nodes: [Int: EncodingNode] = [:]

  var root: EncodingNode { node(0) }

  /// - Parameter text: The beginning of a compact document, up to any value.
  init(text: UnsafeBufferPointer<UInt8>) {
    var parser = unsafe PartialTextParser(text: Array(text))
    nodes = parser.parse()
  }

  func node(_ place: Int) -> EncodingNode {
    if let node = nodes[place] { return node }
    let node = EncodingNode(place: place, parent: nil)
    nodes[place] = node
    return node
  }

  /// Returns the node of a value that may not be part of the text.
  func node(beginningAt place: Int, in parent: EncodingNode?) -> EncodingNode {
    let node = node(place)
    node.parent = parent
    return node
  }

  func makeNode(in target: Target, _ key: some CodingKey, isNested: Bool) -> EncodingNode {
    switch target {
    case .member(let parent, _), .element(let parent), .whole(let parent):
      return makeNode(in: node(parent), key, isNested: isNested)
    }
  }

  func makeNode(in parent: EncodingNode, _ key: some CodingKey, isNested: Bool) -> EncodingNode {
    let node = EncodingNode(place: -1 - nodes.count, parent: parent)
    node.key = key
    node.isNested = isNested
    nodes[node.place] = node
    return node
  }

  func attach(_ node: EncodingNode, as target: Target) {
    switch target {
    case .member(let parent, let name): self.node(parent).set(name, to: node)
    case .element(let parent): self.node(parent).append(node)
    case .whole: break
    }
  }

  /// Stores a scalar at the target.
  ///
  /// - Returns: Whether the target can store it.
  func put(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let bytes = unsafe Array(text)
    guard case .whole(let place) = target else {
      let scalar = EncodingNode(place: 0, parent: nil)
      scalar.content = .scalar(bytes)
      attach(scalar, as: target)
      return true
    }
    guard node(place).isUndecided else { return false }
    node(place).content = .scalar(bytes)
    return true
  }
}
