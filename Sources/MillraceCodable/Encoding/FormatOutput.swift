import Millrace

/// A scalar that is not written to the text.
enum EncodedScalar {
  case null
  case boolean(Bool)
  case signed(Int64)
  case unsigned(UInt64)
  case signed128(Int128)
  case unsigned128(UInt128)
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
    case .signed128(let value): writer.write(value)
    case .unsigned128(let value): writer.write(value)
    case .double(let value): writer.write(value)
    case .float(let value): writer.write(value)
    case .string(let value): writer.write(value)
    case .number(var text): text.withUTF8 { writer.writeNumber(text: $0.span) }
    }
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
final class WriterOutput<Writer: FormatWriter & ~Copyable>: FormatOutput {
  private let writer: UnsafeMutablePointer<Writer>

  /// - Safety: the session must end before the writer does. Containers that outlive a session write nothing.
  init(_ writer: UnsafeMutablePointer<Writer>) { self.writer = writer }

  override func beginObject() { writer.pointee.beginDictionary() }
  override func writeKey(_ name: String) { writer.pointee.writeKey(name) }
  override func endObject() { writer.pointee.endObject() }
  override func beginArray() { writer.pointee.beginArray() }
  override func endArray() { writer.pointee.endArray() }
  override func write(_ scalar: EncodedScalar) { scalar.write(to: &writer.pointee) }
}
