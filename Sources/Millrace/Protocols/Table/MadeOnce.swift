import CAtomicPointer

/// The address of memory that is made when it is first needed, by whichever thread is first.
///
/// SAFETY: the address is stored atomically after the memory was initialized, and refers to the place itself if there is none. Neither
/// changes afterwards, and the memory is never released.
@usableFromInline
@safe
struct MadeOnce<Content>: BitwiseCopyable {
  @usableFromInline let place: UnsafeMutablePointer<UnsafeMutableRawPointer?>

  /// - Parameter place: Memory that contains nil and is never released.
  init(at place: UnsafeMutablePointer<UnsafeMutableRawPointer?>) { unsafe self.place = place }

  init() {
    unsafe place = PermanentMemory.allocate(UnsafeMutableRawPointer?.self)
    unsafe place.initialize(to: nil)
  }

  /// The memory, or nil before it was made. Not for what may be decided to be none.
  @inlinable var memory: UnsafePointer<Content>? {
    @inline(__always) get {
      unsafe UnsafePointer(millrace_load_acquiring(place)?.assumingMemoryBound(to: Content.self))
    }
  }

  /// The memory, or nil if there is none; nil before that was decided.
  @inlinable var decision: UnsafePointer<Content>?? {
    @inline(__always) get {
      guard let memory = unsafe memory else { return nil }
      return unsafe .some(UnsafeRawPointer(memory) == UnsafeRawPointer(place) ? nil : memory)
    }
  }

  /// Stores the address of memory that every thread finds, so that it does not matter which one is the first.
  func store(_ memory: UnsafePointer<Content>) {
    unsafe millrace_store_releasing(place, UnsafeMutableRawPointer(mutating: UnsafeRawPointer(memory)))
  }

  /// Decides that there is none, as every thread does.
  func storeNone() { unsafe millrace_store_releasing(place, place) }

  /// Stores the address of memory that this thread has made, unless another one was faster.
  ///
  /// - Parameter release: Called with the memory if another thread was faster.
  /// - Returns: The memory whose address is stored.
  func keep(
    _ made: UnsafeMutablePointer<Content>, orRelease release: (UnsafeMutablePointer<Content>) -> Void
  ) -> UnsafePointer<Content> {
    if unsafe !millrace_give_releasing(place, made), let kept = unsafe memory {
      unsafe release(made)
      return unsafe kept
    }
    return unsafe UnsafePointer(made)
  }

  /// Does the same with a copy of a value in memory that is never released, also if another thread was faster.
  func keep(_ value: Content) -> UnsafePointer<Content> {
    unsafe keep(UnsafeMutablePointer(mutating: PermanentMemory.keep(value))) { _ in }
  }
}
