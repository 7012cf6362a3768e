import Millrace

/// The elements of an array. Its size is three words, so that `any UnkeyedEncodingContainer` stores it without a box.
struct ArrayContainer: UnkeyedEncodingContainer {
  let session: EncodingSession
  let id: Int
  let start: Int

  var codingPath: [any CodingKey] { session.containerPath(id, start) }
  var count: Int { session.count(of: id, start) }

  // MARK: Scalars

  func encodeNil() throws {
    if session.beginElement(id, start) { return unsafe session.writer.writeNull() }
    try session.put(.null)
  }

  func encode(_ value: Bool) throws {
    if session.beginElement(id, start) { return unsafe session.writer.write(value) }
    try session.put(.boolean(value))
  }

  func encode(_ value: String) throws {
    if session.beginElement(id, start) { return unsafe session.writer.write(value) }
    try session.put(.string(value))
  }

  func encode(_ value: Int) throws {
    if session.beginElement(id, start) { return unsafe session.writer.write(value) }
    try session.put(.signed(Int64(value)))
  }

  func encode(_ value: Int64) throws {
    if session.beginElement(id, start) { return unsafe session.writer.write(value) }
    try session.put(.signed(value))
  }

  func encode(_ value: UInt64) throws {
    if session.beginElement(id, start) { return unsafe session.writer.write(value) }
    try session.put(.unsigned(value))
  }

  func encode(_ value: Int8) throws { try encode(Int64(value)) }
  func encode(_ value: Int16) throws { try encode(Int64(value)) }
  func encode(_ value: Int32) throws { try encode(Int64(value)) }
  func encode(_ value: UInt) throws { try encode(UInt64(value)) }
  func encode(_ value: UInt8) throws { try encode(UInt64(value)) }
  func encode(_ value: UInt16) throws { try encode(UInt64(value)) }
  func encode(_ value: UInt32) throws { try encode(UInt64(value)) }

  @available(WideIntegers, *)
  func encode(_ value: Int128) throws {
    if session.beginElement(id, start) { return unsafe session.writer.write(value) }
    try session.put(.integer(value))
  }

  @available(WideIntegers, *)
  func encode(_ value: UInt128) throws {
    if session.beginElement(id, start) { return unsafe session.writer.write(value) }
    try session.put(.integer(value))
  }

  func encode(_ value: Double) throws {
    guard value.isFinite else { return try encodeNotFinite(value) }
    if session.beginElement(id, start) { return unsafe session.writer.write(value) }
    try session.put(.double(value))
  }

  func encode(_ value: Float) throws {
    guard value.isFinite else { return try encodeNotFinite(value) }
    if session.beginElement(id, start) { return unsafe session.writer.write(value) }
    try session.put(.float(value))
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
