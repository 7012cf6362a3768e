import Millrace

/// The container of an object.
///
/// Its methods access their data by addresses, so that nothing is retained for a member.
///
/// SAFETY: the frame belongs to `owner`, which this value retains.
@safe
struct KeyedMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let owner: FrameOwner
  private let frame: UnsafeMutablePointer<DecodingFrame>

  init(_ owner: FrameOwner) {
    self.owner = owner
    unsafe frame = unsafe owner.frame
  }

  private var state: UnsafeMutablePointer<DecodingState> {
    @inline(__always) get { unsafe frame.pointee.state }
  }

  var codingPath: [any CodingKey] { unsafe owner.session.path(to: frame.pointee.start, level: frame.pointee.level) }

  var allKeys: [Key] { unsafe frame.pointee.names().compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { unsafe frame.pointee.find(key.stringValue) != nil }

  // MARK: Values

  @inline(__always)
  private func member<Value>(_ key: Key, _ read: () throws -> Value) throws -> Value {
    guard let found = unsafe frame.pointee.find(key.stringValue) else { throw missing(key) }
    do {
      let value = try read()
      if _fastPath(found == .next) { unsafe frame.pointee.advance() }
      return value
    } catch {
      throw failure(error, Value.self, key)
    }
  }

  @inline(__always)
  private func memberIfPresent<Value>(_ key: Key, _ read: () throws -> Value) throws -> Value? {
    guard let found = unsafe frame.pointee.find(key.stringValue) else { return nil }
    do {
      var value: Value?
      if unsafe state.pointee.isAtNull {
        unsafe state.pointee.cursor += 4
      } else {
        value = try read()
      }
      if _fastPath(found == .next) { unsafe frame.pointee.advance() }
      return value
    } catch {
      throw failure(error, Value.self, key)
    }
  }

  @inline(__always)
  private func scalar<Value: JSONScalar>(_ key: Key) throws -> Value {
    try member(key) { try unsafe Value.decode(from: &state.pointee) }
  }

  @inline(__always)
  private func scalarIfPresent<Value: JSONScalar>(_ key: Key) throws -> Value? {
    try memberIfPresent(key) { try unsafe Value.decode(from: &state.pointee) }
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key) { try unsafe decodeValue(type, state, level: frame.pointee.level &+ 1) }
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try memberIfPresent(key) { try unsafe decodeValue(type, state, level: frame.pointee.level &+ 1) }
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    unsafe state.pointee.cursor = try unsafe locate(key)
    return unsafe state.pointee.isAtNull
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try scalar(key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try scalar(key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try scalar(key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try scalar(key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try scalar(key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try scalar(key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try scalar(key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try scalar(key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try scalar(key) }
  @available(WideIntegers, *)
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try scalar(key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try scalar(key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try scalar(key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try scalar(key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try scalar(key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try scalar(key) }
  @available(WideIntegers, *)
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try scalar(key) }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try scalarIfPresent(key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try scalarIfPresent(key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try scalarIfPresent(key) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try scalarIfPresent(key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try scalarIfPresent(key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try scalarIfPresent(key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try scalarIfPresent(key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try scalarIfPresent(key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try scalarIfPresent(key) }
  @available(WideIntegers, *)
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try scalarIfPresent(key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try scalarIfPresent(key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try scalarIfPresent(key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try scalarIfPresent(key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try scalarIfPresent(key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try scalarIfPresent(key) }
  @available(WideIntegers, *)
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try scalarIfPresent(key) }

  // MARK: Containers

  /// Returns the position of a member's value, which has not been read.
  @inline(never)
  private func locate(_ key: Key) throws -> UnsafePointer<UInt8> {
    if unsafe frame.pointee.find(key.stringValue) == nil { throw missing(key) }
    return unsafe state.pointee.cursor
  }

  private func decoder(at position: UnsafePointer<UInt8>) -> ValueDecoder {
    unsafe ValueDecoder(session: owner.session, position: position, level: frame.pointee.level + 1)
  }

  func nestedContainer<Other: CodingKey>(
    keyedBy type: Other.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Other> {
    try unsafe decoder(at: locate(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try unsafe decoder(at: locate(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { superDecoder(SuperKey()) }
  func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(key) }

  /// Returns the decoder of a member, or the decoder of null if the member is missing.
  private func superDecoder(_ key: any CodingKey) -> any Decoder {
    if unsafe frame.pointee.find(key.stringValue) != nil { return unsafe decoder(at: state.pointee.cursor) }
    return unsafe AbsentDecoder(
      codingPath: codingPath + [key], userInfo: owner.session.userInfo, rules: state.pointee.rules)
  }

  // MARK: Errors

  @inline(never)
  private func missing(_ key: Key) -> any Error {
    DecodingError.keyNotFound(
      key,
      DecodingError.Context(
        codingPath: codingPath, debugDescription: "No value associated with key \(key) (\"\(key.stringValue)\")."))
  }

  @inline(never)
  private func failure(_ error: any Error, _ type: Any.Type, _ key: any CodingKey) -> any Error {
    let isData = unsafe frame.pointee.isDictionary && state.pointee.rules.keys != nil
    return unsafe owner.session.decodingError(error, type, path: codingPath + [isData ? PathKey(key.stringValue) : key])
  }
}
