import Millrace

/// Sessions that wait for the next call.
package final class SessionPool: Sendable {
  private let idle = ObjectPool<EncodingSession>()
  private let ruledTypes: [ObjectIdentifier]

  /// From here on a document is handed out in the memory that it was written to.
  private static var largeCount: Int { 1 << 20 }

  /// - Parameter ruledTypes: the types that the rules of every call are for, in their order.
  package init(ruledTypes: [any Any.Type] = []) { self.ruledTypes = ruledTypes.map { ObjectIdentifier($0) } }

  /// Encodes a value as compact JSON.
  ///
  /// - Parameters:
  ///   - value: for errors about the whole document.
  ///   - body: encodes the value.
  ///   - take: is given the document: its bytes, or, if it is so large that it should not be copied, its memory.
  package func encode<Value, Result>(
    _ value: Value, _ rules: EncodingRules, _ body: (ValueEncoder) throws -> Void,
    take: (EncodedText) throws -> Result
  ) throws -> Result {
    try withSession(rules, of: value) { session in
      try body(ValueEncoder(session: session, id: session.lastID, start: 0))
      try session.finish(value)
      session.writer.removeSeparator()
      return try take(session.text.count < Self.largeCount ? .small(session.text) : .large(session.takeText()))
    }
  }

  func withSession<Value, Result>(
    _ rules: EncodingRules, of value: Value, format: FormatOutput? = nil, _ body: (EncodingSession) throws -> Result
  ) throws -> Result {
    var session = idle.take() ?? EncodingSession(ruledTypes: ruledTypes)
    session.start(rules, format: format)
    defer {
      if session.reset(), isKnownUniquelyReferenced(&session) { idle.giveBack(session) }
    }
    do {
      return try body(session)
    } catch is TooDeep {
      throw invalid(value, "Unable to encode the given top-level value to JSON.")
    }
  }
}

/// An error about a whole document.
func invalid<Value>(_ value: Value, _ description: String) -> EncodingError {
  .invalidValue(value, EncodingError.Context(codingPath: [], debugDescription: description))
}

/// A document that was encoded.
package enum EncodedText {
  /// Bytes that belong to the session.
  case small(UnsafeBufferPointer<UInt8>)
  case large([UInt8])

  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    switch self {
    case .small(let bytes): try body(bytes)
    case .large(let bytes): try bytes.withUnsafeBufferPointer(body)
    }
  }
}
