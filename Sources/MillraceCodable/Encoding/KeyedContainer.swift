import Millrace

/// The members of an object.
struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let frame: EncodingFrame

  var codingPath: [any CodingKey] { unsafe frame.session.containerPath(frame.id, frame.start) }

  // MARK: Scalars

  /// Writes a member, or passes its scalar on if it is not written as text.
  @inline(__always)
  private func encode(
    _ key: Key, _ scalar: @autoclosure () -> EncodedScalar, _ write: (inout JSON.Writer) -> Void
  ) throws {
    try frame.withSession { session in
      if session.beginMember(frame.name(of: key, session), of: frame) { return unsafe write(&session.writer) }
      try session.put(scalar())
    }
  }

  func encodeNil(forKey key: Key) throws { try encode(key, .null) { $0.writeNull() } }
  func encode(_ value: Bool, forKey key: Key) throws { try encode(key, .boolean(value)) { $0.write(value) } }
  func encode(_ value: String, forKey key: Key) throws { try encode(key, .string(value)) { $0.write(value) } }
  func encode(_ value: Int, forKey key: Key) throws { try encode(key, .signed(Int64(value))) { $0.write(value) } }
  func encode(_ value: Int64, forKey key: Key) throws { try encode(key, .signed(value)) { $0.write(value) } }
  func encode(_ value: UInt64, forKey key: Key) throws { try encode(key, .unsigned(value)) { $0.write(value) } }
  func encode(_ value: Int8, forKey key: Key) throws { try encode(Int64(value), forKey: key) }
  func encode(_ value: Int16, forKey key: Key) throws { try encode(Int64(value), forKey: key) }
  func encode(_ value: Int32, forKey key: Key) throws { try encode(Int64(value), forKey: key) }
  func encode(_ value: UInt, forKey key: Key) throws { try encode(UInt64(value), forKey: key) }
  func encode(_ value: UInt8, forKey key: Key) throws { try encode(UInt64(value), forKey: key) }
  func encode(_ value: UInt16, forKey key: Key) throws { try encode(UInt64(value), forKey: key) }
  func encode(_ value: UInt32, forKey key: Key) throws { try encode(UInt64(value), forKey: key) }

  @available(WideIntegers, *)
  func encode(_ value: Int128, forKey key: Key) throws { try encode(key, .integer(value)) { $0.write(value) } }

  @available(WideIntegers, *)
  func encode(_ value: UInt128, forKey key: Key) throws { try encode(key, .integer(value)) { $0.write(value) } }

  func encode(_ value: Double, forKey key: Key) throws {
    guard value.isFinite else { return try encodeNotFinite(value, key) }
    try encode(key, .double(value)) { $0.write(value) }
  }

  func encode(_ value: Float, forKey key: Key) throws {
    guard value.isFinite else { return try encodeNotFinite(value, key) }
    try encode(key, .float(value)) { $0.write(value) }
  }

  @inline(never)
  private func encodeNotFinite<Number: BinaryFloatingPoint>(_ value: Number, _ key: Key) throws {
    if unsafe frame.session.mode == .format {
      _ = frame.session.beginMember(frame.name(of: key, frame.session), of: frame)
      return try frame.session.put(.double(Double(value)))
    }
    let path = { unsafe frame.session.memberPath(frame.id, frame.start, key) }
    try encode(try frame.session.text(notFinite: value, at: path), forKey: key)
  }

  // MARK: Values

  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try frame.withSession { try $0.encodeMember(value, key, of: frame) }
  }

  // MARK: Containers

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let nested = frame.session.openMember(key, name: frame.name(of: key, frame.session), of: frame, isNested: true)
    return nested.keyedContainer(type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    frame.session.openMember(key, name: frame.name(of: key, frame.session), of: frame, isNested: true).array()
  }

  func superEncoder() -> any Encoder {
    let key = SuperKey()
    let name = unsafe frame.session.convertsKeys ? frame.session.convertedName(of: key, in: frame) : key.stringValue
    return frame.session.openMember(key, name: name, of: frame, isNested: false)
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    frame.session.openMember(key, name: frame.name(of: key, frame.session), of: frame, isNested: false)
  }
}
