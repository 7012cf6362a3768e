import CAtomicPointer
import SystemLibrary

/// A reference that any number of threads read without a lock while it is replaced now and then.
///
/// A reader may have loaded the address of an object that is replaced before the reader retains it. So replaced objects
/// are kept as long as this object exists: a few hundred bytes for an operation that an app performs a few times.
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

  /// Passes the object to a closure without retaining it: threads that share a coder would wait for each
  /// other's reference counting.
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
