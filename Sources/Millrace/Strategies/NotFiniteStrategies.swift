// NaN and the infinities, for which RFC 8259 has no numbers. A strategy is asked to write when a number is one of them,
// and to read when the value there is no number.

/// They are rejected.
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

/// They are written as null, as JavaScript and Rails do, and null is read as NaN: which of the three it was is lost.
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

/// They are the strings `"NaN"`, `"Infinity"` and `"-Infinity"`, as in Protocol Buffers' JSON.
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

/// They are written as the literals of JavaScript, `NaN`, `Infinity` and `-Infinity`, which are JSON5 and no JSON.
public enum NotFiniteAsLiterals: FieldStrategy {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Double {
    try NotFiniteRejected.read(from: &reader)
  }

  @inlinable
  public static func write<Writer: FormatWriter & ~Copyable>(_ value: borrowing Double, to writer: inout Writer) {
    var text = value.isNaN ? "NaN" : value > 0 ? "Infinity" : "-Infinity"
    text.withUTF8 { writer.writeNumber(text: $0.span) }
  }
}
