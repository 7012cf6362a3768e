// Making arrays without looking for the type of their memory.
//
// The elements of an array are in an object of the class `_ContiguousArrayStorage<Element>`. The initializer of arrays that takes
// uninitialized memory is not specialized by the compiler: it looks for the metadata of that class at each call. A small array takes 730
// instructions, of which 140 allocate memory: an eighth of the time of decoding documents with many small arrays. Here, the head of the
// object is copied from another array of the same type, so that an array takes 180 instructions, also in code for any type.
//
// The object consists of a head of two words (the metadata and the counts of references, here of a single reference), the number of
// elements, the capacity, shifted by one bit, and the elements. The class is fixed in the ABI of Apple's platforms, because inlined code of
// the standard library uses it; other platforms compile the same source. Objects are allocated by `malloc` on all of them.
//
// This layout is still not guaranteed. So it is checked before it is used: once in a process, arrays of the standard library are read, and
// others are made here and used by the standard library. If anything differs, the standard library makes all arrays.

/// What is needed to make arrays of a type.
///
/// SAFETY: the objects that are made are of the class of another array of the same type.
@usableFromInline
@safe
struct ArrayMemory: Sendable {
  private let head: ObjectHead
  /// The lowest bit of the word with the capacity.
  private let flags: Int

  /// The places of the object's words and of its elements, in bytes.
  private static var count: Int { 16 }
  private static var capacity: Int { 24 }
  private static var elements: Int { 32 }

  /// Nil if the layout is not known.
  init?<Element>(of type: Element.Type) {
    guard layoutOfArraysIsKnown else { return nil }
    self.init(ofKnownLayout: type)
  }

  fileprivate init?<Element>(ofKnownLayout type: Element.Type) {
    guard MemoryLayout<Element>.alignment <= 16 else { return nil }
    var array: [Element] = []
    array.reserveCapacity(1)
    // SAFETY: an array is a reference to its memory. It is not copied: without optimization, a copy would be counted as a reference.
    let object = unsafe withUnsafeBytes(of: &array) { unsafe $0.load(as: UnsafeRawPointer.self) }
    head = unsafe ObjectHead(of: object)
    flags = unsafe object.load(fromByteOffset: Self.capacity, as: Int.self) & 1
    // The object has one reference until here.
    withExtendedLifetime(array) {}
  }

  /// Allocates the memory of an array.
  ///
  /// - Parameters:
  ///   - count: The number of elements, at least 1. The caller initializes them.
  ///   - stride: The size of an element, in bytes.
  /// - Returns: The array as a reference to its memory, and the place of the elements.
  @inline(__always)
  func allocate(count: Int, stride: Int) -> (array: UnsafeMutableRawPointer, elements: UnsafeMutableRawPointer) {
    let object = unsafe head.allocate(byteCount: Self.elements + count * stride)
    unsafe object.storeBytes(of: count, toByteOffset: Self.count, as: Int.self)
    unsafe object.storeBytes(of: count << 1 | flags, toByteOffset: Self.capacity, as: Int.self)
    return unsafe (object, object + Self.elements)
  }

  /// Returns an array whose elements have been initialized, in memory that was allocated here.
  @inline(__always)
  static func take<Element>(_ array: UnsafeMutableRawPointer, of type: Element.Type) -> [Element] {
    var array = unsafe array
    // SAFETY: an array is a reference to its memory. It is moved, because a copy would have a reference of its own.
    return unsafe taken([Element].self, from: &array)
  }

  /// Whether an array of these elements may be an object of Objective-C.
  @inline(__always)
  var mayBeBridged: Bool { flags != 0 }

  /// Where the elements of an array are that is not bridged.
  @inline(__always)
  static func elements(ofArrayAt place: UnsafeRawPointer) -> (start: UnsafeRawPointer?, count: Int) {
    let object = unsafe place.load(as: UnsafeRawPointer.self)
    return unsafe (object + elements, object.load(fromByteOffset: count, as: Int.self))
  }

  /// Whether an array of the standard library has the known layout. Nothing outside of it is read.
  fileprivate static func isKnown<Element>(in array: [Element]) -> Bool {
    let object = unsafe unsafeBitCast(array, to: UnsafeRawPointer.self)
    func word(at offset: Int) -> Int { unsafe object.load(fromByteOffset: offset, as: Int.self) }
    return unsafe array.withUnsafeBytes { unsafe $0.baseAddress == object + elements } && word(at: count) == array.count
      && word(at: capacity) >> 1 == array.capacity
  }
}

/// An element with the largest alignment. It is not generic, because naming a generic type would look up conformances.
private struct AlignedElement: Equatable {
  let lanes: SIMD2<Double>
}

/// Whether the layout of arrays was verified, so that they can be made here.
let layoutOfArraysIsKnown: Bool = {
  func isKnown<Element: Equatable>(_ theirs: [Element]) -> Bool {
    guard ArrayMemory.isKnown(in: theirs), let memory = ArrayMemory(ofKnownLayout: Element.self) else { return false }
    let (array, elements) = unsafe memory.allocate(count: theirs.count, stride: MemoryLayout<Element>.stride)
    unsafe theirs.withUnsafeBufferPointer { theirs in
      // SAFETY: the array is not empty.
      let source = unsafe theirs.baseAddress.unsafelyUnwrapped
      unsafe _ = elements.initializeMemory(as: Element.self, from: source, count: theirs.count)
    }
    var ours = unsafe ArrayMemory.take(array, of: Element.self)
    guard ArrayMemory.isKnown(in: ours), ours == theirs, ours.capacity == theirs.count else { return false }
    // It is copied and grows like one of the standard library.
    let copy = ours
    ours += theirs
    return copy == theirs && ours == theirs + theirs
  }
  guard MemoryLayout<[Int]>.size == 8, MemoryLayout<Int>.size == 8,
    // All empty arrays are the same object.
    unsafe unsafeBitCast([] as [Int], to: Int.self) == unsafeBitCast([] as [String], to: Int.self)
  else { return false }
  return ArrayMemory.isKnown(in: [] as [Int]) && isKnown([1, 2, 3]) && isKnown([true])
    && isKnown(["short", "a string with storage of its own"])
    && isKnown([AlignedElement(lanes: SIMD2(1, 2))]) && isKnown([[1], [], [2, 3]])
}()
