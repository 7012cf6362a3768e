import Millrace

/// A scalar that is not written to the text.
enum EncodedScalar {
  case null
  case boolean(Bool)
  case signed(Int64)
  case unsigned(UInt64)
  /// An `Int128`, which older systems do not have, in two words.
  case signed128(high: Int64, low: UInt64)
  case unsigned128(high: UInt64, low: UInt64)
  case double(Double)
  case float(Float)
  case string(String)
  /// A number, as text.
  case number(String)

  func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    switch self {
    case .null: writer.writeNull()
    case .boolean(let value): writer.write(value)
    case .signed(let value): writer.write(value)
    case .unsigned(let value): writer.write(value)
    case .signed128(let high, let low):
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        writer.write(Int128(high) << 64 | Int128(low))
      }
    case .unsigned128(let high, let low):
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        writer.write(UInt128(high) << 64 | UInt128(low))
      }
    case .double(let value): writer.write(value)
    case .float(let value): writer.write(value)
    case .string(let value): writer.write(value)
    case .number(let text): text.withUTF8Span { writer.writeNumber(text: $0) }
    }
  }
}

@available(WideIntegers, *)
extension EncodedScalar {
  static func integer(_ value: Int128) -> EncodedScalar {
    .signed128(high: Int64(value >> 64), low: UInt64(truncatingIfNeeded: value))
  }

  static func integer(_ value: UInt128) -> EncodedScalar {
    .unsigned128(high: UInt64(value >> 64), low: UInt64(truncatingIfNeeded: value))
  }
}

/// An output other than the text of a session.
class FormatOutput {
  func beginObject() {}
  func writeKey(_ name: String) {}
  func endObject() {}
  func beginArray() {}
  func endArray() {}
  func write(_ scalar: EncodedScalar) {}
}

/// The writer of a format.
///
/// SAFETY: the writer outlives this object: `withWriter` ends after the last use.
@safe
final class WriterOutput<Writer: FormatWriter & ~Copyable>: FormatOutput {
  private let writer: UnsafeMutablePointer<Writer>

  /// - Safety: the session must end before the writer does. Containers that outlive a session write nothing.
  init(_ writer: UnsafeMutablePointer<Writer>) { unsafe self.writer = unsafe writer }

  override func beginObject() { unsafe writer.pointee.beginMap() }
  override func writeKey(_ name: String) { unsafe writer.pointee.writeKey(name) }
  override func endObject() { unsafe writer.pointee.endObject() }
  override func beginArray() { unsafe writer.pointee.beginArray() }
  override func endArray() { unsafe writer.pointee.endArray() }
  override func write(_ scalar: EncodedScalar) { unsafe scalar.write(to: &writer.pointee) }
}
