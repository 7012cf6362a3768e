import Millrace

extension JSON {
  /// Decodes a value with its `Decodable` conformance.
  ///
  /// - Parameters:
  ///   - document: The document, as UTF-8 without a byte order mark.
  ///   - json5: The JSON5 document that it was rewritten from, for the locations of errors.
  /// - Throws: `DecodingError`, and errors of the value's own code.
  package static func decode<Value: Decodable>(
    codable type: Value.Type, from document: UnsafeBufferPointer<UInt8>, rewrittenFrom json5: JSON5Document?,
    rules: DecodingRules, userInfo: [CodingUserInfoKey: Any]
  ) throws -> Value {
    try unsafe decode(type, from: document, rewrittenFrom: json5, rules: rules, userInfo: userInfo) { session in
      if let value = unsafe readDocumentDirectly(type, session.state) { return value }
      try session.checkStructure()
      return try unsafe decodeValue(type, session.state, level: 0)
    }
  }

  /// Decodes a value with a function that receives its decoder.
  package static func decode<Value>(
    from document: UnsafeBufferPointer<UInt8>, rewrittenFrom json5: JSON5Document?, rules: DecodingRules,
    userInfo: [CodingUserInfoKey: Any], _ body: (any Decoder) throws -> Value
  ) throws -> Value {
    try unsafe decode(Value.self, from: document, rewrittenFrom: json5, rules: rules, userInfo: userInfo) { session in
      try session.checkStructure()
      return try unsafe body(ValueDecoder(session: session, position: session.state.pointee.cursor, level: 0))
    }
  }

  @inline(__always)
  private static func decode<Value>(
    _ type: Value.Type, from document: UnsafeBufferPointer<UInt8>, rewrittenFrom json5: JSON5Document?,
    rules: DecodingRules, userInfo: [CodingUserInfoKey: Any], _ body: (DecodingSession) throws -> Value
  ) throws -> Value {
    var session = DecodingSession.take()
    defer { DecodingSession.recycle(&session) }
    unsafe session.begin(document, rules: rules, userInfo: userInfo)
    session.json5 = json5
    do {
      return try body(session)
    } catch {
      throw session.located(session.decodingError(error, type, path: []))
    }
  }
}
