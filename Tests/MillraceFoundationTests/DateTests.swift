import Foundation
import Millrace
import MillraceFoundation
import TestSupport
import Testing

private enum Seconds: JSON.Style { typealias Dates = UnixSeconds }
private enum Milliseconds: JSON.Style { typealias Dates = UnixMilliseconds }
private enum Microseconds: JSON.Style { typealias Dates = UnixMicroseconds }
private enum Nanoseconds: JSON.Style { typealias Dates = UnixNanoseconds }

/// A double of seconds is rounded to the unit of the style: to the nearest one, and halfway to the later one.
@Suite("Dates in styles")
struct DateTests {
  /// Dates of the years 1900 to 2100 in whole units, made from the seconds since 1970 or since 2001.
  private static func wholeDates(_ unitsPerSecond: Int64, count: Int = 10_000) -> [(date: Date, units: Int64)] {
    var random = SeededGenerator()
    return (0..<count).map { index in
      let range = Int(6_000_000_000 * unitsPerSecond)
      let units = Int64(random.below(range)) - 2_000_000_000 * unitsPerSecond
      let since1970 = Double(units) / Double(unitsPerSecond)
      let since2001 = Double(units - 978_307_200 * unitsPerSecond) / Double(unitsPerSecond)
      let date =
        index.isMultiple(of: 2)
        ? Date(timeIntervalSince1970: since1970) : Date(timeIntervalSinceReferenceDate: since2001)
      return (date, units)
    }
  }

  @Test func `dates of whole units are written as these units`() throws {
    var mismatches = Mismatches()
    for (date, units) in Self.wholeDates(1) {
      mismatches.expect(try JSON.encode(date, as: String.self, style: Seconds.self), "\(units)", "\(date)")
    }
    for (date, units) in Self.wholeDates(1_000) {
      mismatches.expect(try JSON.encode(date, as: String.self, style: Milliseconds.self), "\(units)", "\(units)")
    }
    for (date, units) in Self.wholeDates(1_000_000) {
      mismatches.expect(try JSON.encode(date, as: String.self, style: Microseconds.self), "\(units)", "\(units)")
    }
    mismatches.report()
  }

  @Test func `milliseconds as text are those of Foundation's formatter`() throws {
    let formatter = ISO8601DateFormatter()
    formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    var random = SeededGenerator()
    var dates = Self.wholeDates(1_000).map(\.date)
    dates += (0..<10_000).map { _ in
      Date(timeIntervalSince1970: Double(random.below(1 << 53)) / 0x1p22 - 100_000_000)
    }
    // Close to the half of a millisecond the formatter, which rounds twice, can be a millisecond off.
    dates.removeAll { date in
      let milliseconds = date.timeIntervalSince1970 * 1_000
      return abs(abs(milliseconds - milliseconds.rounded()) - 0.5) < 0.001
    }
    dates += [0.0625, -0.0625, 0.1875, -0.1875, 1e9 + 0.0625, -1e9 - 0.0625].map(Date.init(timeIntervalSince1970:))
    dates.append(Date())
    var mismatches = Mismatches()
    for date in dates {
      let text = try JSON.encode(date, as: String.self, style: JSON.Rails.self)
      mismatches.expect(text, "\"\(formatter.string(from: date))\"", "\(date.timeIntervalSinceReferenceDate)")
    }
    mismatches.report()
  }

  @Test func `any date is written as the nearest unit`() throws {
    var random = SeededGenerator()
    let dates = (0..<10_000).map { _ in Date(timeIntervalSince1970: Double(random.below(1 << 53)) / 0x1p22 - 1e8) }
    var mismatches = Mismatches()
    for date in dates + [Date(), .distantPast, .distantFuture] {
      let seconds = date.timeIntervalSince1970
      for (text, unit) in [
        (try JSON.encode(date, as: String.self, style: Seconds.self), 1.0),
        (try JSON.encode(date, as: String.self, style: Milliseconds.self), 1_000),
        (try JSON.encode(date, as: String.self, style: Microseconds.self), 1_000_000),
      ] {
        let units = try #require(Double(text))
        mismatches.expect(abs(units - seconds * unit) <= 0.5 + 0.000_001 * unit, true, "\(seconds) \(text)")
      }
    }
    mismatches.report()
  }

  @Test func `what is read and written again stays the same`() throws {
    var mismatches = Mismatches()
    for (_, units) in Self.wholeDates(1_000) {
      let date = try JSON.decode(Date.self, from: "\(units)", style: Milliseconds.self)
      mismatches.expect(try JSON.encode(date, as: String.self, style: Milliseconds.self), "\(units)", "\(units)")
    }
    for (_, units) in Self.wholeDates(1_000_000) {
      let date = try JSON.decode(Date.self, from: "\(units)", style: Microseconds.self)
      mismatches.expect(try JSON.encode(date, as: String.self, style: Microseconds.self), "\(units)", "\(units)")
    }
    mismatches.report()
  }

  @Test func `what Foundation writes as seconds is read as the same date, to the microsecond`() throws {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .secondsSince1970
    var mismatches = Mismatches()
    for (date, _) in Self.wholeDates(1_000) {
      let read = try JSON.decode([Date].self, from: [UInt8](encoder.encode([date])), style: Seconds.self)
      mismatches.expect(abs(read[0].timeIntervalSince(date)) < 0.000_001, true, "\(date.timeIntervalSince1970)")
    }
    mismatches.report()
  }

  @Test(
    arguments: [
      ("0", 0, 0), ("1.5", 1, 500_000_000), ("-1.5", -2, 500_000_000),
      ("1700000000.123456789", 1_700_000_000, 123_456_789),
      ("1e3", 1_000, 0), ("12.5e-1", 1, 250_000_000), ("1E+2", 100, 0), ("-0.0", 0, 0),
      ("0e999999999999999999999", 0, 0),
      ("1e-999999999999999999999", 0, 0), ("0.0000000004999", 0, 0), ("0.0000000005", 0, 1), ("-0.0000000005", 0, 0),
      ("-0.0000000006", -1, 999_999_999), ("0.9999999995", 1, 0), ("9223372036854775807", .max, 0),
      ("-9223372036854775808", .min, 0), ("9223372036854775807.9", .max, 900_000_000),
      ("10000000000000000000000000000e-28", 1, 0), ("0.00000000000000000000000000001e29", 1, 0),
    ] as [(String, Int64, Int32)])
  func `numbers of seconds are read exactly, to the nanosecond`(_ text: String, _ seconds: Int64, _ rest: Int32) throws
  {
    let expected = Instant(seconds: seconds, nanoseconds: rest)
    #expect(try JSON.decode(Instant.self, from: text, style: Seconds.self) == expected)
    let tree = try JSON.decode(JSON.Value.self, from: text)
    #expect(try tree.decode(Login.self, key: "time").time == expected)
  }

  @Test(arguments: [
    "1e19", "-1e19", "9223372036854775808", "1e999999999999999999999", "123456789e30", "9223372036854775807.9999999999",
  ])
  func `numbers of seconds out of range are rejected`(_ text: String) throws {
    let error = #expect(throws: FormatError.self) {
      try JSON.decode([Instant].self, from: "[\(text)]", style: Seconds.self)
    }
    #expect(error?.place.path == "/0")
    #expect(error?.description.contains("out of range") == true)
  }

  @Test(arguments: ["\"1\"", "null", "[]", "true", "1.", ".5", "1e", "- 1"])
  func `what is not a number is rejected`(_ text: String) {
    #expect(throws: FormatError.self) { try JSON.decode([Instant].self, from: "[\(text)]", style: Seconds.self) }
  }

  @Test func `instants are still rejected if they are not whole units`() {
    let instant = Instant(seconds: 1, nanoseconds: 500_000_000)
    #expect(throws: FormatError.self) { try JSON.encode(instant, style: Seconds.self) }
    #expect(throws: FormatError.self) { try JSON.encode(Instant(seconds: 1, nanoseconds: 1), style: Microseconds.self) }
    #expect(throws: FormatError.self) { try JSON.encode(Date(timeIntervalSince1970: .nan), style: Seconds.self) }
  }
}

@Serializable
private struct Login {
  @Field(using: UnixSeconds.self) var time: Instant
}

extension JSON.Value {
  fileprivate func decode(_ type: Login.Type, key: String) throws -> Login {
    try JSON.Value.object([key: self]).decode(type)
  }
}
