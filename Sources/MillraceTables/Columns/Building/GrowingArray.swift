import Millrace
import SystemLibrary

/// An array of plain data that grows when it is asked to, and is written through a pointer in between.
///
/// Whoever uses it knows how many elements are in it. As in ``OutputBuffer`` the memory is that of an array, which is
/// handed out in the end without being copied, and what is unused after the elements is never touched.
@usableFromInline
struct GrowingArray<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline var start: UnsafeMutablePointer<Element>
  /// How many elements there is room for.
  @usableFromInline var capacity = 0
  /// As long as its capacity, without content but for the elements that were written.
  private var storage: [Element] = []

  init() {
    // Nothing is stored as long as there is no room.
    start = UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
  }

  @inlinable
  subscript(index: Int) -> Element {
    @inline(__always) get {
      assert(index >= 0 && index < capacity)
      return start[index]
    }
    @inline(__always) nonmutating set {
      assert(index >= 0 && index < capacity)
      start[index] = newValue
    }
  }

  /// Makes room for so many elements in all, and for several times as many as before.
  mutating func reserve(_ count: Int) {
    guard count > capacity else { return }
    let isLarge = capacity * MemoryLayout<Element>.stride >= 4 << 20
    var larger: [Element] = []
    larger.append(addingCapacity: max(count, capacity * (isLarge ? 2 : 4), 64)) { output in
      output.withUnsafeMutableBufferPointer { memory, initialized in
        // SAFETY: an array that was asked for capacity has an address.
        let address = UnsafeMutableRawPointer(memory.baseAddress.unsafelyUnwrapped)
        preferLargePages(from: address, count: memory.count * MemoryLayout<Element>.stride)
        memcpy(address, start, capacity * MemoryLayout<Element>.stride)
        initialized = memory.count
      }
    }
    // Taken before somebody else refers to it, which would have it copied.
    start = Self.address(of: &larger)
    capacity = larger.count
    storage = larger
  }

  /// Sets elements to zeros.
  func clear(_ range: Range<Int>) {
    assert(range.upperBound <= capacity)
    memset(start + range.lowerBound, 0, range.count * MemoryLayout<Element>.stride)
  }

  /// A copy of the first elements.
  func copy(_ count: Int) -> [Element] { Array(UnsafeBufferPointer(start: start, count: count)) }

  /// Hands out the first elements and forgets all of them.
  ///
  /// - Complexity: O(1), unless less than a fifth of the array is in use: the rest is not worth holding.
  mutating func take(_ count: Int) -> [Element] {
    precondition(count <= capacity, "count exceeds the capacity")
    if capacity > 5 * count { return copy(count) }
    precondition(Self.address(of: &storage) == start, "the storage of a uniquely referenced array has moved")
    var array: [Element] = []
    swap(&array, &storage)
    self = GrowingArray()
    array.removeLast(array.count - count)
    return array
  }

  private static func address(of storage: inout [Element]) -> UnsafeMutablePointer<Element> {
    // SAFETY: see `OutputBuffer`; and there is no array here that has no capacity.
    storage.withUnsafeMutableBufferPointer { $0.baseAddress.unsafelyUnwrapped }
  }
}
