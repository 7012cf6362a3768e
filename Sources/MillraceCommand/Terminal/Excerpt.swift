/// The line that an error is in, with a mark below the place.
///
///     films.json:12:17: expected a string, found a number, at /3/name
///         "name": 12,
///                 ^
///
/// - Parameters:
///   - bytes: the document.
///   - offset: the place in it, in bytes.
/// - Returns: two lines without a trailing line feed.
func excerpt(of bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> String {
  let longest = 76
  let lineFeed = UInt8(ascii: "\n")
  let start = unsafe bytes[..<min(offset, bytes.count)].lastIndex(of: lineFeed).map { $0 + 1 } ?? 0
  let end = unsafe bytes[min(offset, bytes.count)...].firstIndex(of: lineFeed) ?? bytes.count
  // A long line is cut around the place; invalid UTF-8 becomes U+FFFD, and control characters become spaces.
  let before = unsafe visible(
    String(decoding: bytes[max(start, min(offset, end) - 4 * longest)..<min(offset, end)], as: UTF8.self))
  let behind = unsafe visible(String(decoding: bytes[min(offset, end)..<min(end, offset + 4 * longest)], as: UTF8.self))
  let shownBefore = before.suffix(longest / 2)
  let shownBehind = behind.prefix(longest - shownBefore.count)
  return "    \(shownBefore)\(shownBehind)\n    \(String(repeating: " ", count: shownBefore.count))^"
}

/// A text that does not move the cursor: control characters are replaced by spaces.
func visible(_ text: String) -> String {
  String(
    String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) ? " " : $0 })
  )
}

/// A path in a document for a message: of a long one its beginning and its end.
func shortened(path: String) -> String {
  let segments = path.split(separator: "/", omittingEmptySubsequences: false)
  guard segments.count > 20 else { return path }
  return segments.prefix(9).joined(separator: "/") + "/…/" + segments.suffix(8).joined(separator: "/")
}
