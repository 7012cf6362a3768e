import CAtomicPointer

/// Objects that can be reused by any thread.
///
/// There is no lock. An object is either in one slot or owned by one caller, because slots are only exchanged
/// atomically.
final class ObjectPool<Object: AnyObject>: @unchecked Sendable {
  private let places: [Place] = (0..<8).map { _ in Place() }

  /// A slot for one object.
  ///
  /// SAFETY: an object in a slot has one reference, which whoever takes it out releases. The memory belongs to the slot, which
  /// exists as long as the pool.
  @safe
  private final class Place: @unchecked Sendable {
    private let object: UnsafeMutablePointer<UnsafeMutableRawPointer?>

    init() {
      unsafe object = .allocate(capacity: 1)
      unsafe object.initialize(to: nil)
    }

    deinit {
      _ = take()
      unsafe object.deallocate()
    }

    @inline(__always)
    func take() -> Object? {
      guard let pointer = unsafe millrace_take_acquiring(object) else { return nil }
      return unsafe Unmanaged<Object>.fromOpaque(pointer).takeRetainedValue()
    }

    @inline(__always)
    func give(_ retained: Unmanaged<Object>) -> Bool { unsafe millrace_give_releasing(object, retained.toOpaque()) }
  }

  /// Takes an object without other references, if there is one.
  func take() -> Object? {
    for place in places {
      if let object = place.take() { return object }
    }
    return nil
  }

  /// Stores an object for reuse, if there is room.
  ///
  /// - Parameter object: An object without other references.
  func recycle(_ object: Object) {
    let retained = unsafe Unmanaged.passRetained(object)
    for place in places {
      if unsafe place.give(retained) { return }
    }
    unsafe retained.release()
  }
}
