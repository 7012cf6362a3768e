import Millrace

final class EncodingNode {
  enum Content {
    case nothing
    /// A scalar, as text.
    case scalar([UInt8])
    case array([EncodingNode])
    case object(names: [String], members: [String: EncodingNode])
  }

  enum Kind { case array, object }

  let place: Int
  weak var parent: EncodingNode?
  var key: (any CodingKey)?
  var content = Content.nothing
  var isNested = false
  var isStringDictionary = false
  var hidesKey = false
  /// Whether the value must stay an object, although it has no members yet.
  private var mustBeObject = false

  init(place: Int, parent: EncodingNode?) {
    self.place = place
    self.parent = parent
  }

  // MARK: Content

  var isEmpty: Bool { if case .nothing = content { true } else { false } }

  /// Whether the value can still become any kind. If nothing was encoded, it is written as an empty object.
  var isUndecided: Bool {
    switch content {
    case .nothing: true
    case .object(let names, _): names.isEmpty && !mustBeObject
    case .scalar, .array: false
    }
  }

  var elementCount: Int { if case .array(let elements) = content { elements.count } else { 0 } }

  /// Gives the value a kind, if it has none.
  ///
  /// - Returns: Whether the value has this kind.
  func begin(_ kind: Kind) -> Bool {
    switch (content, kind) {
    case (.nothing, .object): content = .object(names: [], members: [:])
    case (_, .array) where isUndecided: content = .array([])
    case (.object, .object), (.array, .array): break
    default: return false
    }
    return true
  }

  func completeIfEmpty() {
    if isEmpty { content = .object(names: [], members: [:]) }
  }

  /// Sets a member. An existing member with this name keeps its position and gets the new value.
  func set(_ name: String, to node: EncodingNode) {
    guard case .object(var names, var members) = content else { return }
    content = .nothing
    if members.updateValue(node, forKey: name) == nil { names.append(name) }
    content = .object(names: names, members: members)
  }

  func append(_ node: EncodingNode) {
    guard case .array(var elements) = content else { return }
    content = .nothing
    elements.append(node)
    content = .array(elements)
  }

  /// Returns the member with a name, and creates it if necessary.
  func openMember(_ name: String, _ key: some CodingKey, isNested: Bool, in tree: EncodingTree) -> EncodingNode {
    if isNested, case .object(_, let members) = content, let member = members[name], member.place != 0 {
      if case .object = member.content { member.mustBeObject = true }
      return member
    }
    let node = tree.makeNode(in: self, key, isNested: isNested)
    set(name, to: node)
    return node
  }

  func openElement(isNested: Bool, in tree: EncodingTree) -> EncodingNode {
    let node = tree.makeNode(in: self, IndexKey(elementCount), isNested: isNested)
    append(node)
    return node
  }

  /// Appends an element that is not part of the text.
  func attachIfElement(_ node: EncodingNode) {
    if case .array(let elements) = content, elements.last !== node { append(node) }
  }

  func detachLast(_ node: EncodingNode) {
    switch content {
    case .array(let elements):
      if elements.last === node { content = .array(elements.dropLast()) }
    case .object(var names, var members):
      guard let name = names.last, members[name] === node else { return }
      names.removeLast()
      members[name] = nil
      content = .object(names: names, members: members)
    case .nothing, .scalar: break
    }
  }

  // MARK: Writing

  /// - Parameter levels: The maximum number of nested arrays and objects.
  /// - Returns: Whether the limit was not exceeded.
  func write(to writer: inout JSON.Writer, levels: Int) -> Bool {
    switch content {
    case .nothing:
      writer.beginMap()
      writer.endObject()
    case .scalar(let text): text.withSpan { writer.writeNumber(text: $0) }
    case .array(let elements):
      guard levels > 0 else { return false }
      writer.beginArray()
      for element in elements where !element.write(to: &writer, levels: levels - 1) { return false }
      writer.endArray()
    case .object(let names, let members):
      guard levels > 0 else { return false }
      writer.beginMap()
      for name in names {
        writer.writeKey(name)
        if let member = members[name], !member.write(to: &writer, levels: levels - 1) { return false }
      }
      writer.endObject()
    }
    return true
  }

  // MARK: Paths

  var encoderPath: [any CodingKey] {
    (parent?.encoderPath ?? []) + (isNested || hidesKey ? [] : [key].compactMap(\.self))
  }

  var containerPath: [any CodingKey] {
    guard isNested, let parent else { return encoderPath }
    return parent.containerPath + [key].compactMap(\.self)
  }
}
