import Millrace

// The direct path: a type that has both conformances from the macro writes itself with `writeJSON` into the same text.
//
// It must be the text that its `encode(to:)` would give. The writer fails where that would differ (`matchesCodable`): dates,
// which are numbers there; keys that `Codable` makes no keys of; members of several values in one object, of which the last
// of each name is used; numbers that are not finite, whose error has a coding path. Then the text is removed, and the value
// is encoded by its members, each of which may take the direct path again.

extension EncodingSession {
  @inline(never)
  func noteDirectType<Value>(_ type: Value.Type) {
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

  func writeDirectly<Value: Writable>(_ value: Value) -> Bool {
    guard session.current == id, session.rules.allowsDirectWriting, session.top.pointee.content == .nothing,
      session.rejectedTypes.isEmpty || !session.rejectedTypes.contains(ObjectIdentifier(Value.self))
    else { return false }
    let offset = session.writer.output.count
    session.writer.matchesCodable = true
    value.writeJSON(to: &session.writer)
    session.writer.matchesCodable = false
    if _fastPath(!session.writer.hasFailed) {
      session.top.pointee.content = .complete
      return true
    }
    session.writer.failure = nil
    session.writer.output.removeLast(session.writer.output.count - offset)
    session.rejectedTypes.insert(ObjectIdentifier(Value.self))
    return false
  }
}
