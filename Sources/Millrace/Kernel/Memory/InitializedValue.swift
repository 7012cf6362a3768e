/// Returns the value that a function initializes in some memory.
///
/// A small value is initialized in a variable. The standard library's function for memory of the stack, `withUnsafeTemporaryAllocation`,
/// returns its result in a `Result`: in code for any type this takes a look-up of metadata at each call, and otherwise half a kilobyte of
/// code for each type.
///
/// - Parameter initialize: Initializes the memory, which has the size and the alignment of a value, unless it throws.
@inlinable @inline(__always)
package func initialized<Value, Failure>(
  _ type: Value.Type, by initialize: (UnsafeMutableRawPointer) throws(Failure) -> Void
) throws(Failure) -> Value {
  guard MemoryLayout<Value>.size <= 256, MemoryLayout<Value>.alignment <= 64 else {
    return try unsafe initializedInHeap(type, by: initialize)
  }
  // No closure gets the memory: in code for any type it is not specialized, and its calls took a quarter of the time of a small message.
  var memory = (SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>(), SIMD64<UInt8>())
  try unsafe initialize(&memory)
  return unsafe taken(type, from: &memory)
}

/// Moves a value out of some memory.
@inlinable @inline(__always)
func taken<Value>(_ type: Value.Type, from place: UnsafeMutableRawPointer) -> Value {
  unsafe place.assumingMemoryBound(to: Value.self).move()
}

@usableFromInline @inline(never)
func initializedInHeap<Value, Failure>(
  _ type: Value.Type, by initialize: (UnsafeMutableRawPointer) throws(Failure) -> Void
) throws(Failure) -> Value {
  let place = UnsafeMutableRawPointer.allocate(
    byteCount: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
  defer { unsafe place.deallocate() }
  try unsafe initialize(place)
  return unsafe place.assumingMemoryBound(to: Value.self).move()
}
