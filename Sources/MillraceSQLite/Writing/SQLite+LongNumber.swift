import Millrace
import MillraceTables
import SystemLibrary

extension SQLite {
  /// A number that SQLite's integers and reals cannot represent, as the error in a `FormatError/Problem/custom(_:)`: see
  /// ``WritingOptions/longNumbers``.
  public struct LongNumber: FormatProblem, Sendable, Hashable, CustomStringConvertible {
    /// The beginning of the number, at most 40 characters.
    public let text: String

    public var description: String { "SQLite's integers and reals cannot represent \(text)" }

    public var kind: FormatError.Kind { .numberOutOfRange }
  }
}

/// Returns the double that represents all digits of a fraction, or of a number with an exponent. Returns nil if there is
/// none, and for other numbers.
///
/// A double represents any 15 digits. Further digits must be those of the double, as programs print it that write 17 digits, or
/// more, such as `numpy.savetxt`.
package func exactDouble(inCell text: Span<UInt8>) -> Double? {
  guard let digits = text.digitsOfFraction, let double = nearestDouble(inCell: text) else { return nil }
  if digits.count <= 15 || double.description.withUTF8Span({ $0.digitsOfFraction }) == digits { return double }
  return digits == significantDigits(of: double, digits.count) ? double : nil
}

extension Span<UInt8> {
  /// The digits of a number from the first to the last that is not zero. Nil if the number has neither a fraction nor an
  /// exponent.
  fileprivate var digitsOfFraction: ArraySlice<UInt8>? {
    unsafe withUnsafeBufferPointer { text in
      let mantissa = unsafe text.prefix { !ASCII.isExponentMark($0) }
      guard unsafe mantissa.count < text.count || mantissa.contains(ASCII.dot) else { return nil }
      let digits = unsafe mantissa.filter { $0 >= ASCII.zero }.drop { $0 == ASCII.zero }
      return digits.lastIndex { $0 != ASCII.zero }.map { digits[...$0] } ?? []
    }
  }
}

/// Returns the decimal digits of a double, rounded to a number of digits.
private func significantDigits(of double: Double, _ count: Int) -> ArraySlice<UInt8>? {
  // No double has more digits (those of the largest subnormal number).
  guard count <= 767 else { return nil }
  return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: count + 32) { text in
    let size = unsafe withVaList([Int32(count - 1), double.magnitude]) {
      unsafe vsnprintf(text.baseAddress, text.count, "%.*e", $0)
    }
    // The character between the digits depends on the locale.
    let bytes = unsafe text[..<Int(size)].map { UInt8(bitPattern: $0) }
    return bytes.prefix { !ASCII.isExponentMark($0) }.filter(ASCII.isDigit)[...]
  }
}
