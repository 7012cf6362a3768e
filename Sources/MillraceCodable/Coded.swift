import Millrace

/// A value of any `Encodable` type as one that can be written to every format.
///
/// For types that have nothing but the compiler's `Codable`: a type with `@Serializable` needs no wrapper and is many
/// times faster.
///
/// ```swift
/// struct Order: Encodable { var number: Int }
/// let tree = try JSON.Value.encode(Coded(Order(number: 1)))
/// ```
///
/// Values are written in the order in which they are encoded. Containers that are filled by turns, and keys that are given
/// twice, are an error. Every object is one whose keys are data.
public struct Coded<Value> {
  /// The value.
  public var value: Value

  public init(_ value: Value) { self.value = value }
}

extension Coded: Sendable where Value: Sendable {}

extension Coded: Writable where Value: Encodable {
  /// Writes the value. An error of the value's own is the writer's failure (`FormatError/Problem/custom(_:)`).
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    do {
      try write(to: &writer, EncodingRules.plain)
    } catch {
      writer.fail(.custom(error))
    }
  }

  func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer, _ rules: EncodingRules) throws {
    try withUnsafeMutablePointer(to: &writer) { writer in
      try SessionPool.plain.withSession(rules, of: value, format: WriterOutput(writer)) { session in
        try session.encodeRoot(value, in: ValueEncoder(session: session, id: session.lastID, start: 0))
        try session.finish(value)
      }
    }
  }
}

extension EncodingRules {
  static let plain = EncodingRules()
  /// For JSON, where values may write themselves.
  static let directly = EncodingRules(allowsDirectWriting: true)
}

extension SessionPool {
  /// For calls whose rules are for no types.
  static let plain = SessionPool()
}
