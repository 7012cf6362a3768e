internal import CZlib
import Millrace

/// Compresses bytes as one member of gzip (RFC 1952) on their way to another sink.
///
/// Of what is written, zlib holds some back until ``finish()``.
public struct GzipSink<Sink: ByteSink & ~Copyable>: ByteSink, ~Copyable {
  /// What the compressed bytes go to.
  public private(set) var sink: Sink
  private let deflater: Deflater

  /// - Parameters:
  ///   - level: from 1, fast, to 9, small.
  ///   - sink: the sink.
  public init(_ sink: consuming Sink, level: Int = 6) {
    self.sink = sink
    deflater = Deflater(level: level)
  }

  public mutating func write(_ bytes: Span<UInt8>) throws {
    try deflater.deflate(bytes, Z_NO_FLUSH, to: &sink)
  }

  public mutating func finish() throws {
    try deflater.deflate(Span(), Z_FINISH, to: &sink)
    try sink.finish()
  }

  /// The sink that the compressed bytes went to.
  public consuming func takeSink() -> Sink { sink }
}

/// zlib's compressor. It refers to the memory that its state is in, which therefore does not move.
///
/// SAFETY: the state and the output belong to this object. zlib reads `avail_in` bytes at `next_in` and writes `avail_out` bytes
/// at `next_out`, which are set before each call, and does not use them afterwards.
@safe
private final class Deflater {
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let output = CompressedOutput()
  private let isReady: Bool

  init(level: Int) {
    unsafe stream.initialize(to: z_stream())
    // 15: the largest window; 16: gzip.
    isReady =
      unsafe deflateInit2_(
        stream, Int32(min(max(level, 1), 9)), Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
  }

  deinit {
    unsafe deflateEnd(stream)
    unsafe stream.deallocate()
  }

  func deflate<Sink: ByteSink & ~Copyable>(
    _ bytes: Span<UInt8>, _ flush: Int32, to sink: inout Sink
  ) throws {
    guard isReady else { throw SystemError(code: 12, action: "cannot compress") }  // ENOMEM
    // In pieces that zlib's 32 bits can count.
    var start = 0
    repeat {
      let piece = bytes.extracting(start..<min(start + 1 << 30, bytes.count))
      start += piece.count
      try unsafe piece.withUnsafeBufferPointer { piece in
        unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: piece.baseAddress)
        unsafe stream.pointee.avail_in = UInt32(piece.count)
        repeat {
          unsafe stream.pointee.next_out = output.memory.baseAddress
          unsafe stream.pointee.avail_out = UInt32(output.memory.count)
          _ = unsafe CZlib.deflate(stream, flush)
          try unsafe output.write(output.memory.count - Int(stream.pointee.avail_out), to: &sink)
        } while unsafe stream.pointee.avail_out == 0
      }
    } while start < bytes.count
  }
}
