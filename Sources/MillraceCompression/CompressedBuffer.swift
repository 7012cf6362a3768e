internal import CLZ4
import Millrace

// SAFETY: the libraries read and write a specified number of bytes, those of the span and the free memory of the
// output.

/// A buffer in memory that was compressed as a whole, as those of Arrow's files are.
public enum CompressedBuffer {
  /// Decompresses a frame of LZ4.
  ///
  /// - Parameters:
  ///   - bytes: the frame.
  ///   - output: has room for as many bytes as come out. It is full afterwards.
  /// - Throws: ``DecompressionError`` if the frame is damaged or holds another number of bytes.
  public static func decompressLZ4(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws {
    var context: OpaquePointer?
    guard unsafe LZ4F_isError(LZ4F_createDecompressionContext(&context, UInt32(LZ4F_VERSION))) == 0 else {
      throw SystemError(code: 12, action: "cannot decompress")  // ENOMEM
    }
    defer { unsafe LZ4F_freeDecompressionContext(context) }
    var used = 0
    let isComplete = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe output.withUnsafeMutableBufferPointer { memory, initialized in
        while used < bytes.count {
          var inputSize = bytes.count - used
          var outputSize = memory.count - initialized
          let hint = unsafe LZ4F_decompress(
            context, memory.baseAddress.map { unsafe $0 + initialized }, &outputSize,
            bytes.baseAddress.map { unsafe $0 + used },
            &inputSize, nil)
          if LZ4F_isError(hint) != 0 { return false }
          used += inputSize
          initialized += outputSize
          if hint == 0 { return used == bytes.count && initialized == memory.count }
          if inputSize == 0, outputSize == 0 { return false }
        }
        return false
      }
    }
    guard isComplete else { throw DecompressionError(problem: .corrupt, compressedOffset: used) }
  }

  /// Decompresses a frame of Zstandard.
  ///
  /// - Parameters:
  ///   - bytes: the frame.
  ///   - output: has room for as many bytes as come out. It is full afterwards.
  /// - Throws: ``DecompressionError`` if the frame is damaged or holds another number of bytes.
  public static func decompressZstandard(_ bytes: Span<UInt8>, into output: inout OutputSpan<UInt8>) throws {
    try BlockCodec.zstandard.decompress(bytes, into: &output)
  }
}
