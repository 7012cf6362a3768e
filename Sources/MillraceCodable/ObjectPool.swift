import Millrace
import Synchronization

/// Objects that wait to be used again, by whichever thread wants one next.
///
/// There is no lock. An object is in one place or in somebody's hands, because places are only ever exchanged as a whole.
final class ObjectPool<Object: AnyObject>: @unchecked Sendable {
  private let places: [Place] = (0..<8).map { _ in Place() }

  /// Room for one object.
  private final class Place: @unchecked Sendable {
    let object = Atomic<Unmanaged<Object>?>(nil)
  }

  /// An object without other references, if there is one.
  func take() -> Object? {
    for place in places {
      if let object = place.object.exchange(nil, ordering: .acquiring) { return object.takeRetainedValue() }
    }
    return nil
  }

  /// Has an object wait, if there is room.
  ///
  /// - Parameter object: an object without other references.
  func giveBack(_ object: Object) {
    let retained = Unmanaged.passRetained(object)
    for place in places {
      let (isGiven, _) = place.object.compareExchange(expected: nil, desired: retained, ordering: .releasing)
      if isGiven { return }
    }
    retained.release()
  }
}
