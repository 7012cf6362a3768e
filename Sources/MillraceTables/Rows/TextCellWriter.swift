import Millrace

/// A table whose cells are text: what a format of text implements in order to be written.
///
/// Numbers are written as JSON writes them, with the fewest digits that read back as the same; booleans as `true` and
/// `false`, instants as RFC 3339 says and binary data in Base64. A format that can do any of these faster does.
public protocol TextCellWriter: CellWriter, ~Copyable {
  /// Writes a cell.
  ///
  /// - Parameters:
  ///   - text: well-formed UTF-8, which may hold anything.
  ///   - column: the index of the column.
  mutating func write(text: Span<UInt8>, at column: Int)
}

extension TextCellWriter where Self: ~Copyable {
  public mutating func write(_ value: Bool, at column: Int) {
    write(text: (value ? "true" : "false").utf8.span, at: column)
  }

  public mutating func write(_ value: Int64, at column: Int) { write(text: "\(value)".utf8.span, at: column) }

  public mutating func write(_ value: Double, at column: Int) { write(number: value, Double(value), at: column) }

  public mutating func write(_ value: Float, at column: Int) { write(number: value, Double(value), at: column) }

  private mutating func write<Number: Writable>(number: Number, _ double: Double, at column: Int) {
    guard double.isFinite, let text = try? JSON.encode(number) else {
      if failure == nil { failure = FormatError(.notFinite(double), at: place(at: column)) }
      return
    }
    write(text: text.span, at: column)
  }

  public mutating func write(_ value: Instant, at column: Int) { write(text: value.description.utf8.span, at: column) }

  public mutating func write(bytes: [UInt8], at column: Int) {
    write(text: base64(bytes, .standard).utf8.span, at: column)
  }

  public mutating func writeString(utf8: Span<UInt8>, at column: Int) { write(text: utf8, at: column) }

  public mutating func writeNumber(text: Span<UInt8>, at column: Int) { write(text: text, at: column) }

  public mutating func write(json: Span<UInt8>, at column: Int) { write(text: json, at: column) }
}
