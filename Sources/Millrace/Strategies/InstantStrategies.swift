// Instants as strings and numbers.

/// A date and time as a string, `"2026-11-22T03:10:20.5Z"`: always written in UTC, with no digits after the second or
/// with three, six or nine. Any offset is read (RFC 3339, section 5.6).
public enum RFC3339: FieldStrategy {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Instant {
    let text = try reader.readString()
    guard let instant = Instant(text) else {
      try reader.fail(.invalidValue(type: "RFC 3339 date and time", found: "\"\(text)\""))
    }
    return instant
  }

  @inlinable
  public static func write<Writer: FormatWriter & ~Copyable>(_ value: borrowing Instant, to writer: inout Writer) {
    writeInstantText(value, .shortest, to: &writer)
  }
}

/// A date and time as a string with three digits after the second, as in JavaScript and Rails. Any RFC 3339 date and
/// time is read.
///
/// Further digits of an ``Instant`` are truncated, as in Rails. A `Date` is rounded to the nearest millisecond, because it is a
/// floating-point number that is rarely equal to a whole number of milliseconds.
public enum RFC3339Milliseconds: FieldStrategy {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Instant {
    try RFC3339.read(from: &reader)
  }

  @inlinable
  public static func write<Writer: FormatWriter & ~Copyable>(_ value: borrowing Instant, to writer: inout Writer) {
    writeInstantText(value, .milliseconds, to: &writer)
  }

  @inlinable
  public static func nearestValue(to value: Instant) -> Instant { value.rounded(unitsPerSecond: 1_000) }
}

@inlinable
func writeInstantText<Writer: FormatWriter & ~Copyable>(
  _ instant: Instant, _ fraction: FractionOfSecond, to writer: inout Writer
) {
  let isWritten = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: instantCapacity) { text in
    guard let start = text.baseAddress, let end = unsafe writeInstant(instant, fraction: fraction, at: start) else {
      return false
    }
    unsafe writer.writeString(utf8: text.extracting(..<(end - start)).span)
    return true
  }
  if !isWritten {
    writer.fail(.invalidValue(type: "RFC 3339 date and time", found: instant.description))
    writer.writeNull()
  }
}

/// Seconds since 1970 as an integer. An ``Instant`` that is not a whole second is rejected. A `Date` is rounded to
/// the nearest second. Fractions are read.
///
/// ```swift
/// @Serializable
/// struct Login {
///   @Field(using: UnixSeconds.self) var time: Instant
/// }
/// print(try JSON.encode(Login(time: Instant(seconds: 1_700_000_000)), as: String.self))  // {"time":1700000000}
/// ```
public enum UnixSeconds: UnixTime {
  @inlinable public static var unitsPerSecond: Int64 { 1 }
}

/// Milliseconds since 1970 as an integer. An ``Instant`` that is not a whole millisecond is rejected. A `Date` is rounded to
/// the nearest millisecond. Fractions are read.
public enum UnixMilliseconds: UnixTime {
  @inlinable public static var unitsPerSecond: Int64 { 1_000 }
}

/// Microseconds since 1970 as an integer. An ``Instant`` that is not a whole microsecond is rejected. A `Date` is rounded to
/// the nearest microsecond. Fractions are read.
public enum UnixMicroseconds: UnixTime {
  @inlinable public static var unitsPerSecond: Int64 { 1_000_000 }
}

/// Nanoseconds since 1970 as an integer. An instant out of range for 64 bits is rejected. Fractions are rounded.
public enum UnixNanoseconds: UnixTime {
  @inlinable public static var unitsPerSecond: Int64 { 1_000_000_000 }
}

/// Time since 1970 as an integer.
///
/// Numbers with a fraction or an exponent are read as well, to the nearest nanosecond. An ``Instant`` that is not a whole number
/// of units is rejected when it is written. A `Date` is rounded to the nearest unit, or the later one halfway between two.
public protocol UnixTime: FieldStrategy where Value == Instant {
  /// The number of units per second: 1, 1,000, 1,000,000 or 1,000,000,000.
  static var unitsPerSecond: Int64 { get }
}

extension UnixTime {
  @inlinable
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Instant {
    let start = reader.mark()
    do {
      return Instant(try reader.readInt64(), unitsPerSecond: unitsPerSecond)
    } catch {
      return try reader.readUnixTime(unitsPerSecond: unitsPerSecond, at: start, insteadOf: error)
    }
  }

  @inlinable
  public static func nearestValue(to value: Instant) -> Instant { value.rounded(unitsPerSecond: unitsPerSecond) }

  @inlinable
  public static func write<Writer: FormatWriter & ~Copyable>(_ value: borrowing Instant, to writer: inout Writer) {
    if let count = value.count(unitsPerSecond: unitsPerSecond) {
      writer.write(count)
    } else {
      writer.fail(.invalidValue(type: "Unix time in units of 1/\(unitsPerSecond) s", found: value.description))
      writer.writeNull()
    }
  }
}

extension FormatReader where Self: ~Copyable & ~Escapable {
  /// Reads a number that is not a 64-bit integer.
  ///
  /// - Parameters:
  ///   - unitsPerSecond: The unit of the number.
  ///   - start: The position of the number.
  ///   - error: The error to throw if the value is not a number.
  @inlinable @inline(never)
  mutating func readUnixTime(unitsPerSecond: Int64, at start: Mark, insteadOf error: any Error) throws -> Instant {
    let end = mark()
    rewind(to: start)
    guard try nextKind() == .number else {
      rewind(to: end)
      throw error
    }
    guard let instant = Instant(unixTime: try readNumberText(), unitsPerSecond: unitsPerSecond) else {
      try fail(.numberOutOfRange(type: "Instant"))
    }
    return instant
  }
}
