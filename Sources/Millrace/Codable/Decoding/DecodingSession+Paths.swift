// Coding paths, found when somebody asks.
//
// Nothing is recorded for them. The marks say where the containers around a value stand; if they stand at it, its path can
// be read from them. They do not when the program went on with an outer container before it was done with an inner one.
// Then the document is walked from its start.

extension DecodingSession {
  /// The path of the value at a position, `level` arrays and objects deep.
  func path(to position: UnsafePointer<UInt8>, level: Int) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var wanted = position
    for depth in stride(from: level - 1, through: 0, by: -1) {
      let mark = state.pointee.marks[depth]
      guard let start = mark.start, let key = key(of: mark, depth, leadingTo: wanted) else { return walk(to: position) }
      path.append(key)
      wanted = start
    }
    return path.reversed()
  }

  /// The path of the array that a position is in, or behind.
  func path(toArrayAround position: UnsafePointer<UInt8>, isAtEnd: Bool, level: Int) -> [any CodingKey] {
    let mark = state.pointee.marks[level]
    if mark.kind == .array, mark.cursor == position, let start = mark.start { return path(to: start, level: level) }
    // The array's bracket, or its last byte.
    return isAtEnd ? walk(to: position - 1) : walk(to: position).dropLast()
  }

  /// The key of the member or element that a container is at, if that is the wanted one.
  private func key(
    of mark: LevelMark, _ depth: Int, leadingTo wanted: UnsafePointer<UInt8>
  ) -> (any CodingKey)? {
    switch mark.kind {
    case .scalar: return nil
    case .array: return mark.cursor == wanted ? IndexKey(mark.index) : nil
    case .object:
      guard let key = mark.key, key < wanted else { return nil }
      var skimmer = state.pointee.skimmer
      skimmer.position = key
      guard (try? skimmer.skimKey()) != nil, skimmer.position == wanted else { return nil }
      let name = name(at: key)
      guard let frame = mark.frame, frame.pointee.start == mark.start, frame.pointee.level == depth else {
        return PathKey(dictionaryKey: name, isConverting: state.pointee.rules.keys != nil)
      }
      return frame.pointee.owner.pathKey(convertedKeys[key] ?? name)
    }
  }

  /// The text of the key at a position.
  private func name(at position: UnsafePointer<UInt8>) -> String {
    let (cursor, indentation) = (state.pointee.cursor, state.pointee.indentation)
    defer { (state.pointee.cursor, state.pointee.indentation) = (cursor, indentation) }
    state.pointee.cursor = position
    return (try? state.pointee.read { try $0.readString() }) ?? ""
  }

  /// The path of what begins at a position, by going through the document up to it.
  private func walk(to target: UnsafePointer<UInt8>) -> [any CodingKey] {
    var path: [any CodingKey] = []
    var skimmer = state.pointee.skimmer
    skimmer.position = UnsafePointer(state.pointee.start)
    skimmer.skimBlanks()
    while skimmer.position < target, descend(&skimmer, to: target, &path) {}
    return path
  }

  /// Goes to the member or element of the value at the position that the target is in.
  ///
  /// - Returns: whether there is one.
  private func descend(
    _ skimmer: inout Skimmer, to target: UnsafePointer<UInt8>, _ path: inout [any CodingKey]
  ) -> Bool {
    let isObject = skimmer.position.pointee == ASCII.openBrace
    guard isObject || skimmer.position.pointee == ASCII.openBracket else { return false }
    skimmer.position += 1
    var index = 0
    while true {
      skimmer.skimBlanks()
      let key = skimmer.position
      if key.pointee == ASCII.closeBracket || key.pointee == ASCII.closeBrace { return false }
      if isObject, (try? skimmer.skimKey()) == nil { return false }
      let value = skimmer.position
      if value > target { return false }
      // A value that is broken is where an error is.
      let isBehind = (try? skimmer.skimValue(depth: 0)) != nil && skimmer.position <= target
      if !isBehind || value == target {
        path.append(isObject ? PathKey(convertedKeys[key] ?? name(at: key)) : IndexKey(index))
        skimmer.position = value
        return value != target
      }
      skimmer.skimBlanks()
      guard skimmer.position.pointee == ASCII.comma else { return false }
      skimmer.position += 1
      index += 1
    }
  }
}

// MARK: - Key strategies

extension DecodingSession {
  /// What a key strategy makes of a key.
  func converted(_ name: String, _ path: [any CodingKey]) -> String {
    guard let convert = state.pointee.rules.keys else { return name }
    return convert(path + [PathKey(name)]).stringValue
  }

  /// Converts the keys of an object, unless it is a dictionary's.
  @inline(never)
  func convertKeys(in owner: FrameOwner) throws {
    let frame = owner.frame
    let mark = state.pointee.marks + frame.pointee.level
    if frame.pointee.start == dictionary {
      // Its keys are data, whatever type the standard library has for them.
      mark.pointee.frame = nil
      frame.pointee.isDictionary = true
      return
    }
    let path = path(to: frame.pointee.start, level: frame.pointee.level)
    try frame.pointee.passOverRest()
    // The program's code may decode something meanwhile.
    let keys = frame.pointee.recordedKeys.map { converted($0, path) }
    frame.pointee.setConvertedKeys(keys) { convertedKeys[$0] = $1 }
  }
}
