internal import CZlib
import Millrace

/// The bytes that a source of gzip (RFC 1952) stands for: of one member, or of several one after the other.
///
/// Copies of a source read from the same place.
public struct GzipSource: ByteSource {
  private let inflater: Inflater

  public init(_ source: some ByteSource) { inflater = Inflater(source) }

  /// - Throws: ``DecompressionError``, and what the source throws. What was intact before has been given by then.
  public func read(into output: inout OutputSpan<UInt8>) throws { try inflater.read(into: &output) }
}

/// zlib's decompressor. It refers to the memory that its state is in, which therefore does not move.
///
/// SAFETY: the state and the input belong to this object. zlib reads `avail_in` bytes at `next_in`, which are in the input, and
/// writes `avail_out` bytes at `next_out`, which is the caller's memory during a call.
@safe
private final class Inflater {
  private let input: CompressedInput
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  /// Whether a member has begun and not ended.
  private var isInMember = false
  private var hasSeenMember = false

  init(_ source: any ByteSource) {
    input = CompressedInput(source)
    unsafe stream.initialize(to: z_stream())
    // 15: the largest window; 16: gzip and nothing else. Without memory it fails, and so does all that follows.
    _ = unsafe inflateInit2_(stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  }

  deinit {
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  private var offset: Int { unsafe input.received - Int(stream.pointee.avail_in) }

  func read(into output: inout OutputSpan<UInt8>) throws {
    try unsafe output.withUnsafeMutableBufferPointer { memory, initialized in
      let free = unsafe UnsafeMutableBufferPointer(rebasing: memory[initialized...])
      unsafe initialized += try inflate(into: free)
    }
  }

  /// - Returns: the number of bytes, at least one before the end.
  private func inflate(into output: UnsafeMutableBufferPointer<UInt8>) throws -> Int {
    let capacity = UInt32(clamping: output.count)
    unsafe stream.pointee.next_out = output.baseAddress
    unsafe stream.pointee.avail_out = capacity
    while unsafe stream.pointee.avail_out == capacity {
      if !isInMember, try !beginMember() { return 0 }
      // What was decompressed and found no room comes without any input.
      switch unsafe CZlib.inflate(stream, Z_NO_FLUSH) {
      case Z_STREAM_END: isInMember = false
      case Z_OK: break
      case Z_BUF_ERROR:
        guard unsafe stream.pointee.avail_in == 0 else {
          throw DecompressionError(problem: .corrupt, compressedOffset: offset)
        }
        guard try receive() else { throw DecompressionError(problem: .truncated, compressedOffset: offset) }
      default:
        // What came out before the damage is given first; then the same error is met again.
        if unsafe stream.pointee.avail_out < capacity { break }
        throw DecompressionError(problem: .corrupt, compressedOffset: offset)
      }
    }
    return unsafe Int(capacity - stream.pointee.avail_out)
  }

  /// - Returns: `false` at the end of the source. Zeros after a member are skipped, as from tapes.
  private func beginMember() throws -> Bool {
    while true {
      guard try unsafe stream.pointee.avail_in > 0 || receive() else {
        if hasSeenMember { return false }
        throw DecompressionError(problem: .truncated, compressedOffset: offset)
      }
      guard hasSeenMember, unsafe stream.pointee.next_in.pointee == 0 else { break }
      unsafe stream.pointee.next_in += 1
      unsafe stream.pointee.avail_in -= 1
    }
    unsafe inflateReset(stream)
    isInMember = true
    hasSeenMember = true
    return true
  }

  /// - Returns: `false` at the end of the source.
  private func receive() throws -> Bool {
    let count = try input.receive()
    unsafe stream.pointee.next_in = input.buffer.baseAddress
    unsafe stream.pointee.avail_in = UInt32(count)
    return count > 0
  }
}
