import Millrace

// The direct path: types that can be read directly from JSON, within a decode of other types that cannot.
//
// Generated code requests it at the beginning of `init(from:)`. When a type has been read directly once, this is
// recorded, and from then on its `init(from:)` is not called. Values that the reader rejects are left to the
// containers, which have Foundation's behaviour, and report the location of an error. Everything before the position
// where the reader failed is then read by containers only. Otherwise each nesting level around that position would be
// read up to it again.

extension DecodingSession {
  func readDirectly<Value: Readable>(_ type: Value.Type, at position: UnsafePointer<UInt8>, level: Int) -> Value? {
    guard unsafe state.pointee.rules.permitsDirectReading else { return nil }
    // A second call for the same value means that the reader rejects it.
    guard let plan = unsafe state.pointee.plans.find(ObjectIdentifier(type)), unsafe plan.pointee.isOwn else {
      return nil
    }
    unsafe plan.pointee.kind = .direct
    unsafe plan.pointee.direct = DirectReader<Value>()
    unsafe state.pointee.cursor = unsafe position
    let value = unsafe DirectReader<Value>.read(from: state, level: level)
    if value != nil { unsafe state.pointee.noteEnd(of: position, level: level) }
    return value
  }
}

/// Reads values of a type that supports direct reading.
class DirectReading {
  /// - Returns: Nil if the value cannot be read directly; then the cursor is unchanged.
  func read<Wanted>(
    _ type: Wanted.Type, from state: UnsafeMutablePointer<DecodingState>, level: Int
  ) -> Wanted? { nil }

  /// - Parameter type: The type of an array of such values.
  /// - Returns: Nil if one of the values cannot be read directly; then the cursor is unchanged.
  func readArray<Wanted>(
    _ type: Wanted.Type, from state: UnsafeMutablePointer<DecodingState>, level: Int
  ) -> Wanted? { nil }
}

final class DirectReader<Value: Readable>: DirectReading {
  override func read<Wanted>(
    _ type: Wanted.Type, from state: UnsafeMutablePointer<DecodingState>, level: Int
  ) -> Wanted? {
    // SAFETY: the plan was found by the identity of the type.
    unsafe Self.read(from: state, level: level).map { unsafe unsafeBitCast($0, to: Wanted.self) }
  }

  override func readArray<Wanted>(
    _ type: Wanted.Type, from state: UnsafeMutablePointer<DecodingState>, level: Int
  ) -> Wanted? {
    let elements: [Value]? = unsafe Self.attempt(state, level) { reader in
      guard try reader.beginArray() else { return [] }
      return try ElementMemory.readArray(from: &reader) { reader in
        try Value.readJSON(from: &reader)
      } advance: { reader in
        try reader.nextElement()
      } remaining: { reader in
        reader.remainingByteCount
      }
    }
    // SAFETY: the caller guarantees the type.
    return elements.map { unsafe unsafeBitCast($0, to: Wanted.self) }
  }

  static func read(from state: UnsafeMutablePointer<DecodingState>, level: Int) -> Value? {
    unsafe attempt(state, level) { try Value.readJSON(from: &$0) }
  }

  @inline(__always)
  private static func attempt<Result>(
    _ state: UnsafeMutablePointer<DecodingState>, _ level: Int, _ body: (inout JSON.Reader) throws -> Result
  ) -> Result? {
    let position = unsafe state.pointee.cursor
    guard unsafe UInt(bitPattern: position) >= state.pointee.directFailure else { return nil }
    do {
      return try unsafe state.pointee.read(depth: level) { reader in
        reader.matchesCodable = true
        return try body(&reader)
      }
    } catch {
      unsafe state.pointee.directFailure = unsafe UInt(bitPattern: max(state.pointee.cursor, position + 1))
      unsafe state.pointee.cursor = unsafe position
      return nil
    }
  }
}
