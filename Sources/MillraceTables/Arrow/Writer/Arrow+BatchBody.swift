import Millrace

extension Arrow {
  /// The buffers of a batch, with zeros after each of them up to a multiple of 64 bytes, the alignment that the specification
  /// recommends.
  ///
  /// Large buffers are kept as they are: they are copied only when they are written.
  struct BatchBody: Sendable {
    private typealias Buffer = @Sendable ((Span<UInt8>) throws -> Void) throws -> Void

    /// The size, in bytes.
    private(set) var count = 0
    private var buffers: [Buffer] = []
    /// The bytes after the last of the buffers.
    private var bytes: [UInt8] = []

    /// The size from which buffers are not copied, in bytes.
    private static let largeSize = 1 << 16

    /// Appends a buffer.
    mutating func append<Number: BitwiseCopyable & Sendable>(_ numbers: ArraySlice<Number>) {
      let size = numbers.count * MemoryLayout<Number>.stride
      if size < Self.largeSize {
        unsafe numbers.withUnsafeBytes { unsafe bytes.append(contentsOf: $0) }
      } else {
        moveBytes()
        // SAFETY: the memory belongs to the array, which exists during the call.
        buffers.append { write in
          try unsafe numbers.withUnsafeBytes { try unsafe write($0.bindMemory(to: UInt8.self).span) }
        }
      }
      pad(size)
    }

    /// Appends a buffer of a column of a scan.
    ///
    /// - Parameter size: The size, in bytes; the memory may have more.
    mutating func append(bufferAt index: Int, of entries: Arrow.ArrayData, size: Int) {
      if size < Self.largeSize {
        unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(start: entries.buffers[index], count: size))
      } else {
        moveBytes()
        // SAFETY: the memory belongs to the entries, which the function owns, and does not change.
        buffers.append { write in
          let memory = unsafe UnsafeRawBufferPointer(start: entries.buffers[index], count: size)
          try unsafe write(memory.bindMemory(to: UInt8.self).span)
        }
      }
      pad(size)
    }

    /// Appends a buffer of zeros.
    mutating func append(zeros size: Int) {
      bytes.append(contentsOf: repeatElement(0, count: size))
      pad(size)
    }

    private mutating func pad(_ size: Int) {
      let padding = Arrow.aligned(size) - size
      bytes.append(contentsOf: repeatElement(0, count: padding))
      count += size + padding
    }

    private mutating func moveBytes() {
      guard !bytes.isEmpty else { return }
      let bytes = bytes
      self.bytes = []
      buffers.append { write in try bytes.withSpan(write) }
    }

    /// Writes the buffers.
    ///
    /// - Throws: Errors of the sink.
    func write<Sink: ByteSink & ~Copyable>(to sink: inout Sink) throws {
      for buffer in buffers { try buffer { try sink.write($0) } }
      if !bytes.isEmpty { try sink.write(bytes) }
    }
  }
}
