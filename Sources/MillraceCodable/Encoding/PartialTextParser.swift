import Millrace

/// Converts the beginning of a document to nodes. This library has written it, so it is well-formed up to its end.
struct PartialTextParser {
  private let text: [UInt8]
  private var position = 0
  private var nodes: [Int: EncodingNode] = [:]

  init(text: [UInt8]) { self.text = text }

  /// - Returns: The nodes by their offsets.
  mutating func parse() -> [Int: EncodingNode] {
    _ = parseValue(in: nil, key: nil)
    return nodes
  }

  private var next: UInt8? { position < text.count ? text[position] : nil }

  private mutating func parseValue(in parent: EncodingNode?, key: (any CodingKey)?) -> EncodingNode {
    let node = EncodingNode(place: position, parent: parent)
    // Only a nested container can be used again after it was closed, or a super encoder, which is rare.
    node.isNested = true
    node.key = key
    nodes[position] = node
    switch next {
    case nil: break
    case ASCII.openBrace: parseMembers(of: node)
    case ASCII.openBracket: parseElements(of: node)
    case ASCII.quote:
      let start = position
      skipString()
      node.content = .scalar(Array(text[start..<position]))
    default:
      let start = position
      while let byte = next, byte != ASCII.comma, byte != ASCII.closeBrace, byte != ASCII.closeBracket { position += 1 }
      node.content = .scalar(Array(text[start..<position]))
    }
    return node
  }

  private mutating func parseMembers(of node: EncodingNode) {
    _ = node.begin(.object)
    position += 1
    while let byte = next {
      if byte != ASCII.quote {
        position += 1
        if byte == ASCII.closeBrace { return }
        continue
      }
      let start = position
      skipString()
      let name = (try? JSON.decode(String.self, from: Array(text[start..<position]))) ?? ""
      position += 1
      node.set(name, to: parseValue(in: node, key: FieldKey(name)))
    }
  }

  private mutating func parseElements(of node: EncodingNode) {
    _ = node.begin(.array)
    position += 1
    while let byte = next {
      switch byte {
      case ASCII.comma: position += 1
      case ASCII.closeBracket:
        position += 1
        return
      default: node.append(parseValue(in: node, key: IndexKey(node.elementCount)))
      }
    }
  }

  private mutating func skipString() {
    position += 1
    while let byte = next, byte != ASCII.quote { position += byte == ASCII.backslash ? 2 : 1 }
    position += 1
  }
}
