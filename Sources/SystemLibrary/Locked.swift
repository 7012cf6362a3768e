/// A value that one thread at a time can use.
///
/// `Synchronization.Mutex` would do, but Thread Sanitizer cannot see its locking and reports races in each program that uses
/// it. It knows the mutex of POSIX threads.
///
/// SAFETY: the mutex is in memory of its own, which this object owns, so it does not move. The value is read and written only
/// while it is locked.
@safe
package final class Locked<Value>: @unchecked Sendable {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline var value: Value

  package init(_ value: sending Value) {
    self.value = value
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    let code = unsafe pthread_mutex_init(mutex, nil)
    precondition(code == 0)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Runs a closure with the value, when no other thread uses it.
  @inlinable package func withLock<Result, Failure>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
