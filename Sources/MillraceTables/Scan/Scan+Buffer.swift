import SystemLibrary

extension Scan {
  /// Memory that grows, and whose ownership is finally transferred to a consumer of Arrow's C data interface.
  struct Buffer: ~Copyable {
    private(set) var start: UnsafeMutableRawPointer
    /// The size, in bytes.
    private(set) var capacity = 0

    init() { start = Self.noMemory }

    deinit { if capacity > 0 { free(start) } }

    private static var noMemory: UnsafeMutableRawPointer { UnsafeMutableRawPointer(bitPattern: 64).unsafelyUnwrapped }

    /// Grows to at least `size` bytes, and fills the new bytes with a byte, if one is given.
    @inline(never)
    mutating func grow(to size: Int, filling byte: UInt8? = nil) {
      guard size > capacity else { return }
      let larger = max(size, 2 * capacity, 256)
      guard let memory = realloc(capacity > 0 ? start : nil, larger) else { fatalError("out of memory") }
      if let byte { memset(memory + capacity, Int32(byte), larger - capacity) }
      (start, capacity) = (memory, larger)
    }

    /// Transfers the memory to the caller, who must free it. The buffer is empty afterwards.
    mutating func take() -> UnsafeMutableRawPointer? {
      guard capacity > 0 else { return nil }
      defer { (start, capacity) = (Self.noMemory, 0) }
      return start
    }
  }
}
