import Millrace

// The direct path: types that can read themselves from JSON do so, within a decode of others that cannot.
//
// Generated code asks for it at the beginning of `init(from:)`. A type that was read so once is remembered, and from then
// on its `init(from:)` is not even called. Whatever the reader does not take is left to the containers, which know what
// Foundation makes of it, and where an error is. What comes before the place where the reader failed is then read by
// containers alone: otherwise each level of nesting around that place would be read up to it again.

extension DecodingSession {
  func readDirectly<Value: Readable>(_ type: Value.Type, at position: UnsafePointer<UInt8>, level: Int) -> Value? {
    guard state.pointee.rules.permitsDirectReading else { return nil }
    // Whoever comes here a second time had a value that the reader does not take.
    guard let plan = state.pointee.plans.find(ObjectIdentifier(type)), plan.pointee.kind == .own else { return nil }
    plan.pointee.kind = .direct
    plan.pointee.direct = DirectReader<Value>()
    state.pointee.cursor = position
    let value = DirectReader<Value>.read(from: state, level: level)
    if value != nil { state.pointee.noteEnd(of: position, level: level) }
    return value
  }
}

/// Reads values of a type that reads itself.
class DirectReading {
  /// - Returns: nil if the value cannot be read so; then the cursor is where it was.
  func read<Wanted>(
    _ type: Wanted.Type, from state: UnsafeMutablePointer<DecodingState>, level: Int
  ) -> Wanted? { nil }

  /// - Parameter type: the type of an array of such values.
  /// - Returns: nil if one of them cannot be read so; then the cursor is where it was.
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
    // SAFETY: the caller vouches for the type.
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
