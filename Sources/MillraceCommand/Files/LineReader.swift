import Millrace
import SystemLibrary

/// The lines of some text, one at a time.
struct LineReader {
  /// A line of the text.
  struct Line {
    /// Counted from 1.
    var number = 0
    /// The distance of its first byte from the start of the text.
    var offset = 0

    /// An error in the line's document as one in the text.
    func located(_ error: FormatError) -> FormatError {
      var error = error
      error.place.line = number
      error.place.offset = error.place.offset.map { $0 + offset }
      return error
    }
  }

  /// The maximum length of a line in bytes, because lines are held in memory.
  private static let maximumSize = 64 << 20

  private var source: any ByteSource
  private var bytes: [UInt8] = []
  private var position = 0
  private var hasEnded = false
  private(set) var line = Line()

  init(_ source: any ByteSource) { self.source = source }

  /// The bytes of the lines so far.
  var offset: Int { line.offset + lastLength }
  private var lastLength = 0

  /// The next line that is not blank, without its line feed; nil after the last one.
  ///
  /// - Throws: ``FormatError`` for a line that is too long, and what the source throws.
  mutating func next() throws -> ArraySlice<UInt8>? {
    while let end = try endOfLine() {
      let content = bytes[position..<end]
      line.number += 1
      line.offset += lastLength
      lastLength = min(end + 1, bytes.count) - position
      position += lastLength
      if !content.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return content }
    }
    return nil
  }

  private mutating func endOfLine() throws -> Int? {
    var searched = position
    while true {
      if let end = Self.firstLineFeed(in: bytes, from: searched) { return end }
      if hasEnded { return position < bytes.count ? bytes.count : nil }
      guard bytes.count - position <= Self.maximumSize else {
        throw FormatError(
          .elementTooLarge(limit: Self.maximumSize),
          at: FormatError.Place(offset: line.offset + lastLength, line: line.number + 1, column: 1))
      }
      bytes.removeFirst(position)
      position = 0
      searched = bytes.count
      try bytes.append(addingCapacity: max(1 << 16, bytes.count)) { try source.read(into: &$0) }
      hasEnded = bytes.count == searched
    }
  }

  private static func firstLineFeed(in bytes: [UInt8], from start: Int) -> Int? {
    unsafe bytes.withUnsafeBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress,
        let found = unsafe memchr(base + start, 0x0A, bytes.count - start)
      else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}
