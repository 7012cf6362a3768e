import Millrace

/// Memory for compressed bytes on their way to a sink.
///
/// SAFETY: it belongs to this object, which deallocates it.
@safe
final class CompressedOutput {
  /// The memory, for a library in C to write to.
  let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 1 << 16)

  deinit { unsafe memory.deallocate() }

  /// Writes the first bytes, which must have been initialized, to a sink.
  func write(_ count: Int, to sink: inout some ByteSink & ~Copyable) throws {
    if count > 0 { try sink.write(unsafe UnsafeBufferPointer(rebasing: memory[..<count]).span) }
  }
}
