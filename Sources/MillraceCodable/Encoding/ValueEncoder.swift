import Millrace

/// An encoder is its own container for a single value.
extension ValueEncoder: Encoder, SingleValueEncodingContainer {
  @inline(__always)
  init(session: EncodingSession, id: Int, start: Int) { self.init(owner: session, id: id, start: start) }

  var session: EncodingSession {
    // SAFETY: only the initializer above creates encoders.
    @inline(__always) get { unsafe unsafeDowncast(owner, to: EncodingSession.self) }
  }

  package var codingPath: [any CodingKey] { session.encoderPath(id, start) }
  package var userInfo: [CodingUserInfoKey: Any] { unsafe session.rules.userInfo }

  // MARK: Containers

  package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    keyedContainer(type)
  }

  package func unkeyedContainer() -> any UnkeyedEncodingContainer { array() }

  package func singleValueContainer() -> any SingleValueEncodingContainer { self }

  @inline(__always)
  func keyedContainer<Key: CodingKey>(_ type: Key.Type) -> KeyedEncodingContainer<Key> {
    session.beginObject(id, start)
    return unsafe session.frames.container(type, of: session, id, start)
  }

  @inline(__always)
  func array() -> ArrayContainer {
    session.beginArray(id, start)
    return ArrayContainer(session: session, id: id, start: start)
  }

  // MARK: A single value

  /// Writes the value, or passes it on if it is not written as text.
  @inline(__always)
  private func encode(_ scalar: @autoclosure () -> EncodedScalar, _ write: (inout JSON.Writer) -> Void) throws {
    if session.beginScalar(id, start) { return unsafe write(&session.writer) }
    try session.put(scalar())
  }

  package func encodeNil() throws { try encode(.null) { $0.writeNull() } }
  package func encode(_ value: Bool) throws { try encode(.boolean(value)) { $0.write(value) } }
  package func encode(_ value: String) throws { try encode(.string(value)) { $0.write(value) } }
  package func encode(_ value: Int) throws { try encode(Int64(value)) }
  package func encode(_ value: Int64) throws { try encode(.signed(value)) { $0.write(value) } }
  package func encode(_ value: UInt64) throws { try encode(.unsigned(value)) { $0.write(value) } }
  package func encode(_ value: Int8) throws { try encode(Int64(value)) }
  package func encode(_ value: Int16) throws { try encode(Int64(value)) }
  package func encode(_ value: Int32) throws { try encode(Int64(value)) }
  package func encode(_ value: UInt) throws { try encode(UInt64(value)) }
  package func encode(_ value: UInt8) throws { try encode(UInt64(value)) }
  package func encode(_ value: UInt16) throws { try encode(UInt64(value)) }
  package func encode(_ value: UInt32) throws { try encode(UInt64(value)) }

  @available(WideIntegers, *)
  package func encode(_ value: Int128) throws { try encode(.integer(value)) { $0.write(value) } }

  @available(WideIntegers, *)
  package func encode(_ value: UInt128) throws { try encode(.integer(value)) { $0.write(value) } }

  package func encode(_ value: Double) throws {
    guard value.isFinite else { return try encodeNotFinite(value) }
    try encode(.double(value)) { $0.write(value) }
  }

  package func encode(_ value: Float) throws {
    guard value.isFinite else { return try encodeNotFinite(value) }
    try encode(.float(value)) { $0.write(value) }
  }

  @inline(never)
  private func encodeNotFinite<Number: BinaryFloatingPoint>(_ value: Number) throws {
    if unsafe session.mode == .format {
      _ = session.beginScalar(id, start)
      return try session.put(.double(Double(value)))
    }
    try encode(try session.text(notFinite: value, at: { codingPath }))
  }

  package func encode<Value: Encodable>(_ value: Value) throws { try session.encodeWhole(value, in: self) }

  // MARK: For encoders

  /// Encodes the root value of the document. If nothing is encoded, there is no document.
  package func encodeRoot<Value: Encodable>(_ value: Value) throws { try session.encodeRoot(value, in: self) }

  // MARK: For rules

  /// Encodes a number that is rejected if it is not finite, even if the rules have strings for such numbers.
  package func encode(finite value: Double) throws {
    guard value.isFinite else { throw session.error(notFinite: value, at: codingPath) }
    try encode(value)
  }

  /// Encodes a number from its text.
  package func encode(numberText text: String) throws {
    try encode(.number(text)) { writer in text.withUTF8Span { writer.writeNumber(text: $0) } }
  }

  /// Encodes with the user's closure. If the closure encodes nothing, the value is an empty object.
  package func encodeWhole(_ body: (ValueEncoder) throws -> Void) throws {
    try body(self)
    session.completeWhole(of: self)
  }
}
