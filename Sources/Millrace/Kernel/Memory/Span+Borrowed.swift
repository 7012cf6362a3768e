extension Span where Element: ~Copyable {
  /// Calls a closure with each element, from the first to the last, without counting references.
  ///
  /// If an element is loaded from memory and passed to a function, the compiler retains it first, because the function
  /// could change that memory. These atomic operations took half the time of writing a tree. The memory of a span cannot
  /// change, so here the bits of each element are moved to a temporary place and back, which is not a copy.
  @inline(__always)
  func forEachBorrowed(_ body: (borrowing Element) -> Void) {
    unsafe withUnsafeBufferPointer { elements in
      guard let start = elements.baseAddress else { return }
      unsafe withUnsafeTemporaryAllocation(of: Element.self, capacity: 1) { place in
        // SAFETY: the capacity is not zero. The element is owned by the memory of the span, which is borrowed: what is in
        // `place` is used only in the closure, and never destroyed.
        let place = unsafe place.baseAddress.unsafelyUnwrapped
        for position in elements.indices {
          unsafe UnsafeMutableRawPointer(place).copyMemory(
            from: start + position, byteCount: MemoryLayout<Element>.size)
          let element = unsafe place.move()
          body(element)
          unsafe place.initialize(to: element)
        }
      }
    }
  }
}
