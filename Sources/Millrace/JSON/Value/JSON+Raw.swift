extension JSON {
  /// The unchanged text of a JSON value: it is stored when read, and written without changes.
  ///
  /// Its spaces, the digits of its numbers, its order and its duplicate keys stay. Read from or written to another format,
  /// or in another style, it is written by ``forward(from:to:)`` and is JSON in the standard style.
  public struct Raw: Sendable, Hashable {
    /// One JSON value (RFC 8259), without white space around it.
    public let text: String

    /// - Parameter text: must be one value of JSON.
    @usableFromInline
    init(validText text: String) { self.text = text }

    /// - Parameter text: one JSON value. White space around it is removed.
    /// - Throws: ``FormatError`` with line, column and path when it is anything else.
    public init(_ text: String) throws(FormatError) { self = try JSON.decode(Raw.self, from: text) }

    /// Reads a value of a type from this text.
    ///
    /// - Throws: ``FormatError`` with line, column and path.
    @inlinable
    public func decode<Value: Readable>(_ type: Value.Type = Value.self) throws(FormatError) -> Value {
      try JSON.decode(type, from: text)
    }
  }
}

extension JSON.Raw: Readable {
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> JSON.Raw {
    var writer = JSON.Writer()
    try forward(from: &reader, to: &writer)
    try writer.finish()
    return JSON.Raw(validText: writer.bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
  }

  public static func readJSON(from reader: inout JSON.Reader) throws -> JSON.Raw {
    let start = reader.offset
    try reader.skipValue()
    return JSON.Raw(validText: reader.text(from: start, to: reader.offset))
  }
}

extension JSON.Raw: Writable {
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    do {
      var reader = try JSON.Reader(text.utf8.span)
      try forward(from: &reader, to: &writer)
    } catch {
      writer.fail(FormatError(wrapping: error).problem)
    }
  }

  public func writeJSON(to writer: inout JSON.Writer) {
    // A number's text is what a writer takes as it is and separates from what follows.
    writer.writeNumber(text: text.utf8.span)
  }
}

extension JSON.Raw: CustomStringConvertible {
  public var description: String { text }
}

extension JSON.Reader {
  /// A part of the document that was read and found to be well-formed.
  fileprivate func text(from start: Int, to end: Int) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: input.document[start..<end]), as: UTF8.self)
  }
}
