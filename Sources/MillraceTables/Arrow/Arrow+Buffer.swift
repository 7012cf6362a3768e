import SystemLibrary

extension Arrow {
  /// Memory that grows, and whose ownership is finally transferred to a consumer of Arrow's C data interface.
  ///
  /// SAFETY: the memory belongs to this value until `take` transfers it.
  @safe
  struct Buffer: ~Copyable {
    private(set) var start: UnsafeMutableRawPointer
    /// The size, in bytes.
    private(set) var capacity = 0

    init() { unsafe start = unsafe Self.noMemory }

    deinit { if capacity > 0 { unsafe free(start) } }

    private static var noMemory: UnsafeMutableRawPointer {
      unsafe UnsafeMutableRawPointer(bitPattern: 64).unsafelyUnwrapped
    }

    /// Grows to at least `size` bytes, and fills the new bytes with a byte, if one is given.
    @inline(never)
    mutating func grow(to size: Int, filling byte: UInt8? = nil) {
      guard size > capacity else { return }
      let larger = max(size, 2 * capacity, 256)
      guard let memory = unsafe realloc(capacity > 0 ? start : nil, larger) else { fatalError("out of memory") }
      if let byte { unsafe memset(memory + capacity, Int32(byte), larger - capacity) }
      unsafe (start, capacity) = unsafe (memory, larger)
    }

    /// Transfers the memory to the caller, who must free it. The buffer is empty afterwards.
    mutating func take() -> UnsafeMutableRawPointer? {
      guard capacity > 0 else { return nil }
      defer { unsafe (start, capacity) = unsafe (Self.noMemory, 0) }
      return unsafe start
    }
  }
}
