import Millrace

extension ValueDecoder {
  @inline(__always)
  init(session: DecodingSession, position: UnsafePointer<UInt8>, level: Int) {
    unsafe self.init(owner: session, position: position, level: level)
  }

  var session: DecodingSession {
    // SAFETY: only the initializer above creates decoders.
    @inline(__always) get { unsafe unsafeDowncast(owner, to: DecodingSession.self) }
  }
}

extension ValueDecoder: Decoder {
  package var codingPath: [any CodingKey] { unsafe session.path(to: position, level: level) }

  package var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    do {
      return try unsafe session.container(keyedBy: type, at: position, level: level)
    } catch {
      throw unsafe session.decodingError(error, [String: Any].self, position, level)
    }
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    do {
      return try unsafe UnkeyedElements(session, position, level)
    } catch {
      throw unsafe session.decodingError(error, [Any].self, position, level)
    }
  }

  package func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

extension ValueDecoder: SingleValueDecodingContainer {
  @inline(__always)
  private func scalar<Value: JSONScalar>(_ type: Value.Type) throws -> Value {
    let state = unsafe session.state
    unsafe state.pointee.cursor = unsafe position
    if let expected = unsafe Value.mismatch(state.pointee) {
      throw unsafe session.decodingError(
        state.pointee.mismatch(expected), type, session.path(to: position, level: level))
    }
    do {
      let value = try unsafe Value.read(from: &state.pointee)
      unsafe state.pointee.noteEnd(of: position, level: level)
      return value
    } catch {
      throw unsafe session.decodingError(error, type, position, level)
    }
  }

  package func decodeNil() -> Bool {
    unsafe session.state.pointee.cursor = unsafe position
    return unsafe session.state.pointee.isAtNull
  }

  package func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
  package func decode(_ type: String.Type) throws -> String { try scalar(type) }
  package func decode(_ type: Double.Type) throws -> Double { try scalar(type) }
  package func decode(_ type: Float.Type) throws -> Float { try scalar(type) }
  package func decode(_ type: Int.Type) throws -> Int { try scalar(type) }
  package func decode(_ type: Int8.Type) throws -> Int8 { try scalar(type) }
  package func decode(_ type: Int16.Type) throws -> Int16 { try scalar(type) }
  package func decode(_ type: Int32.Type) throws -> Int32 { try scalar(type) }
  package func decode(_ type: Int64.Type) throws -> Int64 { try scalar(type) }
  @available(WideIntegers, *)
  package func decode(_ type: Int128.Type) throws -> Int128 { try scalar(type) }
  package func decode(_ type: UInt.Type) throws -> UInt { try scalar(type) }
  package func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar(type) }
  package func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar(type) }
  package func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar(type) }
  package func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar(type) }
  @available(WideIntegers, *)
  package func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar(type) }

  package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try unsafe read(type) { try unsafe decodeValue(type, $0, level: level) }
  }
}

extension ValueDecoder {
  /// Reads the value with a function that begins at its position.
  @inline(__always)
  private func read<Value>(
    _ type: Any.Type, _ body: (UnsafeMutablePointer<DecodingState>) throws -> Value
  ) throws -> Value {
    let state = unsafe session.state
    unsafe state.pointee.cursor = unsafe position
    do {
      let value = try unsafe body(state)
      unsafe state.pointee.noteEnd(of: position, level: level)
      return value
    } catch {
      throw unsafe session.decodingError(error, type, position, level)
    }
  }

  /// Decodes the text of the number, with all its digits.
  ///
  /// - Throws: `DecodingError` if the value is not a number.
  package func decodeNumberText<Value>(for type: Value.Type) throws -> String {
    try unsafe read(type) { try unsafe $0.pointee.readNumberText() }
  }

  /// The rules' strategies.
  package var strategies: any Sendable { unsafe session.state.pointee.rules.strategies }
}
