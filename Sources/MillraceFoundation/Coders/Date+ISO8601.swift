#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// The strategy `.iso8601`: seconds, in UTC. Foundation's coders have used the format style since macOS 14 and iOS 17, and
// the formatter before.

extension Date {
  /// Parses a date and time without a fraction, as Foundation's decoder does.
  init?(iso8601Text text: String) {
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
      guard let date = try? ISO8601FormatStyle().parse(text) else { return nil }
      self = date
    } else {
      #if canImport(Darwin)
        guard let date = ISO8601DateFormatter().date(from: text) else { return nil }
        self = date
      #else
        return nil
      #endif
    }
  }

  /// The date and time without a fraction, as Foundation's encoder writes it.
  var iso8601Text: String {
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) { return formatted(.iso8601) }
    #if canImport(Darwin)
      return ISO8601DateFormatter().string(from: self)
    #endif
  }
}
