import Millrace
import SystemLibrary

/// An array of plain data that grows on request, and is otherwise written through a pointer.
///
/// The caller keeps track of the number of elements. As in ``OutputBuffer`` the memory is that of an array, which is
/// returned in the end without a copy, and unused memory after the elements is never touched.
///
/// SAFETY: the memory belongs to `storage`. A caller compares its count with `capacity` before it stores.
@usableFromInline
@safe
struct GrowingArray<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline var start: UnsafeMutablePointer<Element>
  /// The number of elements that fit in the memory.
  @usableFromInline var capacity = 0
  /// The array. Its count equals its capacity; only the written elements have content.
  private var storage: [Element] = []

  @usableFromInline init() {
    // There is nothing to store until memory is reserved.
    unsafe start = unsafe UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
  }

  @inlinable
  subscript(index: Int) -> Element {
    @inline(__always) get {
      assert(index >= 0 && index < capacity)
      return unsafe start[index]
    }
    @inline(__always) nonmutating set {
      assert(index >= 0 && index < capacity)
      unsafe start[index] = newValue
    }
  }

  /// Reserves memory for at least this number of elements in total, and for several times as many as before.
  mutating func reserve(_ count: Int) {
    guard count > capacity else { return }
    let isLarge = capacity * MemoryLayout<Element>.stride >= 4 << 20
    var larger: [Element] = []
    larger.append(addingCapacity: max(count, capacity * (isLarge ? 2 : 4), 64)) { output in
      unsafe output.withUnsafeMutableBufferPointer { memory, initialized in
        // SAFETY: an array with a reserved capacity has an address.
        let address = unsafe UnsafeMutableRawPointer(memory.baseAddress.unsafelyUnwrapped)
        unsafe preferLargePages(from: address, count: memory.count * MemoryLayout<Element>.stride)
        unsafe memcpy(address, start, capacity * MemoryLayout<Element>.stride)
        initialized = memory.count
      }
    }
    // The address is taken while there is only one reference to the array; with two, the array would be copied.
    unsafe start = unsafe Self.address(of: &larger)
    capacity = larger.count
    storage = larger
  }

  /// Sets elements to zeros.
  func clear(_ range: Range<Int>) {
    assert(range.upperBound <= capacity)
    unsafe memset(start + range.lowerBound, 0, range.count * MemoryLayout<Element>.stride)
  }

  /// Returns a copy of the first elements.
  func prefix(_ count: Int) -> [Element] { unsafe Array(UnsafeBufferPointer(start: start, count: count)) }

  /// Returns the first elements and removes all elements.
  ///
  /// - Complexity: O(1), unless less than a fifth of the array is used: then it is copied, to release the unused
  ///   memory.
  mutating func take(_ count: Int) -> [Element] {
    precondition(count <= capacity, "count exceeds the capacity")
    if capacity > 5 * count { return prefix(count) }
    unsafe precondition(Self.address(of: &storage) == start, "the storage of a uniquely referenced array has moved")
    var array: [Element] = []
    swap(&array, &storage)
    self = GrowingArray()
    array.removeLast(array.count - count)
    return array
  }

  private static func address(of storage: inout [Element]) -> UnsafeMutablePointer<Element> {
    // SAFETY: see `OutputBuffer`; and every array here has capacity.
    unsafe storage.withUnsafeMutableBufferPointer { unsafe $0.baseAddress.unsafelyUnwrapped }
  }
}
