internal import CZstandard
import Millrace

/// The decompressed bytes of a source in the format of Zstandard (RFC 8878), of one frame or of several.
///
/// Copies of a source read from the same place.
public struct ZstandardSource: ByteSource {
  private let decompressor: Decompressor

  public init(_ source: some ByteSource) { decompressor = Decompressor(source) }

  /// - Throws: ``DecompressionError``, and what the source throws. The intact bytes before an error are returned first.
  public func read(into output: inout OutputSpan<UInt8>) throws { try decompressor.read(into: &output) }
}

/// libzstd's decompressor.
///
/// SAFETY: the stream and the input belong to this object. libzstd reads and writes as many bytes as the buffers of a call say,
/// and does not use them afterwards.
@safe
private final class Decompressor {
  private let input: CompressedInput
  private let stream: OpaquePointer?
  /// The compressed bytes in `input` that are not yet used.
  private var pending = 0..<0
  /// Whether a frame has begun and not ended.
  private var isInFrame = false
  private var hasSeenFrame = false

  init(_ source: any ByteSource) {
    input = CompressedInput(source)
    unsafe stream = ZSTD_createDStream()
    // At most 128 MiB of window, which is what `zstd -d` admits without an option.
    unsafe ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, 27)
  }

  deinit { unsafe ZSTD_freeDStream(stream) }

  func read(into output: inout OutputSpan<UInt8>) throws {
    try unsafe output.withUnsafeMutableBufferPointer { memory, initialized in
      unsafe initialized += try decompress(into: UnsafeMutableBufferPointer(rebasing: memory[initialized...]))
    }
  }

  /// - Returns: the number of bytes, at least one before the end.
  private func decompress(into memory: UnsafeMutableBufferPointer<UInt8>) throws -> Int {
    var output = unsafe ZSTD_outBuffer(dst: memory.baseAddress, size: memory.count, pos: 0)
    while unsafe output.pos == 0 {
      if pending.isEmpty {
        pending = 0..<(try input.receive())
        if pending.isEmpty, !isInFrame, hasSeenFrame { return 0 }
        if pending.isEmpty { throw DecompressionError(problem: .truncated, compressedOffset: input.received) }
      }
      var piece = unsafe ZSTD_inBuffer(src: input.buffer.baseAddress, size: pending.upperBound, pos: pending.lowerBound)
      let code = unsafe ZSTD_decompressStream(stream, &output, &piece)
      pending = unsafe piece.pos..<pending.upperBound
      if ZSTD_isError(code) != 0 {
        // What came out before the damage is given first; then the same error is met again.
        if unsafe output.pos > 0 { break }
        throw DecompressionError(problem: .corrupt, compressedOffset: input.received - pending.count)
      }
      hasSeenFrame = true
      isInFrame = code != 0
    }
    return unsafe output.pos
  }
}
