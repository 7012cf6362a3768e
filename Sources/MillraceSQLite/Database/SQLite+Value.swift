import Millrace

extension SQLite {
  /// A value as SQLite stores it (sqlite.org/datatype3.html, section 2).
  public enum Value: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
  }

  /// A type whose values can be bound to the parameters of a statement.
  public protocol Bindable {
    /// The value that is bound.
    ///
    /// - Throws: ``DatabaseError`` for a value that SQLite cannot store without loss.
    var boundValue: Value { get throws }
  }
}

extension SQLite.Value: SQLite.Bindable {
  public var boundValue: SQLite.Value { self }
}

extension SQLite.Bindable where Self: FixedWidthInteger {
  public var boundValue: SQLite.Value {
    get throws {
      guard let integer = Int64(exactly: self) else {
        throw SQLite.DatabaseError(code: .mismatch, message: "number out of range for a 64-bit SQLite integer: \(self)")
      }
      return .integer(integer)
    }
  }
}

extension Int: SQLite.Bindable {}
extension Int8: SQLite.Bindable {}
extension Int16: SQLite.Bindable {}
extension Int32: SQLite.Bindable {}
extension Int64: SQLite.Bindable {}
extension UInt: SQLite.Bindable {}
extension UInt8: SQLite.Bindable {}
extension UInt16: SQLite.Bindable {}
extension UInt32: SQLite.Bindable {}
extension UInt64: SQLite.Bindable {}

/// 1 or 0.
extension Bool: SQLite.Bindable {
  public var boundValue: SQLite.Value { .integer(self ? 1 : 0) }
}

extension Double: SQLite.Bindable {
  public var boundValue: SQLite.Value {
    get throws {
      // SQLite would store a null.
      if isNaN { throw SQLite.DatabaseError(code: .mismatch, message: "SQLite cannot store NaN") }
      return .real(self)
    }
  }
}

extension Float: SQLite.Bindable {
  public var boundValue: SQLite.Value { get throws { try Double(self).boundValue } }
}

extension String: SQLite.Bindable {
  public var boundValue: SQLite.Value { .text(self) }
}

extension Substring: SQLite.Bindable {
  public var boundValue: SQLite.Value { .text(String(self)) }
}

/// The instant as RFC 3339 text.
extension Instant: SQLite.Bindable {
  public var boundValue: SQLite.Value {
    get throws {
      guard let text = text(as: .instant) else {
        throw SQLite.DatabaseError(code: .mismatch, message: "instant out of range for RFC 3339: \(self)")
      }
      return .text(text)
    }
  }
}

extension [UInt8]: SQLite.Bindable {
  public var boundValue: SQLite.Value { .blob(self) }
}

/// Null, or the value.
extension Optional: SQLite.Bindable where Wrapped: SQLite.Bindable {
  public var boundValue: SQLite.Value { get throws { try self?.boundValue ?? .null } }
}

extension SQLite.Bindable where Self: RawRepresentable, RawValue: SQLite.Bindable {
  public var boundValue: SQLite.Value { get throws { try rawValue.boundValue } }
}
