/// A stack whose last elements can be taken as an array, which then has the memory that it needs and no more.
///
/// SAFETY: the memory belongs to this value, which deinitializes `count` elements and deallocates it.
@safe
struct ElementStack<Element>: ~Copyable {
  /// What is needed to make arrays of the elements, if the layout of arrays is known.
  private let arrayMemory: ArrayMemory?
  private var memory: UnsafeMutablePointer<Element>?
  private var capacity = 0
  private(set) var count = 0

  init(_ arrayMemory: ArrayMemory?) { self.arrayMemory = arrayMemory }

  deinit {
    unsafe memory?.deinitialize(count: count)
    unsafe memory?.deallocate()
  }

  /// - Parameter position: from the bottom of the stack, less than `count`.
  subscript(position: Int) -> Element {
    @inline(__always) _read {
      assert(position < count)
      // SAFETY: there is memory if there is an element.
      yield unsafe memory.unsafelyUnwrapped[position]
    }
    @inline(__always) _modify {
      assert(position < count)
      yield unsafe &memory.unsafelyUnwrapped[position]
    }
  }

  @inline(__always)
  mutating func append(_ element: consuming Element) {
    if _slowPath(count == capacity) { grow() }
    // SAFETY: `grow` made memory.
    unsafe (memory.unsafelyUnwrapped + count).initialize(to: element)
    count += 1
  }

  @inline(never)
  private mutating func grow() {
    capacity = Swift.max(16, 2 * capacity)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    if let memory = unsafe memory {
      unsafe larger.moveInitialize(from: memory, count: count)
      unsafe memory.deallocate()
    }
    unsafe memory = unsafe larger
  }

  /// Moves the elements from a position on into an array.
  mutating func takeLast(from start: Int) -> [Element] {
    var array: [Element] = []
    guard start < count, let memory = unsafe memory else { return array }
    if let arrayMemory {
      let (array, elements) = unsafe arrayMemory.allocate(count: count - start, stride: MemoryLayout<Element>.stride)
      unsafe elements.moveInitializeMemory(as: Element.self, from: memory + start, count: count - start)
      count = start
      return unsafe ArrayMemory.take(array, of: Element.self)
    }
    array.reserveCapacity(count - start)
    // SAFETY: the elements from `start` to `count` are initialized, and no longer belong to the stack.
    for position in start..<count { unsafe array.append((memory + position).move()) }
    count = start
    return array
  }
}
