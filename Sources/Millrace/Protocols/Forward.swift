/// Reads one value of any kind and writes it, without creating an intermediate value.
///
/// Numbers keep all their digits, and objects keep the order of their members and their duplicate keys.
///
/// ```swift
/// let document = ContiguousArray("[1, 2, 3]".utf8)
/// var reader = try JSON.Reader(document.span)
/// var writer = JSON.StyledWriter<JSON.Pretty>()
/// try forward(from: &reader, to: &writer)
/// try writer.finish()
/// print(writer.bytes.count > document.count)  // true
/// ```
///
/// - Parameters:
///   - reader: The reader, at the beginning of a value.
///   - writer: The writer.
/// - Throws: ``FormatError`` if the reader's document is not well-formed. A failure of the writer stops the reading;
///   the writer reports it when it is finished.
@inlinable
public func forward<Reader: FormatReader & ~Copyable & ~Escapable, Writer: FormatWriter & ~Copyable>(
  from reader: inout Reader, to writer: inout Writer
) throws {
  switch try reader.nextKind() {
  case .object:
    writer.beginMap()
    if try reader.beginMap() {
      repeat {
        try reader.forwardKey(to: &writer)
        try forward(from: &reader, to: &writer)
      } while try reader.nextMember()
    }
    writer.endObject()
  case .array:
    writer.beginArray()
    if try reader.beginArray() {
      repeat {
        try forward(from: &reader, to: &writer)
      } while try reader.nextElement()
    }
    writer.endArray()
  case .null, .boolean, .number, .string:
    try reader.forwardScalar(to: &writer)
  }
}
