// NaN and the infinities, which RFC 8259 has no numbers for. A strategy's `write` is called for a number that is not
// finite, and its `read` is called if a number is expected but another value is next.

/// NaN and infinities are rejected.
public enum NotFiniteRejected: FieldStrategy {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Double {
    try reader.fail(.mismatch(expected: .number, found: try reader.nextKind()))
  }

  @inlinable
  public static func write<Writer: FormatWriter & ~Copyable>(_ value: borrowing Double, to writer: inout Writer) {
    writer.fail(.notFinite(copy value))
    writer.writeNull()
  }
}

/// NaN and infinities are written as null, as in JavaScript and Rails, and null is read as NaN. The original value is lost.
///
/// ```swift
/// enum Measurements: JSON.Style {
///   typealias NotFinite = NotFiniteAsNull
/// }
/// print(try JSON.encode([1.5, Double.nan], as: String.self, style: Measurements.self))  // [1.5,null]
/// ```
public enum NotFiniteAsNull: FieldStrategy {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Double {
    if reader.takeNull() { return .nan }
    return try NotFiniteRejected.read(from: &reader)
  }

  @inlinable
  public static func write<Writer: FormatWriter & ~Copyable>(_ value: borrowing Double, to writer: inout Writer) {
    writer.writeNull()
  }
}

/// NaN and infinities are the strings `"NaN"`, `"Infinity"` and `"-Infinity"`, as in Protocol Buffers' JSON.
public enum NotFiniteAsStrings: FieldStrategy {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Double {
    guard try reader.nextKind() == .string else { return try NotFiniteRejected.read(from: &reader) }
    switch try reader.readString() {
    case "NaN": return .nan
    case "Infinity": return .infinity
    case "-Infinity": return -.infinity
    case let text: try reader.fail(.invalidValue(type: "Double", found: "\"\(text)\""))
    }
  }

  @inlinable
  public static func write<Writer: FormatWriter & ~Copyable>(_ value: borrowing Double, to writer: inout Writer) {
    writer.write(value.isNaN ? "NaN" : value > 0 ? "Infinity" : "-Infinity")
  }
}

/// NaN and infinities are written as the literals of JavaScript, `NaN`, `Infinity` and `-Infinity`, which are valid in JSON5 but not in JSON.
public enum NotFiniteAsLiterals: FieldStrategy {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Double {
    try NotFiniteRejected.read(from: &reader)
  }

  @inlinable
  public static func write<Writer: FormatWriter & ~Copyable>(_ value: borrowing Double, to writer: inout Writer) {
    let text = value.isNaN ? "NaN" : value > 0 ? "Infinity" : "-Infinity"
    text.withUTF8Span { writer.writeNumber(text: $0) }
  }
}
