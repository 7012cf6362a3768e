extension Instant {
  /// What an instant in a table stands for, which determines its text.
  ///
  /// Tables store dates, and dates and times without a time zone, as instants in UTC.
  @frozen
  public enum Form: UInt8, Sendable, Hashable {
    /// An instant, in UTC: `2026-11-22T03:10:20.5Z` (RFC 3339).
    case instant
    /// A date and time whose time zone is unknown: `2026-11-22T03:10:20.5`.
    case localTime
    /// A date: `2026-11-22`. An instant that is not at midnight is written as ``localTime``.
    case date
  }

  /// Whether the instant is the beginning of a day in UTC.
  package var isMidnight: Bool { seconds % 86_400 == 0 && nanoseconds == 0 }

  /// Returns the text of the instant, also of one whose year is not in 0000 to 9999.
  package func description(as form: Form) -> String { text(as: form) ?? description }

  /// Returns the text of the instant.
  ///
  /// - Returns: Nil if the year is not in 0000 to 9999.
  package func text(as form: Form) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: instantCapacity) { text in
      guard let start = text.baseAddress, let end = unsafe writeInstant(self, as: form, at: start) else { return nil }
      return unsafe String(decoding: text.prefix(end - start), as: UTF8.self)
    }
  }
}

/// Writes an instant with as few digits of the second as are exact.
///
/// - Parameter target: Memory of `instantCapacity` bytes.
/// - Returns: The end of the text, or nil if the year is not in 0000 to 9999.
package func writeInstant(
  _ instant: Instant, as form: Instant.Form, at target: UnsafeMutablePointer<UInt8>
) -> UnsafeMutablePointer<UInt8>? {
  guard let end = unsafe writeInstant(instant, fraction: .shortest, at: target) else { return nil }
  switch form {
  case .instant: return unsafe end
  case .localTime: return unsafe end - 1
  case .date: return unsafe instant.isMidnight ? target + 10 : end - 1
  }
}
