extension String {
  /// Copies text if it is UTF-8.
  ///
  /// - Returns: Nil for bytes that are not well-formed UTF-8.
  package init?(checkingUTF8 bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress, bytes.count > 0 else {
      self = ""
      return
    }
    let end = unsafe start + bytes.count
    let isASCII = unsafe isASCII(from: start, to: end)
    if !isASCII, unsafe !isValidUTF8(from: start, to: end) { return nil }
    // Whether the layout is known matters only for short strings.
    unsafe self.init(validUTF8: bytes, isASCII: isASCII, knowsLayout: bytes.count <= 15 && layoutOfShortStringsIsKnown)
  }
}

/// - Safety: the bytes from `start` up to `end` must be readable.
@inline(__always)
package func isASCII(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Bool {
  var position = unsafe start
  var seen = SixteenBytes(.zero)
  while unsafe end - position >= 16 {
    unsafe seen.vector |= SixteenBytes(at: position).vector
    unsafe position += 16
  }
  if unsafe end - start >= 16 {
    // The last sixteen bytes, some of which have already been checked.
    unsafe seen.vector |= SixteenBytes(at: end - 16).vector
    return seen.isASCII
  }
  var rest: UInt8 = 0
  while unsafe position < end {
    unsafe rest |= position.pointee
    unsafe position += 1
  }
  return rest < 0x80
}
