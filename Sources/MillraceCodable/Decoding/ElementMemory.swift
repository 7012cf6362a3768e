import Millrace

/// Memory for the first elements of an array that is being read.
///
/// If the type of the elements is not known at compile time, every use of an array requests types from the runtime;
/// plain memory does not. A long array is read into its own memory as soon as its length can be estimated: with a second
/// copy of it, the system would take back the memory after each decode, and every page of it would cause a page fault.
///
/// SAFETY: the memory belongs to this value, which deinitializes `count` elements and deallocates it.
@safe
struct ElementMemory<Element>: ~Copyable {
  private var start = UnsafeMutablePointer<Element>.allocate(capacity: 8)
  private var capacity = 8
  private var count = 0

  deinit {
    unsafe start.deinitialize(count: count)
    unsafe start.deallocate()
  }

  /// Reads the elements of an array that is not empty.
  ///
  /// - Parameters:
  ///   - source: Where the elements come from, at the first of them.
  ///   - read: Reads an element.
  ///   - advance: Moves to the next element. Returns `false` at the end of the array.
  ///   - remaining: The number of bytes of input from the position of the source on.
  @inline(__always)
  static func readArray<Source: ~Copyable & ~Escapable>(
    from source: inout Source, _ read: (inout Source) throws -> Element,
    advance: (inout Source) throws -> Bool, remaining: (borrowing Source) -> Int
  ) throws -> [Element] {
    var memory = Self()
    let start = remaining(source)
    var limit = max(16, 32_768 / max(1, MemoryLayout<Element>.stride))
    while try !memory.fill(upTo: limit, from: &source, read, advance) {
      let estimate = estimatedCount(after: memory.count, atMost: 1 << 30, from: start, to: remaining(source))
      // An estimate from few of the elements may be far too high.
      if estimate <= 32 * memory.count {
        var isComplete = false
        let capacity = estimate + estimate / 8 + 1
        var elements = try memory.takeArray(capacity: capacity) { elements in
          while !isComplete, elements.count < capacity {
            try elements.append(read(&source))
            isComplete = try !advance(&source)
          }
        }
        if !isComplete {
          _ = try memory.fill(upTo: .max, from: &source, read, advance)
          elements.append(contentsOf: memory.takeArray(capacity: memory.count) { _ in })
        }
        return [Element].withoutExcess(elements)
      }
      limit *= 32
    }
    return memory.takeArray(capacity: memory.count) { _ in }
  }

  /// Reads elements until there is a number of them.
  ///
  /// - Returns: Whether the array is complete.
  @inline(__always)
  private mutating func fill<Source: ~Copyable & ~Escapable>(
    upTo limit: Int, from source: inout Source, _ read: (inout Source) throws -> Element,
    _ advance: (inout Source) throws -> Bool
  ) throws -> Bool {
    while count < limit {
      try append(read(&source))
      if try !advance(&source) { return true }
    }
    return false
  }

  @inline(__always)
  private mutating func append(_ element: consuming Element) {
    if _slowPath(count == capacity) { grow() }
    unsafe (start + count).initialize(to: element)
    count &+= 1
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: 4 * capacity)
    unsafe preferLargePages(from: larger, count: 4 * capacity * MemoryLayout<Element>.stride)
    unsafe larger.moveInitialize(from: start, count: count)
    unsafe start.deallocate()
    unsafe start = unsafe larger
    capacity *= 4
  }

  /// Moves the elements into an array, and appends others.
  private mutating func takeArray(
    capacity: Int, _ append: (inout Elements) throws -> Void
  ) rethrows -> [Element] {
    try unsafe [Element](unsafeUninitializedCapacity: capacity) { memory, initialized in
      let target = unsafe memory.baseAddress.unsafelyUnwrapped
      unsafe preferLargePages(from: target, count: capacity * MemoryLayout<Element>.stride)
      unsafe target.moveInitialize(from: start, count: count)
      var elements = unsafe Elements(start: target, count: count)
      count = 0
      defer { initialized = elements.count }
      try append(&elements)
    }
  }

  /// The elements of an array that has not its final size yet.
  ///
  /// SAFETY: the memory belongs to an `ElementMemory`, in which `count` elements are initialized.
  @safe
  private struct Elements {
    let start: UnsafeMutablePointer<Element>
    var count: Int

    @inline(__always)
    mutating func append(_ element: consuming Element) {
      unsafe (start + count).initialize(to: element)
      count &+= 1
    }
  }
}
