import SystemLibrary

/// Works on items in several threads, and returns the results in the order of the items.
///
/// Each thread takes the next item, works on it, and hands over the result when all results before it were. So there are
/// at most as many items in memory as there are threads.
///
/// - Parameters:
///   - threads: The number of threads, including the calling thread.
///   - next: A function that returns the next item, or nil after the last one. One thread at a time calls it.
///   - work: A function that works on an item.
///   - take: A function that takes a result. One thread at a time calls it.
/// - Throws: The first error in the order of the items.
package func workInOrder<Item, Result>(
  threads: Int, next: @escaping () throws -> Item?, work: @escaping (Item) throws -> Result,
  take: @escaping (Result) throws -> Void
) throws {
  guard threads > 1 else {
    while let item = try next() { try take(try work(item)) }
    return
  }
  let queue = OrderedQueue(next: next, work: work, take: take)
  var others: [SystemThread] = []
  for _ in 1..<threads { if let thread = SystemThread({ queue.run() }) { others.append(thread) } }
  queue.run()
  for thread in others { thread.join() }
  try queue.throwFailure()
}

/// The number of processors.
package func processorCount() -> Int { max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1) }

/// The state that the threads of ``workInOrder(threads:next:work:take:)`` share.
///
/// It is sendable because `next` is called under one lock, and `take` and the failure are used under another one.
///
/// SAFETY: the mutex and the condition belong to this object, which destroys them after the last thread.
@safe
private final class OrderedQueue<Item, Result>: @unchecked Sendable {
  private let next: () throws -> Item?
  private let work: (Item) throws -> Result
  private let take: (Result) throws -> Void

  /// The number of items that were requested.
  private let itemCount = Locked(0)

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let turn = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var takenCount = 0
  private var failure: (any Error)?
  private var hasEnded = false

  init(
    next: @escaping () throws -> Item?, work: @escaping (Item) throws -> Result, take: @escaping (Result) throws -> Void
  ) {
    self.next = next
    self.work = work
    self.take = take
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(turn, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe pthread_cond_destroy(turn)
    unsafe mutex.deallocate()
    unsafe turn.deallocate()
  }

  func throwFailure() throws { if let failure { throw failure } }

  /// Works until there are no more items.
  func run() {
    while true {
      let (index, item) = itemCount.withLock { count -> (Int, Swift.Result<Item?, any Error>) in
        let item = hasStopped ? .success(nil) : Swift.Result { try next() }
        count += 1
        return (count - 1, item)
      }
      let result = item.flatMap { item in Swift.Result { try item.map(work) } }
      guard finish(index, result) else { return }
    }
  }

  private var hasStopped: Bool {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return hasEnded
  }

  /// Hands over a result when all results before it were handed over.
  ///
  /// - Returns: Whether there may be more items.
  private func finish(_ index: Int, _ result: Swift.Result<Result?, any Error>) -> Bool {
    unsafe pthread_mutex_lock(mutex)
    defer {
      unsafe pthread_cond_broadcast(turn)
      unsafe pthread_mutex_unlock(mutex)
    }
    while takenCount < index, !hasEnded { unsafe pthread_cond_wait(turn, mutex) }
    if hasEnded { return false }
    do {
      if let result = try result.get() { try take(result) } else { hasEnded = true }
    } catch {
      failure = error
      hasEnded = true
    }
    takenCount += 1
    return !hasEnded
  }
}
