// The straight road: a type that has both conformances from the macro writes itself with `writeJSON` into the same text.
//
// It must be the text that its `encode(to:)` would give. What would differ, the writer refuses while `isForCodable` is
// set: points in time, which are numbers there; keys that `Codable` makes no keys of; members of several values in one
// object, of which the last of each name counts; numbers that are not finite, whose error has a coding path. Then the
// text is taken back, and the value is encoded by its members, each of which may take the straight road again.

extension Encoder {
  /// Writes a value without containers, if this is an encoder of this library's and the document would be the same.
  ///
  /// Generated code asks first. Any other encoder answers after comparing two pointers.
  public func writesDirectly<Value: Writable>(_ value: Value) -> Bool {
    if Self.self != ValueEncoder.self { return false }
    // SAFETY: it is one.
    let encoder = unsafeBitCast(self, to: ValueEncoder.self)
    guard encoder.writeDirectly(value) else { return false }
    if encoder.session.lastDirectType != ObjectIdentifier(Value.self) { encoder.session.noteDirectType(Value.self) }
    return true
  }
}

extension EncodingSession {
  @inline(never)
  fileprivate func noteDirectType<Value>(_ type: Value.Type) {
    lastDirectType = ObjectIdentifier(type)
    directTypes.insert(ObjectIdentifier(type))
  }

  /// Writes a collection as a whole if its elements have been seen to write themselves.
  ///
  /// So the cast, which looks through all conformances, is not made for a type that is encoded only once.
  func writeCollectionDirectly<Value>(_ value: Value, _ plan: TypePlan, in encoder: ValueEncoder) -> Bool {
    guard rules.allowsDirectWriting, mode == .text, !directTypes.isEmpty,
      let element = plan.elementType(of: Value.self), directTypes.contains(element)
    else { return false }
    if directCollections[ObjectIdentifier(Value.self)] == nil {
      directCollections[ObjectIdentifier(Value.self)] = Value.self as? any Writable.Type
    }
    guard let type = directCollections[ObjectIdentifier(Value.self)] else { return false }
    return withUnsafePointer(to: value) { encoder.writeDirectly(type, at: UnsafeRawPointer($0)) }
  }
}

extension ValueEncoder {
  /// Writes the value at an address, which is of this type.
  fileprivate func writeDirectly<Value: Writable>(_ type: Value.Type, at address: UnsafeRawPointer) -> Bool {
    writeDirectly(address.assumingMemoryBound(to: type).pointee)
  }

  fileprivate func writeDirectly<Value: Writable>(_ value: Value) -> Bool {
    guard session.current == id, session.rules.allowsDirectWriting, session.top.pointee.content == .nothing,
      session.refusedTypes.isEmpty || !session.refusedTypes.contains(ObjectIdentifier(Value.self))
    else { return false }
    let offset = session.writer.output.count
    session.writer.output.isForCodable = true
    value.writeJSON(to: &session.writer)
    session.writer.output.isForCodable = false
    if _fastPath(!session.writer.hasFailed) {
      session.top.pointee.content = .complete
      return true
    }
    session.writer.failure = nil
    session.writer.output.removeLast(session.writer.output.count - offset)
    session.refusedTypes.insert(ObjectIdentifier(Value.self))
    return false
  }
}

extension JSON {
  /// Something that `Codable` would write in another way.
  struct DiffersForCodable: Error {}

  /// Refuses to write the members of a value into the object of another one, if the document is for `Codable`.
  @inlinable
  static func refusesMembersOfOthers<Writer: FormatWriter & ~Copyable>(_ writer: inout Writer) -> Bool {
    withUnsafeMutablePointer(to: &writer) {
      // SAFETY: the caller has found out that it is this type.
      UnsafeMutableRawPointer($0).withMemoryRebound(to: JSON.Writer.self, capacity: 1) {
        guard $0.pointee.output.isForCodable else { return false }
        $0.pointee.refuseForCodable()
        return true
      }
    }
  }
}

extension JSON.StyledWriter {
  /// Fails, since `Codable` would write something else here. What is wrong is not said, as nobody sees it.
  @usableFromInline @inline(never)
  mutating func refuseForCodable() {
    if failure == nil { failure = JSON.DiffersForCodable() }
    writeNull()
  }
}
