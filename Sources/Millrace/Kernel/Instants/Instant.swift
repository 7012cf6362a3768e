/// An instant, with nanosecond precision.
///
/// Instants are counted as in POSIX, in days of 86,400 seconds: a leap second is the same instant as the second after it. The
/// format and its style determine how an instant is written. In JSON the default is a string such as
/// `"2026-11-22T03:10:20.5Z"` (RFC 3339).
///
/// ```swift
/// let launch = Instant("2026-11-22T04:10:20.5+01:00")
/// print(launch?.seconds ?? 0)  // 1795317020
/// ```
@frozen
public struct Instant: Sendable, Hashable {
  /// Whole seconds since 1970-01-01T00:00:00Z, rounded down: negative for earlier instants.
  public var seconds: Int64
  /// The nanoseconds since ``seconds``, 0 to 999,999,999.
  public var nanoseconds: Int32

  /// Creates an instant.
  ///
  /// - Parameters:
  ///   - seconds: Whole seconds since 1970-01-01T00:00:00Z, rounded down.
  ///   - nanoseconds: The nanoseconds since `seconds`, 0 to 999,999,999. Default: 0.
  @inlinable
  public init(seconds: Int64, nanoseconds: Int32 = 0) {
    assert((0..<1_000_000_000).contains(nanoseconds))
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }
}

extension Instant: Comparable {
  @inlinable
  public static func < (left: Instant, right: Instant) -> Bool {
    (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
  }
}

extension Instant {
  /// Creates an instant from a number of units since 1970-01-01T00:00:00Z.
  ///
  /// - Parameters:
  ///   - count: The number of units, negative before 1970.
  ///   - unitsPerSecond: 1, 1,000, 1,000,000 or 1,000,000,000.
  @inlinable
  public init(_ count: Int64, unitsPerSecond: Int64) {
    let seconds = count >= 0 ? count / unitsPerSecond : (count + 1) / unitsPerSecond - 1
    // This is between 0 and the number of units in a second, even if the multiplication overflows.
    let units = count &- seconds &* unitsPerSecond
    self.init(seconds: seconds, nanoseconds: Int32(truncatingIfNeeded: units * (1_000_000_000 / unitsPerSecond)))
  }

  /// Returns the number of units since 1970-01-01T00:00:00Z, or nil if it is out of range or not a whole number.
  ///
  /// - Parameter unitsPerSecond: 1, 1,000, 1,000,000 or 1,000,000,000.
  @inlinable
  public func count(unitsPerSecond: Int64) -> Int64? {
    let (units, rest) = Int64(nanoseconds).quotientAndRemainder(dividingBy: 1_000_000_000 / unitsPerSecond)
    guard rest == 0 else { return nil }
    // Both addends have the same sign, so that their sum is out of range if one of them is.
    let (whole, part) = seconds < 0 ? (seconds + 1, units - unitsPerSecond) : (seconds, units)
    let (product, isOutOfRange) = whole.multipliedReportingOverflow(by: unitsPerSecond)
    let (count, overflow) = product.addingReportingOverflow(part)
    return isOutOfRange || overflow ? nil : count
  }

  /// Returns the nearest instant in whole units since 1970, or the later one halfway between two.
  ///
  /// - Parameter unitsPerSecond: 1, 1,000, 1,000,000 or 1,000,000,000.
  public func rounded(unitsPerSecond: Int64) -> Instant {
    let unit = Int32(1_000_000_000 / unitsPerSecond)
    let (units, rest) = nanoseconds.quotientAndRemainder(dividingBy: unit)
    let roundedUp = rest >= unit - rest ? units + 1 : units
    guard Int64(roundedUp) == unitsPerSecond else { return Instant(seconds: seconds, nanoseconds: roundedUp * unit) }
    // There is no later second than the last one.
    return seconds == .max ? Instant(seconds: seconds, nanoseconds: units * unit) : Instant(seconds: seconds + 1)
  }
}

extension Instant: CustomStringConvertible {
  /// The text in the format of RFC 3339, in UTC.
  public var description: String {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: instantCapacity) { text in
      guard let start = text.baseAddress, let end = unsafe writeInstant(self, fraction: .shortest, at: start) else {
        return "\(seconds) s and \(nanoseconds) ns since 1970"
      }
      return unsafe String(decoding: text.prefix(end - start), as: UTF8.self)
    }
  }
}
