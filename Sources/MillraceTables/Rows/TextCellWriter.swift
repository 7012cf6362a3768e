import Millrace

/// A table whose cells are text. A text format implements it in order to be written.
///
/// It provides the methods that write values, by calling ``write(text:at:)``. Numbers are written in the grammar of
/// JSON, with the fewest digits that read back as the same number, Booleans as `true` and `false`, instants in the
/// format of RFC 3339, and binary data in Base64. A format implements a method itself if it has a faster path.
public protocol TextCellWriter: CellWriter, ~Copyable {
  /// Writes a cell.
  ///
  /// - Parameters:
  ///   - text: Well-formed UTF-8, which may contain any character.
  ///   - column: The index of the column.
  mutating func write(text: Span<UInt8>, at column: Int)
}

extension TextCellWriter where Self: ~Copyable {
  private mutating func write(text: String, at column: Int) { text.withUTF8Span { write(text: $0, at: column) } }

  public mutating func write(_ value: Bool, at column: Int) {
    write(text: value ? "true" : "false", at: column)
  }

  public mutating func write(_ value: Int64, at column: Int) { write(text: "\(value)", at: column) }

  public mutating func write(_ value: Double, at column: Int) { write(number: value, Double(value), at: column) }

  public mutating func write(_ value: Float, at column: Int) { write(number: value, Double(value), at: column) }

  private mutating func write<Number: Writable>(number: Number, _ double: Double, at column: Int) {
    guard double.isFinite, let text = try? JSON.encode(number) else {
      if failure == nil { failure = FormatError(.notFinite(double), at: place(at: column)) }
      return
    }
    text.withSpan { write(text: $0, at: column) }
  }

  public mutating func write(_ value: Instant, at column: Int) { write(text: value.description, at: column) }

  public mutating func write(bytes: [UInt8], at column: Int) {
    write(text: base64(bytes, .standard), at: column)
  }

  public mutating func writeString(utf8: Span<UInt8>, at column: Int) { write(text: utf8, at: column) }

  public mutating func writeNumber(text: Span<UInt8>, at column: Int) { write(text: text, at: column) }

  public mutating func write(json: Span<UInt8>, at column: Int) { write(text: json, at: column) }
}
