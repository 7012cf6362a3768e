extension JSON {
  /// Decodes a value by its `Decodable` conformance.
  ///
  /// - Parameter document: UTF-8 without a byte order mark.
  /// - Throws: `DecodingError`, and whatever the value's own code throws.
  package static func decode<Value: Decodable>(
    codable type: Value.Type, from document: UnsafeBufferPointer<UInt8>, rules: DecodingRules,
    userInfo: [CodingUserInfoKey: Any]
  ) throws -> Value {
    try decode(type, from: document, rules: rules, userInfo: userInfo) { session in
      if let value = readDocumentDirectly(type, session.state) { return value }
      try session.checkStructure()
      return try decodeValue(type, session.state, level: 0)
    }
  }

  /// Decodes a value by a function of its decoder.
  package static func decode<Value>(
    from document: UnsafeBufferPointer<UInt8>, rules: DecodingRules, userInfo: [CodingUserInfoKey: Any],
    _ body: (any Decoder) throws -> Value
  ) throws -> Value {
    try decode(Value.self, from: document, rules: rules, userInfo: userInfo) { session in
      try session.checkStructure()
      return try body(ValueDecoder(session: session, position: session.state.pointee.cursor, level: 0))
    }
  }

  @inline(__always)
  private static func decode<Value>(
    _ type: Value.Type, from document: UnsafeBufferPointer<UInt8>, rules: DecodingRules,
    userInfo: [CodingUserInfoKey: Any], _ body: (DecodingSession) throws -> Value
  ) throws -> Value {
    var session = DecodingSession.take()
    defer { DecodingSession.giveBack(&session) }
    session.begin(document, rules: rules, userInfo: userInfo)
    do {
      return try body(session)
    } catch {
      throw session.located(session.decodingError(error, type, path: []))
    }
  }

  /// A document of JSON5 as JSON, but for `NaN` and `Infinity`.
  ///
  /// - Throws: `DecodingError`
  package static func standardJSON(json5 document: [UInt8]) throws -> [UInt8] {
    do {
      return try rewritten(json5: document.span).bytes
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: [], debugDescription: "The given data was not valid JSON.", underlyingError: error))
    }
  }
}
