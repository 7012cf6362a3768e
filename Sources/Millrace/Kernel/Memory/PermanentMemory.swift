import CAtomicPointer

/// Memory that is never released: for tables, and for what belongs to them.
///
/// It is cut from blocks, by any thread without a lock. With a block of `malloc` for each of its parts, a table took twice the
/// instructions at the first use of its type.
///
/// SAFETY: a thread has the bytes between the number that it found in a block and the one that it left there. The address of a block is
/// stored after its number.
enum PermanentMemory {
  private static let blockSize = 16_384
  /// What is before the bytes of a block: the number of bytes that are taken.
  private static let headSize = 64

  /// Where the address of the block is that memory is taken from.
  nonisolated(unsafe) private static let current: UnsafeMutablePointer<UnsafeMutableRawPointer?> = {
    let place = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)
    unsafe place.initialize(to: makeBlock())
    return unsafe place
  }()

  private static func makeBlock() -> UnsafeMutableRawPointer {
    let block = UnsafeMutableRawPointer.allocate(byteCount: blockSize, alignment: 64)
    unsafe block.initializeMemory(as: Int.self, to: headSize)
    return unsafe block
  }

  /// - Parameter alignment: A power of two of at most 64.
  static func allocate(byteCount: Int, alignment: Int) -> UnsafeMutableRawPointer {
    // Each part begins at a multiple of 16 bytes.
    let size = (byteCount + max(alignment - 16, 0) + 15) & ~15
    // A large part would waste the rest of a block.
    if size > blockSize / 4 { return .allocate(byteCount: byteCount, alignment: 64) }
    while true {
      // SAFETY: there is always a block.
      let block = unsafe millrace_load_acquiring(current).unsafelyUnwrapped
      let start = unsafe millrace_add(block.assumingMemoryBound(to: Int.self), size)
      if start + size <= blockSize { return unsafe (block + start).alignedUp(toMultipleOf: alignment) }
      // The rest of the block is too small. Another thread may replace it, too; then one of the new blocks is not used.
      unsafe millrace_store_releasing(current, makeBlock())
    }
  }

  static func allocate<Value>(_ type: Value.Type, count: Int = 1) -> UnsafeMutablePointer<Value> {
    let memory = unsafe allocate(
      byteCount: count * MemoryLayout<Value>.stride, alignment: MemoryLayout<Value>.alignment)
    return unsafe memory.bindMemory(to: type, capacity: count)
  }

  /// Stores a value, such as a function.
  static func keep<Value>(_ value: Value) -> UnsafePointer<Value> {
    let memory = unsafe allocate(Value.self)
    unsafe memory.initialize(to: value)
    return unsafe UnsafePointer(memory)
  }
}
