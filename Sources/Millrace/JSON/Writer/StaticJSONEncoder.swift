/// An encoder without state. Its type specifies the destination and the style of documents.
///
/// Use it to give an encoder a name. Each call is compiled for the value's type, scalars
/// included, and writes in a single pass.
///
/// ```swift
/// typealias Encoder = StaticJSONEncoder<String, JSON.Pretty>
/// let text = try Encoder.encode(films)
///
/// typealias Appender = StaticJSONEncoder<[UInt8], JSON.Standard>
/// var body: [UInt8] = []
/// for film in films { try Appender.encode(film, into: &body) }
/// ```
///
/// - `Sink`: The type of documents (``JSON/Document``) or the sink that they are written to (``ByteSink``).
/// - `Strategies`: A ``JSON/Style``.
public enum StaticJSONEncoder<Sink: ~Copyable, Strategies: JSON.Style> {}

extension StaticJSONEncoder where Sink: JSON.Document {
  /// Writes a value as a document.
  ///
  /// - Parameter value: The value.
  /// - Throws: ``FormatError`` with the path of the value if JSON cannot represent it.
  @inlinable
  public static func encode<Value: Writable & ~Copyable>(_ value: borrowing Value) throws(FormatError) -> Sink {
    try JSON.encode(value, as: Sink.self, style: Strategies.self)
  }
}

extension StaticJSONEncoder where Sink: ByteSink & ~Copyable {
  /// Writes a value to a sink as a complete document.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - sink: The destination of the bytes.
  /// - Throws: ``FormatError`` with the path of the value if JSON cannot represent it; then nothing was written to the
  ///   sink. Also the errors of the sink.
  @inlinable
  public static func encode<Value: Writable & ~Copyable>(_ value: borrowing Value, into sink: inout Sink) throws {
    var writer = JSON.StyledWriter<Strategies>()
    writer.write(value: value)
    try writer.finish()
    try sink.write(writer.bytes)
  }
}
