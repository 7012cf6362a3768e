import Millrace

// Members, elements and whole values: the operations of the containers.

extension EncodingSession {
  // MARK: Scalars

  /// Writes a member's key.
  ///
  /// - Returns: Whether the value is written as text. If not, the value is passed to `put`.
  @inline(never)
  func beginMember(_ name: String, of frame: EncodingFrame) -> Bool {
    if unsafe enter(frame.id), writeKey(name) { return true }
    return beginMemberElsewhere(name, of: frame)
  }

  /// Writes a member's key to the text. If the object already has this key, the session switches to a tree.
  @inline(__always)
  func writeKey(_ name: String) -> Bool {
    let offset = unsafe writer.output.count
    let tag = unsafe writer.output.append(key: name)
    if unsafe _fastPath(tags.insert(tag, in: top)) { return true }
    unsafe writer.output.removeLast(writer.output.count - offset)
    switchToTree()
    return false
  }

  @inline(never)
  private func beginMemberElsewhere(_ name: String, of frame: EncodingFrame) -> Bool {
    if let tree = unsafe tree, unsafe mode == .tree {
      tree.target = unsafe .member(frame.start, name)
    } else if let format = unsafe format, unsafe mode == .format {
      unsafe writer.removeAll()
      if unsafe tags.insert(writer.output.append(key: name), in: top) {
        format.writeKey(name)
      } else {
        failMisuse("Duplicate key \"\(name)\", which this format does not allow.", at: unsafe encoderPath(depth))
      }
    }
    return false
  }

  /// Prepares for an element.
  ///
  /// - Returns: Whether the element is written as text. If not, the value is passed to `put`.
  @inline(__always)
  func beginElement(_ id: Int, _ start: Int) -> Bool {
    if enter(id) {
      unsafe top.pointee.count &+= 1
      return true
    }
    if unsafe mode == .format { unsafe top.pointee.count += 1 }
    unsafe tree?.target = .element(start)
    return false
  }

  func count(of id: Int, _ start: Int) -> Int {
    if unsafe mode == .text || mode == .format {
      if let level = level(of: id) { return unsafe open[level].count }
      switchToTree()
    }
    return unsafe tree?.node(start).elementCount ?? 0
  }

  /// Stores a scalar that is not written as text, at the location that was prepared last.
  @inline(never)
  func put(_ scalar: EncodedScalar) throws {
    switch unsafe mode {
    case .format: unsafe format?.write(scalar)
    case .tree:
      unsafe writer.removeAll()
      unsafe scalar.write(to: &writer)
      try unsafe writer.finish()
      if let tree = unsafe tree, unsafe !tree.put(text) {
        failMisuse("A value was already encoded.", at: [])
      }
    case .text, .failed: break
    }
    try throwFailure()
  }

  // MARK: Values

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  func encodeMember<Value: Encodable, Key: CodingKey>(_ value: Value, _ key: Key, of frame: EncodingFrame) throws {
    let plan = unsafe plans.plan(for: Value.self)
    let name = frame.name(of: key, self)
    guard unsafe enter(frame.id) else { return try encodeMemberElsewhere(value, plan, key, name, of: frame) }
    let offset = unsafe writer.output.count
    let tagCount = unsafe tags.count
    guard writeKey(name) else { return try encodeMemberElsewhere(value, plan, key, name, of: frame) }
    if !plan.isEncodable, writeAtOnce(value, plan) { return }
    let start = unsafe writer.output.count
    try unsafe withUnsafePointer(to: key) {
      unsafe top.pointee.key = unsafe UnsafeRawPointer($0)
      unsafe top.pointee.keyOwner = unsafe Unmanaged.passUnretained(frame)
      try encodeInPlace(value, plan, offset, tagCount)
    }
    if unsafe _slowPath(mode != .text) { try unsafe endElsewhere(.member(frame.start, name), beganAt: start) }
  }

  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  func encodeElement<Value: Encodable>(_ value: Value, of array: ArrayContainer) throws {
    let plan = unsafe plans.plan(for: Value.self)
    guard enter(array.id) else { return try encodeElementElsewhere(value, plan, of: array) }
    if !plan.isEncodable, writeAtOnce(value, plan) {
      unsafe top.pointee.count &+= 1
      return
    }
    let offset = unsafe writer.output.count
    let tagCount = unsafe tags.count
    try encodeInPlace(value, plan, offset, tagCount)
    if unsafe _slowPath(mode != .text) { return try endElsewhere(.element(array.start), beganAt: offset) }
    unsafe top.pointee.count &+= 1
  }

  /// Encodes the value at the end of the output.
  ///
  /// - Parameters:
  ///   - offset: The position at which the member or element begins, from which on it is removed after an error.
  ///   - tagCount: The number of tags before it.
  @inline(__always)
  private func encodeInPlace<Value: Encodable>(
    _ value: Value, _ plan: TypePlan, _ offset: Int, _ tagCount: Int
  ) throws {
    let level = unsafe depth
    do {
      guard push() else { return try throwFailure() }
      try unsafe encodeContent(value, plan, to: ValueEncoder(session: self, id: lastID, start: top.pointee.start))
      if unsafe _fastPath(mode == .text) { close(to: level) } else { rollBack(to: level, offset: 0, tagCount: 0) }
    } catch {
      rollBack(to: level, offset: offset, tagCount: tagCount)
      throw error
    }
  }

  /// Encodes a value with its `encode(to:)`, or with a rule.
  ///
  /// - Parameter isWhole: Whether the encoder already existed, for a value that consists only of this one.
  @inline(__always)
  func encodeContent<Value: Encodable>(
    _ value: Value, _ plan: TypePlan, to encoder: ValueEncoder, isWhole: Bool = false
  ) throws {
    if _fastPath(plan.isEncodable) { return try value.encode(to: encoder) }
    try encodeSpecialContent(value, plan, to: encoder, isWhole: isWhole)
  }

  @inline(never)
  private func encodeSpecialContent<Value: Encodable>(
    _ value: Value, _ plan: TypePlan, to encoder: ValueEncoder, isWhole: Bool
  ) throws {
    if case .rule(let rule) = plan, unsafe rule < rules.valueRules.count {
      return try unsafe withUnsafePointer(to: value) {
        try unsafe rules.valueRules[Int(rule)](UnsafeRawPointer($0), encoder)
      }
    }
    if case .object = plan, let bridged = unsafe plans.bridgedValue(of: unsafeBitCast(value, to: AnyObject.self)) {
      return try encodeBridged(bridged, to: encoder, isWhole: isWhole)
    }
    if writeCollectionDirectly(value, plan, in: encoder) { return }
    guard plan.isStringDictionary, unsafe convertsKeys else { return try value.encode(to: encoder) }
    if let tree = unsafe tree, unsafe mode == .tree {
      let node = tree.node(encoder.start)
      node.isStringDictionary = true
      node.hidesKey = node.hidesKey || !isWhole && node.parent?.isStringDictionary == false
      defer { node.isStringDictionary = false }
      return try value.encode(to: encoder)
    }
    let place = unsafe top
    unsafe place.pointee.isStringDictionary = true
    if !isWhole, unsafe depth > 0, unsafe !open[depth - 1].isStringDictionary { unsafe place.pointee.hidesKey = true }
    defer { unsafe place.pointee.isStringDictionary = false }
    try value.encode(to: encoder)
  }

  /// Encodes the value that an object bridges to.
  private func encodeBridged<Value: Encodable>(_ value: Value, to encoder: ValueEncoder, isWhole: Bool) throws {
    try unsafe encodeContent(value, plans.plan(for: Value.self), to: encoder, isWhole: isWhole)
  }

  func encodeRoot<Value: Encodable>(_ value: Value, in encoder: ValueEncoder) throws {
    let plan = unsafe plans.plan(for: Value.self)
    if !plan.isEncodable, unsafe mode == .text, writeAtOnce(value, plan) {
      unsafe top.pointee.content = .complete
    } else {
      try encodeContent(value, plan, to: encoder)
    }
  }

  /// Encodes a value that is the whole content of another value.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  func encodeWhole<Value: Encodable>(_ value: Value, in encoder: ValueEncoder) throws {
    let plan = unsafe plans.plan(for: Value.self)
    guard enter(encoder.id) else {
      if unsafe mode == .format || mode == .tree {
        try encodeContent(value, plan, to: encoder, isWhole: true)
        completeWhole(of: encoder)
      }
      return try throwFailure()
    }
    let wasUntouched = unsafe top.pointee.content == .nothing
    if wasUntouched, !plan.isEncodable, writeAtOnce(value, plan) {
      unsafe top.pointee.content = .complete
      return
    }
    let offset = unsafe writer.output.count
    let tagCount = unsafe tags.count
    let level = unsafe depth
    do {
      try encodeContent(value, plan, to: encoder, isWhole: true)
    } catch {
      if wasUntouched, unsafe mode == .text {
        rollBack(to: level, offset: offset, tagCount: tagCount)
        unsafe top.pointee.content = .nothing
      }
      throw error
    }
    if unsafe mode == .text { close(to: level) }
    completeWhole(of: encoder)
  }

  /// Makes a value an empty object if nothing was encoded for it.
  func completeWhole(of encoder: ValueEncoder) {
    switch unsafe mode {
    case .text, .format:
      if let level = level(of: encoder.id), unsafe open[level].content == .nothing {
        beginObject(encoder.id, encoder.start)
      }
    case .tree: unsafe tree?.node(encoder.start).completeIfEmpty()
    case .failed: break
    }
  }

  // MARK: Nested containers and super encoders

  /// Opens a member whose value is encoded later.
  @inline(never)
  func openMember(_ key: some CodingKey, name: String, of frame: EncodingFrame, isNested: Bool) -> ValueEncoder {
    if !beginMember(name, of: frame), let tree = unsafe tree, unsafe mode == .tree {
      let node = unsafe tree.node(frame.start).openMember(name, key, isNested: isNested, in: tree)
      return ValueEncoder(session: self, id: Self.noID, start: node.place)
    }
    return openHere(key, isNested: isNested)
  }

  /// Opens an element whose value is encoded later.
  @inline(never)
  func openElement(of array: ArrayContainer, isNested: Bool) -> ValueEncoder {
    if !beginElement(array.id, array.start), let tree = unsafe tree, unsafe mode == .tree {
      let node = tree.node(array.start).openElement(isNested: isNested, in: tree)
      return ValueEncoder(session: self, id: Self.noID, start: node.place)
    }
    return unsafe openHere(IndexKey(top.pointee.count - 1), isNested: isNested)
  }

  private func openHere(_ key: some CodingKey, isNested: Bool) -> ValueEncoder {
    guard unsafe mode != .failed, push(isNested: isNested, ownsKey: true) else {
      return ValueEncoder(session: self, id: Self.noID, start: 0)
    }
    unsafe ownedKeys[depth] = key
    return unsafe ValueEncoder(session: self, id: lastID, start: top.pointee.start)
  }
}
