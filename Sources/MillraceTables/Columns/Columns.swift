import Millrace

/// Structures of arrays: the rows of a table, stored by column.
///
/// A ``Writer`` creates a ``Table`` from any values, or from any format. A ``Reader`` reads it like any other format:
///
/// ```swift
/// let films = try Columns.decode([Film].self, from: bytes)
/// let names = films["name"]?.strings
/// ```
///
/// The layout in memory is that of Apache Arrow: numbers are one after the other, texts are one buffer of bytes and
/// their offsets in it, and null entries are marked by a bit, with a zero or an empty text in their place.
public enum Columns {
  /// How NaN and infinite numbers in columns are read.
  public enum NonFiniteNumbers: Sendable, Hashable {
    /// They are numbers. JSON and CSV cannot represent them, so forwarding one to them is an error.
    case numbers
    /// They are the texts `NaN`, `Infinity` and `-Infinity`.
    case texts
    /// They are null.
    case null
    /// NaN is null, as SQLite stores it, and infinite numbers are numbers.
    case nullForNaN
  }
}

extension Columns.NonFiniteNumbers {
  /// What a number that is not finite is read as.
  package enum Form {
    case number
    case null
    case text(StaticString)
  }

  /// The text of a number that is not finite.
  static func text(of number: Double) -> StaticString {
    number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity"
  }

  package func form(of number: Double) -> Form {
    switch self {
    case .numbers: .number
    case .texts: .text(Self.text(of: number))
    case .null: .null
    case .nullForNaN: number.isNaN ? .null : .number
    }
  }
}
