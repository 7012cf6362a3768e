internal import CBrotli
internal import CLZ4
internal import CSnappy
internal import CZlib
internal import CZstandard
import Millrace

// SAFETY: the libraries read and write a specified number of bytes, those of the span and the free memory of the
// output.

/// A compression of blocks of bytes in memory, such as the pages of Parquet files.
///
/// The decompressed size of a block is stored elsewhere, and is given by the memory for the result. The raw values are the numbers of
/// the codecs in the metadata of Parquet.
public enum BlockCodec: Int, Sendable, Hashable, CaseIterable {
  /// A Snappy block without framing.
  case snappy = 1
  /// Members of gzip (RFC 1952).
  case gzip = 2
  /// A Brotli stream (RFC 7932).
  case brotli = 4
  /// Zstandard frames (RFC 8878).
  case zstandard = 6
  /// An LZ4 block without framing.
  case lz4 = 7
  /// LZ4 blocks, each after its decompressed and its compressed size, as Hadoop stores them. An LZ4 frame, and a
  /// block without sizes, are decompressed as well, because some programs write those instead.
  case lz4Hadoop = 5

  /// Returns the compressed bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, at most 2,113,929,216.
  ///   - level: The level of gzip (1 to 9), Brotli (0 to 11) or Zstandard (1 to 19). Default: 6 for gzip, 1 for Brotli
  ///     and Zstandard.
  /// - Throws: `SystemError` if there are too many bytes or not enough memory.
  public func compress(_ bytes: Span<UInt8>, level: Int? = nil) throws -> [UInt8] {
    let size = bytes.count
    // EFBIG
    guard size <= Int(LZ4_MAX_INPUT_SIZE) else { throw SystemError(code: 27, action: "cannot compress") }
    return try unsafe bytes.withUnsafeBufferPointer { bytes in
      try unsafe [UInt8](unsafeUninitializedCapacity: capacity(for: size)) { memory, count in
        guard let written = unsafe compress(bytes, into: memory, level: level) else {
          throw SystemError(code: 12, action: "cannot compress")  // ENOMEM
        }
        count = written
      }
    }
  }

  /// Decompresses a block.
  ///
  /// - Parameters:
  ///   - bytes: The block.
  ///   - output: The memory, which has room for exactly the decompressed bytes. It is full afterwards.
  /// - Throws: ``DecompressionError`` if the block is damaged or holds another number of bytes.
  public func decompress(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws {
    let isComplete = try unsafe bytes.withUnsafeBufferPointer { bytes in
      try unsafe output.withUnsafeMutableBufferPointer { memory, initialized in
        let free = unsafe UnsafeMutableBufferPointer(rebasing: memory[initialized...])
        guard unsafe try decompress(bytes, into: free) == free.count else { return false }
        initialized = memory.count
        return true
      }
    }
    if !isComplete { throw DecompressionError(problem: .corrupt, compressedOffset: 0) }
  }

  // MARK: Compression

  /// The maximum size of the compressed bytes.
  private func capacity(for size: Int) -> Int {
    switch self {
    case .snappy: snappy_max_compressed_length(size)
    case .gzip: Int(compressBound(UInt(size))) + 18
    case .brotli: BrotliEncoderMaxCompressedSize(size)
    case .zstandard: ZSTD_compressBound(size)
    case .lz4: Int(LZ4_compressBound(Int32(size)))
    case .lz4Hadoop: Int(LZ4_compressBound(Int32(size))) + 8
    }
  }

  /// - Returns: The number of compressed bytes, or nil if there is not enough memory.
  private func compress(
    _ bytes: UnsafeBufferPointer<UInt8>, into memory: UnsafeMutableBufferPointer<UInt8>, level: Int?
  ) -> Int? {
    switch self {
    case .snappy:
      var count = memory.count
      return unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
        unsafe memory.withMemoryRebound(to: CChar.self) { memory in
          // The library reads no bytes of an empty block, but requires a pointer.
          let start = unsafe bytes.baseAddress ?? UnsafePointer(memory.baseAddress!)
          return unsafe snappy_compress(start, bytes.count, memory.baseAddress, &count) == SNAPPY_OK ? count : nil
        }
      }
    case .gzip: return unsafe deflate(bytes, into: memory, level: Int32(min(max(level ?? 6, 1), 9)))
    case .brotli:
      var count = memory.count
      let quality = Int32(min(max(level ?? 1, 0), 11))
      let isComplete = unsafe BrotliEncoderCompress(
        quality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_GENERIC, bytes.count, bytes.baseAddress, &count, memory.baseAddress)
      return isComplete != 0 ? count : nil
    case .zstandard:
      let count = unsafe ZSTD_compress(
        memory.baseAddress, memory.count, bytes.baseAddress, bytes.count, Int32(min(max(level ?? 1, 1), 19)))
      return ZSTD_isError(count) == 0 ? count : nil
    case .lz4:
      let count = unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
        unsafe memory.withMemoryRebound(to: CChar.self) { memory in
          unsafe LZ4_compress_default(bytes.baseAddress, memory.baseAddress, Int32(bytes.count), Int32(memory.count))
        }
      }
      return count > 0 ? Int(count) : nil
    case .lz4Hadoop:
      let block = unsafe UnsafeMutableBufferPointer(rebasing: memory[8...])
      guard let count = unsafe Self.lz4.compress(bytes, into: block, level: nil) else { return nil }
      for (start, size) in [(0, bytes.count), (4, count)] {
        for index in 0..<4 { unsafe memory[start + index] = UInt8(truncatingIfNeeded: size >> (24 - 8 * index)) }
      }
      return count + 8
    }
  }

  private func deflate(
    _ bytes: UnsafeBufferPointer<UInt8>, into memory: UnsafeMutableBufferPointer<UInt8>, level: Int32
  ) -> Int? {
    var stream = unsafe z_stream()
    // 15: the largest window; 16: gzip.
    guard
      unsafe deflateInit2_(
        &stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size)) == Z_OK
    else { return nil }
    defer { unsafe deflateEnd(&stream) }
    unsafe stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
    unsafe stream.avail_in = UInt32(bytes.count)
    unsafe stream.next_out = memory.baseAddress
    unsafe stream.avail_out = UInt32(memory.count)
    guard unsafe CZlib.deflate(&stream, Z_FINISH) == Z_STREAM_END else { return nil }
    return unsafe memory.count - Int(stream.avail_out)
  }

  // MARK: Decompression

  /// - Returns: The number of decompressed bytes, or nil if the block is damaged or they do not fit.
  private func decompress(
    _ bytes: UnsafeBufferPointer<UInt8>, into memory: UnsafeMutableBufferPointer<UInt8>
  ) throws -> Int? {
    switch self {
    case .snappy:
      guard bytes.count > 0 else { return nil }
      var count = memory.count
      return unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
        unsafe memory.withMemoryRebound(to: CChar.self) { memory in
          unsafe snappy_uncompress(bytes.baseAddress, bytes.count, memory.baseAddress, &count) == SNAPPY_OK
            ? count : nil
        }
      }
    case .gzip: return try unsafe inflate(bytes, into: memory)
    case .brotli:
      var count = memory.count
      let result = unsafe BrotliDecoderDecompress(bytes.count, bytes.baseAddress, &count, memory.baseAddress)
      return result == BROTLI_DECODER_RESULT_SUCCESS ? count : nil
    case .zstandard:
      let count = unsafe ZSTD_decompress(memory.baseAddress, memory.count, bytes.baseAddress, bytes.count)
      return ZSTD_isError(count) == 0 ? count : nil
    case .lz4:
      guard let inputSize = Int32(exactly: bytes.count) else { return nil }
      let count = unsafe bytes.withMemoryRebound(to: CChar.self) { bytes in
        unsafe memory.withMemoryRebound(to: CChar.self) { memory in
          unsafe LZ4_decompress_safe(bytes.baseAddress, memory.baseAddress, inputSize, Int32(clamping: memory.count))
        }
      }
      return count >= 0 ? Int(count) : nil
    case .lz4Hadoop:
      if let count = unsafe try decompressHadoop(bytes, into: memory), count == memory.count { return count }
      if unsafe bytes.starts(with: [0x04, 0x22, 0x4D, 0x18]) {
        var output = unsafe OutputSpan(buffer: memory, initializedCount: 0)
        try unsafe CompressedBuffer.decompressLZ4(bytes.span, into: &output)
        return unsafe output.finalize(for: memory)
      }
      return unsafe try Self.lz4.decompress(bytes, into: memory)
    }
  }

  /// Decompresses blocks, each after two sizes of four bytes, the highest byte first.
  private func decompressHadoop(
    _ bytes: UnsafeBufferPointer<UInt8>, into memory: UnsafeMutableBufferPointer<UInt8>
  ) throws -> Int? {
    var (start, end) = (0, 0)
    while start < bytes.count {
      guard bytes.count - start >= 8 else { return nil }
      func number(at offset: Int) -> Int { unsafe bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
      let (size, compressedSize) = (number(at: start), number(at: start + 4))
      start += 8
      guard compressedSize <= bytes.count - start, size <= memory.count - end else { return nil }
      let block = unsafe UnsafeBufferPointer(rebasing: bytes[start..<start + compressedSize])
      let room = unsafe UnsafeMutableBufferPointer(rebasing: memory[end..<end + size])
      guard unsafe try Self.lz4.decompress(block, into: room) == size else { return nil }
      start += compressedSize
      end += size
    }
    return end
  }

  /// Decompresses members that follow one another.
  private func inflate(
    _ bytes: UnsafeBufferPointer<UInt8>, into memory: UnsafeMutableBufferPointer<UInt8>
  ) throws -> Int? {
    guard bytes.count <= Int(UInt32.max), memory.count <= Int(UInt32.max) else { return nil }
    var stream = unsafe z_stream()
    // 15: the largest window; 32: gzip, or zlib's own format, which some programs write.
    guard unsafe inflateInit2_(&stream, 15 + 32, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      throw SystemError(code: 12, action: "cannot decompress")  // ENOMEM
    }
    defer { unsafe inflateEnd(&stream) }
    unsafe stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
    unsafe stream.avail_in = UInt32(bytes.count)
    unsafe stream.next_out = memory.baseAddress
    unsafe stream.avail_out = UInt32(memory.count)
    // zlib rejects a null pointer even if it has nothing to write.
    var nothing: UInt8 = 0
    return unsafe withUnsafeMutablePointer(to: &nothing) { nothing in
      if unsafe stream.next_out == nil { unsafe stream.next_out = nothing }
      while unsafe stream.avail_in > 0 {
        guard unsafe CZlib.inflate(&stream, Z_FINISH) == Z_STREAM_END, unsafe inflateReset(&stream) == Z_OK else {
          return nil
        }
      }
      return unsafe memory.count - Int(stream.avail_out)
    }
  }
}
