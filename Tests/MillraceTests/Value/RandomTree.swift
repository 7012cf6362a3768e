import Millrace

/// Random trees of few keys and values, so that two of them have much in common.
struct RandomTree {
  var random: SeededGenerator

  init(_ stream: StaticString) { random = SeededGenerator(stream) }

  mutating func tree(depth: Int) -> JSON.Value {
    switch depth > 0 ? random.below(5) : 4 {
    case 0, 1:
      return .object(JSON.Object((0..<random.below(5)).map { _ in (key(), tree(depth: depth - 1)) }))
    case 2, 3:
      return .array((0..<random.below(5)).map { _ in tree(depth: depth - 1) })
    default:
      return random.element(of: [nil, true, false, 0, 1, 2, 1.5, "", "x", [], [:]])
    }
  }

  /// A tree that a few random changes were made to.
  mutating func changed(_ tree: JSON.Value) -> JSON.Value {
    var changed = tree
    for _ in 0...random.below(3) {
      // A pointer that cannot be set changes nothing.
      changed[pointer()] = random.once(in: 4) ? nil : self.tree(depth: 2)
    }
    return changed
  }

  mutating func key() -> String { random.element(of: ["a", "b", "c", "", "0", "a/b", "m~n", "-", "é"]) }

  mutating func pointer() -> JSON.Pointer {
    JSON.Pointer(
      tokens: (0..<random.below(4)).map { _ in
        random.once(in: 2) ? key() : random.element(of: ["0", "1", "2", "3", "-", "01"])
      })
  }

  /// A pointer that mostly leads to something in a tree, or just beside it.
  mutating func pointer(into tree: JSON.Value) -> JSON.Pointer {
    var value = tree
    var pointer = JSON.Pointer(tokens: [])
    while !random.once(in: 4) {
      if let object = value.object, !object.isEmpty {
        let member = object[random.below(object.count)]
        pointer = pointer.appending(member.key)
        value = member.value
      } else if let elements = value.array, !elements.isEmpty {
        let index = random.below(elements.count)
        pointer = pointer.appending(index)
        value = elements[index]
      } else {
        break
      }
    }
    return random.once(in: 6) ? pointer.appending(random.element(of: ["a", "b", "0", "1", "-", "01"])) : pointer
  }
}
