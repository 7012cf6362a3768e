import Millrace

extension Arrow {
  /// The compression of the buffers of a batch.
  public enum BufferCodec: Sendable, Hashable {
    /// An LZ4 frame for each buffer.
    case lz4Frame
    /// A Zstandard frame (RFC 8878) for each buffer.
    case zstandard
  }

  /// A function that decompresses one buffer. Its arguments are the codec, the compressed bytes, and memory for exactly
  /// as many bytes as the decompressed buffer must have.
  public typealias Decompressor = @Sendable (BufferCodec, Span<UInt8>, inout OutputSpan<UInt8>) throws -> Void

  /// The body of a batch with its buffers decompressed.
  ///
  /// SAFETY: the memory belongs to this object, which deallocates it.
  @safe
  final class DecompressedBody {
    private let memory: UnsafeMutableRawBufferPointer
    /// The offsets and the sizes of the buffers, in bytes.
    private(set) var buffers: [Int64] = []

    /// The bytes. They are valid as long as this object exists.
    var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(memory) }

    /// - Parameters:
    ///   - buffers: The offsets and the sizes of the compressed buffers, in bytes.
    ///   - limit: The maximum size of the decompressed body, in bytes.
    /// - Throws: ``Problem`` if the body is not valid, and errors of the decompressor.
    init(
      _ body: UnsafeRawBufferPointer, _ buffers: [Int64], _ codec: BufferCodec, _ decompress: Decompressor, limit: Int
    ) throws {
      var pieces: [(compressed: UnsafeRawBufferPointer, size: Int, isCompressed: Bool)] = unsafe []
      var total = 0
      for index in stride(from: 0, to: buffers.count - 1, by: 2) {
        let (offset, size) = (buffers[index], buffers[index + 1])
        guard offset >= 0, size >= 0, offset <= body.count, size <= Int64(body.count) - offset else {
          throw Problem.malformed("a buffer that is not within the body", column: nil)
        }
        let bytes = unsafe UnsafeRawBufferPointer(rebasing: body[Int(offset)..<Int(offset + size)])
        // The size of the decompressed bytes comes first; -1 means that the bytes are not compressed.
        guard bytes.count >= 8 else {
          guard unsafe bytes.isEmpty else {
            throw Problem.malformed("a compressed buffer without its size", column: nil)
          }
          unsafe pieces.append((bytes, 0, false))
          continue
        }
        let content = unsafe UnsafeRawBufferPointer(rebasing: bytes[8...])
        let announced = unsafe Int64(littleEndian: bytes.loadUnaligned(as: Int64.self))
        let isCompressed = announced != -1
        guard announced >= -1, announced <= Int64(limit) else { throw Problem.batchTooLarge(limit: limit) }
        let count = isCompressed ? Int(announced) : content.count
        unsafe pieces.append((content, count, isCompressed))
        total += (count + 63) & ~63
        guard total <= limit else { throw Problem.batchTooLarge(limit: limit) }
      }
      unsafe memory = .allocate(byteCount: max(total, 1), alignment: 64)
      var offset = 0
      for index in unsafe pieces.indices {
        let piece = unsafe pieces[index]
        let target = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[offset..<offset + piece.size])
        if unsafe piece.isCompressed, unsafe piece.size > 0 {
          let room = unsafe target.bindMemory(to: UInt8.self)
          var output = unsafe OutputSpan(buffer: room, initializedCount: 0)
          try unsafe decompress(codec, piece.compressed.bindMemory(to: UInt8.self).span, &output)
          guard unsafe output.finalize(for: room) == piece.size else {
            throw Problem.malformed("a compressed buffer of another size than announced", column: nil)
          }
        } else {
          unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: piece.compressed.prefix(piece.size)))
        }
        unsafe self.buffers += [Int64(offset), Int64(piece.size)]
        unsafe offset += (piece.size + 63) & ~63
      }
    }

    deinit { unsafe memory.deallocate() }
  }
}
