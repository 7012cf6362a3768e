/// A set of kinds of values that a type can be read from.
@frozen
public struct ValueKinds: OptionSet, Sendable {
  public let rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Null.
  @inlinable public static var null: ValueKinds { ValueKinds(rawValue: 1) }
  /// `true` and `false`.
  @inlinable public static var boolean: ValueKinds { ValueKinds(rawValue: 2) }
  /// Numbers without a fraction and an exponent.
  @inlinable public static var integer: ValueKinds { ValueKinds(rawValue: 4) }
  /// Numbers with a fraction or an exponent.
  @inlinable public static var fraction: ValueKinds { ValueKinds(rawValue: 8) }
  /// Strings.
  @inlinable public static var string: ValueKinds { ValueKinds(rawValue: 16) }
  /// Arrays.
  @inlinable public static var array: ValueKinds { ValueKinds(rawValue: 32) }
  /// Objects.
  @inlinable public static var object: ValueKinds { ValueKinds(rawValue: 64) }

  /// All numbers.
  @inlinable public static var number: ValueKinds { [.integer, .fraction] }
  /// All kinds.
  @inlinable public static var all: ValueKinds { ValueKinds(rawValue: .max) }
}

extension FormatReader where Self: ~Copyable & ~Escapable {
  /// Returns the kind of the next value, without reading it.
  ///
  /// - Throws: ``FormatError`` if no value is next.
  @inlinable
  mutating func kindOfNext() throws -> ValueKinds {
    switch try nextKind() {
    case .null: return .null
    case .boolean: return .boolean
    case .string: return .string
    case .array: return .array
    case .object: return .object
    case .number:
      let start = mark()
      let isInteger: Bool
      do {
        isInteger = try readNumberText().utf8.allSatisfy { ASCII.isDigit($0) || $0 == ASCII.minus }
      } catch {
        // NaN and the infinities of JSON5 have no text in the grammar of JSON.
        rewind(to: start)
        guard let number = try? readDouble(), !number.isFinite else { throw error }
        isInteger = false
      }
      rewind(to: start)
      return isInteger ? .integer : .fraction
    }
  }
}
