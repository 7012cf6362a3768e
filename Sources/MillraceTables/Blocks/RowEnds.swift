import Millrace
import SystemLibrary

/// Finds the ends of rows in successive parts of a text.
///
/// A line of JSON ends after a line feed, because line feeds in strings are escaped. A row of CSV ends after a line feed,
/// or after a carriage return that no line feed follows, unless it is between quotes: unless the number of quotes before
/// it is odd. That is exact for RFC 4180, regardless of the text in the cells.
struct RowEnds {
  let isCSV: Bool
  /// Whether the next byte is between quotes.
  private var isQuoted: Bool
  /// Whether the last byte was a carriage return outside of quotes, which ends a row if no line feed follows.
  private var isAfterReturn = false

  init(isCSV: Bool, isQuoted: Bool = false) {
    self.isCSV = isCSV
    self.isQuoted = isQuoted
  }

  enum Which { case first, last }

  /// Returns the first or the last end of a row in the next part of the text, or nil if no row ends there. After a
  /// first end, the next part begins there.
  ///
  /// - Safety: after the part there must be 65 readable bytes.
  mutating func find(
    _ which: Which, from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    guard unsafe start < end else { return nil }
    return unsafe isCSV ? findRow(which, from: start, to: end) : findLine(which, from: start, to: end)
  }

  private func findLine(
    _ which: Which, from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    if which == .first {
      let feed = unsafe memchr(start, Int32(ASCII.lineFeed), end - start)
      return unsafe feed.map { unsafe UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) + 1 }
    }
    var position = unsafe end
    while unsafe position > start {
      if unsafe (position - 1).pointee == ASCII.lineFeed { return unsafe position }
      unsafe position -= 1
    }
    return nil
  }

  private mutating func findRow(
    _ which: Which, from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8>? {
    var last: UnsafePointer<UInt8>?
    if isAfterReturn, unsafe start.pointee != ASCII.lineFeed {
      isAfterReturn = false
      if which == .first { return unsafe start }
      unsafe last = unsafe start
    }
    var position = unsafe start
    if which == .last, !isQuoted {
      // Up to the first quote, every line feed ends a row. Only after the last one, carriage returns matter.
      let quote = unsafe memchr(start, Int32(ASCII.quote), end - start)
      let unquoted = unsafe quote.map { unsafe UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) } ?? end
      if let lineEnd = unsafe findLine(.last, from: start, to: unquoted) {
        unsafe last = unsafe lineEnd
        unsafe position = unsafe lineEnd
      }
      isAfterReturn = false
    }
    while unsafe position < end {
      let bytes = unsafe SixtyFourBytes(at: position)
      let size = unsafe min(64, end - position)
      let present = UInt64.max &>> UInt64(64 - size)
      let inside = (bytes.bits(of: ASCII.quote) & present).prefixParity ^ (isQuoted ? .max : 0)
      var ends = bytes.bits(of: ASCII.lineFeed)
      let returns = bytes.bits(of: ASCII.carriageReturn) & ~inside & present
      if _slowPath(returns != 0) {
        unsafe ends |= returns & ~SixtyFourBytes(at: position + 1).bits(of: ASCII.lineFeed)
        // The byte after the last one is not known.
        if unsafe position + size == end { ends &= ~(1 &<< UInt64(size - 1)) | bytes.bits(of: ASCII.lineFeed) }
      }
      ends &= ~inside & present
      if ends != 0 {
        if which == .first {
          (isQuoted, isAfterReturn) = (false, false)
          return unsafe position + ends.trailingZeroBitCount + 1
        }
        unsafe last = unsafe position + (64 - ends.leadingZeroBitCount)
      }
      isQuoted = inside &>> UInt64(size - 1) & 1 != 0
      isAfterReturn = returns &>> UInt64(size - 1) & 1 != 0
      unsafe position += size
    }
    return unsafe last
  }

  /// Ignores that a row may end before the next part.
  mutating func forgetReturn() { isAfterReturn = false }
}
