import CAtomicPointer
import SystemLibrary

/// A reference that any number of threads read without a lock while it is replaced now and then.
///
/// A reader may have loaded the address of an object and not yet retained it when that is replaced. So what was replaced
/// is kept for as long as this object is there: a few hundred bytes for what an app does a few times in its life.
///
/// SAFETY: `objects` retains every object whose address was ever published. The memory of the address belongs to this object.
@safe
final class PublishedReference<Object: AnyObject & Sendable>: @unchecked Sendable {
  private let address: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private let objects: Locked<[Object]>

  init(_ object: Object) {
    unsafe address = .allocate(capacity: 1)
    unsafe address.initialize(to: Unmanaged.passUnretained(object).toOpaque())
    objects = Locked([object])
  }

  deinit { unsafe address.deallocate() }

  /// Does something with the object, without counting a reference to it: threads that share a coder would wait for each
  /// other's counting.
  @inline(__always)
  func withCurrent<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
    // SAFETY: the object is among `objects`, from which nothing is ever removed, and the address is never null.
    let object = unsafe Unmanaged<Object>.fromOpaque(millrace_load_acquiring(address).unsafelyUnwrapped)
    return try unsafe object._withUnsafeGuaranteedRef { try body($0) }
  }

  func replace(with object: Object) {
    objects.withLock { objects in
      objects.append(object)
      unsafe millrace_store_releasing(address, Unmanaged.passUnretained(object).toOpaque())
    }
  }
}
