import Millrace

// Time zones by the files of the system (TZif, RFC 9636), which have the zones of the tz database.
//
// A file lists the changes of the offset from UTC, and has a rule for all later changes in the notation of POSIX. A local time that comes
// twice is the first of the two instants, and one that is skipped has the offset from before the change, as in RFC 5545, section 3.3.5.
// Both follow from one definition: a change applies to local times from the later of the two clock readings at its instant on.

/// The offsets of a time zone from UTC, for local times.
///
/// ```swift
/// let berlin = try TimeZoneRules(named: "Europe/Berlin")
/// let format = try CSV.InstantFormat("%d.%m.%Y %H:%M", zone: berlin)
/// ```
public struct TimeZoneRules: Sendable, Hashable {
  /// A change of the offset.
  struct Change: Hashable {
    /// When it happens, in seconds since 1970 in UTC.
    var instant: Int64
    /// The offset before it, in seconds.
    var before: Int64
    /// The offset after it, in seconds.
    var after: Int64

    /// The first local time, in seconds, that has the offset after the change.
    var localStart: Int64 { instant + max(before, after) }
  }

  /// The offset before the first change.
  private let firstOffset: Int64
  private let changes: [Change]
  /// The changes of each later year; nil if there are none.
  private let rule: YearlyRule?

  /// Coordinated universal time.
  public static let utc = TimeZoneRules(offset: 0)

  /// Creates a zone that always has the same offset.
  ///
  /// - Parameter offset: The offset from UTC, in seconds. Zones east of Greenwich have positive offsets.
  public init(offset: Int) { self.init(firstOffset: Int64(offset), changes: [], rule: nil) }

  init(firstOffset: Int64, changes: [Change], rule: YearlyRule?) {
    self.firstOffset = firstOffset
    self.changes = changes
    self.rule = rule
  }

  /// The seconds since 1970 in UTC of a local time.
  ///
  /// - Parameter local: The seconds from the beginning of 1970 to the local time, both as clocks show them.
  func seconds(ofLocal local: Int64) -> Int64 { local - offset(ofLocal: local) }

  private func offset(ofLocal local: Int64) -> Int64 {
    if let rule, changes.last.map({ $0.localStart <= local }) ?? true {
      let last = changes.last.map { $0.instant } ?? .min
      if let change = rule.lastChange(beforeLocal: local), change.instant > last { return change.after }
      return changes.last?.after ?? rule.standardOffset
    }
    // The first change that is still to come.
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].localStart <= local { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? firstOffset : changes[low - 1].after
  }
}

// MARK: - Rules

extension TimeZoneRules {
  /// Daylight saving time in each year: the `TZ` of POSIX, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
  struct YearlyRule: Hashable {
    /// The offset of standard time, in seconds.
    let standardOffset: Int64
    private let saving: Saving?

    private struct Saving: Hashable {
      let offset: Int64
      let start: Day
      let end: Day
    }

    /// A day of the year, and the seconds from its beginning.
    private struct Day: Hashable {
      enum Kind: Hashable {
        /// `J60`: from 1 on, without the 29th of February.
        case julian(Int)
        /// `59`: from 0 on, with the 29th of February.
        case ordinal(Int)
        /// `M3.5.0`: a weekday in a week of a month. The fifth is the last one. Sunday is 0.
        case weekday(month: Int, week: Int, day: Int)
      }
      let kind: Kind
      let seconds: Int64

      /// The local time in a year.
      func local(in year: Int64) -> Int64 {
        let start = daysSince1970(year: year, month: 1, day: 1)
        let isLeapYear = daysSince1970(year: year + 1, month: 1, day: 1) - start == 366
        let day: Int64
        switch kind {
        case .julian(let number): day = start + Int64(number) - (isLeapYear && number >= 60 ? 0 : 1)
        case .ordinal(let number): day = start + Int64(number)
        case .weekday(let month, let week, let weekday):
          let first = daysSince1970(year: year, month: month, day: 1)
          let next = daysSince1970(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
          // The first of January 1970 was a Thursday.
          let firstWeekday = ((first + 4) % 7 + 7) % 7
          var found = first + (Int64(weekday) - firstWeekday + 7) % 7 + Int64(week - 1) * 7
          if found >= next { found -= 7 }
          day = found
        }
        return day * 86400 + seconds
      }
    }

    /// - Returns: nil if the text is not in the notation of POSIX.
    init?(_ text: ArraySlice<UInt8>) {
      var scanner = Scanner(rest: text)
      guard scanner.skipName(), let offset = scanner.offset() else { return nil }
      standardOffset = -offset
      guard !scanner.rest.isEmpty else {
        saving = nil
        return
      }
      guard scanner.skipName() else { return nil }
      var savingOffset = standardOffset + 3600
      if scanner.rest.first != ASCII.comma {
        guard let offset = scanner.offset() else { return nil }
        savingOffset = -offset
      }
      guard let start = scanner.day(), let end = scanner.day(), scanner.rest.isEmpty else { return nil }
      saving = Saving(offset: savingOffset, start: start, end: end)
    }

    /// The last change whose offset some local time has; nil if the offset never changes.
    func lastChange(beforeLocal local: Int64) -> Change? {
      guard let saving else { return nil }
      let year = year(ofDay: local >= 0 ? local / 86400 : (local - 86399) / 86400)
      var last: Change?
      for year in year - 1...year + 1 {
        let (start, end) = (saving.start.local(in: year), saving.end.local(in: year))
        let changes = [
          Change(instant: start - standardOffset, before: standardOffset, after: saving.offset),
          Change(instant: end - saving.offset, before: saving.offset, after: standardOffset),
        ]
        for change in changes where change.localStart <= local && change.instant >= last?.instant ?? .min {
          last = change
        }
      }
      return last
    }

    private struct Scanner {
      var rest: ArraySlice<UInt8>

      private mutating func take(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest = rest.dropFirst()
        return true
      }

      private mutating func number() -> Int? {
        let digits = rest.prefix(while: ASCII.isDigit)
        guard (1...3).contains(digits.count) else { return nil }
        rest = rest.dropFirst(digits.count)
        return digits.reduce(0) { $0 * 10 + Int($1 - ASCII.zero) }
      }

      /// Skips a name such as `CET` or `<+0330>`.
      mutating func skipName() -> Bool {
        if take(UInt8(ascii: "<")) {
          guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return false }
          rest = rest[(end + 1)...]
          return true
        }
        let letters = rest.prefix { ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
        rest = rest.dropFirst(letters.count)
        return letters.count >= 3
      }

      /// Hours, minutes and seconds after a sign, in seconds.
      mutating func offset() -> Int64? {
        let isNegative = take(ASCII.minus)
        if !isNegative { _ = take(ASCII.plus) }
        guard let hours = number() else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] where take(ASCII.colon) {
          guard let count = number(), count < 60 else { return nil }
          seconds += count * unit
        }
        return Int64(isNegative ? -seconds : seconds)
      }

      /// A comma, a day and a time of the day. Default time: two o'clock.
      mutating func day() -> Day? {
        guard take(ASCII.comma), let kind = dayKind() else { return nil }
        guard take(UInt8(ascii: "/")) else { return Day(kind: kind, seconds: 7200) }
        return offset().map { Day(kind: kind, seconds: $0) }
      }

      private mutating func dayKind() -> Day.Kind? {
        if take(UInt8(ascii: "J")) {
          return number().flatMap { (1...365).contains($0) ? .julian($0) : nil }
        }
        guard take(UInt8(ascii: "M")) else {
          return number().flatMap { (0...365).contains($0) ? .ordinal($0) : nil }
        }
        guard let month = number(), (1...12).contains(month), take(ASCII.dot), let week = number(),
          (1...5).contains(week),
          take(ASCII.dot), let day = number(), (0...6).contains(day)
        else { return nil }
        return .weekday(month: month, week: week, day: day)
      }
    }
  }
}

// MARK: - The calendar

/// The days from 1 January 1970 to a date of the Gregorian calendar (Howard Hinnant's `days_from_civil`).
private func daysSince1970(year: Int64, month: Int, day: Int) -> Int64 {
  let year = month <= 2 ? year - 1 : year
  let era = (year >= 0 ? year : year - 399) / 400
  let yearOfEra = year - era * 400
  let dayOfYear = Int64((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1)
  return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
}

/// The year of a day (Howard Hinnant's `civil_from_days`).
private func year(ofDay day: Int64) -> Int64 {
  let day = day + 719_468
  let era = (day >= 0 ? day : day - 146_096) / 146_097
  let dayOfEra = day - era * 146_097
  let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  // The years begin in March.
  return yearOfEra + era * 400 + (dayOfYear >= 306 ? 1 : 0)
}
