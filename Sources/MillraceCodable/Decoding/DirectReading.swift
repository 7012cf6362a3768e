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
    guard state.pointee.rules.permitsDirectReading else { return nil }
    // A second call for the same value means that the reader rejects it.
    guard let plan = state.pointee.plans.find(ObjectIdentifier(type)), plan.pointee.isOwn else { return nil }
    plan.pointee.kind = .direct
    plan.pointee.direct = DirectReader<Value>()
    state.pointee.cursor = position
    let value = DirectReader<Value>.read(from: state, level: level)
    if value != nil { state.pointee.noteEnd(of: position, level: level) }
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
    Self.read(from: state, level: level).map { unsafeBitCast($0, to: Wanted.self) }
  }

  override func readArray<Wanted>(
    _ type: Wanted.Type, from state: UnsafeMutablePointer<DecodingState>, level: Int
  ) -> Wanted? {
    var elements = ElementMemory<Value>()
    defer { elements.deallocate() }
    let isRead: Void? = Self.attempt(state, level) { reader in
      guard try reader.beginArray() else { return }
      repeat {
        elements.next().initialize(to: try Value.readJSON(from: &reader))
        elements.count &+= 1
      } while try reader.nextElement()
    }
    // SAFETY: the caller guarantees the type.
    return isRead.map { unsafeBitCast(elements.takeArray(), to: Wanted.self) }
  }

  static func read(from state: UnsafeMutablePointer<DecodingState>, level: Int) -> Value? {
    attempt(state, level) { try Value.readJSON(from: &$0) }
  }

  @inline(__always)
  private static func attempt<Result>(
    _ state: UnsafeMutablePointer<DecodingState>, _ level: Int, _ body: (inout JSON.Reader) throws -> Result
  ) -> Result? {
    let position = state.pointee.cursor
    guard UInt(bitPattern: position) >= state.pointee.directFailure else { return nil }
    do {
      return try state.pointee.read(depth: level) { reader in
        reader.matchesCodable = true
        return try body(&reader)
      }
    } catch {
      state.pointee.directFailure = UInt(bitPattern: max(state.pointee.cursor, position + 1))
      state.pointee.cursor = position
      return nil
    }
  }
}
