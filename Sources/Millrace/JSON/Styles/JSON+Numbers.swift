extension JSON {
  /// The text of numbers. In every notation the digits are the fewest that read back as the same number.
  ///
  /// ```swift
  /// enum JavaScript: JSON.Style {
  ///   typealias Numbers = JSON.ECMAScript
  /// }
  /// print(try JSON.encode([1e21], as: String.self, style: JavaScript.self))  // [1e+21]
  /// ```
  public protocol Numbers {
    /// How numbers are written.
    static var notation: Notation { get }
  }

  /// How the digits, point and exponent of a double are arranged.
  public enum Notation: Sendable {
    /// `34`, `0.00001`, `1e-6`, `12345678901234567`, `1e17`; integers as integers, whatever their size.
    case shortest
    /// As ECMAScript's `Number::toString`: `34`, `0.000001`, `1e-7`, `100000000000000000000`, `1e+21`. Integers are
    /// written as doubles, and rejected if no double is equal.
    case ecmaScript
    /// As Ruby's `Float#to_s`: `34.0`, `0.0001`, `1.0e-05`, `1.0e+15`; integers as integers.
    case ruby
  }

  /// `34`, `0.00001`, `1e-6`, `12345678901234567`, `1e17`.
  public enum Shortest: Numbers {
    /// The shortest notation.
    @inlinable public static var notation: Notation { .shortest }
  }

  /// Numbers as in RFC 8785 and JavaScript.
  public enum ECMAScript: Numbers {
    /// The notation of ECMAScript.
    @inlinable public static var notation: Notation { .ecmaScript }
  }

  /// Numbers as in Ruby.
  public enum Ruby: Numbers {
    /// The notation of Ruby.
    @inlinable public static var notation: Notation { .ruby }
  }
}

extension OutputBuffer {
  /// Appends a number in a notation other than the shortest, and a separator. Afterwards the buffer has its slack
  /// again.
  @usableFromInline
  mutating func append(_ number: Double, _ notation: JSON.Notation, followedBy separator: UInt8) {
    append(number == 0 ? nil : ShortestDecimal(number), isNegative: number.sign == .minus, notation, separator)
  }

  /// Appends a number in a notation other than the shortest, and a separator. Afterwards the buffer has its slack
  /// again.
  @usableFromInline
  mutating func append(_ number: Float, _ notation: JSON.Notation, followedBy separator: UInt8) {
    append(number == 0 ? nil : ShortestDecimal(number), isNegative: number.sign == .minus, notation, separator)
  }

  /// - Parameter decimal: The digits and exponent, or nil for zero.
  private mutating func append(
    _ decimal: ShortestDecimal?, isNegative: Bool, _ notation: JSON.Notation, _ separator: UInt8
  ) {
    var digits: [UInt8] = [ASCII.zero]
    var point = 1  // the number is 0.digits × 10^point
    if let decimal {
      digits = Array(String(decimal.digits).utf8)
      point = decimal.point
      while digits.count > 1, digits.last == ASCII.zero { digits.removeLast() }
    }
    if isNegative, decimal != nil || notation == .ruby { append(ASCII.minus) }

    let hasExponent =
      switch notation {
      // Ruby writes a point at any position among the digits, and pads with zeros up to fifteen digits.
      case .ruby: point < -3 || point > 15 && point >= digits.count
      case .shortest, .ecmaScript: point < -5 || point > 21
      }
    if !hasExponent {
      if point <= 0 {
        append("0.")
        append(repeating: ASCII.zero, count: -point)
        for digit in digits { append(digit) }
      } else {
        for digit in digits.prefix(point) { append(digit) }
        append(repeating: ASCII.zero, count: max(0, point - digits.count))
        appendFraction(digits.dropFirst(point), notation)
      }
    } else {
      append(digits[0])
      appendFraction(digits.dropFirst(), notation)
      append(ASCII.lowercaseE)
      append(point > 0 ? ASCII.plus : ASCII.minus)
      let exponent = UInt64((point - 1).magnitude)
      if notation == .ruby, exponent < 10 { append(ASCII.zero) }
      unsafe target = unsafe writeInteger(exponent, at: target)
    }
    append(separator)
    growIfFull()
  }

  private mutating func appendFraction(_ digits: ArraySlice<UInt8>, _ notation: JSON.Notation) {
    if digits.isEmpty, notation != .ruby { return }
    append(ASCII.dot)
    if digits.isEmpty { append(ASCII.zero) }
    for digit in digits { append(digit) }
  }
}
