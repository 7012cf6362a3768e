/// Reads one value of any kind and writes it, with no intermediate value.
///
/// Numbers keep all their digits, objects their order and their duplicate keys.
///
/// - Throws: ``FormatError`` when the reader's document is not well-formed. A failure of the writer ends the reading;
///   the writer reports it when it is finished.
@inlinable
public func forward<Reader: FormatReader & ~Copyable & ~Escapable, Writer: FormatWriter & ~Copyable>(
  from reader: inout Reader, to writer: inout Writer
) throws {
  switch try reader.nextKind() {
  case .object:
    writer.beginDictionary()
    if try reader.beginDictionary() {
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
