extension String {
  /// Copies text if it is UTF-8.
  ///
  /// - Returns: Nil for bytes that are not well-formed UTF-8.
  package init?(checkingUTF8 bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress, bytes.count > 0 else {
      self = ""
      return
    }
    let end = start + bytes.count
    let isASCII = isASCII(from: start, to: end)
    if !isASCII, !isValidUTF8(from: start, to: end) { return nil }
    // Whether the layout is known matters only for short strings.
    self.init(validUTF8: bytes, isASCII: isASCII, knowsLayout: bytes.count <= 15 && layoutOfShortStringsIsKnown)
  }
}

/// - Safety: the bytes from `start` up to `end` must be readable.
@inline(__always)
package func isASCII(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Bool {
  var position = start
  var seen = SixteenBytes(.zero)
  while end - position >= 16 {
    seen.vector |= SixteenBytes(at: position).vector
    position += 16
  }
  if end - start >= 16 {
    // The last sixteen bytes, some of which have already been checked.
    seen.vector |= SixteenBytes(at: end - 16).vector
    return seen.isASCII
  }
  var rest: UInt8 = 0
  while position < end {
    rest |= position.pointee
    position += 1
  }
  return rest < 0x80
}
