/// A value that one thread at a time can use.
///
/// `Synchronization.Mutex` would do, but Thread Sanitizer cannot see its locking and reports races in each program that uses
/// it. It knows the mutex of POSIX threads.
package final class Locked<Value>: @unchecked Sendable {
  @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
  @usableFromInline var value: Value

  package init(_ value: sending Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    let code = pthread_mutex_init(mutex, nil)
    precondition(code == 0)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs a closure with the value, when no other thread uses it.
  @inlinable package func withLock<Result, Failure>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
