import Millrace

// The direct path: a type that has both conformances from the macro writes itself with `writeJSON` to the same text.
//
// The text must be equal to that of its `encode(to:)`. The writer fails where it would differ (`matchesCodable`): for
// dates, which are numbers there; for keys from which `Codable` does not create keys; for members of several values in
// one object, of which the last member with each name is used; and for non-finite numbers, whose error has a coding
// path. Then the text is removed, and the value is encoded by its members, each of which may take the direct path
// again.

extension EncodingSession {
  @inline(never)
  func noteDirectType<Value>(_ type: Value.Type) {
    unsafe lastDirectType = ObjectIdentifier(type)
    unsafe directTypes.insert(ObjectIdentifier(type))
  }

  /// Writes a collection directly, if its elements are known to be written directly.
  ///
  /// So the cast, which searches all conformances, is not made for a type that is encoded only once.
  func writeCollectionDirectly<Value>(_ value: Value, _ plan: TypePlan, in encoder: ValueEncoder) -> Bool {
    guard unsafe rules.allowsDirectWriting, unsafe mode == .text, unsafe !directTypes.isEmpty,
      let element = plan.elementType(of: Value.self), unsafe directTypes.contains(element)
    else { return false }
    if unsafe directCollections[ObjectIdentifier(Value.self)] == nil {
      unsafe directCollections[ObjectIdentifier(Value.self)] = Value.self as? any Writable.Type
    }
    guard let type = unsafe directCollections[ObjectIdentifier(Value.self)] else { return false }
    return unsafe withUnsafePointer(to: value) { unsafe encoder.writeDirectly(type, at: UnsafeRawPointer($0)) }
  }
}

extension ValueEncoder {
  /// Writes the value at an address, which must have this type.
  fileprivate func writeDirectly<Value: Writable>(_ type: Value.Type, at address: UnsafeRawPointer) -> Bool {
    unsafe writeDirectly(address.assumingMemoryBound(to: type).pointee)
  }

  func writeDirectly<Value: Writable>(_ value: Value) -> Bool {
    guard unsafe session.current == id, unsafe session.rules.allowsDirectWriting,
      unsafe session.top.pointee.content == .nothing,
      unsafe session.rejectedTypes.isEmpty || !session.rejectedTypes.contains(ObjectIdentifier(Value.self))
    else { return false }
    let offset = unsafe session.writer.output.count
    unsafe session.writer.matchesCodable = true
    unsafe value.writeJSON(to: &session.writer)
    unsafe session.writer.matchesCodable = false
    if unsafe _fastPath(!session.writer.hasFailed) {
      unsafe session.top.pointee.content = .complete
      return true
    }
    unsafe session.writer.failure = nil
    unsafe session.writer.output.removeLast(session.writer.output.count - offset)
    unsafe session.rejectedTypes.insert(ObjectIdentifier(Value.self))
    return false
  }
}
