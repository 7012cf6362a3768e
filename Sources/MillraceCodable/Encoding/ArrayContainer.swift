import Millrace

/// The elements of an array. Its size is three words, so that `any UnkeyedEncodingContainer` stores it without a box.
struct ArrayContainer: UnkeyedEncodingContainer {
  let session: EncodingSession
  let id: Int
  let start: Int

  var codingPath: [any CodingKey] { session.containerPath(id, start) }
  var count: Int { session.count(of: id, start) }

  // MARK: Scalars

  /// Writes an element, or passes its scalar on if it is not written as text.
  @inline(__always)
  private func encode(_ scalar: @autoclosure () -> EncodedScalar, _ write: (inout JSON.Writer) -> Void) throws {
    if session.beginElement(id, start) { return unsafe write(&session.writer) }
    try session.put(scalar())
  }

  func encodeNil() throws { try encode(.null) { $0.writeNull() } }
  func encode(_ value: Bool) throws { try encode(.boolean(value)) { $0.write(value) } }
  func encode(_ value: String) throws { try encode(.string(value)) { $0.write(value) } }
  func encode(_ value: Int) throws { try encode(.signed(Int64(value))) { $0.write(value) } }
  func encode(_ value: Int64) throws { try encode(.signed(value)) { $0.write(value) } }
  func encode(_ value: UInt64) throws { try encode(.unsigned(value)) { $0.write(value) } }
  func encode(_ value: Int8) throws { try encode(Int64(value)) }
  func encode(_ value: Int16) throws { try encode(Int64(value)) }
  func encode(_ value: Int32) throws { try encode(Int64(value)) }
  func encode(_ value: UInt) throws { try encode(UInt64(value)) }
  func encode(_ value: UInt8) throws { try encode(UInt64(value)) }
  func encode(_ value: UInt16) throws { try encode(UInt64(value)) }
  func encode(_ value: UInt32) throws { try encode(UInt64(value)) }

  @available(WideIntegers, *)
  func encode(_ value: Int128) throws { try encode(.integer(value)) { $0.write(value) } }

  @available(WideIntegers, *)
  func encode(_ value: UInt128) throws { try encode(.integer(value)) { $0.write(value) } }

  func encode(_ value: Double) throws {
    guard value.isFinite else { return try encodeNotFinite(value) }
    try encode(.double(value)) { $0.write(value) }
  }

  func encode(_ value: Float) throws {
    guard value.isFinite else { return try encodeNotFinite(value) }
    try encode(.float(value)) { $0.write(value) }
  }

  @inline(never)
  private func encodeNotFinite<Number: BinaryFloatingPoint>(_ value: Number) throws {
    if unsafe session.mode == .format {
      _ = session.beginElement(id, start)
      return try session.put(.double(Double(value)))
    }
    let path = { session.memberPath(id, start, IndexKey(count)) }
    try encode(try session.text(notFinite: value, at: path))
  }

  // MARK: Values

  func encode<Value: Encodable>(_ value: Value) throws { try session.encodeElement(value, of: self) }

  // MARK: Containers

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    session.openElement(of: self, isNested: true).keyedContainer(type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    session.openElement(of: self, isNested: true).array()
  }

  func superEncoder() -> any Encoder { session.openElement(of: self, isNested: false) }
}
