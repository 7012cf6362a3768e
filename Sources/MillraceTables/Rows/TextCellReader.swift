import Millrace

/// A table whose cells are text. A text format implements it in order to be read.
///
/// It provides all methods that read cells, by parsing the text of ``CellReader/withText(at:_:)``. Numbers have the
/// grammar of JSON, but may begin with a plus sign or zeros. Booleans are `true` and `false`, or `1` and `0`. A cell is
/// a string unless another type is requested.
///
/// ```swift
/// struct Settings: TextCellReader {
///   var lines: [Substring]
///   var row = -1
///   var columnNames: [String] { ["key", "value"] }
///
///   mutating func nextRow() -> Bool {
///     row += 1
///     return row < lines.count
///   }
///   func isNull(at column: Int) -> Bool { false }
///   mutating func withText<Result>(at column: Int, _ body: (Span<UInt8>) throws -> Result) throws -> Result {
///     var text = lines[row].split(separator: "=")[column]
///     return try text.withUTF8 { try body($0.span) }
///   }
///   func place(at column: Int?) -> FormatError.Place { FormatError.Place(line: row + 1) }
/// }
///
/// var reader = RowReader(Settings(lines: ["HOME=/root", "SHELL=/bin/sh"]))
/// let settings = try [[String: String]].read(from: &reader)
/// print(settings[0]["value"] ?? "none")  // /root
/// ```
public protocol TextCellReader: CellReader, ~Copyable {}

extension TextCellReader where Self: ~Copyable {
  @inlinable public mutating func kind(at column: Int) -> ValueKind { .string }

  @inlinable
  public mutating func readString(at column: Int) throws -> String {
    try withText(at: column) { text in
      unsafe text.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
    }
  }

  @inlinable
  public mutating func readInteger<Integer: FixedWidthInteger>(
    _ type: Integer.Type, at column: Int
  ) throws -> Integer {
    let value = try withText(at: column) { text in unsafe text.withUnsafeBufferPointer { unsafe Integer(decimal: $0) } }
    if let value { return value }
    try failNumber(type, expected: .integer, at: column)
  }

  @inlinable
  public mutating func readDouble(at column: Int) throws -> Double {
    let value = try withText(at: column) { text in nearestDouble(inCell: text) }
    if let value { return value }
    try failNumber(Double.self, expected: .number, at: column)
  }

  @inlinable
  public mutating func readFloat(at column: Int) throws -> Float {
    let value = try withText(at: column) { text in nearestFloat(inCell: text) }
    if let value { return value }
    try failNumber(Float.self, expected: .number, at: column)
  }

  public mutating func readNumberText(at column: Int) throws -> String {
    let text = try readString(at: column)
    if case .json? = numberForm(ofCell: text) { return text }
    try failNumber(Double.self, expected: .number, at: column)
  }

  public mutating func readBool(at column: Int) throws -> Bool {
    let text = try readString(at: column)
    switch text {
    case "1": return true
    case "0": return false
    default:
      switch text.lowercased() {
      case "true": return true
      case "false": return false
      default: try fail(.invalidValue(type: "Bool", found: "\"\(text)\""), at: column)
      }
    }
  }

  public mutating func readInstant(at column: Int) throws -> Instant {
    let text = try readString(at: column)
    if let value = Instant(text) { return value }
    try fail(.invalidValue(type: "RFC 3339 date and time", found: "\"\(text)\""), at: column)
  }

  public mutating func readBytes(at column: Int) throws -> [UInt8] {
    let text = try readString(at: column)
    if let value = bytes(base64: text, .standard) { return value }
    try fail(.invalidValue(type: "Base64", found: "\"\(text.prefix(40))\""), at: column)
  }

  @inlinable
  public mutating func forward<Writer: FormatWriter & ~Copyable>(at column: Int, to writer: inout Writer) throws {
    try withText(at: column) { writer.writeString(utf8: $0) }
  }

  /// Throws the error for a cell that is not a number of the requested type.
  @inlinable @inline(never)
  mutating func failNumber<Number>(
    _ type: Number.Type, expected: FormatError.Expectation, at column: Int
  ) throws -> Never {
    let text = try readString(at: column)
    guard numberForm(ofCell: text) != nil else {
      try fail(.invalidValue(type: "\(type)", found: "\"\(text)\""), at: column)
    }
    let isInteger = text.utf8.allSatisfy { ASCII.isDigit($0) || $0 == ASCII.minus || $0 == ASCII.plus }
    try fail(expected == .integer && !isInteger ? .notAnInteger : .numberOutOfRange(type: "\(type)"), at: column)
  }
}

extension FixedWidthInteger {
  /// Creates an integer from decimal digits, possibly after a sign. Returns nil for other text, and for integers out of
  /// range.
  @inlinable
  package init?(decimal text: UnsafeBufferPointer<UInt8>) {
    var position = 0
    var isNegative = false
    if let first = unsafe text.first, first == ASCII.minus || first == ASCII.plus {
      isNegative = first == ASCII.minus
      position = 1
    }
    guard position < text.count else { return nil }
    // The maximum number of digits that always fit in 64 bits.
    let safeEnd = Swift.min(text.count, position + 18)
    var magnitude: UInt64 = 0
    while position < safeEnd {
      let digit = unsafe text[position] &- ASCII.zero
      guard digit < 10 else { return nil }
      magnitude = magnitude &* 10 &+ UInt64(digit)
      position += 1
    }
    if _fastPath(position == text.count) {
      guard let value = Self(exactly: isNegative ? -Int64(magnitude) : Int64(magnitude)) else { return nil }
      self = value
      return
    }
    unsafe self.init(decimal: text[position...], after: magnitude, isNegative: isNegative)
  }

  @usableFromInline @inline(never)
  init?(decimal rest: Slice<UnsafeBufferPointer<UInt8>>, after magnitude: UInt64, isNegative: Bool) {
    guard var value = Self(exactly: isNegative ? -Int64(magnitude) : Int64(magnitude)) else { return nil }
    for index in unsafe rest.indices {
      let digit = unsafe rest[index] &- ASCII.zero
      guard digit < 10 else { return nil }
      let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
      guard !isTooLarge, let digit = Self(exactly: digit) else { return nil }
      let (sum, overflow) =
        isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      guard !overflow else { return nil }
      value = sum
    }
    self = value
  }
}
