import Millrace

// Numbers in text cells.
//
// Their grammar is that of JSON (RFC 8259, section 6), but they may also begin with a plus sign and with zeros, as in
// tables that other programs write.

/// The notation of a number in a cell.
@usableFromInline
package enum NumberForm {
  /// In the grammar of JSON.
  case json
  /// With a plus sign, or with zeros before the first digit.
  case loose
}

/// Returns the notation of a number in a cell, or nil if the cell is not a number.
@usableFromInline
package func numberForm(ofCell text: String) -> NumberForm? { text.withUTF8Span { numberForm(ofCell: $0) } }

/// Returns the notation of a number in a cell, or nil if the cell is not a number.
@usableFromInline
package func numberForm(ofCell text: Span<UInt8>) -> NumberForm? {
  unsafe text.withUnsafeBufferPointer { text in
    var rest = unsafe text[...]
    func takeDigits() -> Int {
      let count = unsafe rest.prefix { ASCII.isDigit($0) }.count
      unsafe rest = unsafe rest.dropFirst(count)
      return count
    }
    var form = NumberForm.json
    if let sign = unsafe rest.first, sign == ASCII.minus || sign == ASCII.plus {
      if sign == ASCII.plus { form = .loose }
      unsafe rest = unsafe rest.dropFirst()
    }
    let beginsWithZero = unsafe rest.first == ASCII.zero
    let digits = takeDigits()
    guard digits > 0 else { return nil }
    if beginsWithZero, digits > 1 { form = .loose }
    if unsafe rest.first == ASCII.dot {
      unsafe rest = unsafe rest.dropFirst()
      guard takeDigits() > 0 else { return nil }
    }
    if let mark = unsafe rest.first, ASCII.isExponentMark(mark) {
      unsafe rest = unsafe rest.dropFirst()
      if let sign = unsafe rest.first, sign == ASCII.minus || sign == ASCII.plus {
        unsafe rest = unsafe rest.dropFirst()
      }
      guard takeDigits() > 0 else { return nil }
    }
    return unsafe rest.isEmpty ? form : nil
  }
}

/// Returns the double nearest to the number in a cell, or nil if the cell is not a number, or if the number is larger
/// than the largest double or would become zero.
@usableFromInline
package func nearestDouble(inCell text: Span<UInt8>) -> Double? { nearest(inCell: text) }

/// Returns the float nearest to the number in a cell: see ``nearestDouble(inCell:)``.
@usableFromInline
func nearestFloat(inCell text: Span<UInt8>) -> Float? { nearest(inCell: text) }

private func nearest<Number: DecimalRounding>(inCell text: Span<UInt8>) -> Number? {
  guard numberForm(ofCell: text) != nil else { return nil }
  return unsafe text.withUnsafeBufferPointer { text in
    // SAFETY: a number has at least one digit.
    let start = unsafe text.baseAddress.unsafelyUnwrapped
    return unsafe NumberToken(start: start, end: start + text.count, isInteger: false).nearest()
  }
}
