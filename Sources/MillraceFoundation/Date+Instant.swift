public import Millrace

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Date {
  /// The date nearest to an instant.
  public init(_ instant: Instant) {
    let sinceReference = Double(instant.seconds - Self.referenceSeconds)
    self.init(timeIntervalSinceReferenceDate: sinceReference + Double(instant.nanoseconds) / 1e9)
  }

  /// 2001-01-01T00:00:00Z in seconds since 1970.
  fileprivate static var referenceSeconds: Int64 { 978_307_200 }
}

extension Instant {
  /// The instant of a date, or nil if the date is not finite or too far away to be counted in seconds.
  ///
  /// A date is a double, which is rarely exactly the instant that it was created from. So of the instants in whole
  /// milliseconds, microseconds and nanoseconds, the first one that has this date is returned.
  public init?(_ date: Date) {
    let interval = date.timeIntervalSinceReferenceDate
    let whole = interval.rounded(.down)
    guard let seconds = Int64(exactly: whole), seconds.magnitude < 1 << 62 else { return nil }
    let fraction = interval - whole  // exact: both are multiples of the interval's last bit
    func instant(roundedTo unit: Int64) -> Instant {
      let nanoseconds = Int64((fraction * 1e9 / Double(unit)).rounded()) * unit
      let (carry, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
      return Instant(seconds: seconds + Date.referenceSeconds + carry, nanoseconds: Int32(rest))
    }
    let candidates = [1_000_000, 1_000].map(instant)
    self = candidates.first { Date($0) == date } ?? instant(roundedTo: 1)
  }
}

/// A date is read and written as an instant, in the representation of the format and its style.
///
/// A date is a floating-point number of seconds. If the style has a unit, such as ``UnixSeconds``, the date is rounded to the nearest
/// unit, and halfway between two units to the later one.
extension Date: Readable, Writable {
  public static func read<Reader: FormatReader & ~Copyable & ~Escapable>(from reader: inout Reader) throws -> Date {
    Date(try reader.readInstant())
  }

  /// Writes the date, rounded to the unit of the style. Without a unit, with as few digits after the second as read back as the
  /// same date.
  public func write<Writer: FormatWriter & ~Copyable>(to writer: inout Writer) {
    guard let instant = Instant(self) else {
      writer.fail(.invalidValue(type: "Date", found: "\(timeIntervalSinceReferenceDate) s since 2001"))
      return writer.writeNull()
    }
    writer.write(writer.nearestInstant(to: instant))
  }
}

/// Strategies for instants can be used for dates: `@Field(using: UnixSeconds.self) var time: Date`.
extension Date: StrategyConvertible {
  public init(strategyValue: Instant) { self.init(strategyValue) }
  public var strategyValue: Instant? { Instant(self) }
}
