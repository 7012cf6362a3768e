import Millrace

// The stack of open values.

extension EncodingSession {
  /// Begins a value at the end of the output.
  ///
  /// - Returns: Whether the maximum depth is not exceeded.
  @inline(__always)
  func push(isNested: Bool = false, ownsKey: Bool = false) -> Bool {
    unsafe budget.remaining &-= 1
    if unsafe _slowPath(budget.remaining < 0), !refillBudget() { return false }
    unsafe lastID &+= 1
    unsafe depth &+= 1
    unsafe top.pointee = unsafe OpenValue(
      id: lastID, isNested: isNested, ownsKey: ownsKey, start: writer.output.count, firstTag: tags.count)
    if unsafe mode == .text { unsafe current = unsafe lastID }
    return true
  }

  @inline(never)
  private func refillBudget() -> Bool {
    if case .granted = unsafe budget.refill() { return true }
    unsafe budget.remaining += 1
    fail(TooDeep())
    return false
  }

  /// Ends the values after an index.
  @inline(__always)
  func close(to level: Int) {
    while unsafe depth > level {
      unsafe endContent(of: top)
      drop()
    }
    if unsafe mode == .text { unsafe current = unsafe top.pointee.id }
  }

  /// Removes the values after an index, and everything that was written since then.
  func rollBack(to level: Int, offset: Int, tagCount: Int) {
    while unsafe depth > level { drop() }
    unsafe tags.count = tagCount
    if unsafe mode == .text {
      unsafe writer.output.removeLast(writer.output.count - offset)
      unsafe current = unsafe top.pointee.id
    }
  }

  @inline(__always)
  private func drop() {
    unsafe tags.count = unsafe top.pointee.firstTag
    if unsafe _slowPath(top.pointee.ownsKey || top.pointee.hasManyKeys) { dropAttachments() }
    unsafe depth &-= 1
    unsafe budget.remaining &+= 1
  }

  @inline(never)
  private func dropAttachments() {
    if unsafe top.pointee.ownsKey { unsafe ownedKeys[depth] = nil }
    if unsafe top.pointee.hasManyKeys { unsafe tags.many[top.pointee.id] = nil }
  }

  @inline(__always)
  func endContent(of value: UnsafeMutablePointer<OpenValue>) {
    if unsafe _slowPath(mode == .format) { return unsafe endFormatContent(of: value) }
    switch unsafe value.pointee.content {
    case .complete: break
    case .object: unsafe writer.endObject()
    case .array: unsafe writer.endArray()
    case .nothing:
      unsafe writer.beginMap()
      unsafe writer.endObject()
    }
  }

  @inline(never)
  private func endFormatContent(of value: UnsafeMutablePointer<OpenValue>) {
    switch unsafe value.pointee.content {
    case .complete: break
    case .object: unsafe format?.endObject()
    case .array: unsafe format?.endArray()
    case .nothing:
      unsafe format?.beginObject()
      unsafe format?.endObject()
    }
  }

  // MARK: Returning to an open value

  /// The index of an open value, or nil if it has been ended.
  func level(of id: Int) -> Int? { unsafe (0...depth).last { unsafe open[$0].id == id } }

  /// Makes a value the innermost open one.
  ///
  /// - Returns: Whether the value is written as text.
  @inline(__always)
  func enter(_ id: Int) -> Bool { unsafe current == id || reenter(id) }

  @inline(never)
  func reenter(_ id: Int) -> Bool {
    switch unsafe mode {
    case .tree, .failed: return false
    case .text, .format:
      // A value that does not own its key is still being encoded: it is attached after what is encoded here.
      if let level = level(of: id), unsafe (level..<depth).allSatisfy({ unsafe open[$0 + 1].ownsKey }) {
        close(to: level)
        return unsafe mode == .text
      }
      switchToTree()
      return false
    }
  }

  // MARK: Content

  /// Makes a value an object, if it can become one, so that members can be added.
  @inline(__always)
  func beginObject(_ id: Int, _ start: Int) { begin(.object, id, start) { $0.beginMap() } }

  @inline(__always)
  func beginArray(_ id: Int, _ start: Int) { begin(.array, id, start) { $0.beginArray() } }

  @inline(__always)
  private func begin(_ content: OpenValue.Content, _ id: Int, _ start: Int, _ write: (inout JSON.Writer) -> Void) {
    guard unsafe _fastPath(current == id && top.pointee.content == .nothing) else {
      return beginSlowly(content, id, start)
    }
    unsafe top.pointee.content = content
    unsafe write(&writer)
    if unsafe _slowPath(depth > Self.deepestContainer) { fail(TooDeep()) }
  }

  @inline(never)
  private func beginSlowly(_ content: OpenValue.Content, _ id: Int, _ start: Int) {
    _ = enter(id)
    if unsafe mode == .text || mode == .format {
      switch unsafe top.pointee.content {
      case .nothing:
        unsafe top.pointee.content = content
        if unsafe mode == .text {
          if content == .object { unsafe writer.beginMap() } else { unsafe writer.beginArray() }
        } else {
          if content == .object { unsafe format?.beginObject() } else { unsafe format?.beginArray() }
        }
        if unsafe depth > Self.deepestContainer { fail(TooDeep()) }
        return
      case content: return
      case .complete: switchToTree()
      default:
        return unsafe failMisuse("A value was encoded both as an array and as an object.", at: encoderPath(depth))
      }
    }
    if let tree = unsafe tree, unsafe mode == .tree, !tree.node(start).begin(content == .object ? .object : .array) {
      failMisuse("A value was already encoded as a different kind.", at: tree.node(start).containerPath)
    }
  }

  /// Prepares for a scalar that is the whole content of a value.
  ///
  /// - Returns: Whether the scalar is written as text. If not, it is passed to `put`.
  @inline(__always)
  func beginScalar(_ id: Int, _ start: Int) -> Bool {
    if unsafe _fastPath(current == id && top.pointee.content == .nothing) {
      unsafe top.pointee.content = .complete
      return true
    }
    return beginScalarSlowly(id, start)
  }

  @inline(never)
  private func beginScalarSlowly(_ id: Int, _ start: Int) -> Bool {
    let isText = enter(id)
    switch unsafe mode {
    case .text, .format:
      guard unsafe top.pointee.content == .nothing else {
        unsafe failMisuse("A value was already encoded.", at: encoderPath(depth))
        return false
      }
      unsafe top.pointee.content = .complete
      return isText
    case .tree: unsafe tree?.target = .whole(start)
    case .failed: break
    }
    return false
  }
}
