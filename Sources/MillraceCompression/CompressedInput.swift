import Millrace

/// Compressed bytes of a source, as many at a time as a buffer takes.
///
/// SAFETY: the buffer belongs to this object, which deallocates it. A source fills it from the start.
@safe
final class CompressedInput {
  let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
  /// The bytes that the source has given.
  private(set) var received = 0
  private var source: any ByteSource
  private var hasEnded = false

  init(_ source: any ByteSource) { self.source = source }

  deinit { unsafe buffer.deallocate() }

  /// Replaces the bytes in the buffer.
  ///
  /// - Returns: how many there are; 0 at the end of the source.
  func receive() throws -> Int {
    if hasEnded { return 0 }
    var span = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
    try source.read(into: &span)
    let count = unsafe span.finalize(for: buffer)
    received += count
    hasEnded = count == 0
    return count
  }
}
