import Millrace

/// The exact sum of decimal numbers.
///
/// The sum is a number in base 10⁹ whose digits are signed and may become larger than the base, so that an addition changes only
/// the digits of its own number. ``carry()`` normalizes them long before a digit can overflow. Rounding happens once, in
/// ``mean(of:)``.
struct ExactSum {
  /// The digits in base 10⁹, the lowest first.
  private var digits: [Int64] = []
  /// The power of the base of the lowest digit.
  private var lowestPower = 0
  private var additions = 0
  /// Whether all numbers were in the range that is added: 10⁻⁵⁴⁰⁰ to 10⁵⁴⁰⁰, which bounds the memory.
  private(set) var isKnown = true

  private static let base: Int64 = 1_000_000_000
  private static let width = 9
  private static let largestPower = 600
  private static let powersOfTen: [Int64] = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000]

  mutating func add(_ integer: Int64) {
    var (rest, power) = (integer, 0)
    repeat {
      add(rest % Self.base, at: power)
      rest /= Self.base
      power += 1
    } while rest != 0
  }

  mutating func add(_ decimal: DecimalText) {
    guard !decimal.isZero else { return }
    let (highest, lowest) = (
      Self.power(ofPlace: decimal.places.upperBound), Self.power(ofPlace: decimal.places.lowerBound)
    )
    guard highest <= Self.largestPower, lowest >= -Self.largestPower else {
      isKnown = false
      return
    }
    var place = decimal.places.upperBound
    var digit: Int64 = 0
    for byte in decimal.digits where byte != UInt8(ascii: ".") {
      let power = Self.power(ofPlace: place)
      digit += Int64(byte &- UInt8(ascii: "0")) * Self.powersOfTen[place - power * Self.width]
      if place == power * Self.width || place == decimal.places.lowerBound {
        add(decimal.isNegative ? -digit : digit, at: power)
        digit = 0
      }
      place -= 1
    }
  }

  /// The power of the base that a decimal place belongs to.
  private static func power(ofPlace place: Int) -> Int {
    place >= 0 ? place / width : -((-place + width - 1) / width)
  }

  private mutating func add(_ digit: Int64, at power: Int) {
    if digits.isEmpty { lowestPower = power }
    if power < lowestPower {
      digits.insert(contentsOf: repeatElement(0, count: lowestPower - power), at: 0)
      lowestPower = power
    }
    while power - lowestPower >= digits.count { digits.append(0) }
    digits[power - lowestPower] += digit
    additions += 1
    // A digit grows by less than 10⁹ each time, so it stays below 2⁶³.
    if additions == 1 << 32 { carry() }
  }

  /// Makes the magnitude of each digit less than the base.
  private mutating func carry() {
    additions = 0
    var carried: Int64 = 0
    for index in digits.indices {
      let sum = digits[index] + carried
      carried = sum / Self.base
      digits[index] = sum % Self.base
    }
    if carried != 0 { digits.append(carried) }
  }

  /// The sign, and the digits of the magnitude, the highest first and not zero.
  private func normalized() -> (isNegative: Bool, digits: [UInt64]) {
    var sum = self
    sum.carry()
    while sum.digits.last == 0 { sum.digits.removeLast() }
    let isNegative = (sum.digits.last ?? 0) < 0
    var borrowed: Int64 = 0
    let digits = sum.digits.map { digit in
      var digit = (isNegative ? -digit : digit) + borrowed
      borrowed = digit < 0 ? -1 : 0
      if digit < 0 { digit += Self.base }
      return UInt64(digit)
    }
    return (isNegative, Array(digits.reversed().drop { $0 == 0 }))
  }

  /// The sum with all its digits, without an exponent.
  var text: String {
    let (isNegative, digits) = normalized()
    guard !digits.isEmpty else { return "0" }
    var text = Self.text(digits) + String(repeating: "0", count: max(0, lowestPower) * Self.width)
    let fractionDigits = max(0, -lowestPower) * Self.width
    if fractionDigits > 0 {
      if text.count <= fractionDigits { text = String(repeating: "0", count: fractionDigits + 1 - text.count) + text }
      let fraction = text.suffix(fractionDigits)
      let end = fraction.lastIndex { $0 != "0" }
      text = text.dropLast(fractionDigits) + (end.map { "." + fraction[...$0] } ?? "")
    }
    return (isNegative ? "-" : "") + text
  }

  /// The decimal digits without leading zeros.
  private static func text(_ digits: [UInt64]) -> String {
    let text = digits.map { digit in
      let text = String(digit)
      return String(repeating: "0", count: width - text.count) + text
    }.joined()
    return String(text.drop { $0 == "0" })
  }

  /// The quotient of the sum and a count, rounded to the nearest double; nil if no double is near.
  ///
  /// The long division stops after more digits than the middle between two doubles can have. A digit that is not zero
  /// replaces the rest, so that the result is on the right side of the middle.
  ///
  /// - Parameter count: Greater than 0.
  func mean(of count: Int) -> Double? {
    let (isNegative, digits) = normalized()
    guard !digits.isEmpty else { return 0 }
    let divisor = UInt64(count)
    var quotient: [UInt64] = []
    var remainder: UInt64 = 0
    var power = lowestPower + digits.count
    var rest = digits[...]
    while !rest.isEmpty || remainder != 0 && quotient.count < 100 {
      let product = remainder.multipliedFullWidth(by: UInt64(Self.base))
      let (low, overflow) = product.low.addingReportingOverflow(rest.popFirst() ?? 0)
      let result = divisor.dividingFullWidth((product.high + (overflow ? 1 : 0), low))
      if !quotient.isEmpty || result.quotient != 0 { quotient.append(result.quotient) }
      remainder = result.remainder
      power -= 1
    }
    var text = Self.text(quotient)
    var exponent = power * Self.width
    if remainder != 0 {
      text += "1"
      exponent -= 1
    }
    return JSON.Number(validText: "\(isNegative ? "-" : "")\(text)e\(exponent)").double
  }
}
