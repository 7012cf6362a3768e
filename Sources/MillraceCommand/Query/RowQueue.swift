import SystemLibrary

/// A queue of batches of rows, from the thread that reads them to the thread that runs the query.
///
/// SAFETY: the mutex and the condition are in memory that this object owns, and everything else is used under the mutex.
@safe
final class RowQueue: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var batches: [RowBatch] = []
  /// The result of reading; nil while it continues.
  private var end: Result<Void, any Error>?
  private var isClosed = false

  /// The batches in the queue, whose number is limited, so that a fast reader does not fill the memory.
  private static let capacity = 4

  init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(change, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe pthread_cond_destroy(change)
    unsafe mutex.deallocate()
    unsafe change.deallocate()
  }

  /// Adds a batch when there is room.
  ///
  /// - Returns: Whether to continue reading.
  func put(_ batch: RowBatch) -> Bool {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while batches.count >= Self.capacity, !isClosed { unsafe pthread_cond_wait(change, mutex) }
    batches.append(batch)
    unsafe pthread_cond_broadcast(change)
    return !isClosed
  }

  /// Marks the end of the batches.
  func finish(_ result: Result<Void, any Error>) {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    end = result
    unsafe pthread_cond_broadcast(change)
  }

  /// Waits for the next batch, and removes it from the queue.
  ///
  /// - Returns: nil after the last one.
  /// - Throws: The error that the reading ended with, after all rows before it.
  func take() throws -> RowBatch? {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while batches.isEmpty, end == nil { unsafe pthread_cond_wait(change, mutex) }
    guard !batches.isEmpty else {
      try end?.get()
      return nil
    }
    unsafe pthread_cond_broadcast(change)
    return batches.removeFirst()
  }

  /// Cancels reading.
  func close() {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    isClosed = true
    batches = []
    unsafe pthread_cond_broadcast(change)
  }
}
