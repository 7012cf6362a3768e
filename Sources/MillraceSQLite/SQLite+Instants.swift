import Millrace

extension SQLite {
  /// The representation of instants. SQLite has no type for them.
  public enum InstantFormat: Sendable, Hashable {
    /// Text such as `2026-11-22T03:10:20.5Z` (RFC 3339), which SQLite's functions support. All forms that these
    /// write are read (sqlite.org/lang_datefunc.html), such as `2026-11-22 03:10:20`, which is in UTC.
    case rfc3339
    /// Whole seconds since 1970 as an integer. Text is read as well.
    case unixSeconds
    /// Milliseconds since 1970 as an integer. Text is read as well.
    case unixMilliseconds

    /// nil for text.
    var unitsPerSecond: Int64? {
      switch self {
      case .rfc3339: nil
      case .unixSeconds: 1
      case .unixMilliseconds: 1_000
      }
    }
  }
}

extension Instant {
  /// Returns the instant of a text in RFC 3339, or as SQLite's functions write it: a date, or a date and a time with a
  /// space or a `T` in between, without seconds or with, in UTC unless it ends in an offset.
  init?(sqlite text: Span<UInt8>) {
    let exact = unsafe text.withUnsafeBufferPointer { unsafe Instant(rfc3339: $0) }
    if let exact {
      self = exact
      return
    }
    var bytes = unsafe text.withUnsafeBufferPointer { unsafe Array($0.prefix(40)) }
    guard bytes.count == text.count, bytes.count >= 10 else { return nil }
    if bytes.count == 10 { bytes += Array(" 00:00".utf8) }
    guard bytes.count >= 16, bytes[10] == UInt8(ascii: " ") || bytes[10] == UInt8(ascii: "T") else { return nil }
    bytes[10] = UInt8(ascii: "T")
    if bytes.count == 16 || bytes[16] != UInt8(ascii: ":") { bytes.insert(contentsOf: Array(":00".utf8), at: 16) }
    let ending = bytes[16...]
    if !ending.contains(where: { [UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-")].contains($0) }) {
      bytes.append(UInt8(ascii: "Z"))
    }
    guard let instant = unsafe bytes.withUnsafeBufferPointer({ unsafe Instant(rfc3339: $0) }) else { return nil }
    self = instant
  }
}
