/// A scalar on its way to another place than the text.
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
  /// A number as text.
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

/// Another format than JSON, as the bridge sees it.
class FormatOutput {
  func beginObject() {}
  func writeKey(_ name: String) {}
  func endObject() {}
  func beginArray() {}
  func endArray() {}
  func write(_ scalar: EncodedScalar) {}

  /// Writes a value of a type that formats have a way of their own for.
  ///
  /// - Returns: whether there is one for this type.
  func write<Value>(_ value: Value) -> Bool { false }
}

/// The writer of a format.
final class WriterOutput<Writer: FormatWriter & ~Copyable>: FormatOutput {
  @exclusivity(unchecked) private var writer: Writer

  init(_ writer: consuming Writer) { self.writer = writer }

  override func beginObject() { writer.beginDictionary() }
  override func writeKey(_ name: String) { writer.writeKey(name) }
  override func endObject() { writer.endObject() }
  override func beginArray() { writer.beginArray() }
  override func endArray() { writer.endArray() }
  override func write(_ scalar: EncodedScalar) { scalar.write(to: &writer) }
}
