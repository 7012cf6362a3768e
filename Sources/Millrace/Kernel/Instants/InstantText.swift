// Instants from and to text in the format of RFC 3339: `2026-11-22T03:10:20.5Z`.
//
// Days are converted to dates and back in a calendar whose years begin on March 1, so that the leap day is the last
// day: the number of days before a month is then (153 m + 2) / 5, and 400 years always have 146,097 days (E. G.
// Richards, "Mapping Time", 1998). Years are those of the proleptic Gregorian calendar.

/// The maximum length of an instant's text, in bytes: `9999-12-31T23:59:59.999999999Z`.
@inlinable package var instantCapacity: Int { 30 }

/// The number of digits after the second.
@usableFromInline
package enum FractionOfSecond {
  /// No, three, six or nine digits, as few as are exact.
  case shortest
  /// Always three digits; further digits are truncated.
  case milliseconds
}

/// Returns the number of days from 1970-01-01 to a date.
private func days(year: Int, month: Int, day: Int) -> Int {
  let shiftedYear = month > 2 ? year : year - 1
  let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
  let yearOfEra = shiftedYear - era * 400
  let shiftedMonth = month > 2 ? month - 3 : month + 9
  let dayOfYear = (153 * shiftedMonth + 2) / 5 + day - 1
  return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
}

/// Returns the date that is a number of days after 1970-01-01.
private func date(days: Int) -> (year: Int, month: Int, day: Int) {
  let shifted = days + 719_468
  let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
  let dayOfEra = shifted - era * 146_097
  let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let shiftedMonth = (5 * dayOfYear + 2) / 153
  let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
}

private func daysOfMonth(_ month: Int, year: Int) -> Int {
  switch month {
  case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
  case 4, 6, 9, 11: 30
  default: 31
  }
}

/// Writes an instant in the format of RFC 3339, in UTC.
///
/// - Parameter target: Memory of `instantCapacity` bytes.
/// - Returns: The end of the text, or nil if the year is not in 0000 to 9999, and the instant therefore has no text.
@usableFromInline
package func writeInstant(
  _ instant: Instant, fraction: FractionOfSecond, at target: UnsafeMutablePointer<UInt8>
) -> UnsafeMutablePointer<UInt8>? {
  guard (-62_167_219_200...253_402_300_799).contains(instant.seconds) else { return nil }
  let shifted = Int(instant.seconds) + 62_167_219_200  // seconds since the year 0, so never negative
  let (year, month, day) = date(days: shifted / 86_400 - 719_528)
  let second = shifted % 86_400
  var target = unsafe target

  func write(_ number: Int, digits: Int, then separator: UInt8) {
    var rest = number
    for place in stride(from: digits - 1, through: 0, by: -1) {
      unsafe target[place] = ASCII.zero + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    unsafe target[digits] = separator
    unsafe target += digits + 1
  }
  write(year, digits: 4, then: ASCII.minus)
  write(month, digits: 2, then: ASCII.minus)
  write(day, digits: 2, then: ASCII.uppercaseT)
  write(second / 3600, digits: 2, then: ASCII.colon)
  write(second / 60 % 60, digits: 2, then: ASCII.colon)
  write(second % 60, digits: 2, then: ASCII.dot)
  let nanoseconds = Int(instant.nanoseconds)
  let digits =
    if fraction == .milliseconds { 3 } else if nanoseconds == 0 { 0 } else if nanoseconds % 1_000_000 == 0 {
      3
    } else if nanoseconds % 1000 == 0 { 6 } else { 9 }
  switch digits {
  case 0: unsafe target[-1] = ASCII.uppercaseZ
  case 3: write(nanoseconds / 1_000_000, digits: 3, then: ASCII.uppercaseZ)
  case 6: write(nanoseconds / 1000, digits: 6, then: ASCII.uppercaseZ)
  default: write(nanoseconds, digits: 9, then: ASCII.uppercaseZ)
  }
  return unsafe target
}

extension Instant {
  /// Creates an instant from a text of RFC 3339, section 5.6. Returns nil if the text is not valid.
  ///
  /// The offset from UTC is arbitrary. The second may have any number of digits after the point, as long as all digits
  /// after the ninth are zero, and second 60 is allowed at the end of a minute.
  ///
  /// - Parameter text: The text, for example `2026-11-22T04:10:20.5+01:00`.
  public init?(_ text: String) {
    var text = text
    guard let instant = text.withUTF8({ unsafe Instant(rfc3339: $0) }) else { return nil }
    self = instant
  }

  package init?(rfc3339 text: UnsafeBufferPointer<UInt8>) {
    var rest = unsafe text[...]

    func number(digits: Int) -> Int? {
      guard unsafe rest.count >= digits else { return nil }
      var number = 0
      for index in unsafe rest.startIndex..<rest.startIndex + digits {
        let byte = unsafe rest[index]
        guard ASCII.isDigit(byte) else { return nil }
        number = number * 10 + Int(byte - ASCII.zero)
      }
      unsafe rest = unsafe rest.dropFirst(digits)
      return number
    }
    func take(_ byte: UInt8) -> Bool {
      // Letters are accepted in either case.
      guard let first = unsafe rest.first, first == byte || first == byte | 0x20 && byte >= 0x41 else { return false }
      unsafe rest = unsafe rest.dropFirst()
      return true
    }

    guard let year = number(digits: 4), take(ASCII.minus), let month = number(digits: 2), (1...12).contains(month),
      take(ASCII.minus), let day = number(digits: 2), day >= 1, day <= daysOfMonth(month, year: year),
      take(ASCII.uppercaseT), let hour = number(digits: 2), hour < 24, take(ASCII.colon),
      let minute = number(digits: 2), minute < 60, take(ASCII.colon), let second = number(digits: 2), second <= 60
    else { return nil }

    var nanoseconds: Int32 = 0
    if take(ASCII.dot) {
      var unit: Int32 = 100_000_000
      guard let first = unsafe rest.first, ASCII.isDigit(first) else { return nil }
      while let byte = unsafe rest.first, ASCII.isDigit(byte) {
        if unit == 0, byte != ASCII.zero { return nil }
        nanoseconds += Int32(byte - ASCII.zero) * unit
        unit /= 10
        unsafe rest = unsafe rest.dropFirst()
      }
    }

    var offset = 0
    if !take(ASCII.uppercaseZ) {
      let isNegative = unsafe rest.first == ASCII.minus
      guard take(ASCII.minus) || take(ASCII.plus), let hours = number(digits: 2), hours < 24, take(ASCII.colon),
        let minutes = number(digits: 2), minutes < 60
      else { return nil }
      offset = (hours * 60 + minutes) * (isNegative ? -60 : 60)
    }
    guard unsafe rest.isEmpty else { return nil }
    let time = hour * 3600 + minute * 60 + second
    self.init(
      seconds: Int64(days(year: year, month: month, day: day) * 86_400 + time - offset), nanoseconds: nanoseconds)
  }
}
