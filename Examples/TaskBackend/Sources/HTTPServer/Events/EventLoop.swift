import CLibevent

/// A loop that waits for descriptors, timers and signals, and calls whoever wants to know of them.
///
/// It belongs to the thread that runs it. From other threads only ``Mailbox`` reaches it.
public final class EventLoop {
  let base: OpaquePointer

  /// - Throws: ``SystemFailure`` when the system grants no means to wait.
  public init() throws {
    // Has libevent take locks, without which no other thread could wake the loop.
    guard evthread_use_pthreads() == 0, let base = event_base_new() else { throw SystemFailure("event_base_new") }
    self.base = base
  }

  deinit { event_base_free(base) }

  /// Runs until ``stop()``.
  public func run() { event_base_loop(base, EVLOOP_NO_EXIT_ON_EMPTY) }

  /// Has ``run()`` return as soon as what is called at the moment has returned.
  public func stop() { event_base_loopbreak(base) }
}
