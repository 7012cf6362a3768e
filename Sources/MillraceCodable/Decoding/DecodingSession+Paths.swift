import Millrace

// Coding paths, which are computed on request.
//
// Nothing is recorded for them. The marks contain the positions of the containers around a value. If they lead to the
// value, its path is read from them. They do not if the program continued with an outer container before it finished an
// inner one. Then the path is computed from the index of all containers.

extension DecodingSession {
  /// Returns the path of the value at a position. `level` is the number of arrays and objects around it.
  func path(to position: UnsafePointer<UInt8>, level: Int) -> [any CodingKey] {
    // A type that tries several types requests the path of the same value several times.
    if let lastPath = state.pointee.lastPath, lastPath.position == position { return lastPath.path }
    let path = markedPath(to: position, level) ?? indexedPath(to: position)
    state.pointee.lastPath = (position, path)
    return path
  }

  /// Returns the path to which the marks lead, or nil if they do not lead to the value.
  private func markedPath(to position: UnsafePointer<UInt8>, _ level: Int) -> [any CodingKey]? {
    if level == 0 { return [] }
    let mark = state.pointee.marks[level - 1]
    guard let start = mark.start, let key = key(of: mark, level - 1, leadingTo: position),
      let outer = containerPath(start, level - 1)
    else { return nil }
    return outer + CollectionOfOne(key)
  }

  /// Returns the path of the container at a level. It is stored, because errors in its elements need it again.
  private func containerPath(_ start: UnsafePointer<UInt8>, _ level: Int) -> [any CodingKey]? {
    let known = state.pointee.containerPaths
    if level < known.count, known[level].start == start { return known[level].path }
    guard let path = markedPath(to: start, level) else { return nil }
    // The paths of outer levels were computed on the way.
    let count = state.pointee.containerPaths.count
    if level < count { state.pointee.containerPaths.removeSubrange(level...) }
    if level <= count { state.pointee.containerPaths.append((start, path)) }
    return path
  }

  /// Returns the path of the array that contains a position, or that ends right before it.
  func path(toArrayAround position: UnsafePointer<UInt8>, isAtEnd: Bool, level: Int) -> [any CodingKey] {
    let mark = state.pointee.marks[level]
    if mark.kind == .array, mark.cursor == position, let start = mark.start { return path(to: start, level: level) }
    // An array at its end has already been left: its last byte is the bracket.
    let array = containerIndex.container(around: isAtEnd ? position - 1 : position)
    return array.map { indexedPath(to: $0.start) } ?? []
  }

  /// Returns the key of the member or element at which a container is, if that is the requested one.
  private func key(
    of mark: LevelMark, _ depth: Int, leadingTo wanted: UnsafePointer<UInt8>
  ) -> (any CodingKey)? {
    switch mark.kind {
    case .scalar: return nil
    case .array:
      if mark.cursor == wanted { return IndexKey(mark.index) }
      return mark.entry == wanted ? IndexKey(mark.entryIndex) : nil
    case .object:
      // The entry of a finished object is the byte after it, which is never a quote.
      guard let key = mark.entry, key < wanted, key.pointee == ASCII.quote else { return nil }
      var cursor = DocumentCursor(position: key)
      cursor.skipKey(depth: depth)
      guard cursor.position == wanted else { return nil }
      let name = name(at: key)
      guard let frame = mark.frame, frame.pointee.start == mark.start, frame.pointee.level == depth else {
        return PathKey(dictionaryKey: name, isConverting: state.pointee.rules.keys != nil)
      }
      return frame.pointee.owner.pathKey(convertedKeys[key] ?? name)
    }
  }

  /// Returns the text of the key at a position.
  private func name(at position: UnsafePointer<UInt8>) -> String {
    let reading = state.pointee.reading
    defer { state.pointee.reading = reading }
    state.pointee.cursor = position
    return (try? state.pointee.read { try $0.readString() }) ?? ""
  }

  private func indexedPath(to position: UnsafePointer<UInt8>) -> [any CodingKey] {
    containerIndex.steps(to: position).map { step in
      switch step {
      case .key(let key): PathKey(convertedKeys[key] ?? name(at: key))
      case .element(let index): IndexKey(index)
      }
    }
  }
}

// MARK: - Key strategies

extension DecodingSession {
  /// Returns a key, converted by the key strategy.
  func converted(_ name: String, _ path: [any CodingKey]) -> String {
    guard let convert = state.pointee.rules.keys else { return name }
    return convert(path + [PathKey(name)]).stringValue
  }

  /// Converts the keys of an object, unless it is a dictionary.
  @inline(never)
  func convertKeys(in owner: FrameOwner) {
    let frame = owner.frame
    let mark = state.pointee.marks + frame.pointee.level
    if frame.pointee.start == dictionary {
      // The keys are data, regardless of the standard library's key type for them.
      mark.pointee.frame = nil
      frame.pointee.isDictionary = true
      return
    }
    let path = path(to: frame.pointee.start, level: frame.pointee.level)
    frame.pointee.skipRemainingMembers()
    // The program's code may decode values in the meantime.
    let keys = frame.pointee.recordedKeys.map { converted($0, path) }
    frame.pointee.setConvertedKeys(keys) { convertedKeys[$0] = $1 }
  }
}
