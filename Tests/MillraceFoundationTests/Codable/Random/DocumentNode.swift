import TestSupport

/// A document that can be damaged before it is written: tokens are texts as they are written.
indirect enum DocumentNode {
  case token(String)
  case array([DocumentNode])
  case object([Member])

  struct Member {
    var key: String
    var value: DocumentNode
  }

  /// How many nodes there are, this one included.
  var count: Int {
    switch self {
    case .token: 1
    case .array(let elements): elements.reduce(1) { $0 + $1.count }
    case .object(let members): members.reduce(1) { $0 + $1.value.count }
    }
  }

  /// Changes the node that comes after `position` others.
  mutating func change(at position: Int, _ body: (inout DocumentNode) -> Void) {
    guard position > 0 else { return body(&self) }
    var rest = position - 1
    switch self {
    case .token: break
    case .array(var elements):
      for index in elements.indices {
        let count = elements[index].count
        if rest < count {
          elements[index].change(at: rest, body)
          self = .array(elements)
          return
        }
        rest -= count
      }
    case .object(var members):
      for index in members.indices {
        let count = members[index].value.count
        if rest < count {
          members[index].value.change(at: rest, body)
          self = .object(members)
          return
        }
        rest -= count
      }
    }
  }

  /// Writes the document, here and there with blanks.
  func write(to text: inout String, _ random: inout SeededGenerator) {
    func blanks(_ random: inout SeededGenerator) {
      if random.once(in: 8) { text += random.element(of: [" ", "\n", "\t", "\r\n", "    ", " \n  "]) }
    }
    switch self {
    case .token(let token): text += token
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        blanks(&random)
        element.write(to: &text, &random)
        blanks(&random)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        blanks(&random)
        text += member.key
        blanks(&random)
        text += ":"
        blanks(&random)
        member.value.write(to: &text, &random)
        blanks(&random)
      }
      text += "}"
    }
  }
}
