import Millrace

/// Sessions that can be reused by the next call.
package final class SessionPool: Sendable {
  private let idle = ObjectPool<EncodingSession>()
  private let ruledTypes: [ObjectIdentifier]
  private let bridging: ObjectBridging?

  /// The size from which a document is returned in the memory that it was written to, in bytes.
  private static var largeCount: Int { 1 << 20 }

  /// - Parameters:
  ///   - ruledTypes: The types that have rules in every call, in their order.
  ///   - bridging: How objects are encoded that bridge to these types.
  package init(ruledTypes: [any Any.Type] = [], bridging: ObjectBridging? = nil) {
    self.ruledTypes = ruledTypes.map { ObjectIdentifier($0) }
    self.bridging = bridging
  }

  /// Encodes a value as compact JSON.
  ///
  /// - Parameters:
  ///   - value: The value, for errors about the whole document.
  ///   - body: A closure that encodes the value.
  ///   - take: A closure that receives the document: its bytes, or, if it is too large to be copied, its memory.
  package func encode<Value, Result>(
    _ value: Value, _ rules: EncodingRules, _ body: (ValueEncoder) throws -> Void,
    take: (EncodedText) throws -> Result
  ) throws -> Result {
    try withSession(rules, of: value) { session in
      try unsafe body(ValueEncoder(session: session, id: session.lastID, start: 0))
      try session.finish(value)
      unsafe session.writer.removeSeparator()
      return try unsafe take(session.text.count < Self.largeCount ? .small(session.text) : .large(session.takeText()))
    }
  }

  func withSession<Value, Result>(
    _ rules: EncodingRules, of value: Value, format: FormatOutput? = nil, _ body: (EncodingSession) throws -> Result
  ) throws -> Result {
    var session = idle.take() ?? EncodingSession(ruledTypes: ruledTypes, bridging: bridging)
    session.start(rules, format: format)
    defer {
      if session.reset(), isKnownUniquelyReferenced(&session) { idle.recycle(session) }
    }
    do {
      return try body(session)
    } catch is TooDeep {
      throw invalid(value, "Unable to encode the given top-level value to JSON.")
    }
  }
}

/// Returns an error about a whole document.
func invalid<Value>(_ value: Value, _ description: String) -> EncodingError {
  .invalidValue(value, EncodingError.Context(codingPath: [], debugDescription: description))
}

/// An encoded document.
///
/// SAFETY: the bytes of a small text are valid only in the call that receives it.
@safe
package enum EncodedText {
  /// Bytes that belong to the session.
  case small(UnsafeBufferPointer<UInt8>)
  case large([UInt8])

  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    switch self {
    case .small(let bytes): try unsafe body(bytes)
    case .large(let bytes): try unsafe bytes.withUnsafeBufferPointer(body)
    }
  }
}
