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
    try bytes.withUnsafeBufferPointer { try deflater.deflate($0, Z_NO_FLUSH, to: &sink) }
  }

  public mutating func finish() throws {
    try deflater.deflate(UnsafeBufferPointer(start: nil, count: 0), Z_FINISH, to: &sink)
    try sink.finish()
  }

  /// The sink that the compressed bytes went to.
  public consuming func takeSink() -> Sink { sink }
}

/// zlib's compressor. It refers to the memory that its state is in, which therefore does not move.
private final class Deflater {
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let output = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)
  private let isReady: Bool

  init(level: Int) {
    stream.initialize(to: z_stream())
    // 15: the largest window; 16: gzip.
    isReady =
      deflateInit2_(
        stream, Int32(min(max(level, 1), 9)), Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
    output.deallocate()
  }

  func deflate<Sink: ByteSink & ~Copyable>(
    _ bytes: UnsafeBufferPointer<UInt8>, _ flush: Int32, to sink: inout Sink
  ) throws {
    guard isReady else { throw SystemError(code: 12, action: "cannot compress") }  // ENOMEM
    // In pieces that zlib's 32 bits can count.
    var rest = bytes[...]
    repeat {
      let piece = rest.prefix(1 << 30)
      rest = rest.dropFirst(piece.count)
      stream.pointee.next_in = UnsafeMutablePointer(mutating: UnsafeBufferPointer(rebasing: piece).baseAddress)
      stream.pointee.avail_in = UInt32(piece.count)
      repeat {
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(output.count)
        _ = CZlib.deflate(stream, flush)
        let count = output.count - Int(stream.pointee.avail_out)
        if count > 0 { try sink.write(UnsafeBufferPointer(rebasing: output[..<count]).span) }
      } while stream.pointee.avail_out == 0
    } while !rest.isEmpty
  }
}
