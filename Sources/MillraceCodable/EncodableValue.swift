import Millrace

/// A value of any `Encodable` type, as a value that can be written to every format.
///
/// Use it for types that only have the compiler's `Codable`. A type with `@Serializable` needs no wrapper and is many
/// times faster.
///
/// ```swift
/// struct Order: Encodable { var number: Int }
/// let tree = try JSON.Value.encode(EncodableValue(Order(number: 1)))
/// ```
///
/// Values are written in the order in which they are encoded. Interleaved writing to several containers, and duplicate
/// keys, are errors. Every object is written as an object with arbitrary keys.
public struct EncodableValue<Value> {
  /// The value.
  public var value: Value

  /// Creates a wrapper of a value.
  public init(_ value: Value) { self.value = value }
}

extension EncodableValue: Sendable where Value: Sendable {}

extension EncodableValue: Writable where Value: Encodable {
  /// Writes the value. If the value's code throws an error, the writer fails with it
  /// (`FormatError/Problem/custom(_:)`).
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    do {
      try write(to: &writer, EncodingRules.plain)
    } catch {
      writer.fail(.custom(error))
    }
  }

  func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer, _ rules: EncodingRules) throws {
    try unsafe withUnsafeMutablePointer(to: &writer) { writer in
      try unsafe SessionPool.plain.withSession(rules, of: value, format: WriterOutput(writer)) { session in
        try unsafe session.encodeRoot(value, in: ValueEncoder(session: session, id: session.lastID, start: 0))
        try session.finish(value)
      }
    }
  }
}

extension EncodingRules {
  static let plain = unsafe EncodingRules()
  /// Rules for JSON, where values may be written directly.
  static let directly = unsafe EncodingRules(allowsDirectWriting: true)
}

extension SessionPool {
  /// The pool for calls whose rules apply to no types.
  static let plain = SessionPool()
}
