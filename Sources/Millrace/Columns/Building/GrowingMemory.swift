#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Memory for elements that are plain data, which grows when it is asked to.
///
/// Whoever uses it knows how many elements are in it. It grows by `realloc`, which moves large blocks by their pages.
@usableFromInline
struct GrowingMemory<Element: BitwiseCopyable>: ~Copyable {
  @usableFromInline var start: UnsafeMutablePointer<Element>
  /// How many elements there is room for.
  @usableFromInline var capacity = 0

  @inlinable
  init() {
    // Nothing is stored as long as there is no room.
    start = UnsafeMutablePointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
  }

  @inlinable
  deinit { if capacity > 0 { releaseMemory(start) } }

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

  /// Makes room for so many elements in all, and for as many more as there are.
  @inlinable
  mutating func reserve(_ count: Int) {
    if count > capacity { grow(toFit: count) }
  }

  @inlinable @inline(never)
  mutating func grow(toFit count: Int) {
    let stride = MemoryLayout<Element>.stride
    let room = max(count, 2 * capacity, 64)
    start = reallocate(capacity > 0 ? start : nil, byteCount: room * stride).assumingMemoryBound(to: Element.self)
    capacity = room
  }

  /// Sets elements to zeros.
  @inlinable
  func clear(_ range: Range<Int>) {
    assert(range.upperBound <= capacity)
    memset(start + range.lowerBound, 0, range.count * MemoryLayout<Element>.stride)
  }

  /// The first elements as an array of a type whose elements are as large.
  ///
  /// - Parameter leadingZeros: so many elements of zero bytes stand in front of them.
  func array<Other: BitwiseCopyable>(of type: Other.Type, count: Int, leadingZeros: Int = 0) -> [Other] {
    precondition(MemoryLayout<Other>.stride == MemoryLayout<Element>.stride && count <= capacity)
    return [Other](unsafeUninitializedCapacity: leadingZeros + count) { array, initialized in
      guard let target = array.baseAddress else { return }
      memset(target, 0, leadingZeros * MemoryLayout<Other>.stride)
      memcpy(target + leadingZeros, start, count * MemoryLayout<Other>.stride)
      initialized = leadingZeros + count
    }
  }
}

@usableFromInline
func reallocate(_ memory: UnsafeMutableRawPointer?, byteCount: Int) -> UnsafeMutableRawPointer {
  guard let larger = realloc(memory, byteCount) else { preconditionFailure("no memory for \(byteCount) bytes") }
  return larger
}

@usableFromInline
func releaseMemory(_ memory: UnsafeMutableRawPointer) { free(memory) }
