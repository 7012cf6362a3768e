import Millrace

// Values that are not written as text: to a tree, or to another format.

extension EncodingSession {
  @inline(never)
  func encodeMemberElsewhere<Value: Encodable, Key: CodingKey>(
    _ value: Value, _ plan: TypePlan, _ key: Key, _ name: String, of frame: EncodingFrame
  ) throws {
    if unsafe mode == .tree { return try unsafe encodeInTree(value, plan, key, as: .member(frame.start, name)) }
    _ = beginMember(name, of: frame)
    try throwFailure()
    try unsafe withUnsafePointer(to: key) {
      unsafe top.pointee.key = unsafe UnsafeRawPointer($0)
      unsafe top.pointee.keyOwner = unsafe Unmanaged.passUnretained(frame)
      try encodeInFormat(value, plan)
    }
  }

  @inline(never)
  func encodeElementElsewhere<Value: Encodable>(_ value: Value, _ plan: TypePlan, of array: ArrayContainer) throws {
    if unsafe mode == .tree {
      let key = IndexKey(count(of: array.id, array.start))
      return try encodeInTree(value, plan, key, as: .element(array.start))
    }
    try encodeInFormat(value, plan)
    unsafe top.pointee.count += 1
  }

  /// Written values cannot be removed again, so an error ends the call.
  private func encodeInFormat<Value: Encodable>(_ value: Value, _ plan: TypePlan) throws {
    let level = unsafe depth
    do {
      try throwFailure()
      guard push() else { return try throwFailure() }
      try unsafe encodeContent(value, plan, to: ValueEncoder(session: self, id: lastID, start: 0))
      try throwFailure()
      close(to: level)
    } catch {
      fail(error)
      throw error
    }
  }

  /// The value is attached to its parent when it is complete.
  private func encodeInTree<Value: Encodable>(
    _ value: Value, _ plan: TypePlan, _ key: some CodingKey, as target: EncodingTree.Target
  ) throws {
    guard let tree = unsafe tree else { return }
    let level = unsafe depth
    guard push() else { return try throwFailure() }
    defer { rollBack(to: level, offset: 0, tagCount: 0) }
    let node = tree.makeNode(in: target, key, isNested: false)
    try encodeContent(value, plan, to: ValueEncoder(session: self, id: Self.noID, start: node.place))
    try throwFailure()
    node.completeIfEmpty()
    tree.attach(node, as: target)
  }

  /// Attaches a value that was begun as text and ended in a tree.
  ///
  /// - Parameter start: The position at which its text began.
  func endElsewhere(_ target: EncodingTree.Target, beganAt start: Int) throws {
    try throwFailure()
    guard let tree = unsafe tree else { return }
    let node = tree.node(start)
    node.completeIfEmpty()
    tree.attach(node, as: target)
  }

  /// Converts the text written so far to a tree, to which all further values are written.
  ///
  /// The stack is unchanged. A caller that waits for the end of a value attaches its node then. Values without such a
  /// caller, nested containers and super encoders, are attached immediately.
  @inline(never)
  func switchToTree() {
    switch unsafe mode {
    case .tree, .failed: return
    case .format:
      return unsafe failMisuse("This format requires values to be encoded sequentially.", at: encoderPath(depth))
    case .text: break
    }
    let tree = unsafe EncodingTree(text: text)
    for level in unsafe 0...depth {
      let value = unsafe open[level]
      let parent = unsafe level > 0 ? tree.node(open[level - 1].start) : nil
      let node = tree.node(beginningAt: value.start, in: parent)
      node.isNested = value.isNested
      node.isStringDictionary = value.isStringDictionary
      node.hidesKey = value.hidesKey
      node.key = key(of: level)
      if value.ownsKey { parent?.attachIfElement(node) } else { parent?.detachLast(node) }
    }
    unsafe self.tree = tree
    unsafe mode = .tree
    unsafe current = 0
    unsafe writer.removeAll()
  }
}
