import Millrace

/// The decoder of a missing member. It decodes like the decoder of a null.
struct AbsentDecoder: Decoder, SingleValueDecodingContainer {
  let codingPath: [any CodingKey]
  let userInfo: [CodingUserInfoKey: Any]
  let rules: DecodingRules

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw notFound([String: Any].self, "keyed decoding container")
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw notFound([Any].self, "unkeyed decoding container")
  }

  func decodeNil() -> Bool { true }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if rules.foreignTypes[ObjectIdentifier(type)] != nil { throw notFound(type) }
    return try type.init(from: self)
  }

  func decode(_ type: Bool.Type) throws -> Bool { throw notFound(type) }
  func decode(_ type: String.Type) throws -> String { throw notFound(type) }
  func decode(_ type: Double.Type) throws -> Double { throw notFound(type) }
  func decode(_ type: Float.Type) throws -> Float { throw notFound(type) }
  func decode(_ type: Int.Type) throws -> Int { throw notFound(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { throw notFound(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { throw notFound(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { throw notFound(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { throw notFound(type) }
  @available(WideIntegers, *)
  func decode(_ type: Int128.Type) throws -> Int128 { throw notFound(type) }
  func decode(_ type: UInt.Type) throws -> UInt { throw notFound(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { throw notFound(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { throw notFound(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { throw notFound(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { throw notFound(type) }
  @available(WideIntegers, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 { throw notFound(type) }

  private func notFound(_ type: Any.Type, _ wanted: String? = nil) -> DecodingError {
    .valueNotFound(
      type,
      DecodingError.Context(
        codingPath: codingPath,
        debugDescription: "Cannot get \(wanted ?? "value of type \(type)") -- found null value instead"))
  }
}
