extension JSON {
  /// The unchanged text of a JSON value: it is stored when read, and written without changes.
  ///
  /// The white space, the digits of numbers, the order of members and duplicate keys are preserved. Read from or
  /// written to another format, or in another style, it is converted by ``forward(from:to:)`` and is JSON in the
  /// standard style.
  ///
  /// ```swift
  /// let raw = try JSON.Raw("{\"price\": 2.50}")
  /// print(try JSON.encode(["product": raw], as: String.self))  // {"product":{"price": 2.50}}
  /// ```
  public struct Raw: Sendable, Hashable {
    /// One JSON value (RFC 8259), without white space around it.
    public let text: String

    /// - Parameter text: One JSON value, which must be valid.
    @usableFromInline
    init(validText text: String) { self.text = text }

    /// Creates a raw value from its text.
    ///
    /// - Parameter text: One JSON value, as UTF-8. White space around it is removed.
    /// - Throws: ``FormatError`` with line, column and path if the text is not a single JSON value.
    public init(_ text: String) throws(FormatError) { self = try JSON.decode(Raw.self, from: text) }

    /// Reads a value of a type from this text.
    ///
    /// - Parameter type: The type of the value.
    /// - Throws: ``FormatError`` with line, column and path if the text does not match the type.
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
    return unsafe JSON.Raw(
      validText: writer.bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) })
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
      try text.withUTF8Span { text in
        var reader = try JSON.Reader(text)
        try forward(from: &reader, to: &writer)
      }
    } catch {
      writer.fail(FormatError(wrapping: error).problem)
    }
  }

  public func writeJSON(to writer: inout JSON.Writer) {
    // The writer copies the text of a number unchanged, and appends a separator.
    text.withUTF8Span { writer.writeNumber(text: $0) }
  }
}

extension JSON.Raw: CustomStringConvertible {
  public var description: String { text }
}

extension JSON.Reader {
  /// Returns a part of the document, which must have been validated.
  fileprivate func text(from start: Int, to end: Int) -> String {
    unsafe String(decoding: UnsafeBufferPointer(rebasing: input.document[start..<end]), as: UTF8.self)
  }
}
