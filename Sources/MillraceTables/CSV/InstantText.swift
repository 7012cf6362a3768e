import Millrace

extension Instant {
  /// Parses a date and time of RFC 3339 with a space or a `T` in it. An ending is appended to the text first.
  init?(rfc3339 text: UnsafeBufferPointer<UInt8>, followedBy ending: StaticString) {
    let count = text.count + ending.utf8CodeUnitCount
    let instant = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { memory -> Instant? in
      guard let start = memory.baseAddress, let source = text.baseAddress else { return nil }
      unsafe start.update(from: source, count: text.count)
      unsafe (start + text.count).update(from: ending.utf8Start, count: ending.utf8CodeUnitCount)
      if count > 10, unsafe start[10] == ASCII.space { unsafe start[10] = ASCII.uppercaseT }
      return unsafe Instant(rfc3339: UnsafeBufferPointer(start: start, count: count))
    }
    guard let instant else { return nil }
    self = instant
  }
}
