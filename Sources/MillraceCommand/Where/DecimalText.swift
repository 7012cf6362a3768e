/// A number as text, in the grammar of RFC 8259, section 6, for exact comparisons of numbers of any size.
struct DecimalText {
  let isNegative: Bool
  /// The digits from the first to the last one that is not zero, perhaps with the point between them. Empty for zero.
  let digits: ArraySlice<UInt8>
  /// The power of ten: the value is 0.digits × 10^magnitude. Exponents of more than 18 digits all count as the same one.
  private let magnitude: Int

  private static let largestExponent = 1_000_000_000_000_000_000

  /// - Returns: nil if the text is not a number.
  init?(_ text: ArraySlice<UInt8>) {
    var position = text.startIndex
    func digits() -> Range<Int>? {
      let start = position
      while position < text.endIndex, Self.isDigit(text[position]) { position += 1 }
      return start == position ? nil : start..<position
    }
    func take(_ bytes: UInt8...) -> Bool {
      guard position < text.endIndex, bytes.contains(text[position]) else { return false }
      position += 1
      return true
    }

    isNegative = take(UInt8(ascii: "-"))
    guard let integer = digits(), integer.count == 1 || text[integer.lowerBound] != UInt8(ascii: "0") else {
      return nil
    }
    var fraction: Range<Int>?
    if take(UInt8(ascii: ".")) {
      fraction = digits()
      guard fraction != nil else { return nil }
    }
    let end = position
    var exponent = 0
    if take(UInt8(ascii: "e"), UInt8(ascii: "E")) {
      let isBelowOne = take(UInt8(ascii: "-"))
      if !isBelowOne { _ = take(UInt8(ascii: "+")) }
      guard let written = digits() else { return nil }
      for byte in text[written] {
        exponent =
          exponent < Self.largestExponent / 10 ? exponent * 10 + Self.value(byte) : Self.largestExponent
      }
      exponent *= isBelowOne ? -1 : 1
    }
    guard position == text.endIndex else { return nil }

    let isNotZero = { (byte: UInt8) in byte != UInt8(ascii: "0") && byte != UInt8(ascii: ".") }
    guard let first = text[integer.lowerBound..<end].firstIndex(where: isNotZero),
      let last = text[first..<end].lastIndex(where: isNotZero)
    else {
      self.digits = []
      magnitude = 0
      return
    }
    self.digits = text[first...last]
    // Before the point each digit is one power more, and after it each zero is one less.
    let place = first < integer.upperBound ? integer.upperBound - first : (fraction?.lowerBound ?? first) - first
    magnitude = place + exponent
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  private static func value(_ digit: UInt8) -> Int { Int(digit &- UInt8(ascii: "0")) }

  var isZero: Bool { digits.isEmpty }

  /// The powers of ten of the last and the first digit. The number is not zero.
  var places: ClosedRange<Int> {
    let count = digits.contains(UInt8(ascii: ".")) ? digits.count - 1 : digits.count
    return magnitude - count...magnitude - 1
  }

  /// The number as an integer of 64 bits, if it is one.
  var integer: Int64? {
    if isZero { return 0 }
    guard places.lowerBound >= 0, places.upperBound < 19 else { return nil }
    var value: Int64 = 0
    func append(_ digit: Int) -> Bool {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, sumOverflow) = product.addingReportingOverflow(Int64(isNegative ? -digit : digit))
      value = sum
      return !overflow && !sumOverflow
    }
    for byte in digits where byte != UInt8(ascii: ".") { guard append(Self.value(byte)) else { return nil } }
    for _ in 0..<places.lowerBound { guard append(0) else { return nil } }
    return value
  }

  /// Returns a number below, equal to or above zero, as this number is below, equal to or above the other one.
  func compared(to other: DecimalText) -> Int {
    if isZero || other.isZero { return sign - other.sign }
    guard isNegative == other.isNegative else { return sign }
    return sign * comparedMagnitude(to: other)
  }

  private var sign: Int { isZero ? 0 : isNegative ? -1 : 1 }

  private func comparedMagnitude(to other: DecimalText) -> Int {
    if magnitude != other.magnitude { return magnitude < other.magnitude ? -1 : 1 }
    var (own, others) = (digits, other.digits)
    while true {
      if own.first == UInt8(ascii: ".") { own.removeFirst() }
      if others.first == UInt8(ascii: ".") { others.removeFirst() }
      guard let digit = own.popFirst() else { return others.isEmpty ? 0 : -1 }
      guard let otherDigit = others.popFirst() else { return 1 }
      if digit != otherDigit { return digit < otherDigit ? -1 : 1 }
    }
  }
}
