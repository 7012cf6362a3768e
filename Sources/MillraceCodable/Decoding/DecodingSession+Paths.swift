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
    if let lastPath = unsafe state.pointee.lastPath, unsafe lastPath.position == position {
      return unsafe lastPath.path
    }
    let path = unsafe markedPath(to: position, level) ?? indexedPath(to: position)
    unsafe state.pointee.lastPath = unsafe (position, path)
    return path
  }

  /// Returns the path to which the marks lead, or nil if they do not lead to the value.
  private func markedPath(to position: UnsafePointer<UInt8>, _ level: Int) -> [any CodingKey]? {
    if level == 0 { return [] }
    let mark = unsafe state.pointee.marks[level - 1]
    guard let start = unsafe mark.start, let key = unsafe key(of: mark, level - 1, leadingTo: position),
      let outer = unsafe containerPath(start, level - 1)
    else { return nil }
    return outer + CollectionOfOne(key)
  }

  /// Returns the path of the container at a level. It is stored, because errors in its elements need it again.
  private func containerPath(_ start: UnsafePointer<UInt8>, _ level: Int) -> [any CodingKey]? {
    let known = unsafe state.pointee.containerPaths
    if unsafe level < known.count, unsafe known[level].start == start { return unsafe known[level].path }
    guard let path = unsafe markedPath(to: start, level) else { return nil }
    // The paths of outer levels were computed on the way.
    let count = unsafe state.pointee.containerPaths.count
    if level < count { unsafe state.pointee.containerPaths.removeSubrange(level...) }
    if level <= count { unsafe state.pointee.containerPaths.append((start, path)) }
    return path
  }

  /// Returns the path of the array that contains a position, or that ends right before it.
  func path(toArrayAround position: UnsafePointer<UInt8>, isAtEnd: Bool, level: Int) -> [any CodingKey] {
    let mark = unsafe state.pointee.marks[level]
    if mark.kind == .array, unsafe mark.cursor == position, let start = unsafe mark.start {
      return unsafe path(to: start, level: level)
    }
    // An array at its end has already been left: its last byte is the bracket.
    let array = unsafe containerIndex.container(around: isAtEnd ? position - 1 : position)
    return array.map { unsafe indexedPath(to: $0.start) } ?? []
  }

  /// Returns the key of the member or element at which a container is, if that is the requested one.
  private func key(
    of mark: LevelMark, _ depth: Int, leadingTo wanted: UnsafePointer<UInt8>
  ) -> (any CodingKey)? {
    switch mark.kind {
    case .scalar: return nil
    case .array:
      if unsafe mark.cursor == wanted { return IndexKey(mark.index) }
      return unsafe mark.entry == wanted ? IndexKey(mark.entryIndex) : nil
    case .object:
      // The entry of a finished object is the byte after it, which is never a quote.
      guard let key = unsafe mark.entry, unsafe key < wanted, unsafe key.pointee == ASCII.quote else { return nil }
      var cursor = unsafe DocumentCursor(position: key)
      cursor.skipKey(depth: depth)
      guard unsafe cursor.position == wanted else { return nil }
      let name = unsafe name(at: key)
      guard let frame = unsafe mark.frame, unsafe frame.pointee.start == mark.start, unsafe frame.pointee.level == depth
      else {
        return unsafe PathKey(dictionaryKey: name, isConverting: state.pointee.rules.keys != nil)
      }
      return unsafe frame.pointee.owner.pathKey(convertedKeys[key] ?? name)
    }
  }

  /// Returns the text of the key at a position.
  private func name(at position: UnsafePointer<UInt8>) -> String {
    let reading = unsafe state.pointee.reading
    defer { unsafe state.pointee.reading = reading }
    unsafe state.pointee.cursor = unsafe position
    return unsafe (try? state.pointee.read { try $0.readString() }) ?? ""
  }

  private func indexedPath(to position: UnsafePointer<UInt8>) -> [any CodingKey] {
    unsafe containerIndex.steps(to: position).map { step in
      switch step {
      case .key(let key): unsafe PathKey(convertedKeys[key] ?? name(at: key))
      case .element(let index): IndexKey(index)
      }
    }
  }
}

// MARK: - Key strategies

extension DecodingSession {
  /// Returns a key, converted by the key strategy.
  func converted(_ name: String, _ path: [any CodingKey]) -> String {
    guard let convert = unsafe state.pointee.rules.keys else { return name }
    return convert(path + [PathKey(name)]).stringValue
  }

  /// Converts the keys of an object, unless it is a dictionary.
  @inline(never)
  func convertKeys(in owner: FrameOwner) {
    let frame = unsafe owner.frame
    let mark = unsafe state.pointee.marks + frame.pointee.level
    if unsafe frame.pointee.start == dictionary {
      // The keys are data, regardless of the standard library's key type for them.
      unsafe mark.pointee.frame = nil
      unsafe frame.pointee.isDictionary = true
      return
    }
    let path = unsafe path(to: frame.pointee.start, level: frame.pointee.level)
    unsafe frame.pointee.skipRemainingMembers()
    // The program's code may decode values in the meantime.
    let keys = unsafe frame.pointee.recordedKeys.map { converted($0, path) }
    unsafe frame.pointee.setConvertedKeys(keys) { unsafe convertedKeys[$0] = $1 }
  }
}
