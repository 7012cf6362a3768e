import Millrace

// Coding paths, which are computed on request: from the open values, or from the nodes of a tree.
//
// They are equal to Foundation's, which have two peculiarities. The path of a value that is encoded to a nested
// container lacks the keys of nested containers. Under a key strategy, the path of a value in a dictionary with string
// keys lacks the dictionary's key. Key strategies receive these paths, so that the names of keys depend on them.

extension EncodingSession {
  func encoderPath(_ id: Int, _ start: Int) -> [any CodingKey] {
    if let level = openLevel(of: id) { return encoderPath(level) }
    return unsafe tree?.node(start).encoderPath ?? []
  }

  func containerPath(_ id: Int, _ start: Int) -> [any CodingKey] {
    if let level = openLevel(of: id) { return containerPath(level) }
    return unsafe tree?.node(start).containerPath ?? []
  }

  /// Returns the path of a value that is encoded to a container.
  func memberPath(_ id: Int, _ start: Int, _ key: any CodingKey) -> [any CodingKey] {
    if let level = openLevel(of: id) { return encoderPath(level) + [key] }
    return unsafe (tree?.node(start).encoderPath ?? []) + [key]
  }

  /// Returns the index of an open value; nil if there is a tree, or if one has been created to find the value in.
  private func openLevel(of id: Int) -> Int? {
    guard unsafe mode == .text || mode == .format else { return nil }
    if let level = level(of: id) { return level }
    switchToTree()
    return nil
  }

  func encoderPath(_ level: Int) -> [any CodingKey] {
    (0...level).filter { unsafe !open[$0].isNested && !open[$0].hidesKey }.compactMap(key(of:))
  }

  private func containerPath(_ level: Int) -> [any CodingKey] {
    let owner = (0...level).last { unsafe !open[$0].isNested } ?? 0
    return encoderPath(owner) + (owner..<level).compactMap { key(of: $0 + 1) }
  }

  /// Returns the key of an open value in its parent, or nil for the whole document.
  func key(of level: Int) -> (any CodingKey)? {
    if level == 0 { return nil }
    if unsafe open[level].ownsKey { return unsafe ownedKeys[level] }
    let parent = unsafe open[level - 1]
    if parent.content == .array { return IndexKey(parent.count) }
    guard let key = unsafe parent.key, let owner = unsafe parent.keyOwner else { return nil }
    return unsafe owner._withUnsafeGuaranteedRef { unsafe $0.key(at: key) }
  }

  // MARK: Names

  /// Returns the name of a key according to the rules.
  @inline(never)
  func convertedName(of key: some CodingKey, in frame: EncodingFrame) -> String {
    let level = unsafe openLevel(of: frame.id)
    let isData =
      unsafe level.map { unsafe open[$0].isStringDictionary } ?? tree?.node(frame.start).isStringDictionary ?? false
    if isData { return key.stringValue }
    switch unsafe rules.keyConversion {
    case nil: return key.stringValue
    case .byPath(let name): return unsafe name(containerPath(frame.id, frame.start) + [key])
    case .byName(let name):
      let original = key.stringValue
      if let known = unsafe convertedKeys[original] { return known }
      let converted = name(original)
      unsafe convertedKeys[original] = converted
      return converted
    }
  }

  // MARK: Non-finite numbers

  /// Returns the string for a non-finite number.
  func text<Number: BinaryFloatingPoint>(notFinite value: Number, at path: () -> [any CodingKey]) throws -> String {
    guard let texts = unsafe rules.notFinite else { throw error(notFinite: value, at: path()) }
    return texts.text(of: value)
  }

  func error<Number: BinaryFloatingPoint>(notFinite value: Number, at path: [any CodingKey]) -> EncodingError {
    let description = "Unable to encode \(Number.self).\(value) directly in JSON."
    return .invalidValue(value, EncodingError.Context(codingPath: path, debugDescription: description))
  }
}
