// What depends on the types of optionals and arrays only.

/// An optional in a field.
@usableFromInline
protocol FieldOptional {
  static func setNil(at place: UnsafeMutableRawPointer)
  /// Moves a value into an optional.
  static func initialize(at place: UnsafeMutableRawPointer, moving value: UnsafeMutableRawPointer)
  static func deinitialize(at place: UnsafeMutableRawPointer)
  /// The size of the optional, in bytes.
  static var size: Int { get }
  /// Calls a function with the place of the value, or with nil.
  static func withValue(at place: UnsafeRawPointer, _ body: (UnsafeRawPointer?) -> Void)
}

extension Optional: FieldOptional {
  @inlinable
  static func setNil(at place: UnsafeMutableRawPointer) {
    unsafe place.initializeMemory(as: Self.self, to: nil)
  }

  @inlinable
  static func initialize(at place: UnsafeMutableRawPointer, moving value: UnsafeMutableRawPointer) {
    unsafe place.initializeMemory(as: Self.self, to: value.assumingMemoryBound(to: Wrapped.self).move())
  }

  @inlinable
  static func deinitialize(at place: UnsafeMutableRawPointer) {
    unsafe place.assumingMemoryBound(to: Self.self).deinitialize(count: 1)
  }

  @inlinable static var size: Int { MemoryLayout<Self>.size }

  @inlinable
  static func withValue(at place: UnsafeRawPointer, _ body: (UnsafeRawPointer?) -> Void) {
    unsafe withValue(place.assumingMemoryBound(to: Borrowed<Self>.self).pointee, body)
  }

  @inlinable @inline(__always)
  static func withValue(_ optional: borrowing Borrowed<Self>, _ body: (UnsafeRawPointer?) -> Void) {
    switch optional.value {
    case .some(let value): unsafe withUnsafePointer(to: value) { unsafe body(UnsafeRawPointer($0)) }
    case .none: body(nil)
    }
  }
}

extension Optional where Wrapped: ~Copyable {
  /// For values that cannot be copied, so that code for any type neither copies the value nor looks for the metadata of the optional.
  @inlinable
  static func isNil(at place: UnsafeRawPointer) -> Bool {
    switch unsafe place.assumingMemoryBound(to: Self.self).pointee {
    case .some: false
    case .none: true
    }
  }
}

/// Whether the value in an optional is at the place of the optional, as the ABI of Swift says of enumerations with one payload. Three
/// kinds of optionals are tried: with a tag of their own, with an unused value of a pointer, and with one of a later byte. Otherwise a
/// large value is copied to be written.
let optionalsBeginWithValues: Bool = {
  func isFirst<Value>(_ value: Value, _ isSame: (Value) -> Bool) -> Bool {
    let optional = Optional(value)
    return unsafe withUnsafePointer(to: optional) {
      unsafe isSame(UnsafeRawPointer($0).assumingMemoryBound(to: Value.self).pointee)
    }
  }
  let pair = (UInt64(0x0123_4567_89AB_CDEF), false)
  return isFirst(UInt64(0x0123_4567_89AB_CDEF)) { $0 == 0x0123_4567_89AB_CDEF } && isFirst([1, 2]) { $0 == [1, 2] }
    && isFirst(pair) { $0 == pair }
}()

/// An array in a field.
@usableFromInline
protocol FieldArray {
  static var memory: ArrayMemory? { get }
  /// Moves elements into an array.
  static func initialize(at place: UnsafeMutableRawPointer, moving elements: UnsafeMutableRawPointer, count: Int)
  static func deinitialize(at place: UnsafeMutableRawPointer)
  /// Moves elements to other memory.
  static func move(_ elements: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer, count: Int)
  static func deinitialize(elements: UnsafeMutableRawPointer, count: Int)
  /// Where the elements of an array are, as long as it is not changed.
  static func elements(at place: UnsafeRawPointer) -> (start: UnsafeRawPointer?, count: Int)
}

extension Array: FieldArray {
  @usableFromInline static var memory: ArrayMemory? { ArrayMemory(of: Element.self) }

  @usableFromInline
  static func initialize(at place: UnsafeMutableRawPointer, moving elements: UnsafeMutableRawPointer, count: Int) {
    let array = unsafe Self(unsafeUninitializedCapacity: count) { target, initialized in
      let source = unsafe elements.assumingMemoryBound(to: Element.self)
      unsafe target.baseAddress?.moveInitialize(from: source, count: count)
      initialized = count
    }
    unsafe place.initializeMemory(as: Self.self, to: array)
  }

  @inlinable
  static func deinitialize(at place: UnsafeMutableRawPointer) {
    unsafe place.assumingMemoryBound(to: Self.self).deinitialize(count: 1)
  }

  @inlinable
  static func move(_ elements: UnsafeMutableRawPointer, to target: UnsafeMutableRawPointer, count: Int) {
    let source = unsafe elements.assumingMemoryBound(to: Element.self)
    unsafe target.assumingMemoryBound(to: Element.self).moveInitialize(from: source, count: count)
  }

  @inlinable
  static func deinitialize(elements: UnsafeMutableRawPointer, count: Int) {
    unsafe elements.assumingMemoryBound(to: Element.self).deinitialize(count: count)
  }

  // SAFETY: the elements of an array are in an object that does not move, as the buffer of the output says, too.
  @inlinable
  static func elements(at place: UnsafeRawPointer) -> (start: UnsafeRawPointer?, count: Int) {
    unsafe elements(of: place.assumingMemoryBound(to: Borrowed<Self>.self).pointee)
  }

  @inlinable @inline(__always)
  static func elements(of array: borrowing Borrowed<Self>) -> (start: UnsafeRawPointer?, count: Int) {
    unsafe array.value.withUnsafeBufferPointer { unsafe (UnsafeRawPointer($0.baseAddress), $0.count) }
  }
}
