// The straight road: types that can read themselves from JSON do so, within a decode of others that cannot.
//
// Generated code asks for it at the beginning of `init(from:)`. A type that was read so once is remembered, and from then
// on its `init(from:)` is not even called. Whatever the reader does not take is left to the containers, which know what
// Foundation makes of it, and where an error is. What comes before the place where the reader failed is then read by
// containers alone: otherwise each level of nesting around that place would be read up to it again.

extension Decoder {
  /// Reads a value by its ``Readable`` conformance if this is a decoder of JSON in Millrace and nothing speaks against it.
  ///
  /// Called by generated code.
  /// - Returns: nil if the value is to be decoded by containers.
  @inlinable
  public func readDirectly<Value: Readable>(_ type: Value.Type) -> Value? { Millrace.readDirectly(type, from: self) }
}

extension Readable {
  /// What the initializer of a class returns instead of a new object. Called by generated code: only in an extension of a
  /// protocol can a class assign to `self`.
  @inlinable
  public init(replacedBy value: Self) { self = value }
}

/// Recognizes our own decoder by its type's identity: a cast would look for conformances.
@usableFromInline @inline(never)
func readDirectly<Value: Readable, Source: Decoder>(_ type: Value.Type, from decoder: Source) -> Value? {
  guard Source.self == ValueDecoder.self else { return nil }
  // SAFETY: they are the same type.
  return unsafeBitCast(decoder, to: ValueDecoder.self).readDirectly(type)
}

extension ValueDecoder {
  fileprivate func readDirectly<Value: Readable>(_ type: Value.Type) -> Value? {
    let state = session.state
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
        reader.isForCodable = true
        return try body(&reader)
      }
    } catch {
      state.pointee.directFailure = UInt(bitPattern: max(state.pointee.cursor, position + 1))
      state.pointee.cursor = position
      return nil
    }
  }
}
