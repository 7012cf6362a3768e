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
    try compressor.compress(bytes, ZSTD_e_continue, to: &sink)
  }

  public mutating func finish() throws {
    try compressor.compress(Span(), ZSTD_e_end, to: &sink)
    try sink.finish()
  }

  /// The sink that the compressed bytes went to.
  public consuming func takeSink() -> Sink { sink }
}

/// libzstd's compressor.
///
/// SAFETY: the context and the output belong to this object. libzstd reads and writes as many bytes as the buffers of a call say,
/// and does not use them afterwards.
@safe
private final class Compressor {
  private let context: OpaquePointer?
  private let output = CompressedOutput()

  init(level: Int) {
    unsafe context = ZSTD_createCCtx()
    unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, Int32(min(max(level, 1), 19)))
    unsafe ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
  }

  deinit {
    unsafe ZSTD_freeCCtx(context)
  }

  func compress<Sink: ByteSink & ~Copyable>(
    _ bytes: Span<UInt8>, _ directive: ZSTD_EndDirective, to sink: inout Sink
  ) throws {
    guard unsafe context != nil else { throw SystemError(code: 12, action: "cannot compress") }  // ENOMEM
    try unsafe bytes.withUnsafeBufferPointer { bytes in
      var input = unsafe ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
      while true {
        var piece = unsafe ZSTD_outBuffer(dst: output.memory.baseAddress, size: output.memory.count, pos: 0)
        let rest = unsafe ZSTD_compressStream2(context, &piece, &input, directive)
        guard ZSTD_isError(rest) == 0 else { throw SystemError(code: 12, action: "cannot compress") }
        try unsafe output.write(piece.pos, to: &sink)
        if unsafe directive == ZSTD_e_end ? rest == 0 : input.pos == input.size { return }
      }
    }
  }
}
