import Millrace

// The stack of open values.

extension EncodingSession {
  /// Begins a value at the end of the output.
  ///
  /// - Returns: Whether the maximum depth is not exceeded.
  @inline(__always)
  func push(isNested: Bool = false, ownsKey: Bool = false) -> Bool {
    budget.remaining &-= 1
    if _slowPath(budget.remaining < 0), !refillBudget() { return false }
    lastID &+= 1
    depth &+= 1
    top.pointee = OpenValue(
      id: lastID, isNested: isNested, ownsKey: ownsKey, start: writer.output.count, firstTag: tags.count)
    if mode == .text { current = lastID }
    return true
  }

  @inline(never)
  private func refillBudget() -> Bool {
    if case .granted = budget.refill() { return true }
    budget.remaining += 1
    fail(TooDeep())
    return false
  }

  /// Ends the values after an index.
  @inline(__always)
  func close(to level: Int) {
    while depth > level {
      endContent(of: top)
      drop()
    }
    if mode == .text { current = top.pointee.id }
  }

  /// Removes the values after an index, and everything that was written since then.
  func rollBack(to level: Int, offset: Int, tagCount: Int) {
    while depth > level { drop() }
    tags.count = tagCount
    if mode == .text {
      writer.output.removeLast(writer.output.count - offset)
      current = top.pointee.id
    }
  }

  @inline(__always)
  private func drop() {
    tags.count = top.pointee.firstTag
    if _slowPath(top.pointee.ownsKey || top.pointee.hasManyKeys) { dropAttachments() }
    depth &-= 1
    budget.remaining &+= 1
  }

  @inline(never)
  private func dropAttachments() {
    if top.pointee.ownsKey { ownedKeys[depth] = nil }
    if top.pointee.hasManyKeys { tags.many[top.pointee.id] = nil }
  }

  @inline(__always)
  func endContent(of value: UnsafeMutablePointer<OpenValue>) {
    if _slowPath(mode == .format) { return endFormatContent(of: value) }
    switch value.pointee.content {
    case .complete: break
    case .object: writer.endObject()
    case .array: writer.endArray()
    case .nothing:
      writer.beginDictionary()
      writer.endObject()
    }
  }

  @inline(never)
  private func endFormatContent(of value: UnsafeMutablePointer<OpenValue>) {
    switch value.pointee.content {
    case .complete: break
    case .object: format?.endObject()
    case .array: format?.endArray()
    case .nothing:
      format?.beginObject()
      format?.endObject()
    }
  }

  // MARK: Returning to an open value

  /// The index of an open value, or nil if it has been ended.
  func level(of id: Int) -> Int? { (0...depth).last { open[$0].id == id } }

  /// Makes a value the innermost open one.
  ///
  /// - Returns: Whether the value is written as text.
  @inline(__always)
  func enter(_ id: Int) -> Bool { current == id || reenter(id) }

  @inline(never)
  func reenter(_ id: Int) -> Bool {
    switch mode {
    case .tree, .failed: return false
    case .text, .format:
      // A value that does not own its key is still being encoded: it is attached after what is encoded here.
      if let level = level(of: id), (level..<depth).allSatisfy({ open[$0 + 1].ownsKey }) {
        close(to: level)
        return mode == .text
      }
      switchToTree()
      return false
    }
  }

  // MARK: Content

  /// Makes a value an object, if it can become one, so that members can be added.
  ///
  /// - Returns: Whether the value is written as text.
  @inline(__always)
  func beginObject(_ id: Int, _ start: Int) {
    if _fastPath(current == id && top.pointee.content == .nothing) {
      top.pointee.content = .object
      writer.beginDictionary()
      if _slowPath(depth > Self.deepestContainer) { fail(TooDeep()) }
    } else {
      begin(.object, id, start)
    }
  }

  @inline(__always)
  func beginArray(_ id: Int, _ start: Int) {
    if _fastPath(current == id && top.pointee.content == .nothing) {
      top.pointee.content = .array
      writer.beginArray()
      if _slowPath(depth > Self.deepestContainer) { fail(TooDeep()) }
    } else {
      begin(.array, id, start)
    }
  }

  @inline(never)
  private func begin(_ content: OpenValue.Content, _ id: Int, _ start: Int) {
    _ = enter(id)
    if mode == .text || mode == .format {
      switch top.pointee.content {
      case .nothing:
        top.pointee.content = content
        if mode == .text {
          if content == .object { writer.beginDictionary() } else { writer.beginArray() }
        } else {
          if content == .object { format?.beginObject() } else { format?.beginArray() }
        }
        if depth > Self.deepestContainer { fail(TooDeep()) }
        return
      case content: return
      case .complete: switchToTree()
      default: return failMisuse("A value was encoded both as an array and as an object.", at: encoderPath(depth))
      }
    }
    if let tree, mode == .tree, !tree.node(start).begin(content == .object ? .object : .array) {
      failMisuse("A value was already encoded as a different kind.", at: tree.node(start).containerPath)
    }
  }

  /// Prepares for a scalar that is the whole content of a value.
  ///
  /// - Returns: Whether the scalar is written as text. If not, it is passed to `put`.
  @inline(__always)
  func beginScalar(_ id: Int, _ start: Int) -> Bool {
    if _fastPath(current == id && top.pointee.content == .nothing) {
      top.pointee.content = .complete
      return true
    }
    return beginScalarSlowly(id, start)
  }

  @inline(never)
  private func beginScalarSlowly(_ id: Int, _ start: Int) -> Bool {
    let isText = enter(id)
    switch mode {
    case .text, .format:
      guard top.pointee.content == .nothing else {
        failMisuse("A value was already encoded.", at: encoderPath(depth))
        return false
      }
      top.pointee.content = .complete
      return isText
    case .tree: tree?.target = .whole(start)
    case .failed: break
    }
    return false
  }
}
