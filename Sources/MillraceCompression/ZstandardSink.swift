internal import CZstandard
import Millrace

/// Compresses bytes as one frame of Zstandard (RFC 8878), with a checksum, on their way to another sink.
///
/// libzstd holds some of the bytes back until ``finish()``.
public struct ZstandardSink<Sink: ByteSink & ~Copyable>: ByteSink, ~Copyable {
  /// What the compressed bytes go to.
  public private(set) var sink: Sink
  private let compressor: Compressor

  /// - Parameters:
  ///   - sink: the sink.
  ///   - level: from 1, fast, to 19, small. Default: 3.
  public init(_ sink: consuming Sink, level: Int = 3) {
    self.sink = sink
    compressor = Compressor(level: level)
  }

  public mutating func write(_ bytes: Span<UInt8>) throws {
    try bytes.withUnsafeBufferPointer { try compressor.compress($0, ZSTD_e_continue, to: &sink) }
  }

  public mutating func finish() throws {
    try compressor.compress(UnsafeBufferPointer(start: nil, count: 0), ZSTD_e_end, to: &sink)
    try sink.finish()
  }

  /// The sink that the compressed bytes went to.
  public consuming func takeSink() -> Sink { sink }
}

/// libzstd's compressor.
private final class Compressor {
  private let context: OpaquePointer?
  private let output = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)

  init(level: Int) {
    context = ZSTD_createCCtx()
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, Int32(min(max(level, 1), 19)))
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
  }

  deinit {
    ZSTD_freeCCtx(context)
    output.deallocate()
  }

  func compress<Sink: ByteSink & ~Copyable>(
    _ bytes: UnsafeBufferPointer<UInt8>, _ directive: ZSTD_EndDirective, to sink: inout Sink
  ) throws {
    guard context != nil else { throw SystemError(code: 12, action: "cannot compress") }  // ENOMEM
    var input = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
    while true {
      var piece = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
      let rest = ZSTD_compressStream2(context, &piece, &input, directive)
      guard ZSTD_isError(rest) == 0 else { throw SystemError(code: 12, action: "cannot compress") }
      if piece.pos > 0 { try sink.write(UnsafeBufferPointer(rebasing: output[..<piece.pos]).span) }
      if directive == ZSTD_e_end ? rest == 0 : input.pos == input.size { return }
    }
  }
}
