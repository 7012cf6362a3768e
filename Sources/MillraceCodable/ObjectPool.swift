import Millrace
import Synchronization

/// Objects that can be reused by any thread.
///
/// There is no lock. An object is either in one slot or owned by one caller, because slots are only exchanged
/// atomically.
final class ObjectPool<Object: AnyObject>: @unchecked Sendable {
  private let places: [Place] = (0..<8).map { _ in Place() }

  /// A slot for one object.
  ///
  /// SAFETY: an object in a slot has one reference, which whoever takes it out releases.
  @safe
  private final class Place: @unchecked Sendable {
    let object = unsafe Atomic<Unmanaged<Object>?>(nil)
  }

  /// Takes an object without other references, if there is one.
  func take() -> Object? {
    for place in places {
      if let object = unsafe place.object.exchange(nil, ordering: .acquiring) {
        return unsafe object.takeRetainedValue()
      }
    }
    return nil
  }

  /// Stores an object for reuse, if there is room.
  ///
  /// - Parameter object: An object without other references.
  func recycle(_ object: Object) {
    let retained = unsafe Unmanaged.passRetained(object)
    for place in places {
      let (isGiven, _) = unsafe place.object.compareExchange(expected: nil, desired: retained, ordering: .releasing)
      if isGiven { return }
    }
    unsafe retained.release()
  }
}
