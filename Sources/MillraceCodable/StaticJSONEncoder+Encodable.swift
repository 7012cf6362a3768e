import Millrace

extension StaticJSONEncoder where Sink: JSON.Document {
  /// Writes a value that is only `Encodable` as a document.
  ///
  /// Keys, layout, escapes and numbers are those of the style. Dates and binary data have the representation of their
  /// own `encode(to:)`.
  ///
  /// - Parameter value: The value.
  ///
  /// - Throws: `EncodingError` or ``FormatError`` if JSON cannot represent the value, and errors of the value's code.
  ///   Styles that write nil as null are rejected, because the compiler's `encode(to:)` does not report nil members.
  @_disfavoredOverload
  public static func encode<Value: Encodable>(_ value: Value) throws -> Sink {
    if Strategies.self == JSON.Standard.self {
      return try SessionPool.plain.encode(
        value, .directly, { try $0.encodeRoot(value) }, take: { unsafe $0.withBytes { unsafe Sink(json: $0.span) } })
    }
    if Strategies.writesNil {
      let description = "A style that writes nil as null cannot write values that are only Encodable."
      throw EncodingError.invalidValue(value, EncodingError.Context(codingPath: [], debugDescription: description))
    }
    // SAFETY: a type without values has no state that two threads could share.
    nonisolated(unsafe) let name: (String) -> String = Strategies.Keys.key(for:)
    let rules =
      unsafe Strategies.Keys.areAsDeclared ? .plain : EncodingRules(keyConversion: .byName { unsafe name($0) })
    var writer = JSON.StyledWriter<Strategies>()
    try EncodableValue(value).write(to: &writer, rules)
    try writer.finish()
    return Sink.take(from: writer)
  }
}
