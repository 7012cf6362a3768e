import Millrace

extension StaticJSONEncoder where Sink: JSON.Document {
  /// Writes a value that is `Encodable` and nothing more as a document.
  ///
  /// Keys, layout, escapes and numbers are those of the style. Dates and binary data are what their own `encode(to:)`
  /// makes of them.
  ///
  /// - Throws: `EncodingError` or ``FormatError`` for what JSON cannot express; what the value throws. Styles that write
  ///   nil as null are rejected, since the compiler's `encode(to:)` does not tell of absent values.
  @_disfavoredOverload
  public static func encode<Value: Encodable>(_ value: Value) throws -> Sink {
    if Strategies.self == JSON.Standard.self {
      return try SessionPool.plain.encode(
        value, .directly, { try $0.encodeRoot(value) }, take: { $0.withBytes { Sink(json: $0.span) } })
    }
    if Strategies.writesNil {
      let description = "A style that writes nil as null cannot write values that are only Encodable."
      throw EncodingError.invalidValue(value, EncodingError.Context(codingPath: [], debugDescription: description))
    }
    // SAFETY: a type without values has no state that two threads could share.
    nonisolated(unsafe) let name: (String) -> String = Strategies.Keys.key(for:)
    let rules = Strategies.Keys.areAsDeclared ? .plain : EncodingRules(keyConversion: .byName { name($0) })
    var writer = JSON.StyledWriter<Strategies>()
    try Coded(value).write(to: &writer, rules)
    try writer.finish()
    return Sink.take(from: writer)
  }
}
